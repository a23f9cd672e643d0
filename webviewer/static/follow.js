// Follows a record step by step. A step is fetched only when the reader asks for it, so the browser never knows more than
// the reader.
/** @type {(what: string) => any} */
const find = (what) => document.querySelector(what);
const kept = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // the browser may not allow storage
  }
};

let timer = 0;
/** @type {AbortController | null} */
let asking = null;

/** Return the tab in the address, which the reader has chosen; null if there is none. A step does not change it. */
const chosenTab = () => new URLSearchParams(location.search).get("tab");
const openTab = (name) => {
  const box = name && find(`[name=tab][value="${CSS.escape(name)}"]`);
  if (box) box.checked = true;
};
/** Return an address with the chosen tab in it. */
const tabbed = (url, name) => {
  const to = new URL(url, location.href);
  if (name) to.searchParams.set("tab", name);
  return to.href;
};

const showTable = () => {
  document.documentElement.classList.toggle("plain", kept("corners") === "off");
  find(".play").hidden = false;
  const list = find(".transcript");
  list.scrollTop = list.scrollHeight;
};

const stopPlaying = () => {
  clearTimeout(timer);
  timer = 0;
  showPlaying(false);
};

const showPlaying = (isPlaying) => {
  const button = find(".play");
  button.setAttribute("aria-pressed", isPlaying);
  button.querySelector("use").setAttribute("href", isPlaying ? "#i-stop" : "#i-play");
};

/** Replace the page's step by the one at that address. A new deal is added to the history; a step is not. */
const goTo = async (url, how) => {
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(url, { signal: asking.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = /** @type {HTMLElement} */ (page.querySelector("#record.following"));
    const old = find("#record");
    if (!answer.ok || !fresh) return location.assign(answer.url);
    const focused = old.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
      : null;
    const isAnother = fresh.dataset.deal !== old.dataset.deal;
    const chosen = chosenTab();
    old.replaceWith(fresh);
    openTab(chosen);
    document.title = page.title;
    if (how !== "none") history[isAnother ? "pushState" : "replaceState"](null, "", tabbed(answer.url, chosen));
    showTable();
    showPlaying(timer);
    if (focused) find(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    find("#live").textContent = find("#said").textContent;
  } catch (problem) {
    if (problem.name !== "AbortError") location.assign(url);
  }
};

const nextAddress = () => find('[data-key="ArrowRight"]').href;

const playStep = async () => {
  await goTo(nextAddress(), "replace");
  if (timer) timer = setTimeout(playStep, 900);
};

const play = () => {
  if (timer) return stopPlaying();
  timer = setTimeout(playStep, 100);
  showPlaying(true);
};

addEventListener("click", (event) => {
  if (event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest(".play")) return play();
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("#record a[href]"));
  if (!link || !/\/follow\/[^/]+\/d\d+\/s\d+$/.test(link.pathname)) return;
  event.preventDefault();
  stopPlaying();
  goTo(link.href, "replace");
});

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || kept("keys") === "off") return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest?.("input, select, textarea")) return;
  const name = event.key === " " ? "Space" : event.key;
  if (name === "Space" && target.closest?.("button, summary")) return;
  const element = find(`#record [data-key="${CSS.escape(name)}"]`);
  if (!element) return;
  event.preventDefault();
  element.click();
});

addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.name === "tab") history.replaceState(null, "", tabbed(location.href, target.value));
});

addEventListener("focusin", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.matches("input[readonly]")) target.select();
});

addEventListener("popstate", () => {
  stopPlaying();
  goTo(location.href, "none");
});

showTable();
