// The page of a table that is being recorded. Typed lines go to the outbox; the state of the table comes from the server.
// No rules are here: the server sends the possible values of hands, the payments and the next dealer.
import { setTime } from "./clock.js";
import { give, keep, make, put } from "./drawing.js";
import { table as played, tilesOf } from "./moves.js";
import { Outbox } from "./outbox.js";
import { keywordOf, Words } from "./words.js";

const find = (what) => document.querySelector(what);
const read = (name) => JSON.parse(find(name).textContent);
const main = find("#table");
const words = read("#words");
const { rules, state: first } = read("#told");
const { table, role } = main.dataset;
const writes = role !== "player";
const POLL = 1500;
const LEAVING = 10_000; // milliseconds after which going to the next round is tried again

let state = first;
let draft = {}; // taps that do not make a complete line yet
let hidden = new Set();
const words_of_play = new Words(rules.words, rules.shorthand);
const faces = new Map(rules.tiles.map((each) => [each.text, each]));

/** The settings of this device: how much it records, whose hands it sees, the hand in which it is held. */
const SETTINGS = `mjlog-live-settings-${table}`;
const settings = { level: null, seen: "", side: "right" };
try {
  Object.assign(settings, JSON.parse(localStorage.getItem(SETTINGS) ?? "{}"));
} catch {
  // the browser may not allow storage
}
const set = (change) => {
  Object.assign(settings, change);
  try {
    localStorage.setItem(SETTINGS, JSON.stringify(settings));
  } catch {
    // without storage, the settings are lost with this page
  }
  draft = {};
  show();
};

const outbox = new Outbox(table, main.dataset.lines, () => refresh(), () => (count(), soon()));

const button = (text, key, act, attributes = {}) =>
  make("button", { type: "button", "data-key": key, onclick: act, ...attributes }, text, key ? make("kbd", { "aria-hidden": true }, ` ${key === "Enter" ? "⏎" : key}`) : null);
const nameOf = (letter) => state.seats.find((each) => each.letter === letter)?.name || letter;
const called = (letter) => (nameOf(letter) === letter ? letter : `${letter} ${nameOf(letter)}`);
const letters = () => state.seats.map((each) => each.letter);

// ------------------------------------------------------------------ entries of the table, with lines not yet sent

/** Return the entries of the latest deal: those of the server, with the waiting lines applied as far as possible. */
const entries = () => {
  let all = state.entries.map(([number, by, text, words, kind]) => ({ number, by, text, words, kind }));
  for (const line of outbox.waiting) {
    const { text } = line, [, verb, number, rest] = /^(fix|ins|del) 0*([0-9]+) ?(.*)$/.exec(text) ?? [];
    const place = all.findIndex((each) => String(each.number) === number);
    if (text.startsWith("@")) all = [];
    else if (text === "u") all.pop();
    else if (verb === "fix" && place >= 0) all[place] = { text: rest, line };
    else if (verb === "ins") all.splice(place + 1, 0, { text: rest, line });
    else if (verb === "del") all = all.filter((each, at) => at !== place);
    else all.push({ text, line });
  }
  return all.map((entry) => ({ ...entry, ...keywordOf(entry.text) }));
};

/** Return the entries with a keyword, such as `win`, `show`, `next`. */
const lines = (keyword) => entries().filter((entry) => entry.keyword === keyword);

/** Return the turn in an entry; null if it is another line. */
const turnOf = (text) => words_of_play.readTyped(text.split(" ")[0]);

/** Return whether every discard is recorded: by this device's setting, else by the deal's entries so far. */
const playing = () => settings.level === "play" || (settings.level === null && entries().some(({ text }) => turnOf(text)));

/** Return the winners in order, by turns and by lines of the result. */
const winners = () => [...new Set([...board().winners, ...lines("win").map(({ about }) => about)])];

/** Return whether enough players have won to end the deal, or a line says that nobody else wins. */
const isOver = () => winners().length >= rules.mostWinners || isDrawn();

const isDrawn = () => lines("draw").length > 0;

/** Return whether a line says that the game ends. */
const isEnd = ({ keyword, about }) => keyword === "next" && about === "end";

/** Return the first winner whose hand has no line with these keywords. */
const unshown = (...keywords) => winners().find((letter) => !keywords.some((keyword) => lines(keyword).some(({ about }) => about === letter)));

const stage = () => {
  if (draft.mend) return draft.mend.kind === "play" ? "play" : "fact";
  if (draft.river) return "river";
  if (draft.resync) return "resync";
  if (draft.other) return "other";
  if (draft.fill) return "fill";
  if (settings.level === null && rules.plays && (state.deal?.number ?? 1) === 1 && entries().every(({ kind }) => kind === "fact")) return "level"; // the director may have written before
  if (lines("next").length) return lines("next").some(isEnd) ? "ended" : "over";
  if (openQuestion()) return "ask";
  if (draft.winner) return "from";
  if (draft.more) return "more";
  if (draft.counting) return draft.tiles ? "hand" : "count";
  if (!isOver() && playing() && !draft.another) return "play";
  if (draft.another) return "winner";
  if (playing() && board().winners.length && !(draft.shown ?? []).includes(unshown("show")) && unshown("show")) return "hand";
  if (!winners().length && !isDrawn()) return "winner";
  const worth = rules.number || rules.choices.length;
  if (worth && unshown("fan", "show") && !draft.skipped) return "worth";
  return state.asksTenpai && !behind() && !draft.skipped ? "tenpai" : "check";
};

/** Return whether typed lines still wait for the server's answer. */
const behind = () => outbox.waiting.length > 0;

/** Return the line that begins the page's deal as long as the server's state lacks that deal; else null. */
const beginning = () => outbox.waiting.findLast(({ text }) => text.startsWith("@"))?.text ?? (state.deal ? null : "@");

/** Return the deal on this page: its number, dealer, questions, and ways to exchange tiles. */
const dealNow = () => {
  const line = beginning();
  if (line === null) return { ...state.deal, asks: state.asks, passings: state.passings };
  const [, named] = /dealer=([A-D])/.exec(line) ?? [];
  return { ...state.next, number: (state.deal?.number ?? 0) + 1, dealer: named ?? state.next.dealer };
};

// ------------------------------------------------------------------ sending

const say = (...lines) => {
  const opening = draft.opening && !draft.mend ? [layingOut()] : [];
  draft = {};
  return outbox.add(...opening, ...lines);
};

/** Send the bonus tiles that were tapped before play; return null if there are none. */
const sendOpening = () => (draft.opening && !draft.mend ? say() : null);

/** Undo the last entry. */
const undo = () => (draft.opening ? ((draft = {}), show()) : say("u"));

