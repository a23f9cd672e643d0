// Where tiles lie that were thrown and called, by the words of a deal: nothing is judged, whatever the words say.
const TILE = /([0-9?]j?'?)(?=[0-9?j']*([mpszf]))|J'?/g;

/** The tiles of an act one by one, without marks: "13m" gives 1m and 3m. */
export const tilesOf = (text) =>
  [...text.matchAll(TILE)].map(([whole, rank, suit]) => (suit ? rank.replace(/[j']/g, "") + suit : whole[0]));

const nextOf = (seats, seat) => seats[(seats.indexOf(seat) + 1) % seats.length];

/** The rivers and melds of each seat, the latest discard, and whose turn is next, as far as the words tell. */
export const table = (words, texts, seats, dealer) => {
  const lying = Object.fromEntries(seats.map((seat) => [seat, { river: [], melds: [], ready: false }]));
  const now = { lying, last: null, next: dealer || seats[0], won: null };
  for (const text of texts) {
    const acts = text.split(" ").map((word) => words.readTyped(word));
    if (acts[0]) acts.filter(Boolean).forEach((read) => move(now, read, seats));
  }
  return now;
};

const move = (now, { seat, acts }, seats) => {
  const who = seat || now.next;
  if (!now.lying[who]) return;
  now.next = nextOf(seats, who);
  for (const [name, text] of acts) MOVES[name]?.(now, who, text);
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
  win: (now, who) => (now.won = who),
};
