// A replay in one file: its pages are packed in the file, and `fetch` takes them from there instead of a server. No rule of
// the game is here.
const unpacked = async (words) => {
  const bytes = Uint8Array.from(atob(words), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
};
const { lines, pages, sprite } = await unpacked(document.getElementById("packed").textContent);
const html = document.documentElement;
const tags = html.dataset.languages.split(" ");
const SIDES = ["bottom", "right", "top", "left"];
const asked = (url) => new URL(url, "replay://file");

/** Turn the table of a page so that a seat is at the bottom, and let the keys step through that player's turns. */
const turn = (page, letter) => {
  const seats = [...page.querySelectorAll(".table > .seat")];
  const ring = SIDES.filter((side) => seats.some(({ classList }) => classList.contains(side)));
  const places = seats.map(({ classList }) => ring.findIndex((side) => classList.contains(side)));
  const below = letter ? letter.charCodeAt(0) - 65 : places.indexOf(0),
    shift = places[below];
  if (shift === undefined) return;
  const name = (seat) => seats[seat].querySelector("h2 bdi").textContent;
  const link = page.querySelector("[data-key=v]"),
    seat = (number) => String.fromCharCode(65 + number);
  if (link) {
    link.dataset.told = link.dataset.told.replace(name(places.indexOf(0)), name(below));
    link.href = `#?seat=${seat((below + 1) % seats.length)}`;
  }
  seats.forEach((section, number) => {
    section.classList.replace(ring[places[number]], ring[(places[number] - shift + ring.length) % ring.length]);
    section.querySelector("h2 a").href = `#?seat=${seat(number)}`;
  });
  for (const button of page.querySelectorAll("[data-list^=turn-]")) button.dataset.list = `turn-${seat(below)}`;
};

/** Return the page of a deal with the addresses of the requested view. The stored page is the same for all steps. */
const page = (found, url) => {
  const box = document.createElement("template"),
    { pathname, searchParams } = asked(url);
  searchParams.delete("tab");
  box.innerHTML = found;
  turn(box.content, searchParams.get("seat"));
  box.content
    .querySelectorAll(".transcript a")
    .forEach((link, step) => link.setAttribute("href", `#${pathname.replace(/\d+$/, String(step))}`));
  const view = (_, path, query = "") => {
    const words = new URLSearchParams(searchParams);
    for (const [name, value] of new URLSearchParams(query.replaceAll("&amp;", "&"))) words.set(name, value);
    return `="#${path || pathname}?${String(words).replaceAll("&", "&amp;")}"`;
  };
  return `<html lang="${searchParams.get("lang")}">${box.innerHTML}`.replace(
    /(?<!data-path)="#((?:\/[^"?]*)?)(?:\?([^"]*))?"/g,
    view,
  );
};

globalThis.fetch = async (url) => {
  const { pathname, searchParams } = asked(url);
  const numbers = pages[`${pathname.replace(/\/s\d+$/, "/s")}?lang=${searchParams.get("lang")}`];
  const found = numbers?.map((number) => lines[number]).join("");
  const answer = new Response(/json$/.test(pathname) ? found : page(found, url), { status: numbers ? 200 : 404 });
  return Object.defineProperty(answer, "url", { value: String(url) });
};

const preferred = navigator.languages
  .map((tag) => tags.find((known) => tag.startsWith(known.slice(0, 2))))
  .find(Boolean);
const [, start = "#/d1/s0", has_view] = /^(#\/d\d+\/s\d+)(\?)?/.exec(location.hash) ?? [];
if (!has_view) history.replaceState(null, "", `${start}?lang=${preferred ?? tags[0]}`);
const box = document.createElement("template");
box.innerHTML = await (await fetch(location.hash.slice(1))).text();
html.lang = asked(location.hash.slice(1)).searchParams.get("lang");
document.title = box.content.querySelector("title").textContent;
document.body.insertAdjacentHTML("afterbegin", sprite);
const pictures = document.body.firstElementChild;
pictures.setAttribute("aria-hidden", "true");
pictures.classList.add("defs");
for (const side of ["width", "height"]) pictures.setAttribute(side, "0");
document.body.append(box.content.querySelector("#record"), box.content.querySelector("#live"));

addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a");
  // The fragment is the place in the replay, so a link to another part of the page must not change it.
  const [, name] = /^#(\w.*)/.exec(link?.getAttribute("href") ?? "") ?? [];
  const part = name && document.getElementById(name);
  if (part) {
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  } else if (link?.classList.contains("theme")) html.dataset.theme = link.classList.contains("dark") ? "dark" : "light";
  else return;
  event.preventDefault();
});
