// Stepping by keyboard: fetch the page of the next step and put its main part here. No rule of the game stands here.
const KEYS = { ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last", n: "after", p: "before" };
const pages = new Map();
let wanted = 0;

const text = (url) => {
  if (!pages.has(url)) {
    if (pages.size > 64) pages.delete(pages.keys().next().value);
    pages.set(url, fetch(url).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status))));
    pages.get(url).catch(() => pages.delete(url));
  }
  return pages.get(url);
};

const show = async (url, push) => {
  const ticket = ++wanted;
  try {
    const page = new DOMParser().parseFromString(await text(url), "text/html");
    if (ticket !== wanted) return;
    // the region that is read aloud stays; only its words change, or nothing would be announced
    const said = document.querySelector(".said");
    const fresh = page.querySelector("#step");
    said.textContent = fresh.querySelector(".said").textContent;
    fresh.querySelector(".said").replaceWith(said);
    document.querySelector("#step").replaceWith(fresh);
    document.title = page.title;
    if (push) history.pushState(null, "", url);
    look();
  } catch {
    location.assign(url);
  }
};

const look = () => {
  const current = document.querySelector(".transcript [aria-current]");
  const list = document.querySelector(".transcript");
  if (current && list) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  const next = document.getElementById("on");
  if (next) text(next.href).catch(() => undefined);
};

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const link = KEYS[event.key] && document.getElementById(KEYS[event.key]);
  if (!link) return;
  event.preventDefault();
  show(link.href, true);
});
addEventListener("popstate", () => show(location.href, false));
look();
