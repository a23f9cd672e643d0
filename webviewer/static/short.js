// The short form: the cursor leaves a complete field by itself, and the server computes the results while somebody types.
// The page has the texts that each field may hold, and the fields that are skipped.
const form = /** @type {HTMLFormElement} */ (document.getElementById("short"));
const skipped = JSON.parse(form.dataset.skipped);
const fields = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[data-role]")]);

/** Return whether a field is skipped, by what is typed as the winner of its line. */
function isSkipped(field) {
  const { line, role } = field.dataset;
  if (!line) return false;
  const winner = /** @type {HTMLInputElement} */ (form.elements.namedItem(`winner.${line}`)).value.trim().toUpperCase();
  return (skipped[winner] ?? skipped[""]).includes(role);
}

function goOn(from) {
  const all = fields();
  let next = all.indexOf(from) + 1;
  // After the last deal come the points at the end.
  if (from.dataset.role === "winner" && !from.value.trim())
    next = all.findIndex((each) => each.dataset.role === "total");
  while (next < all.length && isSkipped(all[next])) next += 1;
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[name=whole]"));
  if (next < all.length) all[next].select();
  else button.focus();
}

let asked = 0;
async function ask() {
  const mine = ++asked;
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const place of form.querySelectorAll("[data-told]"))
    place.replaceChildren(...(page.getElementById(place.id)?.childNodes ?? []));
}

let waiting = 0;
form.addEventListener("input", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const text = field.value.trim().toUpperCase();
  const texts = field.dataset.texts?.split(" ");
  const near = texts?.filter((each) => each.startsWith(text));
  field.ariaInvalid = near?.length === 0 ? "true" : null;
  clearTimeout(waiting);
  waiting = setTimeout(() => ask().catch(() => {}), 250);
  if (near?.length === 1 && near[0] === text) goOn(field);
});
form.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || !field.dataset.role) return;
  event.preventDefault();
  goOn(field);
});
