// A change of the copy without a new page: the form is sent, and the sheet of the answer takes the place of this one.
const sheetOf = (page) => page.getElementById("sheet");

async function send(form, submitter) {
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(/** @type {any} */ (new FormData(form, submitter))),
  });
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const box = document.querySelector(".grid")?.scrollLeft ?? 0;
  const field = /** @type {HTMLInputElement | null} */ (document.activeElement)?.name;
  sheetOf(document).replaceWith(document.adoptNode(sheetOf(page)));
  document.querySelector(".grid")?.scrollTo(box, 0);
  if (field) document.getElementsByName(field)[0]?.focus({ preventScroll: true });
  history.pushState(null, "", answer.url);
  document.getElementById(new URL(answer.url).hash.slice(1))?.scrollIntoView({ block: "nearest" });
}

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".copy, .columns")) return;
  event.preventDefault();
  send(form, event.submitter).catch(() => {
    const { name, value } = /** @type {HTMLButtonElement} */ (event.submitter);
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.append(field);
    form.submit();
  });
});
// What a column is takes effect at once; without scripts the button of the form does it.
addEventListener("change", (event) => {
  const { form } = /** @type {HTMLSelectElement | HTMLInputElement} */ (event.target);
  if (form?.matches(".columns")) form.requestSubmit(form.querySelector("[value=read]"));
});
// The line of a deal is wider than a phone: its cell in question comes into view.
document.querySelector(".strip rect")?.scrollIntoView({ block: "nearest", inline: "center" });
// To read pictures takes a while. Who comes back to the page finds it without the words.
const reading = /** @type {HTMLElement | null} */ (document.querySelector(".reading"));
reading?.closest("form").addEventListener("submit", (event) => {
  if (!event.defaultPrevented) reading.textContent = reading.dataset.words;
});
addEventListener("pageshow", () => reading && (reading.textContent = ""));
// A picture that the camera took is sent at once.
addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.matches("[capture]")) target.form.requestSubmit();
});
addEventListener("popstate", () => location.reload());