/** Return the word by which a player lays out bonus tiles before play; the next press ends it. */
const layingOut = () => `${draft.seat ?? board().next}:&${draft.opening.join("")}/${"?".repeat(draft.opening.length)}`;

const answered = new Set(); // questions of this page that were answered or left open, by deal
const keyOf = ({ line }) => `${dealNow().number} ${line}`;

/** Return the first open question about the deal; null if there is none. */
const pending = () => (playing() && dealNow().asks.find((each) => !answered.has(keyOf(each)))) || null;

/**
 * Return the question to ask now; null if there is none. It is asked before the first discard and after the last one, in
 * between only when the scribe wants to answer: it must not appear under a finger that taps discards.
 */
const openQuestion = () => {
  if (Object.keys(draft).some((each) => each !== "asked" && each !== "asking")) return null;
  const question = behind() && beginning() === null ? null : pending(), isEarly = !board().last && !(rules.bonus && question?.answers.length); // bonus tiles are laid out before tiles are exchanged
  return draft.asking || isEarly || isOver() ? question : null;
};

const reply = (question, told) => {
  answered.add(keyOf(question));
  return told ? say(question.line.replace("{tiles}", told)) : (draft = {}, show());
};

/** Write that tiles were exchanged; ask a scribe who sees all hands for the tiles. */
const pass = ({ lines, passes, tiles }, gaps = []) => {
  const all = lines.join("\n");
  if (settings.seen === "all" && gaps.length < passes.length) return (draft = { fill: { lines, passes, tiles, gaps } }), show();
  let place = 0;
  return say(...all.replaceAll("{tiles}", () => gaps[place++] ?? "?".repeat(tiles)).split("\n"));
};

// ------------------------------------------------------------------ corrections: an entry is entered again

/** Let an entry be entered again: a turn by the same taps, on the table as it was then; a fact by its tiles. */
const mend = (place) => {
  const { number, text, kind, words: told } = entries()[place];
  const seat = kind === "play" ? turnOf(text)?.seat : null;
  draft = { mend: { number, text, kind, words: told }, seat: seat || null };
  show();
  find("#panel").scrollIntoView({ block: "start" });
};

const placeOf = ({ number }) => entries().findIndex((each) => each.number === number);

/** Delete an entry; of a result also the lines after it, so that the page asks for them again. */
const takeOut = ({ number, kind }) => {
  answered.clear();
  const gone = kind === "result" ? entries().slice(placeOf({ number })).filter((each) => each.kind === kind && each.number) : [{ number }];
  return say(...gone.reverse().map((each) => `del ${each.number}`));
};

/** Send an act of play as a new entry, or as a correction of the entry being corrected, or before it. */
const act = (text) => {
  const { mend: old } = draft;
  if (!old) return say(text);
  return say(old.before ? `ins ${entries()[placeOf(old) - 1]?.number ?? 0} ${text}` : `fix ${old.number} ${text}`);
};

const winner = () => unshown("show", "fan") ?? winners().at(-1);

/** Return the rivers and melds of the deal; its words are read again only if they have changed. */
const board = () => {
  const all = entries().map(({ text }) => text), texts = draft.mend?.kind === "play" ? all.slice(0, placeOf(draft.mend)) : all;
  const { dealer } = dealNow(), key = JSON.stringify([texts, dealer]);
  if (latest?.key !== key) latest = { key, board: played(words_of_play, texts, letters(), dealer, rules.playsOn) };
  return latest.board;
};
let latest = null;

const won = (source) => {
  const result = [`win ${draft.winner} ? ` + (source === draft.winner ? "self" : `${draft.robs ? "rob" : "from"} ${source}`)];
  if (rules.ready && !lines("ready").length) result.push(["ready", ...(draft.ready ?? [])].join(" "));
  say(...result);
};

const accept = (goesOn) => {
  const accepted = state.proposed.map(({ line }) => line);
  const ends = accepted.map(keywordOf).some(isEnd);
  const asks = rules.dealer && !state.next.dealer;
  if (goesOn && !ends && !asks) accepted.push(begins(state.next.dealer));
  say(...accepted);
  if (goesOn && !ends && asks) update({ dealing: true });
};

const stated = (lines) => say(...lines.map((line) => line.replace(/^(fan|kong)\sA/, `$1 ${winner()}`)));

// ------------------------------------------------------------------ panels

const toggles = (title, kept) => {
  draft[kept] ??= [];
  const row = letters().map((letter) => {
    const flip = () => update({ [kept]: letters().filter((each) => (each === letter) !== draft[kept].includes(each)) });
    return button(called(letter), `Shift+${letter}`, flip, { "aria-pressed": String(draft[kept].includes(letter)) });
  });
  return [make("h2", {}, title), make("div", { class: "choices few" }, ...row)];
};

const PANELS = {
  winner: () => [
    make("h2", {}, words.won),
    make("div", { class: "choices few" },
      ...letters().filter((letter) => !winners().includes(letter)).map((letter) => button(called(letter), letter.toLowerCase(), () => (board().winners.length ? say(`${letter}:#`) : update({ winner: letter, another: false })))),
      draft.another ? button(words.back, "Escape", () => update({ another: false })) : button(words.nobody, "x", () => say("draw wall"))),
    draft.another ? null : button(words.rare, null, () => update({ other: true }))],
  from: () => [
    ...(rules.ready ? toggles(rules.whoReady, "ready") : []),
    make("h2", {}, words.from),
    make("div", { class: "choices few" },
      ...letters().filter((letter) => letter !== draft.winner).map((letter) => button(called(letter), letter.toLowerCase(), () => won(letter))),
      button(words.self, "z", () => won(draft.winner))),
    rules.calls.includes("added") ? button(words.robs, null, flips("robs"), { "aria-pressed": String(Boolean(draft.robs)) }) : null,
    button(words.back, "Escape", () => update({ winner: null }))],
  worth: () => [
    make("h2", {}, winners().length > 1 ? `${called(winner())}: ` : "", words.worth, rules.number ? ` ${rules.number}` : ""),
    rules.number ? pad() : choices(rules.choices, (choice) => (choice.more.length ? update({ more: choice.more }) : stated(choice.lines))),
    button(words.skip, "o", () => update({ skipped: true }))],
  more: () => [
    make("h2", {}, words.more),
    choices(draft.more, (choice) => stated(choice.lines)),
    button(words.back, "Escape", () => update({ more: null }))],
  tenpai: () => [
    ...toggles(words.tenpai, "tenpai"),
    button(words.enter, "Enter", () => say(["tenpai", ...draft.tenpai].join(" ")), { class: "main" }),
    button(words.skip, "o", () => update({ skipped: true }))],
  check: () => {
    if (behind()) return [make("p", {}, words.unjudged)];
    const ends = state.proposed.some(({ line }) => isEnd(keywordOf(line)));
    return [
      make("h2", {}, words.check),
      ...lines("show").map(({ about, rest }) => tileRow(tilesOf(rest), called(about))),
      make("ol", { class: "lines" }, ...entries().filter((each) => each.kind === "result" && each.number).map((each) => make("li", {}, make("span", {}, each.words), button(words.change, null, () => takeOut(each)))), ...state.proposed.map((each) => make("li", { class: "proposed" }, each.words))),
      state.why ? make("p", { class: "why" }, state.why) : null,
      ...losers(),
      opinions(state.result),
      make("div", { class: "decides" },
        button(ends ? words.acceptEnd : state.proposed.length ? words.accept : words.next, "Enter", () => (state.proposed.length ? accept(true) : next()), { class: "main" }),
        make("div", { class: "choices few" },
          state.proposed.length ? button(words.keep, "s", () => accept(false)) : null,
          winners().length && winners().length < letters().length - 1 ? button(words.another, "w", () => update({ another: true })) : null,
          rules.playsOn && !isOver() ? button(words.noMore, "x", () => say("draw wall")) : null))];
  },
  over: () => [opinions(state.result), button([words.next, state.next.words].filter(Boolean).join(": "), "Enter", next, { class: "main" }), timeUp()],
  ended: () => [make("p", {}, words.ended), opinions(state.result), followed()],
  dealer: () => [
    make("h2", {}, words.who),
    make("div", { class: "choices few" }, ...letters().map((letter) => button(called(letter), letter.toLowerCase(), () => say(begins(letter)))))],
};

