// Lines of a deal: the kind of each, and its canonical text.

import { whole } from "./terminals.js";
import { canonical, NAMES, PILLAR, tilesOf, tileText } from "./tiles.js";

const strip = (text) => text.replace(/^[ \t]+|[ \t]+$/g, "");
export const BEFORE = ["wall", "deal", "exchange", "void", "bonus", "dora"];
export const AFTER = [
  "win",
  "draw",
  "ura",
  "ready",
  "show",
  "fan",
  "kong",
  "net",
  "pay",
  "score",
  "tenpai",
  "next",
  "rule",
  "sign",
  "note",
  "",
];
const KEYWORDS = [...BEFORE, ...AFTER].filter((word) => !["", "sign", "note"].includes(word)).join("|");
const LOOKS = new RegExp(
  `^(?:(?<blank>$)|(?<head>@)|(?<move>${whole.TURN_NUMBER})|(?<entry>[0-9]{4,9}(?![^ \\t.]))|(?<fact>(?:${KEYWORDS})(?![^ \\t\\n{;]))|(?<remark>(?:sign|note)(?![^ \\t\\n]))` +
    `|(?<strange>${whole.STRANGE})|(?<loose>[{;$(]|${whole.BARE})|(?<other>${whole.OTHER})|(?<unknown>))`,
);
const ENTRY = new RegExp(
  `^(?<number>${whole.ENTRY_NUMBER})[ \\t]+(?:(?<clock>${whole.CLOCK})[ \\t]+)?(?<author>${whole.AUTHOR})[ \\t]+(?=[^ \\t])(?:(?<chain>${whole.CHAIN})[ \\t]+(?=[^ \\t]))?`,
);
const EDIT = new RegExp(
  `^(?<verb>${whole.EDIT})[ \\t]+(?<first>[0-9]{4,9})(?:\\.\\.(?<last>[0-9]{4,9}))?(?![^ \\t])[ \\t]*`,
);

function looks(text) {
  const { groups } = LOOKS.exec(text);
  return Object.keys(groups).find((name) => groups[name] !== undefined);
}

/** Return the kind of a line by its beginning: its keyword, or blank, head, entry, play, remark or unknown. */
export function sortOf(text) {
  const look = looks(text);
  if (look === "fact") return /^[a-z]+/.exec(text)[0];
  return { move: "play", loose: "play", strange: "unknown", other: "unknown" }[look] ?? look;
}

/** Return where the content of a ledger's line begins: after its author, or after the number that it corrects. */
export function innerOfEntry(text) {
  const entry = ENTRY.exec(text);
  if (!entry) return text.length;
  const edit = EDIT.exec(text.slice(entry[0].length));
  return entry[0].length + (edit ? edit[0].length : 0);
}

// ------------------------------------------------------------------ comments, words, variations

const commentText = (written) =>
  written[0] === ";" ? strip(written.slice(1)) : strip(written.slice(1, -1)).replace(/\\([\\}])/g, "$1");
export const commentWord = (text) => `{${text.replace(/\\/g, "\\\\").replace(/\}/g, "\\}")}}`;
const TOKEN =
  /[ \t]*(?:(?<word>[^ \t\n(){};$][^ \t\n(){};]*)|(?<glyph>\$[0-9]{1,3}(?![^ \t\n(){};]))|(?<comment>\{(?:[^\\}\n]|\\[^\n])*\}|;[^\n]*)|(?<bracket>[()]))/y;

function tokenAt(text, place) {
  TOKEN.lastIndex = place;
  const found = TOKEN.exec(text);
  if (!found) return null;
  const sort = Object.keys(found.groups).find((name) => found.groups[name] !== undefined);
  const written = found.groups[sort];
  const canonicalText = {
    word: written,
    bracket: written,
    glyph: sort === "glyph" ? `$${Number(written.slice(1))}` : "",
    comment: sort === "comment" ? commentWord(commentText(written)) : "",
  }[sort];
  return { sort, written, text: canonicalText, start: TOKEN.lastIndex - written.length, end: TOKEN.lastIndex };
}

