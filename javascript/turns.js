// Reads one word of play into acts, and writes acts as the canonical word.

import { whole } from "./terminals.js";
import { BONUS, canonical, isBonus, LETTERS, NAMES, PILLAR, refines, tilesOf, tileText, UNKNOWN } from "./tiles.js";

const TILE = new RegExp(`(?:${whole.TILE})`, "y"),
  TILES = new RegExp(`(?:${whole.TILES})`, "y");
const SIGNED = { "+": "claim", "*": "concealed", "^": "added", "&": "setout", "=": "turned" };
const LETTER = {
  claim: "c",
  concealed: "k",
  added: "k",
  setout: "k",
  turned: "i",
  replaced: "k",
  unreplaced: "k",
  win: "#",
  dash: "-",
  drop: "d",
  tile: "t",
};
const DROP = "[dt]i*",
  STEPS = "k[ki]*",
  END = `-${DROP}`,
  WON = "#i*";
const FORM = new RegExp(
  `^(?:${DROP}|t-|t-${DROP}|-|-${DROP}|t(?:${STEPS})?${WON}|t?${STEPS}(?:${END})?|${STEPS}${WON}|c[ki]*(?:${END}|${WON})?|(?:t-|-)i+(?:${STEPS})?(?:${END}|${WON})?|${WON}|i+)$`,
);

/** Return the kinds and texts of a word's pieces, without its seat; null if it does not match the grammar. */
function piecesOf(body) {
  const pieces = [];
  let at = 0;
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(body)?.[0] ?? "";
    at += found.length;
    return found;
  };
  while (at < body.length) {
    const sign = body[at];
    if (sign in SIGNED) {
      at += 1;
      const text = take(sign === "^" || sign === "=" ? TILE : TILES);
      if (!text) return null;
      pieces.push([SIGNED[sign], text]);
    } else if (sign === "/") {
      at += 1;
      if (body[at] === "x") {
        at += 1;
        pieces.push(["unreplaced", ""]);
      } else pieces.push(["replaced", take(TILES)]);
    } else if (sign === "#" || sign === "-") {
      at += 1;
      pieces.push([sign === "#" ? "win" : "dash", sign]);
    } else {
      const down = sign === "_" ? "_" : "";
      at += down.length;
      const tile = take(TILE),
        marks = take(/\.?!?/y);
      if (!tile && !down) return null;
      pieces.push([down || marks ? "drop" : "tile", down + tile + marks]);
    }
  }
  if (!FORM.test(pieces.map(([kind]) => LETTER[kind]).join(""))) return null;
  // A tile before a dash, a win or a further act was drawn; a dash at the start is an unseen draw.
  return pieces.flatMap(([kind, text], index) => {
    const next = pieces[index + 1]?.[0];
    if (kind === "tile") return [[index === 0 && next !== undefined && next !== "turned" ? "draw" : "drop", text]];
    if (kind !== "dash") return [[kind, text]];
    return index === 0 ? [["unseen", text]] : [];
  });
}

