// Runs all vectors whose input is text: `node vectors.js ../conformance`.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalText } from "./reader.js";

const folder = process.argv[2] ?? "../conformance";
const { vectors } = JSON.parse(readFileSync(join(folder, "vectors.json"), "utf8"));
let run = 0,
  failed = 0;
for (const vector of vectors.filter(({ input }) => input.endsWith(".mjl"))) {
  run += 1;
  const due = readFileSync(join(folder, vector.canonical), "utf8");
  for (const input of [vector.input, vector.canonical]) {
    let text;
    try {
      text = canonicalText(readFileSync(join(folder, input)));
    } catch (problem) {
      text = String(problem.stack);
    }
    if (text === due && createHash("sha256").update(text).digest("hex") === vector.digest) continue;
    failed += 1;
    console.error(
      `${vector.name} (${input}): ${JSON.stringify(text).slice(0, 600)}\n  due: ${JSON.stringify(due).slice(0, 600)}`,
    );
  }
}
console.log(`${run} vectors, ${failed} failures`);
process.exitCode = failed ? 1 : 0;
