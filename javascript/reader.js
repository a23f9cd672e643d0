// Reads records of mahjong games and writes their canonical text. It knows no rules.

import { AFTER, BEFORE, commentWord, headOf, statement } from "./lines.js";
import { dealLine, hasSigns, lineBeforeDeals, strip, whollyPlain } from "./plain.js";
import { isTurn, onlyBonus, readTurn } from "./turns.js";

const LONGEST = 32768;
const KNOWN = new Set(
  "A B C D Amends Annotator Chain Clock Date Event Final-Points Final-Score Licence Ranking Recorder Referee Result Round Rules Rules-Told Seed Site Source Table Time Title".split(
    " ",
  ),
);
/** A header line of a seat and a name, without the colon between them. */
const SEAT_AND_NAME = /^([A-D])(?: *[=.;-]| ) *((?![a-z])\p{L}.*)$/su;
const FIELD = /^(!?)([A-Za-z][A-Za-z0-9_-]*):(.*)$/s;
/** @type {[string, number[]][]} */
const BOMS = [
  ["utf-32le", [0xff, 0xfe, 0, 0]],
  ["utf-32be", [0, 0, 0xfe, 0xff]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Return the text of a file: UTF-8, or UTF-16 and UTF-32 with a byte-order mark. */
function decoded(bytes) {
  for (const [encoding, mark] of BOMS) {
    if (!mark.every((byte, place) => bytes[place] === byte)) continue;
    const rest = bytes.subarray(mark.length);
    if (encoding.startsWith("utf-16")) return new TextDecoder(encoding, { ignoreBOM: true }).decode(rest);
    const view = new DataView(rest.buffer, rest.byteOffset, rest.length & ~3);
    return Array.from({ length: view.byteLength / 4 }, (_, at) =>
      String.fromCodePoint(view.getUint32(4 * at, encoding === "utf-32le")),
    ).join("");
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function textOf(data) {
  let text = (typeof data === "string" ? data : decoded(data)).replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  if (text.includes("\0")) text = text.replace(/\0+$/, "").replace(/\0/g, "\ufffd");
  return text;
}

const HEAD_WITHOUT_SIGN =
  /^(?:(?:[-*#•·]|[0-9]{1,3}[.)]) *)?(?:@ *)?([ESWN]?[0-9][0-9.]*(?: [a-z]+=\S+)* dealer=[A-D](?: [a-z]+=\S+)*)$/;
/** Return the words of a line that begins a deal, even if its `@` is missing; undefined for other lines. */
const wordsOfHead = (text) => (text[0] === "@" ? strip(text.slice(1)) : HEAD_WITHOUT_SIGN.exec(text)?.[1]);

const lineOfDeal = (text, players) => {
  if (wordsOfHead(text) !== undefined) return true;
  const key = text.split(":", 1)[0],
    colon = text.includes(":");
  if (colon && KNOWN.has(key) && !("ABCD".includes(key) && players.has(key))) return false;
  const plain = strip(dealLine(text)),
    name = plain.split(":", 1)[0];
  if (!plain || (plain.includes(":") && (KNOWN.has(name) || FIELD.test(plain)))) {
    return players.has(name.toUpperCase()) && /^[A-D]$/.test(name.toUpperCase()) && plain.split(/[ \t]+/).every(isTurn);
  }
  /** @type {any} */
  const said = statement(plain);
  if (said.kind === "move") return said.number >= 0 && said.sound;
  if (said.kind === "fact") return said.keyword !== "note" && said.keyword !== "sign";
  return said.kind === "entry";
};

/** Return all lines in plain signs, and as they were typed. */
function plainLines(text) {
  const lines = text.split("\n");
  if (!hasSigns(text)) return { lines, typed: lines };
  const players = new Set();
  let deals = lines.findIndex((raw) => /^[ \t　]*[@＠]/.test(raw));
  if (deals < 0) deals = lines.length;
  for (let at = 0; at < deals; at += 1) {
    if (lineOfDeal(strip(lines[at]), players)) {
      deals = at;
      break;
    }
    const name = strip(whollyPlain(lines[at])).split(":", 1)[0].replace(/^!/, "");
    if (name.length === 1) players.add(name.toUpperCase());
  }
  return {
    lines: lines.map((raw, at) =>
      hasSigns(raw) && raw.length <= LONGEST ? (at >= deals ? dealLine(raw) : lineBeforeDeals(raw)) : raw,
    ),
    typed: lines,
  };
}

/** Return the record in a text or in the bytes of a file. */
export function read(data) {
  const { lines, typed } = plainLines(textOf(data));
  if (lines.at(-1) === "") lines.pop();
  const game = { version: "1.0", headers: [], kept: [], deals: [] };
  let at = opening(lines, game);
  const players = new Set();
  for (; at < lines.length; at += 1) {
    const text = strip(lines[at]);
    if (lineOfDeal(text, players)) break;
    if (text) preface(text, game, players);
  }
  const named = [..."ABCD"].filter((seat) => game.headers.some((header) => header.key === seat)).length;
  game.seats = named || 4;
  while (at < lines.length) {
    const deal = new Deal(game.seats);
    const head = wordsOfHead(strip(lines[at]));
    if (head !== undefined) {
      deal.head(head);
      at += 1;
    }
    for (; at < lines.length && strip(lines[at])[0] !== "@"; at += 1) {
      const text = strip(lines[at]);
      if (!text) continue;
      if (text.length > LONGEST) {
        deal.keep("", text);
        continue;
      }
      if (wordsOfHead(text) !== undefined) break;
      const said = statement(text);
      if (deal.beginsAnew(said)) break;
      deal.add(said, text, strip(typed[at]));
    }
    game.deals.push(deal.closed());
  }
  return game;
}

function opening(lines, game) {
  const first = lines.findIndex((line) => strip(line));
  if (first < 0) return 0;
  const line = strip(lines[first]);
  if (!line.startsWith("%mjlog")) return 0;
  const magic = /^%mjlog[ \t]+([0-9]{1,4})\.([0-9]{1,4})(?![^ \t])/.exec(line);
  if (magic) game.version = `${Number(magic[1])}.${Number(magic[2])}`;
  const rest = strip(line.slice(magic ? magic[0].length : "%mjlog".length));
  if (rest) game.kept.push("{;".includes(rest[0]) ? rest : commentWord(rest));
  return first + 1;
}

function preface(text, game, players) {
  const named = SEAT_AND_NAME.exec(text);
  const isName = named && ![...BEFORE, ...AFTER].includes(named[2].split(" ")[0].toLowerCase());
  const field = FIELD.exec(isName ? `${named[1]}: ${named[2]}` : text);
  if (!field) {
    game.kept.push(text);
    return;
  }
  const key = "ABCD".includes(field[2].toUpperCase()) ? field[2].toUpperCase() : field[2];
  game.headers.push({ key, mark: KNOWN.has(field[2]) && !field[1] ? "" : field[1], value: strip(field[3]) });
  if (key.length === 1) players.add(key);
}

/** Return the keyword of a line, with its seat if it begins with one. */
const aboutOf = ({ keyword, seat }) => keyword + (/^[A-D]$/.test(seat) ? seat : "");

class Deal {
  label = "";
  pairs = [];
  comment = "";
  dealer = -1;
  turns = [];
  notes = new Map();
  lines = [];
  entries = [];
  starts = [];
  moves = [];
  hasResult = false;
  said = new Set();

  constructor(seats) {
    this.seats = seats;
    this.order = [..."ABCD"].slice(0, seats).map((_, seat) => seat);
  }

  head(rest) {
    const head = headOf(rest);
    if (!head) {
      this.comment = rest;
      return;
    }
    let { pairs } = head;
    if (pairs.length && !pairs[0].includes("=")) {
      this.label = pairs[0];
      pairs = pairs.slice(1);
    }
    this.comment = head.comment;
    const named = pairs.find((pair) => pair.startsWith("dealer="))?.slice(7) ?? "";
    const letters = "ABCD".slice(0, this.seats);
    if (named.length === 1 && letters.includes(named)) this.dealer = letters.indexOf(named);
    else if (named) {
      this.comment = strip(`${pairs.filter((pair) => pair.startsWith("dealer=")).join(" ")} ${this.comment}`);
      pairs = pairs.filter((pair) => !pair.startsWith("dealer=") && pair !== "dealer");
    }
    this.pairs = pairs;
    const order = pairs.find((pair) => pair.startsWith("seats="))?.slice(6);
    if (order && [...order].sort().join("") === letters)
      this.order = [...order].map((letter) => letters.indexOf(letter));
  }
  next(seat) {
    return this.order[(this.order.indexOf(seat) + 1) % this.order.length];
  }
  distance(seat) {
    return (
      (this.order.indexOf(seat) - this.order.indexOf(Math.max(0, this.dealer)) + this.order.length) % this.order.length
    );
  }
  beginsAnew(said) {
    if (!this.hasResult || this.entries.length) return false;
    if (said.kind === "move")
      return (said.number === 0 || said.number === 1) && this.starts.some(([, number]) => number > 0);
    return (
      said.kind === "fact" &&
      ["deal", "wall"].includes(said.keyword) &&
      this.turns.length > 0 &&
      this.said.has(aboutOf(said))
    );
  }
  add(said, text, typed) {
    if (said.kind === "move") {
      this.moves.push(typed);
      this.play(said);
    } else if (said.kind === "entry") this.entries.push(said.text);
    else if (said.kind === "fact") {
      if (this.fits(said)) {
        this.keep(said.keyword, said.text, said);
        this.said.add(aboutOf(said));
      } else this.keep("", typed);
    } else if (said.kind === "strange") this.keep("", text);
    else this.keep("", typed);
  }
  fits({ keyword, parts, count }) {
    if (keyword === "net" || keyword === "score") return count === this.seats;
    if (this.seats === 4 || !parts) return true;
    const strangers = "ABCD".slice(this.seats),
      seat = `[${strangers}]`;
    const text = parts.join(" ");
    if (["wall", "deal", "void", "bonus", "show", "fan", "kong", "rule"].includes(keyword))
      return !new RegExp(`^${seat}$`).test(parts[0]);
    if (keyword === "win")
      return !new RegExp(`^${seat}$`).test(parts[0]) && !new RegExp(`^${seat}$`).test(parts.at(-1));
    if (keyword === "draw") return !new RegExp(`by=${seat}`).test(text);
    if (keyword === "exchange" || keyword === "pay") return !new RegExp(`(?:^|[ >])${seat}(?:>| )`).test(text);
    if (keyword === "ready" || keyword === "tenpai") return !new RegExp(seat).test(text);
    return true;
  }
  keep(keyword, text, said) {
    const place = [...BEFORE, ...AFTER].indexOf(keyword),
      seat = ["wall", "deal", "void", "bonus"].includes(keyword) ? Math.max(0, "ABCD".indexOf(said.seat)) : 0;
    if (place >= BEFORE.length && place < [...BEFORE, ...AFTER].indexOf("rule")) this.hasResult = true;
    this.lines.push({ keyword, rank: 4 * place + seat, text });
  }
  play({ number, items }) {
    this.starts.push([this.turns.length, number]);
    // Two slashes begin a comment, as in programs.
    const slashes = items.findIndex(({ sort, text }) => sort === "word" && text.startsWith("//"));
    if (slashes >= 0) {
      const said = items.slice(slashes).map(({ text }) => text);
      items = [...items.slice(0, slashes), { sort: "note", text: commentWord(said.join(" ")) }];
    }
    for (const item of items) {
      if (item.sort === "word") {
        const seat = this.turns.length ? this.next(this.turns.at(-1).seat) : Math.max(0, this.dealer);
        this.turns.push(readTurn(item.text, seat, this.seats, this.turns));
      } else if (!["{}", "()"].includes(item.text)) {
        const index = this.turns.length - 1;
        this.notes.set(index, [...(this.notes.get(index) ?? []), item.text]);
      }
    }
  }
  closed() {
    if (this.entries.length) for (const line of this.moves) this.keep("", line);
    this.lines = this.lines
      .map((line, at) => [line, at])
      .sort(([a, i], [b, j]) => a.rank - b.rank || i - j)
      .map(([line]) => line);
    return this;
  }
  openings() {
    const opened = this.turns.length ? [0] : [];
    let latest = -1;
    this.turns.forEach((turn, index) => {
      const place = this.distance(turn.seat),
        before = this.turns[index - 1];
      if (place <= latest && !goesOn(before, turn)) opened.push(index);
      latest = place;
    });
    return opened;
  }
  jumps() {
    const opened = this.openings(),
      natural = new Set(opened),
      jumps = new Map();
    const written = new Map(this.starts.filter(([, number]) => number >= 0).map(([index, number]) => [index, number]));
    let count = 0;
    for (const index of [...new Set([...natural, ...written.keys()])].sort((a, b) => a - b)) {
      if (index === this.turns.length) break;
      let number = written.get(index) ?? -1;
      const due = count + 1;
      if (number > 9999) number = -1;
      if (index === 0) {
        count = number >= 0 ? number : 1;
        if (count !== 1) jumps.set(0, count);
      } else if (natural.has(index) && (number === due || number === -1)) count = due;
      else if (natural.has(index) || (number !== count && number !== -1)) {
        jumps.set(index, number);
        count = number;
      }
    }
    return { natural, jumps };
  }
}

const IRREGULAR = ["irregular", "unreadable"];
const goesOn = (before, turn) =>
  (before.seat === turn.seat && IRREGULAR.includes(before.acts.at(-1).act)) ||
  (turn.acts[0].act === "setout" && before.acts[0].act === "setout");

// ------------------------------------------------------------------ writing

/** Return the canonical text of a record. */
export function write(game) {
  const lines = [`%mjlog ${game.version}`];
  for (const { key, mark, value } of game.headers) lines.push(`${mark}${key}: ${value}`.replace(/[ \t]+$/, ""));
  lines.push(...game.kept);
  for (const deal of game.deals) lines.push("", ...dealLines(deal));
  return `${lines.join("\n")}\n`;
}

function* dealLines(deal) {
  yield ["@", deal.label, ...deal.pairs].join(" ").trimEnd() + (deal.comment ? ` ${commentWord(deal.comment)}` : "");
  const play = 4 * BEFORE.length,
    before = deal.lines.filter((line) => line.rank < play);
  const start = deal.entries.length ? 0 : exchangedAt(deal);
  const exchanges = before.filter((line) => line.keyword === "exchange");
  const first = exchanges.findIndex((line) => !/^exchange [a-z][a-z0-9-]*[0-9] /.test(line.text));
  const later = start && first >= 0 ? exchanges.slice(first) : [];
  yield* before.filter((line) => !later.includes(line)).map((line) => line.text);
  if (deal.entries.length) yield* deal.entries;
  else
    yield* playLines(
      deal,
      start,
      later.map((line) => line.text),
    );
  yield* deal.lines.filter((line) => line.rank >= play).map((line) => line.text);
}

/** Return the index of the turn before which exchanges are written; 0 if they are among the lines before play. */
function exchangedAt(deal) {
  const { natural, jumps } = deal.jumps();
  const laidOut = (from) => {
    let index = from;
    while (index < deal.turns.length && onlyBonus(deal.turns[index])) index += 1;
    return index;
  };
  let before = laidOut(0);
  if (before < deal.turns.length && deal.turns[before].unreadable && jumps.get(0) === 0) {
    let number = 0;
    const numbers = deal.turns.map(
      (_, index) => (number = jumps.get(index) ?? (natural.has(index) ? number + 1 : number)),
    );
    while (before < deal.turns.length && deal.turns[before].unreadable && !numbers[before])
      before = laidOut(before + 1);
  }
  return natural.has(before) || jumps.has(before) || before === deal.turns.length ? before : 0;
}

function* playLines(deal, start, later) {
  const { natural, jumps } = deal.jumps();
  if (deal.notes.has(-1)) yield deal.notes.get(-1).join(" ");
  let number = 0,
    words = [];
  for (const [index, turn] of deal.turns.entries()) {
    if (jumps.has(index) || natural.has(index)) {
      if (words.length) yield words.join(" ");
      if (index === start) yield* later;
      number = jumps.get(index) ?? number + 1;
      words = [`${number}.`];
    }
    const follows = words.length > 1 && turn.seat === deal.next(deal.turns[index - 1].seat);
    const bare = ["#", "~#", ""].includes(turn.word) || turn.word[1] === ":" || turn.word[0] === "$";
    words.push(follows && !bare ? turn.word : `${"ABCD"[turn.seat]}:${turn.word}`, ...(deal.notes.get(index) ?? []));
  }
  if (words.length) yield words.join(" ");
  if (start === deal.turns.length) yield* later;
}

/** Return the canonical text of a record in any spelling, given as text or bytes. */
export const canonicalText = (data) => write(read(data));
