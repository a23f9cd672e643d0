// Splits a word of play into its acts, by regular expressions from the grammar. moves.js applies the acts to the table.

/** Return regular expressions that match only at `lastIndex`. */
const sticky = (table) =>
  Object.fromEntries(Object.entries(table).map(([name, source]) => [name, new RegExp(source, "y")]));

/** Return the keyword of a line, the word after it (mostly a seat), and the rest. */
export const keywordOf = (text) => {
  const [, keyword, about = "", rest = ""] = /^(\S*) ?(\S*) ?(.*)$/.exec(text);
  return { keyword, about, rest };
};

export class Words {
  /** `table` has a regular expression for each act, `shorthand` those for what scribes type in short. */
  constructor(table, shorthand) {
    this.acts = sticky(table);
    this.short = sticky({ claim: shorthand.claim, concealed: shorthand.concealed });
    this.letter = new RegExp(shorthand.letter, "g");
    this.letters = shorthand.letters;
  }

  /** Return `{seat, acts: [[name, text], ...]}`; null if it is no word of play. */
  read(word) {
    const seat = this.#match("seat", word, 0) ?? "";
    let place = seat.length;
    const acts = [];
    const irregular = this.#match("irregular", word, place);
    if (irregular && place + irregular.length === word.length)
      return { seat: seat.slice(0, 1), acts: [["irregular", irregular]] };
    if (word[place] === "~") place += 1;
    let thrown = false;
    for (let begins = true; place < word.length; begins = false) {
      const found = this.#act(word, place, begins);
      if (!found) return null;
      const [name, text] = found;
      if (name) acts.push(found);
      place += text.length;
      if (thrown && name !== "turned") return null;
      thrown ||= name === "drop";
      if (text === "-") {
        const drop = this.#match("drop", word, place);
        if (drop) acts.push(["drop", drop]);
        place += drop?.length ?? 0;
        thrown = Boolean(drop);
      }
    }
    return acts.length ? { seat: seat.slice(0, 1).toUpperCase(), acts } : null;
  }

  /** Return the acts of a word that may be shorthand, in the form of `read`. */
  readTyped(word) {
    const seat = /^[a-dA-D]:/.test(word) ? word.slice(0, 2) : "";
    return this.read(seat + word.slice(seat.length).replace(this.letter, (letter) => this.letters[letter]));
  }

  #match(name, word, place, from = this.acts) {
    from[name].lastIndex = place;
    return from[name].exec(word)?.[0] || null;
  }

  #act(word, place, begins) {
    const sign = word[place];
    if (sign === "-") return [begins ? "unseen" : "", "-"];
    const names = SIGNS[sign];
    if (names) {
      for (const name of names) {
        const text = this.#match(name, word, place) ?? (this.short[name] && this.#match(name, word, place, this.short));
        if (text) return [name, text];
      }
      return null;
    }
    if (!begins) return null;
    const drawn = this.#match("draw", word, place);
    if (drawn && DRAWN.has(word[place + drawn.length])) return ["draw", drawn];
    const drop = this.#match("drop", word, place);
    return drop && ["drop", drop];
  }
}

const SIGNS = {
  "+": ["claim"],
  "*": ["concealed"],
  "^": ["added"],
  "&": ["setout"],
  "/": ["unreplaced", "replaced"],
  "=": ["turned"],
  "#": ["win"],
};
const DRAWN = new Set([..."-*^&/#"]);
