// Keeps a page for spectators as new as it may be: asks whether anything changed, and takes the page anew.
const main = document.querySelector("main");
let mark = null;

async function changed() {
  const answer = await fetch(main.dataset.events, { cache: "no-cache", credentials: "omit" });
  const now = answer.headers.get("ETag");
  const isNew = answer.ok && mark !== null && now !== mark;
  if (answer.ok) mark = now;
  return isNew;
}

async function take() {
  const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit" });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const waiting = [...page.querySelectorAll("main img")].map((image) => {
    const ready = new Image();
    ready.src = image.getAttribute("src");
    return ready.decode().catch(() => {});
  });
  await Promise.all(waiting);
  main.replaceChildren(...page.querySelector("main").childNodes);
}

/** A stream tells of news at once; where there is no room for one, the page asks now and then. */
function listen() {
  const stream = new EventSource(main.dataset.stream);
  let told = null;
  stream.onmessage = async (event) => {
    if (told !== null && told !== event.data) await take().catch(() => {});
    told = event.data;
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) look();
  };
}

async function look() {
  try {
    if (await changed()) await take();
  } catch { /* the network is away: it is asked again later */ }
  setTimeout(look, main.dataset.again * 1000 * (document.hidden ? 5 : 1) * (0.9 + Math.random() / 5));
}

if (main.dataset.stream && globalThis.EventSource) listen();
else look();