/** Return the button that ends the game because time is up. */
const timeUp = () => button(words.timeUp, null, () => say("end time"));

/** Return the link to this device's table in a later round; null if there is none. */
const followed = () => state.following ? make("a", { class: "button main", href: state.following.url }, `${words.nextRound} ${state.following.words}`) : null;

/** Return a button for each player whose hand decides payments but is not recorded yet. */
const losers = () => state.uncounted.length ? [
  make("h2", {}, rules.scoresLosers ? words.losers : words.handsOpen),
  make("div", { class: "choices few" }, ...state.uncounted.map((letter) => button(called(letter), letter.toLowerCase(), () => update({ counting: letter, tiles: !rules.scoresLosers }))))] : [];

PANELS.count = () => [
  make("h2", {}, `${called(draft.counting)}: ${words.worth}`),
  pad((number) => number && say(`fan ${draft.counting} ${rules.item} ${Number(number)}`)),
  make("div", { class: "choices few" },
    button(words.byTiles, "t", () => update({ tiles: true })),
    button(words.back, "Escape", () => update({ counting: null })))];

// ------------------------------------------------------------------ play

const sprite = main.dataset.sprite;
const SVG = "http://www.w3.org/2000/svg";

/** Return a tile as a picture; with `name`, it is read aloud by that name. */
const tile = (text, name = "") => {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", "0 0 60 80");
  svg.setAttribute("class", "tile");
  if (name) Object.entries({ role: "img", "aria-label": name }).forEach((pair) => svg.setAttribute(...pair));
  else svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${sprite}#${text === "back" ? "back" : faces.get(text)?.face ?? "tx"}`);
  svg.append(use);
  return svg;
};

const tileRow = (tiles, label) => make("p", { class: "row" }, label ? `${label} ` : "", ...tiles.map((text) => tile(text, faces.get(text)?.name ?? text)));

/** Return the tiles as keys, made once. `press` is called with the pressed tile; keys for which `isOff` are disabled. */
const keypad = (press, isOff = (_key) => false) => {
  pressed = press;
  keys ??= keep(make("div", { class: "tiles" }, ...[0, 1, 2, 3, 4, 5].map((row) => make("div", {}, ...rules.tiles.filter((each) => each.row === row).map((each) =>
    make("button", { type: "button", "data-tile": each.text, "aria-label": each.name, onclick: () => pressed(each) }, tile(each.text)))))));
  for (const key of keys.querySelectorAll("button")) key.disabled = isOff(faces.get(key.dataset.tile));
  return keys;
};
let keys = null, pressed = null;

/** Return the word of the acting player: the taps before, then `end`, the discard. */
const word = (end) => {
  const before = `${draft.draw ?? ""}${draft.steps ?? ""}`;
  const first = before ? `${before}-` : "";
  return `${draft.seat ?? board().next}:${first}${end}`;
};

/** Return whether this device sees the acting player's hand. */
const sees = () => settings.seen === "all" || settings.seen === (draft.seat ?? board().next);

const throwTile = ({ text }) => {
  const face = faces.get(text), isBonus = face.row === 4;
  if (isBonus && !draft.pick && !board().last && (!draft.mend || draft.mend.text.includes("&"))) return update({ opening: [...(draft.opening ?? []), text] });
  if (draft.opening && draft.mend) return null;
  sendOpening(); // a discard ends the laying out before play
  if (draft.pick) return takes(draft.pick.sign, [face[draft.pick.ways]].flat(), "/", draft.pick.isKong)();
  if (isBonus) return update({ steps: `${draft.steps ?? ""}${text}/`, ways: null });
  if (sees() && draft.steps?.endsWith("/")) return update({ steps: draft.steps + text, ways: null, isKong: false });
  if (sees() && !draft.draw && !draft.steps && !draft.drawn) return update({ draw: text });
  const is_drawn = draft.drawn || (draft.draw === text && !draft.steps);
  if (is_drawn && draft.draw) draft.draw = null;
  const tile = draft.apart ? `${text[0]}'${text.slice(1)}` : text;
  act(word(`${draft.down ? "_" : ""}${tile}${is_drawn ? "." : ""}${draft.ready || draft.down ? "!" : ""}`));
};

/** Return a function that takes tiles for a set: the first of `ways`; the page then offers the others. */
const takes = (sign, ways, after = "", isKong = false) => () => {
  const before = `${draft.steps ?? ""}${sign === "&" && !draft.draw && !draft.steps ? "?" : ""}`;
  const whole = ways.map((way) => `${before}${sign}${way}${after}`);
  update({ steps: whole[0], ways: whole, pick: null, drawn: false, isKong });
};
const wins = (own) => () => {
  const taken = `${draft.draw ?? ""}${draft.steps ?? ""}` || "?";
  act(`${draft.seat ?? board().next}:${own ? taken : ""}#`);
};
const flips = (name) => () => update({ [name]: !draft[name] });

