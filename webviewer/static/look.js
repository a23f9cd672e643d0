// Puts a file dropped anywhere on a page, or a record pasted there, into the upload form, and sends the form.
const form = /** @type {HTMLFormElement | null} */ (
  document.querySelector("[data-drop]") ?? document.getElementById("drop")
);
const [chosen, text] = ["file", "text"].map(
  (name) => /** @type {HTMLInputElement | null} */ (form?.elements.namedItem(name)),
);
const problem = /** @type {HTMLElement} */ (
  form?.querySelector(".problem") ?? document.querySelector("#drop .problem")
);
const most = Number(form?.dataset.most ?? Infinity);
const RECORD = /^\s*(%mjlog|<\?xml|<mjloggm|[[{]|https?:\/\/(\w+\.)?tenhou\.net\/)/;

const holdsFiles = (event) => form && event.dataTransfer?.types.includes("Files");
const mark = (over) => document.body.classList.toggle("dropping", over);
const tooLarge = () => [...chosen.files].reduce((sum, file) => sum + file.size, 0) > most;
const bring = (files) => {
  chosen.files = files;
  form.requestSubmit();
};

addEventListener("dragover", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "copy";
  mark(true);
});
addEventListener("dragleave", (event) => event.relatedTarget || mark(false));
addEventListener("drop", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  mark(false);
  if ([...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory)) {
    problem.textContent = problem.dataset.folder;
    return;
  }
  bring(event.dataTransfer.files);
});
addEventListener("paste", (event) => {
  if (!form || /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, [contenteditable]")) return;
  const pasted = event.clipboardData.getData("text");
  if (event.clipboardData.files.length) bring(event.clipboardData.files);
  else if (RECORD.test(pasted) && text) {
    text.value = pasted;
    form.requestSubmit();
  } else return;
  event.preventDefault();
});
form?.addEventListener("submit", (event) => {
  problem.textContent = tooLarge() ? problem.dataset.large : "";
  if (tooLarge()) event.preventDefault();
});
