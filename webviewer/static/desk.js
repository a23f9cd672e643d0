// The referees' wall: counts the time at each table, and beeps when a new case waits.
const main = document.querySelector("main");
const lost = () => /** @type {HTMLElement} */ (main.querySelector("#lost"));
/** @type {AudioContext | null} */
let sound = null;
let before = waiting();
let renewed = performance.now();

function waiting() {
  return new Set(
    [.../** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("[data-case]"))].map((each) => each.dataset.case),
  );
}

function run() {
  const passed = Math.floor((performance.now() - renewed) / 1000);
  for (const time of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("[data-seconds]"))) {
    const seconds = Number(time.dataset.seconds) + passed;
    time.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

function offerSound() {
  const button = /** @type {HTMLElement} */ (main.querySelector("#alarm"));
  button.hidden = !globalThis.AudioContext;
  button.setAttribute("aria-pressed", String(sound !== null));
}

/** Show a notification of the system, if the reader has allowed it. */
function notify(body) {
  if (globalThis.Notification?.permission !== "granted") return;
  try {
    new Notification(document.title, { body });
  } catch {
    // phones show notifications of installed pages only
  }
}

function beep() {
  if (sound === null) return;
  navigator.vibrate?.([200, 100, 200]);
  for (const start of [0, 0.35]) {
    const tone = sound.createOscillator();
    tone.frequency.value = 880;
    tone.connect(sound.destination);
    tone.start(sound.currentTime + start);
    tone.stop(sound.currentTime + start + 0.2);
  }
}

main.addEventListener("click", (event) => {
  if (!(/** @type {HTMLElement} */ (event.target).closest("#alarm"))) return;
  if (sound === null) {
    sound = new AudioContext(); // browsers allow a page to make sounds only after a button was pressed
    globalThis.Notification?.requestPermission?.();
    beep();
  } else {
    sound.close();
    sound = null;
  }
  offerSound();
});

main.addEventListener("renewed", () => {
  renewed = performance.now();
  const now = waiting();
  document.title = document.title.replace(/^(\(\d+\) )?/, now.size ? `(${now.size}) ` : "");
  const fresh = [...now].find((each) => !before.has(each));
  if (sound !== null && fresh) {
    const link = main.querySelector(`[data-case="${CSS.escape(fresh)}"]`);
    beep();
    notify(`${link.closest("li").querySelector("h2 a").textContent}: ${link.textContent}`);
  }
  before = now;
  offerSound();
});

main.addEventListener("lost", () => {
  lost().hidden = false;
});
main.addEventListener("heard", () => {
  lost().hidden = true;
});

offerSound();
setInterval(run, 1000);
