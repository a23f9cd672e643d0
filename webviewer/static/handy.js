// Extras of a step's page, loaded after its first view: highlighting copies of a tile, the board alone, sharing.
/** @type {(what: string) => any} */
const find = (what) => document.querySelector(what);
const every = (what) => document.querySelectorAll(what);

const sheet = (href) =>
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
if (find("#record")?.dataset.style) sheet(find("#record").dataset.style);

const COPIES = "svg[role=img]";

/** Highlight all copies of the tile that the pointer or the focus is on. */
const alike = ({ target }) => {
  const face = (picture) => picture?.querySelector("use")?.getAttribute("href");
  const wanted = face(target.closest?.(COPIES) ?? target.closest?.(".unseen td")?.querySelector(COPIES));
  for (const old of every(".alike")) old.classList.remove("alike");
  if (wanted) for (const each of every(`.table ${COPIES}`)) if (face(each) === wanted) each.classList.add("alike");
};
for (const way of ["pointerover", "focusin"]) addEventListener(way, alike);

/** Show only the board, or use the full screen; do nothing if the browser cannot. */
const switches = {
  alone: () => document.documentElement.classList.toggle("alone"),
  full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()),
};
addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-switch]"));
  switches[button?.dataset.switch]?.();
});

/** Share the link by the system's dialog on a touch screen, else copy it to the clipboard. */
const copy = (button) => {
  const field = find("#share input"),
    { title } = document;
  if (matchMedia("(pointer: coarse)").matches && navigator.share)
    return navigator.share({ title, url: field.value }).catch(() => 0);
  const done = () => (find("#live").textContent = button.textContent = button.dataset.done);
  return navigator.clipboard?.writeText(field.value).then(done, () => field.focus()) ?? field.select();
};
/** Share the whole replay as a file if the system can; else let the browser save it. */
const send = async (link) => {
  const name = `${document.title.replace(/[\\/:*?"<>|]+/g, " ")}.html`;
  const answer = await fetch(link.href).catch(() => null);
  const files = answer?.ok ? [new File([await answer.blob()], name, { type: "text/html" })] : [];
  if (navigator.canShare?.({ files })) return navigator.share({ title: document.title, files }).catch(() => 0);
  location.assign(link.href);
};
addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.id === "copy") copy(target);
  if (target.id === "send" && matchMedia("(pointer: coarse)").matches && navigator.share) {
    event.preventDefault();
    send(target);
  }
});
