// Tiles as small integers, in the numbering of the notation's reference reader, and runs of them.

export const UNKNOWN = 46,
  PILLAR = 128,
  BONUS = 37,
  JOKER = 45,
  RED = 34;
const SUITS = "mpszf";
const kinds = [..."mps"]
  .flatMap((suit) => [..."123456789"].map((rank) => rank + suit))
  .concat([..."1234567"].map((rank) => `${rank}z`));
export const NAMES = [
  ...kinds,
  "0m",
  "0p",
  "0s",
  ...[..."12345678"].map((rank) => `${rank}f`),
  "J",
  "?",
  "?m",
  "?p",
  "?s",
  "?z",
  "?f",
  ...kinds.map((kind) => `${kind[0]}j${kind[1]}`),
];
const TILES = new Map(NAMES.map((name, tile) => [name, tile]));
export const LETTERS = { e: "1z", s: "2z", w: "3z", n: "4z", h: "5z", g: "6z", r: "7z" };

const kindOf = (tile) => (tile >= RED && tile < BONUS ? [4, 13, 22][tile - RED] : tile >= 52 ? tile - 52 : tile);
const suitOf = (tile) => {
  const suit = SUITS.indexOf(NAMES[tile].at(-1));
  return suit < 0 ? 5 : suit;
};
function rankOf(tile) {
  if (tile >= UNKNOWN && tile < 52) return 10;
  if (tile >= BONUS && tile < JOKER) return tile - BONUS;
  return kindOf(tile) < 27 ? kindOf(tile) % 9 : kindOf(tile) - 27;
}
const sorted = NAMES.map((_, tile) => tile).sort((a, b) => suitOf(a) - suitOf(b) || rankOf(a) - rankOf(b) || a - b);
const ORDER = NAMES.map((_, tile) => sorted.indexOf(tile));
const placeOf = (tile) => 2 * ORDER[tile & ~PILLAR] + (tile < PILLAR ? 1 : 0);

/** Return the tiles in canonical order, a pillar before the same face from the hand. */
export const canonical = (tiles) => [...tiles].sort((a, b) => placeOf(a) - placeOf(b));
export const isBonus = (tile) => (tile & ~PILLAR) >= BONUS && (tile & ~PILLAR) < JOKER;

/** Return whether `tile` may be the tile that was recorded as `seen`: the same tile, or one that fits an incomplete `seen`. */
export function refines(tile, seen) {
  const [one, other] = [tile & ~PILLAR, seen & ~PILLAR];
  return other === one || other === UNKNOWN || (other > UNKNOWN && other < 52 && suitOf(one) === suitOf(other));
}

/** Return the tiles of a text such as `27m5s1z`; null if it is not made of tiles. */
export function tilesOf(text) {
  const tiles = [];
  const runs = /((?:[0-9]j?'?)+)([mpszf])('?)|(\?[mpszf]?|[Jeswnhgr])('?)/gy;
  let end = 0;
  for (let run; end < text.length && (run = runs.exec(text)); end = runs.lastIndex) {
    if (run[4]) {
      tiles.push(TILES.get(LETTERS[run[4]] ?? run[4]) | (run[5] ? PILLAR : 0));
      continue;
    }
    for (const piece of run[1].match(/[0-9]j?'?/g)) {
      const tile = TILES.get(piece.replace("'", "") + run[2]);
      if (tile === undefined) return null;
      tiles.push(piece.endsWith("'") ? tile | PILLAR : tile);
    }
    if (run[3]) tiles.push(tiles.pop() | PILLAR);
  }
  return end === text.length && tiles.length ? tiles : null;
}

/** Return tiles in notation, with one letter for successive tiles of a suit. */
export function tileText(tiles) {
  let text = "",
    suit = "";
  for (const tile of tiles) {
    const name = NAMES[tile & ~PILLAR],
      mark = tile & PILLAR ? "'" : "";
    if (name[0] === "?" || name === "J") {
      text += suit + name + mark;
      suit = "";
      continue;
    }
    if (suit && suit !== name.at(-1)) text += suit;
    text += name.slice(0, -1) + mark;
    suit = name.at(-1);
  }
  return text + suit;
}
