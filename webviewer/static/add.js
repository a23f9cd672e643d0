// Shows how much of the files has been sent. Without this script, the form is sent like any other.
const form = /** @type {HTMLFormElement} */ (document.getElementById("add"));
const bar = form.querySelector("progress");
const problem = form.querySelector(".problem");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const sending = new XMLHttpRequest();
  sending.upload.addEventListener("progress", ({ loaded, total }) => {
    bar.hidden = false;
    bar.value = (100 * loaded) / total;
  });
  sending.addEventListener("load", () => {
    if (sending.status < 400) return location.assign(sending.responseURL);
    const page = new DOMParser().parseFromString(sending.responseText, "text/html");
    problem.textContent = page.querySelector(".problem, main p")?.textContent ?? String(sending.status);
    bar.hidden = true;
  });
  sending.addEventListener("error", () => form.submit());
  sending.open("POST", form.action);
  sending.send(new FormData(form));
});
