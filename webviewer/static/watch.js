// Updates a page for spectators, referees or the director: asks whether anything changed, and fetches the page again.
const main = document.querySelector("main");
const credentials = "withCookie" in main.dataset ? "same-origin" : "omit";
main.dataset.scripted = "";
let failures = 0;
let mark = main.dataset.mark ?? null;

async function changed() {
  const answer = await fetch(main.dataset.events, { cache: "no-cache", credentials });
  const now = answer.headers.get("ETag")?.replace(/^(W\/)?"|"$/g, "");
  const isNew = answer.ok && mark !== null && now !== mark;
  if (answer.ok) mark = now;
  return isNew;
}

/** Replace the page's content by that of a newer page; if it has live parts, only these, so that forms stay. */
function renew(newer) {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("[data-live]"));
  if (!parts.length) main.replaceChildren(...newer.childNodes);
  for (const part of parts) {
    const made = newer.querySelector(`[data-live="${part.dataset.live}"]`);
    part.replaceChildren(...(made?.childNodes ?? []));
  }
}

async function take() {
  const answer = await fetch(location.href, { cache: "no-cache", credentials });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const waiting = [...page.querySelectorAll("main img")].map((image) => {
    const ready = new Image();
    ready.src = image.getAttribute("src");
    return ready.decode().catch(() => {});
  });
  await Promise.all(waiting);
  const focused = main.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  renew(page.querySelector("main"));
  if (focused !== null)
    /** @type {HTMLElement | null} */ (main.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
  main.dispatchEvent(new Event("renewed"));
}

/** Listen to the stream of news; if the server has no room for it, ask now and then instead. */
function listen() {
  const stream = new EventSource(main.dataset.stream);
  stream.onmessage = async (event) => {
    const isNew = mark !== null && mark !== event.data;
    mark = event.data;
    failures = 0;
    main.dispatchEvent(new Event("heard"));
    if (isNew) await take().catch(() => {});
  };
  stream.onerror = () => {
    failures += 1; // a single failure is normal: every stream ends after a while
    if (failures > 1) main.dispatchEvent(new Event("lost"));
    if (stream.readyState === EventSource.CLOSED) look();
  };
}

async function look() {
  try {
    const isNew = await changed();
    main.dispatchEvent(new Event("heard"));
    if (isNew) await take();
  } catch {
    // the network is away: it is asked again later
    main.dispatchEvent(new Event("lost"));
  }
  setTimeout(look, Number(main.dataset.again) * 1000 * (document.hidden ? 5 : 1) * (0.9 + Math.random() / 5));
}

if (main.dataset.stream && globalThis.EventSource) listen();
else look();
