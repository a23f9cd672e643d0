// The rivers and melds after the words of a deal. Words are not checked: illegal words move tiles like all others.
const TILE = /([0-9?]j?'?)(?=[0-9?j']*([mpszf]))|J'?/g;

/** Return the tiles of an act one by one: "13m" gives 1m and 3m, "2jp" a joker. */
export const tilesOf = (text) =>
  [...text.matchAll(TILE)].map(([, rank, suit]) => (!suit || rank.includes("j") ? "J" : rank[0] + suit));

/** Return the next seat in turn that still plays. */
const nextOf = (now, seat) => {
  const turned = [...now.seats, ...now.seats].slice(now.seats.indexOf(seat) + 1);
  return turned.find((each) => !now.out.has(each)) ?? seat;
};

/**
 * Return the rivers and melds of each seat, the latest discard, the winners and the seat next in turn, by the words.
 * With `playsOn`, the deal goes on without the players who have won.
 */
export const table = (words, texts, seats, dealer, playsOn = false) => {
  const lying = Object.fromEntries(seats.map((seat) => [seat, { river: [], melds: [], ready: false }]));
  const now = { seats, lying, last: null, next: dealer || seats[0], winners: [], out: new Set(), playsOn };
  for (const text of texts) {
    const acts = text.split(" ").map((word) => words.readTyped(word));
    if (acts[0]) for (const read of acts) if (read) move(now, read);
  }
  return now;
};

const OPENING = new Set(["setout", "replaced", "unreplaced"]);

const move = (now, { seat, acts }) => {
  const who = seat || now.next;
  if (!now.lying[who]) return;
  for (const [name, text] of acts) MOVES[name]?.(now, who, text);
  const opens = acts.every(([name]) => OPENING.has(name)); // bonus tiles laid out before play: the dealer has not begun yet
  if (!opens) now.next = nextOf(now, who);
};

const thrown = (now, who, text) => {
  const [tile] = tilesOf(text);
  const own = now.lying[who];
  const entry = { tile: tile ?? (text[0] === "_" ? "back" : "?"), ready: /[!_]/.test(text), taken: false };
  own.river.push(entry);
  own.ready ||= entry.ready;
  now.last = { who, entry };
};

const claimed = (now, who, text) => {
  if (now.last) now.last.entry.taken = true;
  const own = tilesOf(text),
    tile = now.last?.entry.tile ?? "?";
  const number = text.startsWith("++") ? 3 : 2;
  now.lying[who].melds.push([tile, ...(own.length ? own : Array(number).fill(tile))]);
};

const laid = (now, who, text) =>
  now.lying[who].melds.push(tilesOf(text).length ? tilesOf(text) : Array(4).fill("back"));

const MOVES = {
  drop: thrown,
  claim: claimed,
  concealed: laid,
  added: laid,
  setout: laid,
  win: (now, who) => {
    now.winners.push(who);
    if (now.playsOn) now.out.add(who);
  },
};