const riverBoxes = new Map(); // by seat: its elements and the river drawn in them, because drawing tiles again is slow

const riverTile = ({ tile: text, taken }) => {
  const drawn = tile(text, faces.get(text)?.name ?? text);
  drawn.classList.toggle("taken", taken);
  return drawn;
};

/** Return the box of all rivers, made once; later calls draw only what has changed. */
const rivers = (now) => {
  riversBox ??= keep(make("div", { class: "rivers" }, ...letters().map((letter) => {
    const own = { name: make("b"), row: make("p", { class: "row" }), melds: make("div", { class: "taken-sets" }), drawn: [] };
    const open = make("button", { type: "button", "aria-label": `${called(letter)}: ${words.change}`, onclick: () => ((draft = {}), update({ river: letter })) });
    riverBoxes.set(letter, Object.assign(own, { box: make("div", {}, own.name, make("div", { class: "lies" }, make("div", {}, own.row, own.melds)), open) }));
    return own.box;
  })));
  for (const letter of letters()) drawRiver(riverBoxes.get(letter), now.lying[letter], letter, now.next);
  return riversBox;
};
let riversBox = null;

/** Draw a seat's name, river and melds into its elements `own`. */
const drawRiver = (own, { river, melds, ready }, letter, next) => {
  give(own.box, "class", letter === next ? "acts" : "");
  put(own.name, [`${called(letter)}${ready ? " ◆" : ""}`]);
  river.forEach((each, place) => {
    const was = own.drawn[place], there = own.row.children[place];
    if (!there) own.row.append(riverTile(each));
    else if (was.tile !== each.tile || was.taken !== each.taken) there.replaceWith(riverTile(each));
  });
  while (own.row.children.length > river.length) own.row.lastElementChild.remove();
  own.drawn = river;
  put(own.melds, melds.map((meld) => tileRow(meld)));
};

/** Return the word of a kong or of bonus tiles that were not replaced, because the wall was empty; in a list, which may be empty. */
const unfinished = (acts) => (draft.steps ? [`${acts}:${draft.draw ?? ""}${draft.steps.replace(/([0-9]f)\/$/, "$1&$1").replace(/\/$/, "")}`] : []);

PANELS.play = () => {
  const now = board(), acts = draft.seat ?? now.next, own = acts === now.next;
  const knows = (call) => rules.calls.includes(call), takesLast = (call) => now.last && knows(call);
  const taken = faces.get(now.last?.entry.tile) ?? { pungs: [""], kongs: [""], chows: [] }; // a tile discarded face down can be claimed, too
  const row = (...keys) => make("div", { class: "calls" }, ...keys.map((key) => key || make("span")));
  const picks = (name, sign, ways, isKong) => (knows(name) ? button(words[name], null, () => update({ pick: { sign, ways, isKong } })) : null);
  const isOpen = !now.last && !draft.mend;
  const claims = [
    ...(takesLast("pung") ? [button(words.pung, null, takes("+", taken.pungs))] : []),
    ...(takesLast("chow") ? taken.chows.map(chowButton) : []),
    ...(takesLast("kong") ? [button(words.kong, null, takes(taken.kongs[0] ? "+" : "++", taken.kongs, "/"))] : []),
    ...(knows("setout") ? [picks("setout", "&", "text")] : []),
    ...(rules.apart ? [button(rules.apart, null, flips("apart"), { "aria-pressed": String(Boolean(draft.apart)) })] : []),
    ...(isOpen ? dealNow().passings.filter((each) => !each.isInPlay) : []).map((each) => button(each.words, null, () => pass(each)))];
  return [
    rivers(now),
    make("div", { class: "aid" }, ...aid(acts)),
    make("div", { class: "seats-of-play" }, ...letters().map((letter) => button(called(letter), letter.toLowerCase(), () => update({ seat: letter, steps: "", ways: null, isKong: false, draw: null }), { "aria-pressed": String(letter === acts), disabled: now.out.has(letter) }))),
    keypad(throwTile),
    row(
      button(words.drawnTile, null, flips("drawn"), { "aria-pressed": String(Boolean(draft.drawn)) }),
      rules.ready ? button(rules.ready, null, flips("ready"), { "aria-pressed": String(Boolean(draft.ready)) }) : null,
      now.last ? button(words.winOn, null, wins(false)) : null,
      own || draft.seat ? button(words.self, null, wins(true)) : null,
      draft.mend ? null : button(words.undo, null, undo)),
    row(
      picks("concealed", "*", "fours", true),
      picks("added", "^", "added", true),
      rules.faceDown ? button(words.faceDown, null, () => (sees() ? update({ down: !draft.down }) : act(word("_"))), { "aria-pressed": String(Boolean(draft.down)) }) : null,
      draft.mend ? null : button(words.nobody, null, () => say(...unfinished(acts), "draw wall")),
      draft.mend ? null : button(words.rare, null, () => update({ other: true }))),
    draft.ways?.length > 1 ? row(...draft.ways.map(wayButton)) : row(...claims)];
};

/** Return the button for a chow with these tiles of the hand: drawn, and named for people who hear the page. */
const chowButton = (ways) => {
  const own = tilesOf(ways[0]);
  return make("button", { type: "button", "data-chow": ways[0], onclick: takes("+", ways) }, `${words.chow} `, make("span", { class: "unseen-text" }, own.map((each) => faces.get(each)?.name ?? each).join(" ")), ...own.map((each) => tile(each)));
};

/** Return the button for other tiles of the same set: a red five, a joker, tiles from the pillars. */
const wayButton = (way) => {
  const marks = [["joker", "j"], ["apart", "'"]].map(([name, sign]) => [rules[name], way.split(sign).length - 1]).filter(([, number]) => number);
  const note = marks.map(([name, number]) => (number > 1 ? `${number} × ${name}` : name)).join(", ");
  const shown = tilesOf(way.replace(/^.*[+*^]/, ""));
  return make("button", { type: "button", onclick: () => update({ steps: way }), "data-way": way, "aria-pressed": String(draft.steps === way) }, ...shown.map((text) => tile(text, faces.get(text)?.name ?? text)), note ? make("small", {}, note) : null);
};

