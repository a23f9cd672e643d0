// Where tiles lie that were thrown and called, by the words of a deal: nothing is judged, whatever the words say.
const TILE = /([0-9?]j?'?)(?=[0-9?j']*([mpszf]))|J'?/g;

/** The tiles of an act one by one, as they lie there: "13m" gives 1m and 3m, "2jp" a joker. */
export const tilesOf = (text) =>
  [...text.matchAll(TILE)].map(([, rank, suit]) => (!suit || rank.includes("j") ? "J" : rank[0] + suit));

/** Who comes after a seat, of those who still play. */
const nextOf = (now, seat) => {
  const turned = [...now.seats, ...now.seats].slice(now.seats.indexOf(seat) + 1);
  return turned.find((each) => !now.out.has(each)) ?? seat;
};

/** The rivers and melds of each seat, the latest discard, and whose turn is next, as far as the words tell; `playsOn`: who has won plays no more, the others do. */
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
  const opens = acts.every(([name]) => OPENING.has(name)); // bonus tiles before play: the dealer is still to begin
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
