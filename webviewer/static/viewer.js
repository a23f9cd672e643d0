// Stepping without loading the page anew: fetch the page of the next step and put its parts here.
// No rule of the game stands here; where a key leads is a link that the server wrote.
const KEYS = { ArrowRight: "on", ArrowLeft: "back", Home: "first", End: "last", n: "after", p: "before" };
const KEPT = 64;
const pages = new Map();
let last = Promise.resolve();
let waiting = 0;

const load = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.text();
};

const text = (url) => {
  if (!pages.has(url)) {
    if (pages.size >= KEPT) pages.delete(pages.keys().next().value);
    pages.set(url, load(url));
    pages.get(url).catch(() => pages.delete(url));
  }
  return pages.get(url);
};

const show = async (url, push) => {
  try {
    const page = new DOMParser().parseFromString(await text(url), "text/html");
    const focused = document.activeElement.id;
    // the region that is read aloud stays where it is; only its words change, or nothing would be announced
    document.getElementById("said").textContent = page.getElementById("said").textContent;
    for (const part of ["above", "below"]) document.getElementById(part).replaceWith(page.getElementById(part));
    document.title = page.title;
    if (push) history.pushState(null, "", url);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    look();
  } catch {
    location.assign(url);
  }
};

// one after another, so that a key pressed quickly counts from the step that the key before led to
const next = (act) => {
  waiting += 1;
  last = last.then(act).finally(() => (waiting -= 1));
};

const look = () => {
  const list = document.querySelector(".transcript");
  const current = list.querySelector("[aria-current]");
  list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  const on = document.getElementById("on");
  if (on) text(on.href).catch(() => undefined);
};

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const id = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : null;
  if (!id) return;
  event.preventDefault();
  if (event.repeat && waiting) return;
  next(() => {
    const link = document.getElementById(id);
    return link && show(link.href, true);
  });
});
addEventListener("click", (event) => {
  const link = event.target.closest(".steps a, .transcript a, .findings a");
  if (!link || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  next(() => show(link.href, true));
});
addEventListener("popstate", () => next(() => show(location.href, false)));
look();
