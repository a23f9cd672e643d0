// Shows the print button, which works with scripts only; without them readers use the browser's menu.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
