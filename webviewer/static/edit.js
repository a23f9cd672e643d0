// The page /edit: a text with colours, its findings, and the table at the cursor. The server finds out what a record means;
// no rule of the game is here. Without this script the page is a form with a text area.
import {
  Decoration,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  history,
  historyKeymap,
  keymap,
  lineNumbers,
  RangeSetBuilder,
  StateEffect,
  StateField,
  ViewPlugin,
} from "./codemirror.min.js";
import { colours } from "./colours.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("edit"));
const [area, file] = ["text", "file"].map((name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)));
const place = document.getElementById("editor");
const parts = Object.fromEntries(["findings", "board", "keys"].map((name) => [name, document.getElementById(name)]));
const problem = form.querySelector(".problem");
const most = Number(form.dataset.most);

// ---------------------------------------------------------------- colours

/** @type {[RegExp, Decoration][]} */
const kinds = colours.map(([source, kind]) => [new RegExp(source, "y"), Decoration.mark({ class: `k-${kind}` })]);
const coloured = new Map();

/** Return the coloured words of a line: start, end and decoration of each. Results are kept. */
const wordsOf = (line) => {
  if (!coloured.has(line)) {
    if (coloured.size > 5000) coloured.clear();
    coloured.set(line, split(line));
  }
  return coloured.get(line);
};

const split = (line) => {
  const words = [];
  for (let at = 0; at < line.length; at += 1) {
    for (const [pattern, mark] of kinds) {
      pattern.lastIndex = at;
      const match = pattern.exec(line);
      if (!match?.[0]) continue;
      words.push([at, at + (match.groups?.mark ?? match[0]).length, mark]);
      at += match[0].length - 1;
      break;
    }
  }
  return words;
};

const drawn = (view) => {
  const marks = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      for (const [start, end, mark] of wordsOf(line.text)) marks.add(line.from + start, line.from + end, mark);
      at = line.to + 1;
    }
  }
  return marks.finish();
};

const painter = ViewPlugin.fromClass(
  class {
    constructor(view) {
      this.decorations = drawn(view);
    }
    update(update) {
      if (update.docChanged || update.viewportChanged) this.decorations = drawn(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

// ---------------------------------------------------------------- findings in the text

const newFindings = StateEffect.define();

/** The marks on words and lines with findings; they move with the text until new findings come. */
const wrong = StateField.define({
  create: () => Decoration.none,
  update: (marks, change) =>
    change.effects.reduce((now, effect) => (effect.is(newFindings) ? effect.value : now), marks.map(change.changes)),
  provide: (field) => EditorView.decorations.from(field),
});

const marksOf = (findings, doc) => {
  const at = (line, column) => Math.min(line.from + column, line.to);
  const marks = findings.flatMap(({ line: number, start, end, severity, message }) => {
    const line = doc.line(Math.min(number, doc.lines)),
      from = at(line, start),
      to = at(line, end);
    const whole = Decoration.line({ class: `has-${severity}`, attributes: { title: message } }).range(line.from);
    return from < to
      ? [whole, Decoration.mark({ class: `is-${severity}`, attributes: { title: message } }).range(from, to)]
      : [whole];
  });
  return Decoration.set(marks, true);
};

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--fg)", backgroundColor: "var(--card)", fontSize: "15px" },
  "&.cm-focused": { outline: "3px solid var(--mark)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--fg)" },
  ".cm-cursor": { borderLeftColor: "var(--fg)" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--fg)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--mark) 12%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--link) 35%, transparent) !important",
  },
  ".has-error": { boxShadow: "inset 3px 0 var(--error)" },
  ".has-warning": { boxShadow: "inset 3px 0 var(--warning)" },
  ".has-note": { boxShadow: "inset 3px 0 var(--note)" },
  ".is-error": { textDecoration: "underline wavy var(--error)" },
  ".is-warning": { textDecoration: "underline wavy var(--warning)" },
  ".is-note": { textDecoration: "underline dotted var(--note)" },
  ".k-magic, .k-line, .k-word, .k-edit, .k-header": { color: "var(--link)", fontWeight: "600" },
  ".k-seat": { color: "var(--warning)", fontWeight: "600" },
  ".k-sign, .k-points, .k-go-around, .k-entry, .k-clock": { color: "var(--warning)" },
  ".k-block, .k-remark, .k-mark, .k-glyph": { fontStyle: "italic" },
});

