// The clock of a round. It uses the server's time, so that all devices show the same time.
const SOON = 300; // seconds before the end at which the last deal is announced
const clocks = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"));
let ahead = 0; // milliseconds by which the server's clock is ahead of this device's

/** Set the server's time, in milliseconds since 1970. */
export function setTime(now) {
  ahead = now - Date.now();
}

const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

export function showClocks() {
  for (const clock of clocks()) {
    const { ends, rest } = clock.dataset;
    const milliseconds = Number(ends) ? Number(ends) - Date.now() - ahead : Number(rest) * 1000;
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const words = /** @type {HTMLElement} */ (clock.querySelector("span"));
    const phase = seconds === 0 ? "over" : seconds <= SOON ? "soon" : "";
    write(clock.querySelector("b"), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    write(words, phase ? words.dataset[phase] : "");
    clock.dataset.phase = phase;
  }
}

/** Ask the server once for its time. The page does not contain it, so that caches can give all readers the same page. */
const askTime = async () => {
  const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  const now = Date.parse(answer?.headers.get("Date") ?? "");
  if (now) setTime(now);
  showClocks();
};

document.querySelector("main")?.addEventListener("renewed", showClocks);
showClocks();
setInterval(showClocks, 500);
askTime();