/** Return the content of the line above the keys: the entry being corrected or half entered, else a fault, else a question. */
const aid = (acts) => {
  const taken = draft.draw || draft.steps, leave = button(words.back, "Escape", () => ((draft = {}), show()));
  if (draft.opening) return [make("span", { role: "status" }, called(acts), ": ", ...draft.opening.map((each) => tile(each, faces.get(each).name))), button(words.enter, "Enter", () => (draft.mend ? act(layingOut()) : sendOpening()), { class: "main" }), leave];
  if (draft.mend) return mending(leave);
  if (draft.pick) return [make("span", { role: "status" }, words.which), draft.pick.sign === "*" ? button(words.unseen, null, takes("*", ["????"], "/", true)) : null, leave].filter(Boolean);
  if (taken || draft.seat) return [make("span", { role: "status" }, called(acts), taken ? ": " : "", ...tilesOf(`${draft.draw ?? ""}${draft.steps ?? ""}`).map((each) => tile(each, faces.get(each)?.name ?? each))), draft.isKong ? button(words.robbed, null, () => act(...unfinished(acts))) : null, leave].filter(Boolean);
  const fault = state.findings.find((each) => !hidden.has(each.key) && !behind());
  if (fault) return [make("button", { type: "button", class: `fault ${fault.severity}`, onclick: () => find("#findings").scrollIntoView({ block: "center" }) }, make("span", {}, ...inTiles(fault.words)))];
  const question = pending();
  return question ? [button(question.words, null, () => ((draft = {}), update({ asking: true })), { class: "asks" })] : claimants();
};

/** Return a button for a pung of the latest discard by each player who is not next in turn. */
const claimants = () => {
  const { last, next: due, out } = board(), { pungs = [""] } = faces.get(last?.entry.tile) ?? {};
  if (!last || !rules.calls.includes("pung")) return [];
  return letters().map((letter) => button(`${called(letter)}: ${words.pung}`, null, () => ((draft = { seat: letter }), takes("+", pungs)()), { "data-pung": letter, hidden: letter === last.who || letter === due || out.has(letter) }));
};

/** Return what can be done with the entry being corrected. */
const mending = (leave) => {
  const old = draft.mend;
  const before = old.kind === "play" ? button(words.before, null, () => update({ mend: { ...old, before: !old.before }, seat: old.before ? turnOf(old.text)?.seat : null }), { "aria-pressed": String(Boolean(old.before)) }) : null;
  return [make("span", { role: "status" }, ...described(old)), before, button(words.takeOut, null, () => takeOut(old)), leave].filter(Boolean);
};