/** Return the words and notes on a line of play, and whether all of it matches the grammar. */
export function scan(text, start) {
  const items = [];
  let sound = true,
    place = start;
  while (place < text.length) {
    const token = tokenAt(text, place);
    if (!token || token.written === ")") {
      if (!strip(text.slice(place))) break;
      const stray = /[ \t]*(\{[^\n]*|\$[^ \t\n(){};]*|[^\n])/y;
      stray.lastIndex = place;
      const found = stray.exec(text);
      items.push({ sort: "note", text: commentWord(strip(found[1])) });
      place = stray.lastIndex;
      sound = false;
    } else if (token.sort === "bracket") {
      const variation = variationAt(text, token.start);
      items.push({ sort: "note", text: variation.text });
      place = variation.end;
      sound &&= variation.closed;
    } else {
      items.push({ sort: token.sort === "word" ? "word" : "note", text: token.text });
      place = token.end;
    }
  }
  return { items, sound };
}

function variationAt(text, start) {
  const parts = [];
  let depth = 0,
    place = start;
  for (let token; (token = tokenAt(text, place)); ) {
    if (token.sort === "comment" && token.written[0] === ";") break;
    parts.push(token.text);
    place = token.end;
    depth +=
      token.written === "(" && token.sort === "bracket"
        ? 1
        : token.written === ")" && token.sort === "bracket"
          ? -1
          : 0;
    if (!depth) {
      let inside = "",
        before = "(";
      for (const part of parts.slice(1, -1)) {
        inside += (before === "(" || part === ")" ? "" : " ") + part;
        before = part;
      }
      return { text: `(${inside})`, end: place, closed: true };
    }
  }
  return { text: commentWord(strip(text.slice(start))), end: text.length, closed: false };
}

// ------------------------------------------------------------------ facts, claims, rulings

class Problem extends Error {}

/** Reads the terminals of a line one after the other; throws Problem if a required one is missing. */
class Words {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }
  maybe(pattern) {
    const blanks = /[ \t]*/y,
      sign = new RegExp(`(?:${pattern})`, "y");
    blanks.lastIndex = this.at;
    blanks.exec(this.text);
    sign.lastIndex = blanks.lastIndex;
    const found = sign.exec(this.text);
    if (!found?.[0]) return "";
    this.at = sign.lastIndex;
    return found[0];
  }
  must(pattern) {
    const found = this.maybe(pattern);
    if (!found) throw new Problem();
    return found;
  }
  seat() {
    return this.must(whole.SEAT).toUpperCase();
  }
  party() {
    return this.maybe(whole.TABLE) || this.seat();
  }
  name() {
    return this.must(whole.NAME);
  }
  number() {
    const found = this.maybe(whole.POINTS);
    return found === "" || found === "?" ? "?" : String(Number(found)).replace("-0", "0");
  }
  mustNumber() {
    const found = this.must(whole.POINTS);
    return found === "?" ? "?" : String(Number(found) + 0);
  }
  faces(least = 1) {
    const tiles = [];
    for (let run; (run = this.maybe(whole.FACES)); ) {
      const more = tilesOf(run);
      if (!more) throw new Problem();
      tiles.push(...more);
    }
    if (tiles.length < least) throw new Problem();
    return tiles;
  }
  unmarked(least = 1) {
    const tiles = this.faces(least);
    if (tiles.some((tile) => tile & PILLAR)) throw new Problem();
    return tiles;
  }
  pairs(least = 0) {
    const pairs = [];
    for (let word; (word = this.maybe(whole.PAIR)); ) pairs.push(pairText(word));
    if (pairs.length < least) throw new Problem();
    return pairs;
  }
  list(part) {
    const parts = [part()];
    while (this.maybe(",")) parts.push(part());
    return parts.join(", ");
  }
  brackets() {
    if (!this.maybe("\\[")) return null;
    const tiles = this.faces(0);
    this.must("\\]");
    return tiles;
  }
}

function pairText(word) {
  const [name, value] = word.includes("=")
    ? [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]
    : [word, ""];
  if (name === "dealer" && /^[a-d]$/.test(value)) return `dealer=${value.toUpperCase()}`;
  if (!value && /^[eswn][0-9]{1,4}(?:\.[0-9]{1,4})?$/.test(name)) return name[0].toUpperCase() + name.slice(1);
  return value ? `${name}=${value}` : name;
}
const sortedText = (tiles) => tileText(canonical(tiles));
const pass = (words) => () => {
  const giver = words.seat();
  words.must(">");
  return `${giver}>${words.seat()} ${sortedText(words.unmarked())}`;
};
const scored = (words) => () => {
  const item = words.must(whole.ITEM);
  return `${item} ${words.number()}`;
};
const payment = (words) => () => {
  const payer = words.party();
  words.must(">");
  return `${payer}>${words.party()} ${words.mustNumber()}`;
};
const seatsOf = (words) => {
  const seats = [];
  for (let seat; (seat = words.maybe(whole.SEAT)); ) seats.push(seat.toUpperCase());
  return seats.join(" ");
};
const numbersOf = (words) => {
  const numbers = [words.mustNumber()];
  for (;;) {
    const at = words.at;
    try {
      numbers.push(words.mustNumber());
    } catch {
      words.at = at;
      return numbers;
    }
  }
};

