// The moves of a deal in small tiles: a line a go-around, a column a player; and how near each hand is to waiting, in the
// lanes of the timeline. What came at which step the parts of the page tell, and no rule of the game stands here. The
// sentences stay for whoever hears the page, and for whoever asks for them.
const LONG = 400; // steps of a deal of which only the lines around the present step are drawn
const NEAR = 2; // lines on either side then
const HIGH = 6; // draws from waiting that the foot of a lane stands for

/** @type {(what: string, within?: ParentNode) => any} */
const find = (what, within = document) => within.querySelector(what);

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** The tile that came to lie somewhere at each step, and the number of the seat: a row that grows has it at its end. */
const tilesThatCame = ({ parts, quiet, pieces }) => {
  const tiles = new Map();
  for (const { box, isRow, begins, versions } of [...parts, ...quiet])
    if (isRow && /^[A-D]-(drawn|r\d)$/.test(box.dataset.part))
      versions.forEach((row, i) => {
        const tile = i && row.length > versions[i - 1].length && pieces[row.at(-1) >> 1];
        if (tile) tiles.set(begins[i], { tile, seat: box.dataset.part.charCodeAt(0) - 65 });
      });
  return tiles;
};

/** The go-arounds: their numbers, the steps in the column of each player, and the steps that belong to none. */
const roundsOf = (lines, tiles, seats) => {
  const rounds = [];
  let ahead = null;
  // Whoever claims a tile lays one down next; what is followed by nobody's tile ends the deal.
  const whose = lines.map((_, step) => lines.length - 1 - step).map((step) => (ahead = tiles.get(step)?.seat ?? ahead));
  whose.reverse();
  lines.forEach((line, step) => {
    if (!step) return;
    if (line.dataset.around || !rounds.length)
      rounds.push({ around: line.dataset.around ?? "", cells: Array.from({ length: seats }, () => []), end: [] });
    const { cells, end } = rounds.at(-1);
    if (tiles.has(step) || line.querySelector(".sign")) (cells[whose[step]] ?? end).push(step);
  });
  return rounds;
};

/** Draws in each lane of the timeline how near the hand is to waiting: the higher, the nearer. The legend says so. */
const drawNearness = (root, { near = {}, nearness, last }) => {
  const lanes = [...root.querySelectorAll(".lane .track > svg")];
  for (const [seat, changes] of Object.entries(near)) {
    let step = 0,
      line = "";
    for (let i = 0; i < changes.length; i += 2) {
      step += changes[i];
      const y = 1 + (14 * Math.min(changes[i + 1], HIGH)) / HIGH;
      line += line ? `H${step}V${y.toFixed(1)}` : `M${step},${y.toFixed(1)}`;
    }
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", "nearness");
    path.setAttribute("d", `${line}H${last}`);
    lanes[seat.charCodeAt(0) - 65]?.prepend(path);
  }
  if (Object.keys(near).length) {
    const legend = find(".legend", root);
    legend.querySelector(".nearness")?.remove();
    legend.append(make("li", { className: "nearness", textContent: nearness }));
  }
};

let inWords = false;
let markStep = () => undefined;
/** Draws the table of tiles beside the sentences, which are out of sight until they are wanted. */
const drawColumns = () => {
  const root = find("#record"),
    panel = find(".panel.moves", root ?? undefined);
  if (!root?.steps || !panel || "veiled" in root.dataset) return;
  const { steps } = root;
  const list = panel.querySelector(".transcript"),
    lines = [...list.children],
    tiles = tilesThatCame(steps);
  const names = [...root.querySelectorAll(".table > .seat h2 bdi")].map(({ textContent }) =>
    make("b", { textContent, title: textContent }),
  );
  const rounds = roundsOf(lines, tiles, names.length);
  const lineOf = new Map(rounds.flatMap(({ cells, end }, row) => [...cells.flat(), ...end].map((step) => [step, row])));
  const box = make("div", { className: "columns", ariaHidden: "true" });
  box.dataset.players = String(names.length);

  const link = (step) => {
    const words = lines[step].firstElementChild;
    const shown = [...lines[step].querySelectorAll(".sign")].map((sign) => sign.cloneNode(true));
    const tile = tiles.get(step)?.tile.cloneNode(true);
    const properties = { href: words.getAttribute("href"), title: words.textContent, className: words.className };
    const element = make("a", { ...properties, tabIndex: -1 }, ...(tile ? [tile, ...shown] : shown));
    element.dataset.step = step;
    return element;
  };
  const cell = (shown, column) => {
    const element = shown.length === 1 ? shown[0] : make("div", {}, ...shown);
    element.style.gridColumn = String(column + 2);
    return element;
  };
  const roundRow = ({ around, cells, end }) => [
    make("i", { textContent: around }),
    ...cells.flatMap((numbers, column) => (numbers.length ? [cell(numbers.map(link), column)] : [])),
    ...end.map((step) => {
      const last = link(step);
      last.append(` ${last.title}`);
      return make("p", {}, last);
    }),
  ];
  let from = -1;
  const drawAround = (row) => {
    const first = steps.last > LONG ? Math.max(0, row - NEAR) : 0;
    if (first === from) return;
    from = first;
    const shown = steps.last > LONG ? rounds.slice(first, row + NEAR + 1) : rounds;
    box.replaceChildren(make("i", {}), ...names, ...shown.flatMap(roundRow));
  };
  let scroll = 0;
  markStep = () => {
    if (!box.checkVisibility()) return; // another tab is open: it is drawn as it comes into sight
    let step = lines.indexOf(list.querySelector("[aria-current]"));
    while (step > 0 && !lineOf.has(step)) step--;
    drawAround(lineOf.get(step) ?? 0);
    const now = box.querySelector(`[data-step="${step}"]`);
    box.querySelector(".now")?.classList.remove("now");
    now?.classList.add("now");
    cancelAnimationFrame(scroll);
    scroll = requestAnimationFrame(() => {
      if (box.checkVisibility()) box.scrollTop = now ? now.offsetTop - box.clientHeight / 2 : 0;
    });
  };
  panel.querySelector(".columns")?.remove();
  panel.append(box);
  panel.querySelector("#in-words").checked = inWords;
  panel.classList.add("has-tiles");
  panel.classList.toggle("tiled", !inWords);
  new MutationObserver(() => markStep()).observe(list, { subtree: true, attributeFilter: ["aria-current"] });
  markStep();
  drawNearness(root, steps);
};

addEventListener("steps", drawColumns);
addEventListener("change", ({ target }) => {
  const { id, name, checked } = /** @type {HTMLInputElement} */ (target);
  if (id === "in-words") {
    inWords = checked;
    find(".panel.moves").classList.toggle("tiled", !checked);
  }
  if (id === "in-words" || name === "tab") markStep();
});
// Whoever comes into the sentences with the focus sees them.
for (const way of ["focusin", "focusout"])
  addEventListener(way, ({ target }) => {
    const panel = /** @type {any} */ (target).closest?.(".transcript")?.parentElement;
    panel?.classList.toggle("read", way === "focusin");
  });
for (const sheet of document.querySelectorAll("link[rel=stylesheet]")) sheet.addEventListener("load", () => markStep());
drawColumns();
