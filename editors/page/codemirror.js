// The parts of CodeMirror that the page /edit uses; `npm run build` makes one file of them.
export { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
export { Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, ViewPlugin } from "@codemirror/view";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
