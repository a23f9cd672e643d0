// Asks now and then whether the page has a newer version, and offers that as a link. It is never loaded without a click.
const box = document.getElementById("newer");
const EVERY = 2000;

const look = async () => {
  if (document.hidden) return;
  try {
    const answer = await fetch(box.dataset.url, { cache: "no-cache" });
    const { mark } = await answer.json();
    if (answer.ok && mark !== box.dataset.mark) box.hidden = false;
  } catch {
    // the server may be away for a while
  }
};

if (box) {
  box.querySelector("a").href = location.href;
  setInterval(() => box.hidden && look(), EVERY);
  addEventListener("visibilitychange", look);
}
