// A file dropped anywhere on the page goes into the form that would send it, and the form is sent. Nothing else.
const form = document.getElementById("look");
const chosen = form.elements.file;
const problem = form.querySelector(".problem");
const most = Number(form.dataset.most);

const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
const mark = (over) => document.body.classList.toggle("dropping", over);
const tooLarge = () => [...chosen.files].reduce((sum, file) => sum + file.size, 0) > most;

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
  chosen.files = event.dataTransfer.files;
  form.requestSubmit();
});
form.addEventListener("submit", (event) => {
  problem.textContent = tooLarge() ? problem.dataset.large : "";
  if (tooLarge()) event.preventDefault();
});