// ---------------------------------------------------------------- answers of the server

const state = { view: null, explained: null, isBusy: false, isLate: false, timer: 0, board: 0 };

const draft = String(Math.random()); // identifies versions of this text, so that unchanged deals are judged once

const ask = async (address, more) => {
  const body = new FormData();
  body.append("text", state.view.state.doc.toString());
  body.append("draft", draft);
  for (const [name, value] of Object.entries(more)) body.append(name, value);
  const answer = await fetch(address, { method: "POST", body });
  if (!answer.ok) throw new Error(answer.status === 413 ? form.dataset.large : form.dataset.failed);
  return answer.json();
};

/** Ask for findings about single words. While an answer is under way, only the latest text is kept and sent afterwards. */
const judge = async () => {
  clearTimeout(state.timer);
  if (state.isBusy) {
    state.isLate = true;
    return;
  }
  state.isBusy = true;
  const { doc } = state.view.state;
  try {
    const answer = await ask(form.dataset.findings, { rules: parts.keys.dataset.rules, glance: "1" });
    if (state.view.state.doc === doc) showFindings(answer, doc);
    problem.textContent = "";
  } catch (failure) {
    problem.textContent = failure.message || form.dataset.failed;
  }
  state.isBusy = false;
  if (state.isLate) {
    state.isLate = false;
    judge();
  } else show();
};

const showFindings = (answer, doc) => {
  state.view.dispatch({ effects: newFindings.of(marksOf(answer.findings, doc)) });
  parts.findings.innerHTML = answer.list;
  if (parts.keys.dataset.rules !== answer.rules) {
    parts.keys.dataset.rules = answer.rules;
    parts.keys.innerHTML = answer.keys;
  }
};

/** Ask for all findings of the text, with the mistakes that explain them and with corrections. */
const explain = async () => {
  const { doc } = state.view.state;
  if (state.explained === doc) return;
  const answer = await ask(form.dataset.findings, { rules: parts.keys.dataset.rules }).catch(() => null);
  if (!answer || state.view.state.doc !== doc) return;
  showFindings(answer, doc);
  state.explained = doc;
  document.body.dataset.judged = String(doc.length);
};

/** Ask for all findings and for the table at the cursor, once typing pauses and the cursor rests. */
const show = () => {
  clearTimeout(state.timer);
  state.timer = setTimeout(async () => {
    await explain();
    const { doc, selection } = state.view.state,
      line = doc.lineAt(selection.main.head);
    const asked = (state.board += 1);
    const answer = await ask(form.dataset.table, { line: line.number, column: selection.main.head - line.from }).catch(
      () => null,
    );
    if (answer && asked === state.board) parts.board.innerHTML = answer.table;
  }, 200); // not while the user is still typing
};

/** Replace a finished line by its full spelling without shorthand, which the server knows. */
const spell = async (doc, number) => {
  const answer = await ask(form.dataset.spelled, { line: number }).catch(() => null);
  const now = state.view.state.doc;
  if (!answer?.line || now.lines < number || now.line(number).text !== doc.line(number).text) return;
  const { from, to, text } = now.line(number);
  if (answer.line !== text) state.view.dispatch({ changes: { from, to, insert: answer.line } });
};

// ---------------------------------------------------------------- the editor

const changed = (update) => {
  if (update.docChanged) judge();
  else if (update.selectionSet) show();
  if (
    !update.transactions.some((each) => each.isUserEvent("input")) ||
    update.state.doc.lines <= update.startState.doc.lines
  )
    return;
  const line = update.startState.doc.lineAt(update.startState.selection.main.head).number;
  spell(update.state.doc, line);
};