class Sense {
  constructor() {
    this.acts = [];
    this.batch = [];
    this.owed = "";
    this.unreplacedSaid = false;
  }
  must(holds) {
    if (!holds) throw new SyntaxError("no turn");
  }
  one(text) {
    return tilesOf(text)[0];
  }
  draw(text) {
    const tile = this.one(text);
    this.must(!(tile & PILLAR));
    this.acts.push({ act: "draw", tile });
    this.batch = [tile];
  }
  unseen() {
    this.draw("?");
  }
  claim(text) {
    const tiles = canonical(tilesOf(text));
    this.must(tiles.length === 2 || tiles.length === 3);
    this.acts.push({ act: "claim", tiles });
    this.owed = tiles.length === 3 ? "kong" : "";
  }
  concealed(text) {
    const tiles = canonical(tilesOf(text));
    this.must(tiles.length === 4);
    this.begin();
    this.acts.push({ act: "concealed", tiles });
    this.owed = "kong";
  }
  added(text) {
    this.begin();
    this.acts.push({ act: "added", tiles: [this.one(text)] });
    this.owed = "kong";
  }
  setout(text) {
    if (this.acts.length) this.settle();
    this.acts.push({ act: "setout", tiles: canonical(tilesOf(text)) });
    this.owed = "bonus";
    this.batch = [];
  }
  replaced(text) {
    const tiles = text ? tilesOf(text) : [UNKNOWN];
    this.must(!tiles.some((tile) => tile & PILLAR));
    if (this.batch.length && !this.owed) {
      const bonus = this.batch.filter(isBonus);
      this.acts.push({ act: "setout", tiles: bonus.length ? bonus : this.batch.slice(-1) });
    }
    for (const tile of tiles) this.acts.push({ act: "replace", tile });
    this.owed = "";
    this.batch = tiles;
  }
  unreplaced() {
    const claimed = ["claim", "turned"].includes(this.acts.at(-1)?.act) && !this.batch.length;
    this.must(this.owed || claimed);
    this.owed = "";
    this.batch = [];
    this.unreplacedSaid = true;
  }
  turned(text) {
    const tile = this.one(text);
    this.must(!(tile & PILLAR));
    this.acts.push({ act: "turned", tile });
  }
  win() {
    this.settle("bonus");
    if (this.acts.length) this.must(this.unreplacedSaid || this.batch.length || this.owed === "bonus");
    this.acts.push({ act: "win", ownDraw: this.acts.length > 0 });
  }
  drop(text) {
    const faceDown = text[0] === "_",
      drawn = text.includes("."),
      named = text.replace(/[_.!]/g, "");
    let tile = named ? this.one(named) : UNKNOWN;
    const pillar = Boolean(tile & PILLAR);
    this.must(!(drawn && pillar));
    if (drawn) tile = this.thrown(tile);
    else {
      this.settle();
      this.begin();
    }
    const ready = text.endsWith("!") || (faceDown && !named && !drawn);
    if (ready) this.acts.push({ act: "ready" });
    this.acts.push({ act: "discard", tile: tile & ~PILLAR, drawn, faceDown, ready, pillar });
  }
  begin() {
    if (this.acts.length) this.settle();
    else this.acts.push({ act: "take" });
  }
  settle(but = "") {
    if (this.owed && this.owed !== but) {
      this.acts.push({ act: "replace", tile: UNKNOWN });
      this.owed = "";
      this.batch = [UNKNOWN];
    }
  }
  thrown(tile) {
    if (!this.acts.length) {
      this.acts.push({ act: "draw", tile });
      return tile;
    }
    this.settle();
    const taken = this.batch.length ? this.batch.at(-1) : tile,
      known = refines(tile, taken) ? tile : taken;
    if (!this.batch.length || !refines(known, tile)) return tile;
    const latest = this.acts.findLast((act) => act.act === "draw" || act.act === "replace");
    if (latest) latest.tile = known;
    return known;
  }
}

const isKong = (act) =>
  act.act === "concealed" || act.act === "added" || (act.act === "claim" && act.tiles.length === 3);

function isUnreplaced(acts, index) {
  const act = acts[index];
  if (!isKong(act) && act.act !== "setout") return false;
  for (const next of acts.slice(index + 1)) {
    if (next.act === "win") return isKong(act) && next.ownDraw;
    if (next.act !== "turned" && next.act !== "ready")
      return ["discard", "concealed", "added", "setout"].includes(next.act);
  }
  return false;
}

function isImplied(acts, index) {
  if (acts[index + 1]?.act !== "replace") return false;
  const batch = [];
  for (let place = index - 1; place >= 0 && ["draw", "replace"].includes(acts[place].act); place -= 1) {
    batch.unshift(acts[place].tile);
    if (acts[place].act === "draw") break;
  }
  const bonus = batch.filter(isBonus),
    { tiles } = acts[index];
  return batch.length > 0 && bonus.length === tiles.length && bonus.every((tile, place) => tile === tiles[place]);
}

const SPELLED = {
  take: () => "",
  ready: () => "",
  claim: ({ tiles }) => `+${tileText(tiles)}`,
  concealed: ({ tiles }) => `*${tileText(tiles)}`,
  added: ({ tiles }) => `^${tileText(tiles)}`,
  setout: ({ tiles }, acts, index) => (isImplied(acts, index) ? "" : `&${tileText(tiles)}`),
  turned: ({ tile }) => `=${NAMES[tile]}`,
  irregular: ({ text }) => `~${text}`,
  win({ ownDraw }, acts, index) {
    const before = acts.slice(0, index).findLast((act) => act.act !== "turned");
    return ownDraw && before?.act === "claim" && before.tiles.length === 2 ? "/x#" : "#";
  },
  draw({ tile }, acts, index) {
    const name = tile === UNKNOWN ? "" : NAMES[tile],
      next = acts[index + 1]?.act;
    if (next === undefined || next === "turned") return `${name}-`;
    if (next !== "ready" && next !== "discard") return NAMES[tile];
    const discard = acts.slice(index).find((act) => act.act === "discard");
    return discard?.drawn && discard.tile === tile ? "" : name;
  },
  replace({ tile }, acts, index) {
    const first = acts[index - 1]?.act !== "replace";
    if (first && acts[index + 1]?.act !== "replace" && tile === UNKNOWN) return "/";
    return (first ? "/" : "") + NAMES[tile];
  },
  discard({ tile, drawn, faceDown, ready, pillar }, acts, index) {
    const taken = acts.slice(0, index).filter((act) => act.act !== "take" && act.act !== "ready");
    const short = drawn && taken.length === 1 && taken[0].act === "draw" && taken[0].tile === tile;
    const unsaid = faceDown && tile === UNKNOWN && (ready || drawn);
    const name = pillar ? tileText([tile | PILLAR]) : unsaid ? "" : NAMES[tile];
    return (taken.length && !short ? "-" : "") + (faceDown ? "_" : "") + name + (drawn ? "." : "") + (ready ? "!" : "");
  },
};

