// The moves of a deal as small tiles, a line for each go-around and a column for each player, and lines in the timeline that
// show how near each hand is to waiting. Which tile came at which step is read from the parts of the page: no rule of the
// game is here. The sentences remain for people who hear the page, and for those who switch to them.
const LONG = 400; // a deal with more steps has only the lines around the present step drawn
const NEAR = 2; // lines drawn on either side in such a deal
const HIGH = 6; // draws from waiting at the foot of a lane

/** @type {(what: string, within?: ParentNode) => any} */
const find = (what, within = document) => within.querySelector(what);

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

/** Return, by step, the tile that was drawn or discarded and its seat's number: it is the last one of a row that grew. */
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

/** Return the go-arounds: the label of each, its steps in each player's column, and steps of no player. */
const roundsOf = (lines, tiles, seats) => {
  const rounds = [];
  let ahead = null;
  // A step belongs to the player whose tile comes next: a claimant discards next. Steps with no later tile end the deal.
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

/** Draw a line in each lane of the timeline: the higher, the nearer the hand is to waiting. Add it to the legend. */
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
/** Draw the table of tiles in place of the sentences, which are hidden until the reader asks for them. */
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
    if (!box.checkVisibility()) return; // another tab is open: the table is drawn when it becomes visible
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
// The sentences are shown while they have the focus.
for (const way of ["focusin", "focusout"])
  addEventListener(way, ({ target }) => {
    const panel = /** @type {any} */ (target).closest?.(".transcript")?.parentElement;
    panel?.classList.toggle("read", way === "focusin");
  });
for (const sheet of document.querySelectorAll("link[rel=stylesheet]")) sheet.addEventListener("load", () => markStep());
drawColumns();