/** Return a sentence with its tiles as pictures, also those in words of play. */
const inTiles = (text) => text.split(/(`[^`]*`|(?<![\p{L}\p{N}])[0-9]+[mpszf](?![\p{L}\p{N}]))/u).flatMap((part, place) => {
  const tiles = place % 2 ? tilesOf(part) : [];
  return tiles.length && tiles.every((each) => faces.has(each)) ? tiles.map((each) => tile(each, faces.get(each).name)) : [part];
});

const ACTS = { claim: "claims", concealed: "concealed", added: "added", win: "wins" };

/** Return an entry in words: a turn with pictures of its tiles, any other line in the server's words. */
const described = ({ text, words: told }) => {
  const turn = turnOf(text);
  if (!turn) return inTiles(told || text);
  if (turn.acts[0][0] === "irregular") return [`${called(turn.seat)}: ${words.behind}`];
  const parts = turn.acts.flatMap(([name, act]) => [words[ACTS[name]] ?? "", ...(tilesOf(act).length ? tilesOf(act) : act[0] === "_" ? ["back"] : []).map((each) => tile(each, faces.get(each)?.name ?? each)), name === "drop" ? "" : "·"]);
  return [`${called(turn.seat)} `, ...parts, /!|_/.test(text) ? ` ${rules.ready}` : ""].filter((part) => part !== "");
};

/** A player's river with large tiles: a tap on a tile lets that turn be entered again. */
PANELS.river = () => {
  const whose = draft.river, all = entries();
  const turns = all.map((each, place) => ({ ...each, place, turn: turnOf(each.text) })).filter(({ turn }) => turn?.seat === whose);
  return [
    make("h2", {}, `${words.mendWhich} ${called(whose)}`),
    make("div", { class: "thrown" }, ...turns.map(({ place, number, text, turn }) => {
      const face = tilesOf(turn.acts.at(-1)[1])[0] ?? (text.includes("_") ? "back" : "?");
      return make("button", { type: "button", disabled: !number, "data-entry": String(number ?? ""), "aria-label": faces.get(face)?.name ?? text, onclick: () => mend(place) }, tile(face));
    })),
    button(words.back, "Escape", () => update({ river: null }))];
};

/** A fact or a line of the result that is being corrected. */
PANELS.fact = () => {
  const { mend: old, held = [] } = draft, [, head, last] = /^(.*) (\S+)$/.exec(old.text) ?? [];
  const hasTiles = old.kind === "fact" && last && tilesOf(last).join("") !== "" && !/[^0-9mpszf?j']/.test(last);
  return [
    make("div", { class: "aid" }, ...mending(button(words.back, "Escape", () => ((draft = {}), show())))),
    hasTiles ? tileRow(held) : null,
    hasTiles ? keypad(({ text }) => update({ held: [...held, text] })) : null,
    held.length ? button(words.enter, "Enter", () => say(`fix ${old.number} ${head} ${held.join("")}`), { class: "main" }) : null];
};

/** The first question: how much this table records. */
PANELS.level = () => {
  const choice = (level, text, picture) => make("button", { type: "button", "data-level": level, onclick: () => set({ level }) }, make("span", { class: "row" }, ...picture), text);
  const [first, second, third] = rules.tiles.map((each) => each.text);
  return [
    make("h2", {}, words.level),
    make("div", { class: "choices few first" },
      choice("results", words.results, [make("span", { class: "sum", "aria-hidden": "true" }, `${nameOf(letters()[0])} → ${nameOf(letters()[1])}  3,900`)]),
      choice("play", words.everyDiscard, [first, second, third, "back"].map((each) => tile(each))))];
};

/** The hand of a winner: tapped tile by tile, or set by set by its lowest tile. */
PANELS.hand = () => {
  const { held = [], ways = [], unit = null } = draft, whose = draft.counting ?? unshown("show");
  const drawn = (way) => tilesOf(way).map((text) => tile(text, faces.get(text)?.name ?? text));
  const units = ["run", "three", "pair"].map((name, place) => make("button", { type: "button", "data-unit": name, "aria-label": words[name], "aria-pressed": String(unit === place), onclick: () => update({ unit: unit === place ? null : place, ways: [] }) },
    ...drawn(rules.tiles.find(({ sets }) => sets[place]?.length)?.sets[place][0] ?? "")));
  const others = ways.length > 1 ? ways.map((way) => make("button", { type: "button", "data-way": way, "aria-pressed": String(held.at(-1) === way), onclick: () => update({ held: [...held.slice(0, -1), way] }) }, ...drawn(way))) : [];
  return [
    make("h2", {}, `${words.hand} ${called(whose)}`),
    tileRow(tilesOf(held.join(""))),
    keypad((key) => update({ held: [...held, (key.sets[unit] ?? [key.text])[0]], ways: key.sets[unit] ?? [] }), (key) => unit !== null && !key.sets[unit]?.length),
    make("div", { class: "calls" }, ...units, ...others),
    make("div", { class: "choices few" },
      button("⌫", "Backspace", () => update({ held: held.slice(0, -1), ways: [] }), { "aria-label": words.back }),
      button(words.skip, "o", () => update({ shown: [...(draft.shown ?? []), whose], counting: null })),
      held.length ? button(words.enter, "Enter", () => say(`show ${whose} ${tilesOf(held.join("")).join("")}`), { class: "main" }) : null)];
};

PANELS.ask = () => {
  const question = openQuestion(), tapped = draft.asked ?? [];
  const leaves = button(words.skip, "o", () => reply(question, ""));
  if (question.answers.length) return [make("h2", {}, question.words), make("div", { class: "choices few" }, ...question.answers.map((each) => button(each.words, null, () => pass(each))), leaves)];
  const tap = ({ text }) => (tapped.length + 1 < question.tiles ? update({ asked: [...tapped, text] }) : reply(question, [...tapped, text].join("")));
  const suit = (letter) => make("button", { type: "button", "data-suit": letter, "aria-label": faces.get(`1${letter}`)?.name, onclick: () => reply(question, letter) }, tile(`1${letter}`), tile(`9${letter}`));
  return [
    make("h2", {}, question.words),
    question.tiles ? tileRow(tapped) : null,
    question.tiles ? keypad(tap) : make("div", { class: "choices suits" }, ...["m", "p", "s"].map(suit)),
    make("div", { class: "choices few" },
      tapped.length ? button("⌫", "Backspace", () => update({ asked: tapped.slice(0, -1) }), { "aria-label": words.back }) : null,
      tapped.length ? button(words.enter, "Enter", () => reply(question, tapped.join("")), { class: "main" }) : null,
      leaves)];
};

/** The tiles that one player gives to another, one exchange after the other. */
PANELS.fill = () => {
  const { fill, asked: tapped = [] } = draft, [giver, receiver] = fill.passes[fill.gaps.length];
  const goOn = (tiles) => pass(fill, [...fill.gaps, tiles]);
  return [
    make("h2", {}, `${called(giver)} → ${called(receiver)}`),
    tileRow(tapped),
    keypad(({ text }) => (tapped.length + 1 < fill.tiles ? update({ asked: [...tapped, text] }) : goOn([...tapped, text].join("")))),
    make("div", { class: "choices few" },
      button(words.unseen, "o", () => goOn("?".repeat(fill.tiles))),
      button(words.back, "Escape", () => ((draft = {}), show())))];
};

/** Rare events in the words of the rules: ends without a win, irregularities, rulings. */
PANELS.other = () => {
  const whose = draft.seat ?? board().next;
  const entry = ({ words: told, line }) => button(told.replaceAll("{seat}", nameOf(whose)), null, () => say(line.replaceAll("{seat}", whose)));
  const group = (title, listed) => (listed.length ? [make("h2", {}, title), make("div", { class: "choices" }, ...listed.map(entry))] : []);
  return [
    make("h2", {}, words.about),
    make("div", { class: "seats-of-play" }, ...letters().map((letter) => button(called(letter), letter.toLowerCase(), () => update({ seat: letter }), { "aria-pressed": String(letter === whose) }))),
    ...group(words.nobody, rules.other.ends),
    ...(playing() ? group(words.slips, rules.other.slips) : []),
    ...group(words.rulings, rules.other.rulings),
    make("div", { class: "choices few" },
      ...dealNow().passings.filter((each) => each.isInPlay).map((each) => button(each.words, null, () => pass(each))),
      state.deal ? timeUp() : null,
      playing() && state.deal ? button(words.behind, null, () => update({ other: false, resync: true })) : null,
      button(words.back, "Escape", () => ((draft = {}), show())))];
};

PANELS.resync = () => [
  make("h2", {}, words.whose),
  make("div", { class: "choices few" }, ...letters().map((letter) => button(called(letter), letter.toLowerCase(), () => update({ whose: letter }), { "aria-pressed": String(draft.whose === letter) }))),
  make("h2", {}, words.left),
  pad((number) => draft.whose && say(`resync ${draft.whose}` + (number ? ` ${number}` : ""))),
  button(words.back, "Escape", () => update({ resync: false }))];

const levels = () => {
  const one = (name, value, text) => button(text, null, () => set({ [name]: value }), { "aria-pressed": String(settings[name] === value) });
  return [
    make("summary", {}, words.level),
    make("div", { class: "bar" }, one("level", "results", words.results), rules.plays ? one("level", "play", words.everyDiscard) : null),
    playing() ? make("div", { class: "bar" }, make("span", {}, words.seen), one("seen", "", words.none), ...letters().map((letter) => one("seen", letter, called(letter))), one("seen", "all", words.all)) : null,
    make("div", { class: "bar" }, one("side", "right", words.rightHand), one("side", "left", words.leftHand))].filter(Boolean);
};

// ------------------------------------------------------------------ going on

/** Return the line that begins the next deal. It names the dealer, so that the page can show who deals before the server answers. */
const begins = (dealer) => (dealer ? `@ dealer=${dealer}` : "@");

const next = () => (state.next.dealer || !(rules.dealer || behind()) ? say(begins(state.next.dealer)) : update({ dealing: true }));

/** Return the words for a hand's value, with the payments that it brings if they are known. */
const paying = ({ words: told, lines }) => {
  const amounts = state.amounts?.[lines.join("\n")];
  return amounts?.length ? `${told} = ${amounts.join(" / ")}` : told;
};

const choices = (each, act) => make("div", { class: "choices small" }, ...each.map((choice, place) => button(paying(choice), place < 9 ? String(place + 1) : null, () => act(choice), { "data-says": choice.words })));

const pad = (enters = (number) => number && stated([`fan A ${rules.item} ${Number(number)}`])) => {
  const typed = draft.digits ?? "";
  const press = (digit) => update({ digits: `${draft.digits ?? ""}${digit}`.slice(0, 6) });
  return make("div", { class: "pad" }, make("output", { "aria-live": "polite" }, typed), ...[..."789456123"].map((digit) => button(digit, digit, () => press(digit))),
    button("⌫", "Backspace", () => update({ digits: typed.slice(0, -1) }), { "aria-label": words.back }), button("0", "0", () => press("0")), button(words.enter, "Enter", () => enters(draft.digits), { class: "main" }));
};

const update = (change) => {
  if (!change.opening) sendOpening();
  draft = { ...draft, ...change };
  show();
};

// ------------------------------------------------------------------ opinions

const opinions = (result) => {
  if (!result) return null;
  const said = result.opinions.map(([answer, who]) => make("li", { class: answer }, `${answer === "confirmed" ? "✓" : "✗"} ${words[answer]} ${who}`));
  return said.length ? make("ul", { class: "lines" }, ...said) : make("p", {}, words.unconfirmed);
};

let problem = "";
let sending = false;

/** Send a player's opinion of a result, again and again until the server answers. */
const opine = async (result, answer, reason = "") => {
  if (sending) return;
  sending = true;
  const id = [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
  const body = JSON.stringify({ id, answer, deal: result.deal, of: result.of, reason });
  const send = () => fetch(main.dataset.opinion, { method: "POST", body, headers: { "Content-Type": "application/json" } }).catch(() => null);
  let told = await send();
  while (!told || told.status >= 500) {
    problem = words.waiting;
    soon();
    await new Promise((done) => setTimeout(done, 1000));
    told = await send();
  }
  sending = false;
  problem = told.status === 409 ? words.changed : "";
  await refresh();
};

/** Return a result for a player. Only a complete result can be confirmed, because each further line changes it. */
const asked = (result) => [
  make("h2", {}, result.words),
  result.yours.length ? make("ul", { class: "yours" }, ...result.yours.map((line) => make("li", {}, line))) : null,
  make("ol", { class: "lines" }, ...result.lines.map((line) => make("li", {}, make("span", {}, ...inTiles(line))))),
  ...(result.isWhole ? answers(result) : [make("p", {}, words.notWhole)])];

const answers = (result) => [
  opinions(result),
  make("div", { class: "choices few" },
    result.isConfirmed ? null : button(words.confirm, "Enter", () => opine(result, "confirmed"), { class: "main" }),
    button(words.reject, null, (event) => opine(result, "rejected", event.currentTarget.closest("section").querySelector("input").value))),
  make("input", { "aria-label": words.reason, placeholder: words.reason, maxlength: 200 })];

// ------------------------------------------------------------------ showing

/** Show everything at the next frame, once for all changes until then. */
const soon = () => {
  if (coming) return;
  coming = true;
  requestAnimationFrame(showComing);
  setTimeout(showComing, 250); // a page in the background may get no frame
};
let coming = false;

const showComing = () => {
  if (!coming) return;
  coming = false;
  show();
};

/** Before a tap is handled, show what has changed: a pung must be of the latest discard, and a button that is gone must do nothing. */
addEventListener("click", (event) => {
  showComing();
  const target = /** @type {Element} */ (event.target);
  if (!target.isConnected || target.closest("[hidden]")) event.stopPropagation();
}, true);

const show = () => {
  put(find("#deal"), [state.deal?.words]);
  showChip();
  showScribes();
  showEvent();
  if (isNew("seats", state)) put(find("#seats"), state.seats.map((each) => make("li", { class: each.letter === state.deal?.dealer ? "deals" : null },
    make("b", {}, called(each.letter)), make("span", {}, each.wind), " ", make("span", { class: "points" }, each.points ?? ""))));
  give(main, "data-level", playing() ? "play" : "results");
  give(main, "data-side", settings.side);
  if (writes && isNew("levels", state, playing(), ...Object.values(settings))) put(find("#levels"), levels());
  showPanel();
  if (isNew("findings", state, hidden.size, ...outbox.refused)) put(find("#findings"), listed());
  if (isNew("before", state)) put(find("#before"), state.before && (writes ? state.before.opinions.length : !state.before.isConfirmed) ? [make("h2", {}, state.before.words), ...(writes ? [opinions(state.before)] : asked(state.before))] : []);
  const all = entries().map((each, place) => ({ ...each, place })); // only the latest turns are listed; the others are on the rivers
  put(find("#entries"), all.filter((each, place) => each.kind === "fact" || place >= all.length - 6).map((each) => make("li", { class: !each.line || each.line.sent ? null : each.line.n ? "waits" : "waits unkept" }, make("button", { type: "button", disabled: !each.number || !writes, onclick: () => mend(each.place) },
    ...described(each), each.by ? make("small", {}, ` ${each.by}`) : null))));
};

/** Return whether a part of the page depends on other values than the last time. */
const isNew = (part, ...made) => {
  const before = madeOf.get(part);
  madeOf.set(part, made);
  return before?.length !== made.length || made.some((each, place) => each !== before[place]);
};
const madeOf = new Map();

const showPanel = () => {
  const panel = find("#panel"), active = /** @type {HTMLElement} */ (document.activeElement);
  const focused = panel.contains(active) ? active.dataset.key : null;
  const kind = writes ? (draft.dealing ? "dealer" : stage()) : "opinion";
  const shown = writes ? PANELS[kind]() : state.result ? asked(state.result) : [make("p", {}, words.waits)];
  if (panel.dataset.kind !== kind) panel.replaceChildren();
  give(panel, "data-kind", kind);
  give(panel, "data-deal", String(state.deal?.number ?? 0));
  put(panel, [problem ? make("p", { role: "alert" }, problem) : null, ...shown]);
  if (focused && !panel.contains(document.activeElement)) panel.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
};

/** Show at once how many lines wait, and how many of them are not stored yet; return the first. Words follow at the next frame. */
const count = () => {
  const waiting = outbox.waiting.filter((each) => !each.sent), chip = find("#chip");
  give(chip, "data-waits", String(waiting.length));
  give(chip, "data-unkept", String(waiting.filter((each) => !each.n).length));
  return waiting.length;
};

const showChip = () => {
  const chip = find("#chip"), waits = count();
  const faults = state.findings.filter((each) => !hidden.has(each.key)).length;
  const parts = waits ? [`${words.waiting}: ${waits}`] : [words.saved];
  if (faults) parts.push(`✗ ${faults}`);
  if (outbox.offline) parts.push(words.offline);
  put(chip, [outbox.out ? words.out : parts.join(" · ")]);
  give(chip, "data-saved", String(state.number));
  give(chip, "class", `chip${outbox.offline || outbox.out ? " offline" : waits ? " waiting" : faults ? " faulty" : ""}`);
};

const showScribes = () => {
  const { mine, holder, others } = state.scribes, notice = find("#scribes");
  notice.hidden = !writes || (mine && !others.length);
  const told = mine ? `${words.others} ${others.join(", ")}` : `${words.other} ${holder}`;
  put(notice, [told, mine ? null : button(words.take, null, takeOver)]);
};

/** Show what all tables share: the clock, an announcement, and the link to the next round. */
const showEvent = () => {
  const { round, ends, rest, announcement } = state.event, clock = find("[data-clock]"), announced = find(".announced"), following = find("#following");
  clock.hidden = !round;
  for (const [name, value] of Object.entries({ ends, rest })) give(clock, `data-${name}`, String(value));
  announced.hidden = !announcement;
  put(announced, [announcement]);
  following.hidden = !state.following || (writes && state.isEnded);
  put(following, [followed()]);
};

const takeOver = async () => {
  await fetch(main.dataset.takeover, { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } }).catch(() => null);
  await refresh();
};

const typing = (text) => {
  const line = find("#line");
  line.value = text;
  line.focus();
};

const listed = () => {
  const refused = outbox.refused.map((line) => make("li", { class: "error" }, `${words.refused} ${line.text}: ${line.refusal}`, make("div", {},
    button(words.again, null, () => (typing(line.text), outbox.dismiss(line))), button(words.dismiss, null, () => outbox.dismiss(line)))));
  const last = state.entries.at(-1);
  const found = state.findings.filter((each) => !hidden.has(each.key)).map((each) => make("li", { class: each.severity }, make("strong", {}, words[each.severity] ?? each.severity), " ", ...inTiles(each.words),
    writes ? make("div", {},
      button(words.keepSeen, null, () => (hidden.add(each.key), show())),
      last ? button(words.fix, null, () => mend(placeOf({ number: last[0] }))) : null,
      button(words.undo, null, () => say("u"))) : null));
  return refused.length + found.length ? [make("ul", { class: "found" }, ...refused, ...found)] : [];
};

// ------------------------------------------------------------------ asking

let mark = "";
let goesOn = false, left = -Infinity; // whether the next round was opened, and when the page last tried to go there
let questions = 0, newest = 0; // the number of requests so far, and the one whose answer the page shows

/** Ask for the table's state; a 304 means that the page shows it already. An answer that comes after a later one is ignored. */
const refresh = async () => {
  const question = (questions += 1), acknowledged = outbox.acknowledged;
  try {
    const answer = await fetch(main.dataset.state, { headers: mark ? { "If-None-Match": mark } : {}, signal: AbortSignal.timeout(15000) });
    if (answer.status === 403) outbox.out = true;
    const now = answer.status === 200 ? await answer.json() : state;
    const date = Date.parse(answer.headers.get("Date") ?? "");
    if (date) setTime(date);
    if ([200, 304].includes(answer.status) && question > newest) {
      newest = question;
      goesOn ||= Boolean(now.following && !state.following && now.isEnded);
      state = now;
      mark = answer.headers.get("ETag") ?? mark;
      if (answer.status === 200 || acknowledged.length) await outbox.keep(state, acknowledged);
      if (goesOn && !behind() && Date.now() - left > LEAVING) {
        left = Date.now();
        await leaveFor(state.following.url);
      }
    }
    outbox.offline = answer.status >= 500;
  } catch {
    outbox.offline = true;
  }
  soon();
};

/** Go to the next round once its page is fetched, and cache it, in case the network fails meanwhile. */
const leaveFor = async (url) => {
  const page = await fetch(url);
  if (!page.ok) return;
  if (isSecureContext && !page.redirected) await (await caches.open("mjlog-live")).put(url, page);
  location.assign(url);
};

const watch = async () => {
  if (!document.hidden && !outbox.out) await refresh();
  setTimeout(watch, outbox.offline ? 2 * POLL : POLL);
};

// ------------------------------------------------------------------ keys

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest?.("input, select, textarea")) return;
  const key = event.shiftKey && /^[A-D]$/.test(event.key) ? `Shift+${event.key}` : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Enter" && target.closest?.("button, a")) return;
  const pressed = main.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
});

/** Return a word of play with the seat next in turn on this page, so that it means the same whenever it is sent. */
const seated = (text) => {
  const own = text.includes(" ") || text[1] === ":" ? null : words_of_play.readTyped(text);
  return own && !own.seat && stage() === "play" ? `${board().next}:${text}` : text;
};

find("#typed")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const line = find("#line"), text = line.value.trim();
  line.value = "";
  find("#ghost").textContent = "";
  if (text) say(seated(text));
});

/** The timer after which the page shows how the typed line would be read. */
let reading = 0;
find("#line")?.addEventListener("input", () => {
  clearTimeout(reading);
  reading = setTimeout(async () => {
    const text = find("#line").value.trim();
    const told = text && await fetch(main.dataset.read, { method: "POST", body: JSON.stringify({ text }), headers: { "Content-Type": "application/json" } }).then((answer) => answer.json()).catch(() => ({}));
    if (text === find("#line").value.trim()) find("#ghost").textContent = told ? told.words ?? told.problem ?? "" : "";
  }, 120);
});
find("#undo")?.addEventListener("click", undo);

// ------------------------------------------------------------------ without a network

/** Load a style sheet again until it has come. */
const reloadSheet = (link) => {
  try {
    if (link.sheet.cssRules.length) return;
  } catch {
    // the rules of a sheet that failed to load cannot be read
  }
  const again = link.cloneNode();
  again.onload = again.onerror = () => setTimeout(() => reloadSheet(again), KEEP_AGAIN);
  link.replaceWith(again);
};

const KEEP_AGAIN = 3000; // milliseconds until a file that failed to load is loaded again

/** Let a worker cache this page; this needs HTTPS, or a server on this machine. */
const keepPage = async () => {
  const notice = find("#holds");
  notice.hidden = isSecureContext && outbox.lasting;
  notice.textContent = outbox.lasting ? words.plain : words.forgets;
  if (!isSecureContext || !navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register(main.dataset.worker, { scope: main.dataset.scope });
  } catch {
    return void setTimeout(keepPage, KEEP_AGAIN); // the server was away
  }
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(`${location.origin}/static/`));
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (data) main.dataset.kept = "";
    else setTimeout(keepPage, KEEP_AGAIN);
  };
  active.postMessage([location.href, ...new Set(loaded)], [port2]);
};

/** Start with the state that this device stored last if it is newer than the page, which may come from the cache. */
const start = async () => {
  const kept = await outbox.keptState();
  if (kept?.number > state.number) state = kept;
  await outbox.open();
  show();
  await refresh();
  setTimeout(watch, POLL);
  await keepPage();
};

main.dataset.scripted = "";
document.querySelectorAll("link[rel=stylesheet]").forEach(reloadSheet);
start();
