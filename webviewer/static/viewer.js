// Steps through a record without loading pages. The server sends the content of each part of the page at each step; this
// script only puts it there. It contains no rule of the game, and does not know what a key does: a key presses the element
// of the page that has its name.
/** @typedef {Event & { target: any }} Happening */
/** @typedef {PointerEvent & { target: any }} Click */
/** @typedef {KeyboardEvent & { target: any }} Key */
const find = (what) => document.querySelector(what);
const every = (what) => document.querySelectorAll(what);
const kept = (name, value) => {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null; // the browser may not allow storage
  }
};

/** Return the URL of a place. In a replay file, places are in the fragment. */
const place = (url) => {
  const to = new URL(url, location.href);
  return to.hash.startsWith("#/") ? new URL(to.hash.slice(1), "replay://file") : to;
};
const here = () => place(location.href);
/** Return the address of a place as links and the browser's history have it. */
const named = ({ protocol, pathname, search }) => (protocol === "replay:" ? "#" : "") + pathname + search;

/** @type {any} */
let root;
let step, steps, seen, timer;
let aloud = null;
let ready = Promise.resolve();

// ---------------------------------------------------------------- parts

const FRESH = 1; // a bit in the number of a piece: it has just moved

/** Return the HTML of a form with its holes filled: 0 by a value, 1 by a piece, 2 by the step's sentence. */
const fillForm = (form, values, at) => {
  let next = 0;
  const fill = (kind) => (kind === 0 ? values[next++] : kind === 1 ? htmlOfPiece(values[next++]) : sentence(at));
  return steps.forms[form].map((part) => (typeof part === "string" ? part : fill(part))).join("");
};

const htmlOfPiece = (number) => {
  const html = steps.drawn[number >> 1];
  return number & FRESH ? html.replace(/^<svg class="[^"]*/, "$& new") : html;
};

const sentence = (at) => seen.lines[at].firstElementChild.innerHTML;

/** Return all versions of a row of pieces, and the steps at which they begin, from its edits. */
const rowVersions = (edits) => {
  const begins = [0], versions = [[]];
  const add = (at, row) => {
    if (at === begins.at(-1)) versions[versions.length - 1] = row;
    else begins.push(at), versions.push(row);
  };
  const settle = (before) => {
    const row = versions.at(-1);
    if (begins.at(-1) < before && row.some((each) => each & FRESH)) add(begins.at(-1) + 1, row.map((each) => each & ~FRESH));
  };
  let at = 0;
  for (const [later, behind, removed, ...added] of edits) {
    at += later;
    settle(at);
    add(at, versions.at(-1).toSpliced(versions.at(-1).length - behind - removed, removed, ...added));
  }
  settle(steps.last);
  return { begins, versions };
};

/** Return all versions of a part of HTML, each a form with its values, and the steps at which they begin. */
const textVersions = (changes) => {
  const begins = [], versions = [];
  let at = 0, before = [];
  for (const [later, form, ...values] of changes) {
    const holes = steps.forms[form].filter((part) => part === 0 || part === 1);
    before = values.map((value, i) => (holes[i] ? value : value + (before[i] ?? 0)));
    begins.push((at += later));
    versions.push([form, before]);
  }
  return { begins, versions };
};

/** Return the number of a part's version at a step: the last one that begins there or before. */
const versionAt = ({ begins }, at) => {
  let low = 0, high = begins.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (begins[middle] > at) high = middle;
    else low = middle;
  }
  return low;
};

const copyOfPiece = (number) => {
  const piece = steps.pieces[number >> 1].cloneNode(true);
  piece.number = number >> 1;
  return piece;
};

/** Put pieces in a row, each in its place; equal ones are left alone, and none is moved. */
const putPieces = (box, numbers) => {
  numbers.forEach((number, place) => {
    const old = box.children[place], isFresh = Boolean(number & FRESH);
    if (!old) box.append(copyOfPiece(number));
    else if (old.number !== number >> 1) old.replaceWith(copyOfPiece(number));
    const { classList } = box.children[place];
    if (classList.contains("new") !== isFresh) classList.toggle("new");
  });
  while (box.children.length > numbers.length) box.lastElementChild.remove();
};

