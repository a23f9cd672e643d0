// Changes the copy of a sheet without loading a page: sends the form, and replaces the sheet by that of the answer.
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
// Choosing what a column is takes effect at once; without scripts, the form has a button for it.
addEventListener("change", (event) => {
  const { form } = /** @type {HTMLSelectElement | HTMLInputElement} */ (event.target);
  if (form?.matches(".columns")) form.requestSubmit(form.querySelector("[value=read]"));
});
// The picture of a deal's line is wider than a phone: scroll to the cell in question.
document.querySelector(".strip rect")?.scrollIntoView({ block: "nearest", inline: "center" });
// Reading pictures takes a while, so say so; not when the reader comes back to the page.
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
