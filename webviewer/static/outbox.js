// Lines typed on a device: stored in the browser before they are sent, and sent again until the server acknowledges them.
const STEPS = [1, 1, 2, 4, 8, 15, 30]; // seconds between attempts

const opened = () =>
  new Promise((resolve) => {
    try {
      const asking = indexedDB.open("mjlog-live", 1);
      asking.onupgradeneeded = () => {
        asking.result.createObjectStore("lines", { keyPath: "n", autoIncrement: true });
        asking.result.createObjectStore("states");
      };
      asking.onsuccess = () => resolve(asking.result);
      asking.onerror = () => resolve(null);
    } catch {
      resolve(null); // the browser may not allow storage
    }
  });

const done = (asking) =>
  new Promise((resolve, reject) => {
    asking.onsuccess = () => resolve(asking.result);
    asking.onerror = () => reject(asking.error);
  });

const finished = (writing) =>
  new Promise((resolve, reject) => Object.assign(writing, { oncomplete: resolve, onerror: reject, onabort: reject }));

const fresh = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

export class Outbox {
  /** @type {IDBDatabase | null} */
  base = null;
  memory = [];
  shown = new Set();
  failed = 0;
  offline = false;
  out = false;
  busy = false;
  lasting = true;
  number = 0;
  timer = 0;

  /** `told` is called after the server has answered, `changed` whenever lines come or go. */
  constructor(table, url, told, changed) {
    this.table = table;
    this.url = url;
    this.told = told;
    this.changed = changed;
    this.ready = opened().then((base) => {
      this.base = base;
      this.lasting = base !== null;
    });
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(`mjlog-live-${table}`) : null;
    this.channel?.addEventListener("message", () => this.read().then(() => this.send()));
  }

  async open() {
    await this.#takeNoted();
    await this.read();
    addEventListener("online", () => this.send());
    document.addEventListener("visibilitychange", () => document.hidden || this.send());
    this.send();
  }

  /** Read the stored lines of this table into `memory`, in the order typed; not those that a stored state contains. */
  async read() {
    await this.ready;
    if (this.base) {
      const all = await done(this.base.transaction("lines").objectStore("lines").getAll());
      this.memory = [
        ...all.filter((each) => each.table === this.table && !this.shown.has(each.id)),
        ...this.memory.filter((each) => !each.n),
      ];
    }
    this.changed();
  }

  /** Write lines that are not stored yet to localStorage at once: storing takes a while, and the page may be closed before. */
  #note() {
    try {
      localStorage.setItem(`mjlog-live-unkept-${this.table}`, JSON.stringify(this.memory.filter((each) => !each.n)));
    } catch {
      // the browser may not allow storage
    }
  }

  /** Store the lines that an earlier page had only noted. */
  async #takeNoted() {
    await this.ready;
    let noted = [];
    try {
      noted = JSON.parse(localStorage.getItem(`mjlog-live-unkept-${this.table}`) ?? "[]");
    } catch {
      // the browser may not allow storage
    }
    if (!this.base || !noted.length) return;
    const all = await done(this.base.transaction("lines").objectStore("lines").getAll());
    const kept = new Set(all.map(({ id }) => id));
    await this.#put(...noted.filter(({ id }) => !kept.has(id)));
    this.#note();
  }

  get waiting() {
    return this.memory.filter((each) => !each.refusal);
  }

  get refused() {
    return this.memory.filter((each) => each.refusal);
  }

  /** The lines that the server has acknowledged but no state shown contains yet. */
  get acknowledged() {
    return this.memory.filter((each) => each.sent);
  }

  async #put(...lines) {
    if (!this.base) return lines.forEach((line) => (line.n ??= ++this.number));
    const writing = this.base.transaction("lines", "readwrite", { durability: "strict" });
    const store = writing.objectStore("lines");
    await Promise.all([
      finished(writing),
      ...lines.map(async (line) => {
        const key = await done(store.put(line));
        line.n ??= key;
      }),
    ]);
  }

  /** Store lines, all or none of them, then send them. */
  async add(...texts) {
    const at = `${new Date().toISOString().slice(0, 19)}Z`;
    const lines = texts.map((text) => ({ table: this.table, id: fresh(), text, at }));
    this.memory.push(...lines);
    this.#note();
    this.changed();
    await this.ready;
    await this.#put(...lines);
    this.#note();
    const there = new Set(this.memory.map(({ id }) => id));
    this.memory.push(...lines.filter(({ id }) => !there.has(id))); // `read` may have run meanwhile, for another tab
    this.changed(); // now they are stored
    this.channel?.postMessage("lines");
    return this.send();
  }

  /** Delete a line that was refused. */
  async dismiss(line) {
    this.memory = this.memory.filter((each) => each !== line);
    if (this.base) await done(this.base.transaction("lines", "readwrite").objectStore("lines").delete(line.n));
    this.changed();
  }

  /** Send unsent lines; only one tab of a browser sends at a time. Without locks, ids prevent that lines are written twice. */
  async send() {
    clearTimeout(this.timer);
    if (this.busy || this.out) return;
    this.busy = true;
    const name = `mjlog-live-${this.table}`;
    try {
      if (navigator.locks)
        await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && this.#sendAll());
      else await this.#sendAll();
    } catch {
      this.failed += 1; // the lock failed: try again later
    } finally {
      this.busy = false;
    }
    this.changed();
    // A line may have come in the meantime, or wait for another tab that was closed while it sent.
    if (this.#unsent.length && !this.out)
      this.timer = setTimeout(() => this.send(), 1000 * STEPS[Math.min(this.failed, STEPS.length - 1)]);
  }

  /** The stored lines that the server has not acknowledged. */
  get #unsent() {
    return this.waiting.filter((each) => each.n && !each.sent);
  }

  async #sendAll() {
    try {
      while (this.#unsent.length && !this.out) await this.#batch();
    } catch {
      this.offline = true;
      this.failed += 1;
    }
  }

  async #batch() {
    const lines = this.#unsent.slice(0, 100);
    const body = JSON.stringify({ lines: lines.map(({ id, text, at }) => ({ id, text, at })) });
    const answer = await fetch(this.url, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" },
      signal: AbortSignal.timeout(15000),
    });
    if (answer.status === 403) return void (this.out = true); // the device lost its right: the lines stay here
    if (!answer.ok) throw new Error(String(answer.status));
    const { answers } = await answer.json();
    this.failed = 0;
    this.offline = false;
    await this.#settle(new Map(answers.map(({ id, refusal }) => [id, refusal])));
    this.channel?.postMessage("sent");
    await this.told();
  }

  /** Note the server's answers. A line that was accepted stays here until a state that contains it is stored. */
  async #settle(answers) {
    const answered = this.memory.filter((each) => answers.has(each.id));
    for (const line of answered) {
      if (answers.get(line.id)) line.refusal = answers.get(line.id);
      else line.sent = true;
    }
    await this.#put(...answered);
  }

  /** Store the table's state and delete the lines in it, in one transaction: so a page without a network shows each line once. */
  async keep(state, lines) {
    for (const { id } of lines) this.shown.add(id);
    this.memory = this.memory.filter(({ id }) => !this.shown.has(id));
    if (!this.base) return;
    const writing = this.base.transaction(["lines", "states"], "readwrite");
    writing.objectStore("states").put(state, this.table);
    for (const { n } of lines) writing.objectStore("lines").delete(n);
    await finished(writing);
  }

  async keptState() {
    await this.ready;
    return this.base ? done(this.base.transaction("states").objectStore("states").get(this.table)) : null;
  }
}