/** Make the content of a box equal to that of a model, without touching what is equal already. */
const copyContent = (box, model) => {
  const nodes = [...model.childNodes];
  nodes.forEach((node, place) => {
    const old = box.childNodes[place];
    if (!old) box.append(node);
    else if (old.nodeName !== node.nodeName) old.replaceWith(node);
    else if (node.nodeType === Node.TEXT_NODE) old.data === node.data || (old.data = node.data);
    else {
      for (const name of node.getAttributeNames())
        if (old.getAttribute(name) !== node.getAttribute(name)) old.setAttribute(name, node.getAttribute(name));
      for (const name of old.getAttributeNames()) if (!node.hasAttribute(name)) old.removeAttribute(name);
      copyContent(old, node);
    }
  });
  while (box.childNodes.length > nodes.length) box.lastChild.remove();
};

const parsed = (html) => {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content;
};

/** Show a part's version at a step. */
const showPart = (part, at) => {
  const number = versionAt(part, at);
  if (number === part.number) return;
  part.number = number;
  if (part.isRow) putPieces(part.box, part.versions[number]);
  else copyContent(part.box, parsed(fillForm(...part.versions[number], at)));
};

// ---------------------------------------------------------------- one step

/** Return the next step of a list; null if there is none. `way` is 1 or -1, forward or back; 2 or -2 to the end. */
const nextStop = (list, way) => {
  if (list === "all") {
    const to = Math.abs(way) > 1 ? (way > 0 ? steps.last : 0) : step + way;
    return to === step || to < 0 || to > steps.last ? null : to;
  }
  const stops = steps.stops[list] ?? [];
  return (way > 0 ? stops.find((each) => each > step) : stops.findLast((each) => each < step)) ?? null;
};

const address = (at) => named(Object.assign(place(root.dataset.path + at), { search: here().search }));

const pointLink = (link) => {
  const to = nextStop(link.dataset.list, Number(link.dataset.way));
  const there = to === null ? link.dataset.beyond : address(to);
  if (!there) {
    link.removeAttribute("href");
    link.setAttribute("role", "link");
    link.setAttribute("aria-disabled", "true");
  } else {
    link.setAttribute("href", there);
    link.removeAttribute("role");
    link.removeAttribute("aria-disabled");
  }
};

/** Write the present step into an element's address. */
const renewAddress = (element, here) => {
  const renewed = (old) => old.replace(here, (_, path) => path + step);
  const name = ["href", "value"].find((each) => element.hasAttribute(each));
  if (name) element.setAttribute(name, renewed(element.getAttribute(name)));
  else element.textContent = renewed(element.textContent);
};

let settling = 0;
/** Update what nobody sees while steps change quickly: links, the title, the address, the text read aloud. */
const settle = () => {
  clearTimeout(settling);
  if (!settling) return;
  settling = 0;
  for (const part of steps.quiet) showPart(part, step);
  seen.from = percent();
  for (const end of ["x1", "x2"]) seen.head.setAttribute(end, `${seen.from.toFixed(1)}%`);
  seen.head.removeAttribute("style");
  const here = new RegExp(`(${root.dataset.path.split("/").slice(-3).join("/").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})\\d+`);
  every("#record [data-list]").forEach(pointLink);
  every("[data-here], a[hreflang]").forEach((element) => renewAddress(element, here));
  for (const field of [find("#goto"), find("#seek")]) field.setAttribute("value", step);
  find("#seek").setAttribute("aria-valuetext", find("#said").textContent);
  document.title = document.title.replace(/\d+(\D*)$/, `${step}$1`);
  if (aloud !== null) readAloud(aloud);
  aloud = null;
  root.dataset.step = step;
  writeSoon(way);
  way = "none";
  if ("veiled" in root.dataset) afterwards("learn");
};

/** Return the place of the step on the timeline, in per cent of its width. */
const percent = () => (10 + Math.floor((980 * step) / Math.max(1, steps.last))) / 10;

/** Move the timeline's cursor at once by a transform; `settle` lays it out properly when no more steps come. */
const moveHead = () => {
  seen.head.style.transform = `translateX(${(percent() - seen.from).toFixed(1)}%)`;
  seen.goto.value = seen.seek.value = step;
  clearTimeout(settling);
  settling = setTimeout(settle, 40);
};

const scrollTranscript = () => {
  const list = find(".transcript"), line = list?.children[step];
  if (line?.checkVisibility()) list.scrollTop = line.offsetTop - list.clientHeight / 3;
};

const markLine = () => {
  seen.line?.removeAttribute("aria-current");
  seen.line = seen.lines[step];
  seen.line?.setAttribute("aria-current", "step");
  cancelAnimationFrame(seen.scroll);
  seen.scroll = requestAnimationFrame(scrollTranscript);
};

