// A browser that runs scripts can be asked to print; one that does not has its own menu.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