const FACTS = {
  wall(words) {
    const seat = words.maybe(whole.SEAT).toUpperCase();
    return [seat, tileText(words.unmarked())];
  },
  dora: (words) => [tileText(words.unmarked())],
  ura: (words) => [tileText(words.unmarked())],
  deal(words) {
    const seat = words.seat(),
      bracketed = words.brackets(),
      tiles = words.faces(0);
    const marked = tiles.filter((tile) => tile & PILLAR);
    const pillars =
      bracketed || marked.length
        ? [`[${sortedText([...(bracketed ?? []), ...marked].map((tile) => tile & ~PILLAR))}]`]
        : [];
    return [seat, ...pillars, sortedText(tiles.filter((tile) => !(tile & PILLAR)))];
  },
  exchange(words) {
    const at = words.at,
      name = words.maybe(`(?!${whole.SEAT}[ \\t]*>)(?:${whole.NAME})`);
    if (!name) words.at = at;
    return [name, words.list(pass(words))];
  },
  void: (words) => [words.seat(), words.must(whole.SUIT)],
  bonus: (words) => [words.seat(), sortedText(words.unmarked())],
  win(words) {
    const seat = words.seat(),
      tiles = tilesOf(words.must(whole.FACE));
    if (!tiles || tiles[0] & PILLAR) throw new Problem();
    if (words.maybe(whole.SELF)) return [seat, NAMES[tiles[0]], "self"];
    const rob = words.maybe(whole.ROB);
    if (!rob) words.must(whole.FROM);
    const source = words.maybe("\\?") || words.seat();
    return [seat, NAMES[tiles[0]], rob ? "rob" : "from", source];
  },
  draw: (words) => [words.name(), words.maybe(`(?!by=)(?:${whole.NAME})`), words.maybe("by=") && `by=${words.seat()}`],
  ready: (words) => [seatsOf(words)],
  tenpai: (words) => [seatsOf(words)],
  show(words) {
    const seat = words.seat(),
      melds = [],
      tiles = [];
    for (let sign, more; ; ) {
      if ((sign = words.maybe("\\+[ \\t]*\\+?|\\^|\\*")))
        melds.push(sign[0] + sortedText(tilesOf(words.must(whole.FACES)) ?? []));
      else if ((more = words.brackets())) tiles.push(...more.map((tile) => tile | PILLAR));
      else if ((more = words.maybe(whole.FACES))) tiles.push(...(tilesOf(more) ?? []));
      else return [seat, ...melds, sortedText(tiles)];
    }
  },
  fan: (words) => [
    words.seat(),
    /^[ \t]*$/.test(words.text.slice(words.at).replace(/[{;].*/, "")) ? "" : words.list(scored(words)),
  ],
  kong: (words) => FACTS.fan(words),
  net: (words) => numbersOf(words),
  score: (words) => numbersOf(words),
  pay(words) {
    const payments = words.list(payment(words));
    return [payments, words.maybe(whole.CAUSE)];
  },
  next: (words) => words.pairs(1),
  rule: (words) => [words.party(), words.name(), ...words.pairs()],
};

function comments(words) {
  const texts = [];
  for (let comment; (comment = words.maybe(whole.COMMENT)); ) texts.push(commentText(comment));
  if (strip(words.text.slice(words.at))) throw new Problem();
  return texts.filter(Boolean).join(" ");
}
const withComment = (text, comment) => text + (comment ? ` ${commentWord(comment)}` : "");

function fact(text) {
  const keyword = /^[a-z]+/.exec(text)[0];
  if (keyword === "sign" || keyword === "note")
    return { kind: "fact", keyword, text: `${keyword} ${strip(text.slice(4))}`.trimEnd() };
  const words = new Words(text);
  words.at = keyword.length;
  try {
    const parts = FACTS[keyword](words),
      comment = comments(words);
    const line = [keyword, ...parts].filter(Boolean).join(" ");
    return { kind: "fact", keyword, text: withComment(line, comment), seat: parts[0], count: parts.length, parts };
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}

/** Return the words and the comment of a deal's line `@`; null if it does not match the grammar. */
export function headOf(rest) {
  const words = new Words(rest),
    pairs = words.pairs();
  try {
    return { pairs, comment: comments(words) };
  } catch (problem) {
    if (problem instanceof Problem) return null;
    throw problem;
  }
}

/** Return a line of a deal as parsed: play, a fact, an entry of a ledger, or a line kept as it is. */
export function statement(text) {
  const look = looks(text);
  if (look === "move" || look === "loose") {
    const number = look === "move" ? Number(/^[0-9]+/.exec(text)[0]) : -1;
    return { kind: "move", number, ...scan(text, look === "move" ? text.indexOf(".") + 1 : 0) };
  }
  if (look === "entry") return entryOf(text) ?? { kind: "broken" };
  if (look === "fact" || look === "remark") return fact(text) ?? { kind: "broken" };
  if (look === "strange" || look === "other") {
    const word = text.split(" ", 1)[0],
      small = word.toLowerCase() + text.slice(word.length);
    if (word !== word.toLowerCase() && /^(?:fact|remark)$/.test(looks(small)))
      return fact(small) ?? { kind: "strange" };
    return { kind: "strange" };
  }
  return { kind: "broken" };
}

function entryOf(text) {
  const entry = ENTRY.exec(text);
  if (!entry) return null;
  const { number, clock, author, chain } = entry.groups,
    said = text.slice(entry[0].length);
  const edit = EDIT.exec(said),
    behind = said.slice(edit ? edit[0].length : 0);
  if (!edit && new RegExp(`^(?:${whole.EDIT})`).test(said)) return null;
  if (behind) {
    const look = looks(behind);
    if (look === "fact" || look === "remark") {
      if (!fact(behind)) return null;
    } else if (look !== "strange" && !scan(behind, 0).sound) return null;
  }
  return {
    kind: "entry",
    text: [number.replace(/^0+(?=[0-9]{4})/, ""), clock, author, chain, said].filter(Boolean).join(" "),
  };
}