/** Open the tab that suits the step, unless the reader has chosen one. */
const chooseTab = () => {
  const asks = ({ dataset: { when, from } }) => (when ? steps.stops[when]?.includes(step) : step >= Number(from ?? Infinity));
  const due = seen.tabs.findLast(asks);
  for (const tab of seen.tabs) if (tab.hasAttribute("checked") !== (tab === due)) tab.toggleAttribute("checked");
  const wanted = seen.tabs.find((tab) => tab.value === chosen) ?? due;
  if (wanted && !wanted.checked) wanted.checked = true;
};

const tabbed = (url, name) => {
  const to = place(url);
  if (name) to.searchParams.set("tab", name);
  else to.searchParams.delete("tab");
  return to.href;
};
let chosen = here().searchParams.get("tab");
const readAloud = (before) => {
  const said = (at) => parsed(fillForm(...seen.said.versions[versionAt(seen.said, at)], at)).textContent;
  const more = [...every("#here :is(bdi, .finding > span)")].map((words) => words.textContent);
  find("#live").textContent = step === before - 1 ? `${root.dataset.undone} ${said(before)}` : [said(step), ...more].join(" ");
};

let way = "none";
/** Show a step. `how` says how the address is written: "replace" or "none". A step is not added to the history. */
const show = (to, how = "replace", loud = true) => {
  if (to === step || to < 0 || to > steps.last) return;
  if (loud) aloud = step;
  const parts = Math.abs(to - step) === 1 ? steps.changes[Math.max(to, step)] : steps.parts;
  step = to;
  for (const part of parts) showPart(part, to);
  for (const box of steps.awaited) box.replaceChildren();
  for (const [box, since] of seen.since) box.hidden = to < since;
  chooseTab();
  moveHead();
  markLine();
  way = how;
};

let later = 0;
/** Write the address after a pause. Browsers stop pages that write it too often. */
const writeSoon = (how) => {
  clearTimeout(later);
  later = how === "none" ? 0 : setTimeout(writeNow, 120);
};

const writeNow = () => {
  clearTimeout(later);
  if (later) history.replaceState(null, "", address(step));
  later = 0;
};

// ---------------------------------------------------------------- pages

const views = new Map();
const PLACE = /\/s\d+(?=\?|$)/;
const view = (url) => tabbed(url, null).replace(PLACE, "/s");
/** Fetch a page; without a network, return the last page of the same view. */
const fetchPage = async (url) => {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = { url: answer.url, text: await answer.text() };
    views.set(view(url), page);
    return page;
  } catch (problem) {
    if (navigator.onLine || !views.has(view(url))) throw problem;
    return { ...views.get(view(url)), url: place(url).href };
  }
};

const REST = 4000; // milliseconds after which a reader is likely to stay
const now = () => ({ root, step, steps });
let missed = 0;
/** Call a function of later.js, which is loaded when it is first needed. If that fails, the page works without it. */
const afterwards = (what) =>
  import(root.dataset.later + "#".repeat(missed)) // a browser does not fetch a failed module again under the same address
    .then((script) => script[what]({ address, fetchPage, views, view, fillForm, gather, scrollTranscript, addPart, showPart, now }))
    .catch(() => missed++);

let resting = 0;
const start = () => {
  root = find("#record");
  clearTimeout(resting);
  if (root.dataset.later && !("framed" in root.dataset)) {
    if (!views.has(view(location.href))) views.set(view(location.href), { text: document.documentElement.outerHTML });
    resting = setTimeout(() => document.hidden || navigator["connection"]?.saveData || afterwards("foresee"), REST);
  }
  step = Number(root.dataset.step);
  steps = null;
  const mine = root;
  ready = fetchPage(place(root.dataset.steps).href).then(({ text }) => mine === root && takeSteps(JSON.parse(text)));
  ready.catch(() => undefined);
  for (const part of find(".stage").children) part.addEventListener("wheel", wheel, { passive: false });
  requestAnimationFrame(scrollTranscript);
  remember();
};

/** Look up the elements that change with the step and are not parts. */
const gather = () => {
  const lines = [...find(".transcript").children];
  seen = { ...seen, head: find(".playhead"), lines, line: lines[step] };
  seen.from = parseFloat(seen.head.getAttribute("x1") ?? 0);
  seen.tabs = [...every("[name=tab]")];
  seen.since = [...every("[data-since]")].map((box) => [box, Number(box.dataset.since)]);
};

