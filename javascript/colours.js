// The expressions to colour, in the order in which they are tried, each with its kind.
// If an expression has the group `mark`, only that group is coloured.
// Written by docs/portable_grammar.py from the grammar.
export const colours = [
 [
  "^%mjlog.*$",
  "magic"
 ],
 [
  "^(?<mark>!?(?:[A-Da-d]:(?=[ \\t])|[A-Za-z][A-Za-z0-9_-]+:))(.*)$",
  "header"
 ],
 [
  "^[ \\t]*(?:(sign|note)(?![^ \\t\\n])[^\\n]*)",
  "remark"
 ],
 [
  "\\{(?:[^\\\\}\\n]|\\\\[^\\n])*\\}|;[^\\n]*",
  "block"
 ],
 [
  "^[ \\t]*(?:wall(?![^ \\t\\n{;])|deal(?![^ \\t\\n{;])|exchange(?![^ \\t\\n{;])|void(?![^ \\t\\n{;])|bonus(?![^ \\t\\n{;])|dora(?![^ \\t\\n{;])|win(?![^ \\t\\n{;])|draw(?![^ \\t\\n{;])|ura(?![^ \\t\\n{;])|ready(?![^ \\t\\n{;])|show(?![^ \\t\\n{;])|fan(?![^ \\t\\n{;])|kong(?![^ \\t\\n{;])|net(?![^ \\t\\n{;])|pay(?![^ \\t\\n{;])|score(?![^ \\t\\n{;])|tenpai(?![^ \\t\\n{;])|next(?![^ \\t\\n{;])|rule(?![^ \\t\\n{;])|@)",
  "line"
 ],
 [
  "^[ \\t]*(?:[0-9]{1,6}\\.)",
  "go-around"
 ],
 [
  "^[ \\t]*(?:[0-9]{4,9}(?=[ \\t\\n.]))",
  "entry"
 ],
 [
  "[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?(?=[ \\t])",
  "clock"
 ],
 [
  "#[0-9a-f]{16}(?=[ \\t])",
  "mark"
 ],
 [
  "(?<=[ \\t])(?:(fix|del|ins)(?=[ \\t]))",
  "edit"
 ],
 [
  "\\$[0-9]{1,3}(?![^ \\t\\n(){};])",
  "glyph"
 ],
 [
  "\\b(?:self(?![^ \\t\\n{;]))",
  "word"
 ],
 [
  "\\b(?:from(?![^ \\t\\n{;]))",
  "word"
 ],
 [
  "\\b(?:rob(?![^ \\t\\n{;]))",
  "word"
 ],
 [
  "\\b(?:by=)",
  "word"
 ],
 [
  "\\b(?:for=[^ \\t\\n(){};,]+)",
  "word"
 ],
 [
  "\\b(?:table(?![A-Za-z0-9]))",
  "word"
 ],
 [
  "(?<![A-Za-z0-9=])(?:[A-D](?![A-Za-z0-9])|[a-d](?![A-Za-z0-9-]))",
  "seat"
 ],
 [
  "(?<![A-Za-z0-9])(?:(?:(?:(?:[1-9]j?'?|0'?)+[mps]|(?:[1-7]j?'?)+z|(?:[1-8]'?)+f|\\?[mpszf]?|J)'?)+)(?![A-Za-z0-9])",
  "tile"
 ],
 [
  "(?<![A-Za-z0-9])(?:([+-]?[0-9]{1,9}|\\?)(?![^ \\t\\n,;{]))",
  "points"
 ],
 [
  "[a-z][a-z0-9_-]*(?==)",
  "word"
 ],
 [
  "[A-Za-z][A-Za-z0-9_.-]*",
  "name"
 ],
 [
  "[-+*^&/_#~!.=>]+",
  "sign"
 ]
];
