// The remaining time of a round. It is stored in this browser, so that a reload loses nothing.
const page = document.getElementById("timer");
/** @type {(id: string) => any} */
const find = (id) => document.getElementById(id);
const [round, left, notice, start] = ["round", "left", "over", "start"].map(find);
const whole = Number(page.dataset.minutes) * 60000;

const key = () => `mjlog-timer ${page.dataset.event} ${round.value}`;
const fresh = () => ({ rest: whole, since: 0 });

function kept() {
  try {
    return JSON.parse(localStorage.getItem(key())) ?? fresh();
  } catch {
    return fresh();
  }
}

let state = kept();

function keep(changed) {
  state = changed;
  try {
    localStorage.setItem(key(), JSON.stringify(state));
  } catch {
    /* the time is shown even if the browser does not allow storage */
  }
  show();
}

const rest = () => state.rest - (state.since ? Date.now() - state.since : 0);

function show() {
  const seconds = Math.max(0, Math.ceil(rest() / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (left.textContent !== text) left.textContent = text;
  const words = seconds === 0 ? notice.dataset.over : seconds <= 300 ? notice.dataset.soon : "";
  if (notice.textContent !== words) notice.textContent = words;
  page.classList.toggle("soon", seconds <= 300 && seconds > 0);
  page.classList.toggle("done", seconds === 0);
  start.textContent = state.since ? start.dataset.stop : start.dataset.start;
}

start.onclick = () => keep({ rest: rest(), since: state.since ? 0 : Date.now() });
find("more").onclick = () => keep({ ...state, rest: Math.max(rest(), 0) + 60000, since: state.since && Date.now() });
find("again").onclick = () => keep(fresh());
round.onchange = () => {
  state = kept();
  show();
};
setInterval(show, 250);
show();