/** Return the canonical word for acts; `stood` if the turn was illegal and not undone. */
export function spell(acts, stood) {
  return (
    (stood ? "~" : "") +
    acts.map((act, index) => SPELLED[act.act](act, acts, index) + (isUnreplaced(acts, index) ? "/x" : "")).join("")
  );
}

/** Return the turn in a word; `seat` is whose turn it is if the word names nobody. Null if it is no turn. */
function turnOf(word, seat, seats) {
  const named = /^([A-Da-d]):/.exec(word);
  if (named) seat = "ABCD".indexOf(named[1].toUpperCase());
  if (seat >= seats) return null;
  let body = named ? word.slice(2) : word;
  const irregular = new RegExp(`^~((?:${whole.NAME})(?:=(?:${whole.ARGUMENT}))?)$`).exec(body);
  if (irregular) {
    const acts = [{ act: "irregular", text: irregular[1] }];
    return { seat, acts, word: spell(acts) };
  }
  const stood = body[0] === "~";
  if (stood) body = body.slice(1);
  const pieces = body ? piecesOf(body) : null;
  if (!pieces) return null;
  const sense = new Sense();
  try {
    for (const [kind, text] of pieces) sense[kind](text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return null;
    throw problem;
  }
  return { seat, acts: sense.acts, word: spell(sense.acts, stood) };
}

const SIGN = "(?![0-9?J'eswnhgr])";

/** Return a word without shorthand; `discard` is the latest discarded tile. */
function expand(word, discard) {
  let seat = "",
    body = word;
  if (/^[a-d]:/.test(word) || word[1] === ":") {
    seat = word.slice(0, 2).toUpperCase();
    body = word.slice(2);
  }
  if (body[0] === "~" && body.length > 1 && body[1] !== "+" && !/^(?:[eswnhgr](?![a-z])|[^a-z])/.test(body.slice(1)))
    return seat + body;
  body = body.replace(new RegExp(`^(~?)(\\+\\+?)('?)${SIGN}`), (_, stood, plus, mark) => {
    const name = discard < RED_AND_UP ? NAMES[discard] : "?",
      suit = name[1] ?? "";
    return `${stood}+${name[0]}${mark}${name[0].repeat(plus.length)}${suit}`;
  });
  body = body.replace(new RegExp(`\\*${SIGN}`, "g"), "*????");
  return seat + body.replace(/(?<![0-9'j?])[eswnhgr]/g, (letter) => LETTERS[letter]);
}
const RED_AND_UP = BONUS - 3;

const unreadable = (word, seat, seats) => {
  const named = /^([A-Da-d]):/.exec(word),
    other = named ? "ABCD".indexOf(named[1].toUpperCase()) : -1;
  const isNamed = other >= 0 && other < seats,
    text = isNamed ? word.slice(2) : word;
  return { seat: isNamed ? other : seat, acts: [{ act: "unreadable", text }], word: text, unreadable: true };
};

/** Return the turn in a word, which may be shorthand; a word that cannot be read becomes an unreadable turn. */
export function readTurn(word, seat, seats, turns) {
  const latest = () => {
    for (const turn of [...turns].reverse()) {
      if (turn.unreadable) return UNKNOWN;
      const discard = turn.acts.findLast((act) => act.act === "discard");
      if (discard) return discard.tile;
    }
    return UNKNOWN;
  };
  return turnOf(word, seat, seats) ?? turnOf(expand(word, latest()), seat, seats) ?? unreadable(word, seat, seats);
}

/** Return whether a word is a turn without shorthand. */
export const isTurn = (word) => turnOf(word, 0, 4) !== null;
export const onlyBonus = (turn) => turn.acts.every((act) => act.act === "setout" || act.act === "replace");