/** Take over the server's document of all steps. */
const takeSteps = (data) => {
  seen = { goto: find("#goto"), seek: find("#seek"), scroll: 0 };
  gather();
  steps = data;
  steps.drawn = data.pieces.map(([form, ...names]) => fillForm(form, names));
  steps.pieces = [...parsed(steps.drawn.join("")).children];
  Object.assign(steps, { parts: [], quiet: [], awaited: [], changes: Array.from({ length: data.last + 1 }, () => []) });
  const known = { ...data.rows, ...data.texts };
  for (const box of every("[data-part]")) {
    if (data.later && !(box.dataset.part in known)) steps.awaited.push(box);
    else addPart(box, box.dataset.part);
  }
  for (const list of Object.values(data.stops)) list.forEach((later, i) => (list[i] = later + (list[i - 1] ?? 0)));
  seen.seek.setAttribute("aria-valuetext", find("#said").textContent);
  chooseTab();
  Object.assign(root, { steps }).dispatchEvent(new Event("steps", { bubbles: true }));
  if (data.later) afterwards("complete");
};

/** Add a part of the page with all its versions; return it. */
const addPart = (box, name) => {
  const part = name in steps.texts ? textVersions(steps.texts[name]) : { isRow: true, ...rowVersions(steps.rows[name] ?? []) };
  part.box = box;
  part.quiet = box.closest(".unseen-text, details") !== null;
  // In a bare page (a replay file), the script fills the parts of the first step, too.
  part.number = "bare" in root.dataset ? -1 : versionAt(part, step);
  if (part.number < 0) showPart(part, step);
  else if (part.isRow) part.versions[part.number].forEach((each, place) => (box.children[place].number = each >> 1));
  if (name === "said") seen.said = part;
  (part.quiet ? steps.quiet : steps.parts).push(part);
  if (!part.quiet) for (const at of part.begins) steps.changes[at].push(part);
  return part;
};

/** Return the words about another page's view, such as who is at the bottom, that this page does not have. */
const newWords = (fresh) => {
  const before = new Set([...every("#record [data-told]")].map((each) => each.dataset.told));
  const after = [...fresh.querySelectorAll("[data-told]")].map((each) => each.dataset.told);
  return after.filter((each) => !before.has(each)).join(" ");
};

/** Replace this page by another one of the viewer: another part of the record, or another view. */
const visit = async (url, how) => {
  stopPlaying();
  settle();
  writeNow();
  try {
    const answer = await fetchPage(url);
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    const fresh = /** @type {HTMLElement} */ (page.querySelector("#record"));
    if (!fresh) throw new Error(answer.url);
    const focused = document.activeElement?.getAttribute("data-key");
    const news = newWords(fresh);
    root.replaceWith(fresh);
    document.title = page.title;
    if (page.documentElement.lang) document.documentElement.lang = page.documentElement.lang;
    const isOther = fresh.dataset.path !== root.dataset.path && root.dataset.framed === undefined;
    if (how !== "none") history[isOther ? "pushState" : "replaceState"](null, "", named(place(tabbed(answer.url, chosen))));
    start();
    const wanted = Number(PLACE.exec(answer.url)?.[0].slice(2) ?? step);
    if (wanted !== step) await soon(() => show(wanted, "none", false));
    if (focused) find(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    find("#live").textContent = news || document.title;
  } catch {
    if (navigator.onLine) location.assign(url);
  }
};

/** Go to an address: show a step of this page at once, fetch another page of the record. */
const goTo = (url, how) => {
  const to = place(tabbed(url, null)), path = place(root.dataset.path).pathname;
  const at = to.pathname.startsWith(path) ? to.pathname.slice(path.length) : "";
  const isHere = /^\d+$/.test(at) && to.search === place(root.dataset.steps).search;
  if (!isHere) return visit(to.href, how);
  return soon(() => show(Number(at), how));
};

const soon = (act) => (steps ? act() : ready.then(act, () => location.reload()));

// ---------------------------------------------------------------- playing

const stopPlaying = () => {
  clearTimeout(timer);
  timer = 0;
  showPlaying(false);
};

const showPlaying = (isPlaying) => {
  const button = find(".play");
  button.setAttribute("aria-pressed", isPlaying);
  button.querySelector("use").setAttribute("href", isPlaying ? "#i-stop" : "#i-play");
};

const hasSign = (at) => Boolean(seen.lines[at]?.querySelector(".sign"));

const speed = () => Number(find("#speed").value);

/** Go on from the last step to the next part, after a pause for reading the result. */
const playOn = () => {
  const next = find("#on").dataset.beyond;
  if (!next) return stopPlaying();
  timer = setTimeout(() => visit(next, "push").then(() => ready).then(play), 3200 / speed());
};

let isBrief = false; // only steps with a sign are shown
const playStep = () => {
  if (step >= steps.last) return playOn();
  let next = step + 1;
  if (isBrief) while (next < steps.last && !hasSign(next)) next++;
  show(next, "replace", hasSign(next));
  timer = setTimeout(playStep, (hasSign(step) && !isBrief ? 1700 : 800) / speed());
};

const play = () => {
  if (timer) return stopPlaying();
  if (step >= steps.last && !find("#on").dataset.beyond) show(0);
  showPlaying(true);
  timer = setTimeout(playStep, 200);
};

const changeSpeed = (way) => {
  const choice = find("#speed");
  choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + way));
  kept("speed", choice.value);
};

