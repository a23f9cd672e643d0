// The moves of a deal in small tiles: a line a go-around, a column a player. What came at which step the parts of the
// page tell; the sentences stay for whoever hears the page, and for whoever asks for them.
const made = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** The tile that came to lie somewhere at each step, and the letter of the seat: a row that grows has it at its end. */
const come = ({ parts, quiet, pieces }) => {
  const tiles = new Map();
  for (const { box, row, at, told } of [...parts, ...quiet])
    if (row && /^[A-D]-(drawn|r\d)$/.test(box.dataset.part))
      told.forEach((now, i) => {
        const tile = i && now.length > told[i - 1].length && pieces[now.at(-1) >> 1];
        if (tile) tiles.set(at[i], { tile: tile.cloneNode(true), seat: box.dataset.part.charCodeAt(0) - 65 });
      });
  return tiles;
};

let mark = () => undefined;
const lay = () => {
  const root = document.querySelector("#record"), panel = root?.querySelector(".panel.moves");
  if (!root?.steps || !panel || "veiled" in root.dataset) return;
  const list = panel.querySelector(".transcript"), lines = [...list.children], tiles = come(root.steps);
  const names = [...root.querySelectorAll(".table > .seat h2 bdi")].map(({ textContent }) => made("b", { textContent, title: textContent }));
  const box = made("div", { className: "columns", ariaHidden: "true" }, made("i", {}), ...names);
  box.dataset.players = names.length;
  const links = [];
  let scroll = 0;
  let cells = [];
  lines.forEach((line, step) => {
    if (!step) return;
    if (line.dataset.around || !cells.length) {
      cells = names.map(() => made("div", {}));
      box.append(made("i", { textContent: line.dataset.around ?? "" }), ...cells);
    }
    const words = line.firstElementChild, { textContent, className } = words, here = tiles.get(step);
    const shown = [...line.querySelectorAll(".sign")].map((sign) => sign.cloneNode(true));
    if (here) shown.unshift(here.tile);
    if (!shown.length) return;
    const link = made("a", { href: words.getAttribute("href"), title: textContent, tabIndex: -1, className }, ...shown);
    links.push([step, link]);
    // Whoever claims a tile discards next; what nobody's tile follows ends the deal.
    const next = here ?? lines.map((_, number) => number > step && tiles.get(number)).find(Boolean);
    if (next) return cells[next.seat].append(link);
    link.append(` ${textContent}`);
    box.append(made("p", {}, link));
  });
  panel.querySelector(".columns")?.remove();
  panel.append(box);
  panel.classList.toggle("tiled", !panel.querySelector("#in-words").checked);
  mark = () => {
    const step = lines.findIndex((line) => line.hasAttribute("aria-current"));
    const link = links.findLast(([number]) => number <= step)?.[1];
    box.querySelector(".now")?.classList.remove("now");
    link?.classList.add("now");
    cancelAnimationFrame(scroll);
    scroll = requestAnimationFrame(() => link?.checkVisibility() && (box.scrollTop = link.offsetTop - box.clientHeight / 2));
  };
  new MutationObserver(() => mark()).observe(list, { subtree: true, attributeFilter: ["aria-current"] });
  mark();
};

addEventListener("steps", lay);
addEventListener("change", ({ target }) => {
  if (target.id === "in-words") target.closest(".moves").classList.toggle("tiled", !target.checked);
  if (target.id === "in-words" || target.name === "tab") mark();
});
for (const sheet of document.querySelectorAll("link[rel=stylesheet]")) sheet.addEventListener("load", () => mark());
lay();
