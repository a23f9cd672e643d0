// Replaces full-width signs, as Chinese and Japanese keyboards type them, by plain ones, sign for sign.

import { innerOfEntry, sortOf } from "./lines.js";

const OTHERS = { "　": " ", "、": ",", "。": ".", "【": "[", "】": "]", "−": "-", "〜": "~" };
const one = (sign) =>
  OTHERS[sign] ?? (sign >= "！" && sign <= "～" ? String.fromCharCode(sign.charCodeAt(0) - 0xfee0) : sign);
const translate = (text) => text.replace(/[！-～　、。【】−〜]/g, one);
const whollyPlain = (text) => translate(text).replace(/[‘’]/g, "'");
const isAscii = (text) => !/[^\0-\x7f]/.test(text);
const strip = (text) => text.replace(/^[ \t]+|[ \t]+$/g, "");
export const hasSigns = (text) => /[！-～　、。【】−〜‘’]/.test(text);
export { strip, whollyPlain };

const COMMENT =
  "(?<plain>\\{(?:[^\\\\}\\n]|\\\\[^\\n])*\\}|[{;][^\\n]*)|(?<open>[｛；])(?<inner>(?:[^\\\\}｝\\n]|\\\\[^\\n])*)(?<close>[}｝]?)";
const inPlay = () => new RegExp(`${COMMENT}|(?<word>[^ \\t　(){};（）｛｝；]+)`, "g");
const inLists = () => new RegExp(`${COMMENT}|(?<word>[^ \\t　,，、{;｛；]+)`, "g");
const inWords = () => new RegExp(`${COMMENT}|(?<word>[^ \\t　{;｛；]+)`, "g");

function words(raw, signs, plain) {
  let text = "",
    place = 0;
  for (const found of raw.matchAll(signs())) {
    text += translate(raw.slice(place, found.index));
    place = found.index + found[0].length;
    const { word, plain: comment, open, inner, close } = found.groups;
    if (word) text += plain(word);
    else if (comment) text += comment;
    else if (open === "；") return `${text};${raw.slice(found.index + 1)}`;
    else text += `{${inner}${translate(close)}`;
  }
  return text + translate(raw.slice(place));
}

function plainWord(word) {
  const plain = translate(word).replace(/(?<=[0-9jJ?mpszf+])[‘’]/g, "'");
  return isAscii(plain) ? plain : word;
}

function pair(word) {
  const equals = /[=＝]/.exec(word);
  if (!equals) return plainWord(word);
  const name = plainWord(word.slice(0, equals.index));
  return isAscii(name) ? `${name}=${plainWord(word.slice(equals.index + 1))}` : word;
}

function turn(word) {
  const end = /^[A-Da-dＡ-Ｄａ-ｄ][:：]/.test(word) ? 2 : 0;
  return translate(word.slice(0, end)) + pair(word.slice(end));
}

/** Return a line of a deal in plain signs; a line of unknown kind as it is. */
export function dealLine(raw) {
  const whole = whollyPlain(raw),
    text = strip(whole),
    offset = whole.length - whole.replace(/^[ \t]+/, "").length;
  const sort = sortOf(text),
    rest = raw.slice(offset);
  if (sort === "unknown") return raw;
  if (sort === "blank") return " ".repeat(raw.length);
  return translate(raw.slice(0, offset)) + lineOf(sort, rest, text);
}

function lineOf(sort, raw, text) {
  if (sort === "head") return `@${words(raw.slice(1), inWords, pair)}`;
  if (sort === "play") return words(raw, inPlay, turn);
  if (sort === "entry") {
    const end = innerOfEntry(text);
    return text.slice(0, end) + (end < text.length ? dealLine(raw.slice(end)) : raw.slice(end));
  }
  if (sort === "remark") {
    const end = /^(?:(?:sign|note)[ \t]?)?/.exec(text)[0].length;
    return text.slice(0, end) + raw.slice(end);
  }
  return words(raw, ["exchange", "fan", "kong", "pay"].includes(sort) ? inLists : inWords, pair);
}

/** Return a line before the first deal with its header's name in plain signs and the value as it is. */
export function lineBeforeDeals(raw) {
  const whole = whollyPlain(raw),
    text = strip(whole),
    offset = whole.length - whole.replace(/^[ \t]+/, "").length;
  const magic = /^%mjlog[ \t]+[0-9]{1,4}\.[0-9]{1,4}(?![^ \t])/.exec(text);
  if (magic) return translate(raw.slice(0, offset + magic[0].length)) + raw.slice(offset + magic[0].length);
  const header = /^[!！]?[A-Za-zＡ-Ｚａ-ｚ][A-Za-zＡ-Ｚａ-ｚ0-9０-９_＿－-]*[:：]/.exec(raw.slice(offset));
  if (header) {
    const end = offset + header[0].length,
      name = translate(raw.slice(0, end));
    if (name === raw.slice(0, end)) return raw;
    const value = raw.slice(end).replace(/^[ \t　]+/, "");
    return name + " ".repeat(raw.length - end - value.length) + value;
  }
  return /^[{;]/.test(text) ? words(raw, inPlay, (word) => word) : raw;
}