// ---------------------------------------------------------------- actions of the reader

const showCorners = () => document.documentElement.classList.toggle("plain", !find("#corners").checked);

const setCorners = (box) => {
  kept("corners", box.checked ? "on" : "off");
  showCorners();
  if (document.activeElement !== box) find("#live").textContent = box.dataset[box.checked ? "on" : "off"] ?? "";
};

const remember = () => {
  find("#corners").checked = kept("corners") !== "off";
  showCorners();
  find("#bound").checked = kept("keys") !== "off";
  if (kept("speed")) find("#speed").value = kept("speed");
};

const press = (element) => {
  settle();
  if (element.matches("input[type=number]")) {
    element.focus();
    element.select();
    return;
  }
  if (element.matches("details:not(.moment) > summary")) return toggleFold(element);
  const opens = element.popoverTargetElement;
  if (opens && !opens.matches(":popover-open") && document.activeElement === document.body) {
    element.focus({ preventScroll: true }); // where the focus returns when the box closes
  }
  element.click();
};

// ---------------------------------------------------------------- fingers

const LONG = 500, FAR = 36, STILL = 10; // milliseconds of a long press, pixels of a swipe, and of a finger that rests
let finger = null;
const isTouch = (event) => event.pointerType === "touch" && event.isPrimary;
const stepBy = (way) => {
  stopPlaying();
  soon(() => show(step + way));
};
/** Step on a swipe, or on a tap on the right or left third of the table; open the settings on a long press. */
const lift = ({ clientX, clientY, timeStamp, target }) => {
  const { x, y, at } = finger, aside = clientX - x, far = Math.abs(aside);
  const box = find(".table").getBoundingClientRect(), third = Math.floor((3 * (clientX - box.left)) / box.width) - 1;
  if (far > FAR && far > 2 * Math.abs(clientY - y)) stepBy(-Math.sign(aside));
  else if (Math.hypot(aside, clientY - y) > STILL) return;
  else if (timeStamp - at >= LONG) setTimeout(() => find("#menu")?.showPopover());
  else if (third && !target.closest("a")) stepBy(third);
};
addEventListener("pointerdown", (/** @type {Click} */ event) => {
  const within = isTouch(event) && event.target.closest?.(".table");
  finger = within ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
});
addEventListener("pointerup", (event) => {
  if (finger && isTouch(event)) lift(event);
  finger = null;
});
addEventListener("pointercancel", () => (finger = null));
addEventListener("contextmenu", (event) => finger && event.preventDefault());

let left = null;
/** Open a folded box and scroll to it, or fold it and go back to where the reader was. */
const toggleFold = (summary) => {
  const box = summary.parentElement, tab = box.closest("[data-tab]")?.dataset.tab;
  const here = { focus: document.activeElement, top: scrollY, chosen };
  box.open = !box.open;
  if (box.open) {
    left = here;
    chosen = tab;
    chooseTab();
    summary.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  } else if (left) {
    summary.blur();
    chosen = left.chosen;
    chooseTab();
    left.focus.focus({ preventScroll: true });
    scrollTo(scrollX, left.top);
    left = null;
  }
};