/** Replace the selected text. Chromium itself would add a style attribute, which the site's policy forbids. */
const overwrite = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    if (event.inputType !== "insertText" || event.isComposing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data ?? ""), { userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

const start = (text) =>
  EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      painter,
      wrong,
      look,
      overwrite,
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        "aria-label": form.dataset.label,
        tabindex: "0",
        autocapitalize: "off",
        autocorrect: "off",
        spellcheck: "false",
        translate: "no",
      }),
      EditorView.updateListener.of(changed),
    ],
  });

const replace = (text) => state.view.dispatch({ changes: { from: 0, to: state.view.state.doc.length, insert: text } });

/** Put the text of a file into the editor. */
const open = async (file) => {
  if (file.size > most) {
    problem.textContent = form.dataset.large;
    return;
  }
  replace((await file.text()).replace(/\r\n?/g, "\n"));
};

// ---------------------------------------------------------------- a text in an address

const packed = async (text, stream) =>
  new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(stream)).arrayBuffer());
const shared = async (text) =>
  btoa(String.fromCharCode(...(await packed(text, new CompressionStream("deflate-raw")))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");

/** Return the text packed in an address's fragment; null if there is none, or it is too large. */
const textOf = async (hash) => {
  if (!hash.startsWith("#t=")) return null;
  try {
    const bytes = Uint8Array.from(atob(hash.slice(3).replace(/-/g, "+").replace(/_/g, "/")), (sign) =>
      sign.charCodeAt(0),
    );
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(parts).text();
      size += value.length;
      if (size > most) return null;
      parts.push(value);
    }
  } catch {
    return null;
  }
};

const share = async () => {
  location.hash = `t=${await shared(state.view.state.doc.toString())}`;
  const link = /** @type {HTMLInputElement} */ (document.getElementById("link"));
  link.hidden = false;
  link.value = location.href;
  link.select();
  await navigator.clipboard?.writeText(link.value).then(
    () => (problem.textContent = form.dataset.copied),
    () => {},
  );
};

// ---------------------------------------------------------------- the page

/** @param {DOMStringMap} place */
const goTo = ({ line, column }) => {
  const { doc } = state.view.state,
    { from, to } = doc.line(Math.min(Number(line), doc.lines));
  state.view.dispatch({ selection: { anchor: Math.min(from + Number(column), to) }, scrollIntoView: true });
  state.view.focus();
};

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const pressed = /** @type {HTMLElement | null} */ (target.closest("button[data-line], button[data-insert]"));
  if (!pressed) return;
  const { line, fixed, insert } = pressed.dataset,
    { doc } = state.view.state;
  if (insert) {
    state.view.dispatch(state.view.state.replaceSelection(insert), { userEvent: "input" });
    state.view.focus();
  } else if (fixed !== undefined) {
    const { from, to } = doc.line(Math.min(Number(line), doc.lines));
    state.view.dispatch({ changes: { from, to, insert: fixed } });
  } else goTo(pressed.dataset);
});

const begin = async () => {
  document.body.classList.add("with-script");
  const shadow = place.attachShadow({ mode: "open" }); // in a shadow root, CodeMirror uses style sheets that the site's policy allows
  const text = (await textOf(location.hash)) ?? area.value;
  area.hidden = true;
  state.view = new EditorView({ state: start(text), parent: shadow, root: shadow });
  Object.assign(place, { view: state.view }); // for tests and benchmarks
  const now = state.view.state.doc;
  state.view.dispatch({ selection: { anchor: now.length } });
  judge();
  file.addEventListener("change", () => file.files[0] && open(file.files[0]));
  form.addEventListener("submit", () => {
    area.value = state.view.state.doc.toString();
    file.value = ""; // its text is in the editor
  });
  document.getElementById("share").addEventListener("click", share);
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener(
    "drop",
    (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      open(event.dataTransfer.files[0]);
    },
    true,
  );
};

begin();