const NOTCH = 60; // pixels that a wheel reports for one notch; more on some systems
let turned = 0;
/** Step by the wheel while the focus is on the table or its buttons; otherwise the wheel scrolls the page. */
const wheel = (event) => {
  const idle = !find(".stage").contains(document.activeElement) || !find("#bound").checked;
  if (idle || event.ctrlKey || event.shiftKey || !event.deltaY) return;
  event.preventDefault();
  turned = turned * event.deltaY < 0 ? 0 : turned + event.deltaY * (event.deltaMode ? NOTCH : 1);
  if (Math.abs(turned) < NOTCH) return;
  const way = Math.sign(turned);
  turned = 0;
  stopPlaying();
  soon(() => show(step + way));
};

const NAMES = { " ": "Space" };
addEventListener("keydown", (/** @type {Key} */ event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && event.key.length > 1)) return;
  const field = event.target.closest?.("input:not([type=checkbox]), select, textarea");
  if ((field && (!["range", "radio"].includes(field.type) || event.key.length > 1)) || !find("#bound").checked) return;
  if (event.key === " " && event.target.closest?.("button, summary, label, input")) return;
  if (event.target.closest?.("[popover]") && (event.key.length > 1 || event.key === " ")) return; // it scrolls the box
  if (event.key === "+" || event.key === "-") return changeSpeed(event.key === "+" ? 1 : -1);
  const element = find(`#record [data-key="${CSS.escape(NAMES[event.key] ?? event.key)}"]`);
  if (!element) return;
  event.preventDefault();
  if (element.dataset.list) {
    if (element.dataset.key !== "Space") stopPlaying();
    soon(() => {
      const to = nextStop(element.dataset.list, Number(element.dataset.way));
      if (to !== null) show(to);
      else if (element.dataset.beyond && !event.repeat) goTo(element.dataset.beyond, "push");
    });
  } else press(element);
});

addEventListener("pointerdown", () => settle(), true);
addEventListener("focusin", () => settle(), true);

addEventListener("click", (/** @type {Click} */ event) => {
  if (event.defaultPrevented || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const player = event.target.closest(".play, #brief");
  if (player) return (isBrief = player.id && !timer), soon(play);
  const lane = event.target.closest("svg.track"), link = event.target.closest("a[href]");
  const to = link && place(link.getAttribute("href")); // a link in a picture has no path of its own
  const within = !to?.hash && to?.pathname.startsWith(place(root.dataset.path).pathname.replace(/d\d+\/s$/, ""));
  if (link && root.contains(link) && within && /\/d\d+(\/s\d+)?$/.test(to.pathname) && !link.hasAttribute("target")) {
    event.preventDefault();
    stopPlaying();
    goTo(to.href, "push");
  } else if (lane && !link) {
    const box = lane.getBoundingClientRect();
    const part = ((event.clientX - box.left) / box.width - 0.01) / 0.98;
    stopPlaying();
    soon(() => show(Math.max(0, Math.min(steps.last, Math.round(part * steps.last)))));
  }
});

addEventListener("input", (/** @type {Happening} */ event) => {
  if (event.target.id !== "seek") return;
  stopPlaying();
  soon(() => show(Number(event.target.value)));
});

addEventListener("change", (/** @type {Happening} */ event) => {
  if (event.target.name === "tab") {
    chosen = event.target.value;
    settle();
    scrollTranscript();
    history.replaceState(null, "", named(place(tabbed(location.href, chosen))));
    if (!event.target.matches(":focus-visible")) event.target.blur(); // keys go on stepping
  }
  if (event.target.id === "corners") setCorners(event.target);
  if (event.target.id === "bound") kept("keys", event.target.checked ? "on" : "off");
  if (event.target.id === "speed") kept("speed", event.target.value);
});

addEventListener("submit", (/** @type {Happening} */ event) => {
  if (!event.target.closest("#record .goto")) return;
  event.preventDefault();
  soon(() => show(Math.max(0, Math.min(steps.last, Number(find("#goto").value) || 0))));
  find("#goto").blur();
});

addEventListener("focusin", (/** @type {Happening} */ event) => {
  if (event.target.matches("#share input, #share textarea")) event.target.select();
});

addEventListener("popstate", () => {
  stopPlaying();
  writeSoon((way = "none"));
  goTo(location.href, "none");
});

start();
if ("bare" in root.dataset) goTo(location.href, "none");
// Scripts for dropped files and newer versions of the record, which the first view does not need.
addEventListener("load", () => root.dataset.beside?.split(" ").forEach((script) => import(script)));
