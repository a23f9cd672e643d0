"""The reader in JavaScript reads and writes as the reader in Python does."""

import json
import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from mjlog.notation import Unreadable, read, write
from mjlog.notation.terminals import TERMINALS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "javascript"
GRAMMAR = runpy.run_path(str(ROOT / "docs" / "portable_grammar.py"))
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no node")
CANONICAL_TEXTS = """
import { canonicalText } from "./reader.js";
import { readFileSync } from "node:fs";
const texts = JSON.parse(readFileSync(0, "utf8")).map((text) => canonicalText(text));
process.stdout.write(JSON.stringify(texts));
"""
COMPILED = """
import { whole } from "./terminals.js";
import { readFileSync } from "node:fs";
const matched = JSON.parse(readFileSync(0, "utf8")).map(
  ([name, text]) => new RegExp(`^(?:${whole[name]})`).exec(text)?.[0] ?? null,
);
process.stdout.write(JSON.stringify(matched));
"""


def run(script, data):
    """Return what a script prints for some data, both as JSON."""
    command = [NODE, "--input-type=module", "--eval", script]
    done = subprocess.run(
        command, input=json.dumps(data), capture_output=True, text=True, check=True, cwd=FOLDER
    )
    return json.loads(done.stdout)


def canonical(text):
    """Return the canonical text of a record as bytes of a file would have it."""
    return write(read(text)).encode("utf-8", "replace").decode()


def readable(path):
    """Return the text of a record; empty if it is no text."""
    try:
        text = path.read_bytes().decode()
        read(text)
    except (UnicodeDecodeError, Unreadable):
        return ""
    return text


@needs_node
def test_all_vectors_of_text_pass():
    command = [NODE, "vectors.js", "../conformance"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=FOLDER)
    vectors = json.loads((ROOT / "conformance" / "vectors.json").read_text("utf-8"))["vectors"]
    number = sum(vector["input"].endswith(".mjl") for vector in vectors)
    assert done.stdout == f"{number} vectors, 0 failures\n", done.stderr


@needs_node
def test_all_samples_have_the_same_canonical_text():
    texts = [text for path in sorted((ROOT / "samples").rglob("*.mjl")) if (text := readable(path))]
    assert run(CANONICAL_TEXTS, texts) == [canonical(text) for text in texts]


@needs_node
def test_the_tables_of_the_notation_are_read_alike():
    page = (ROOT / "docs" / "notation.md").read_text("utf-8")
    words = sorted(set(re.findall(r"^\| `([^|]*)` \|", page, re.MULTILINE)))
    lines = [line for word in words for line in (word, f"1. {word}")]
    texts = [f"%mjlog 1.0\n@ 1 dealer=A\n{line}\n" for line in lines]
    assert len(texts) > 200
    for text, other in zip(texts, run(CANONICAL_TEXTS, texts), strict=True):
        assert other == canonical(text), text


@needs_node
def test_the_slips_of_people_are_kept_alike():
    rows = (ROOT / "tests" / "data" / "slips.tsv").read_text("utf-8").splitlines()
    texts = [f"%mjlog 1.0\n@ 1 dealer=A\n1. 5m 6m\n{row.split(chr(9))[2]}\n" for row in rows]
    for text, other in zip(texts, run(CANONICAL_TEXTS, texts), strict=True):
        assert other == canonical(text), text


def test_the_portable_grammar_is_that_of_the_notation():
    """`make docs` writes these files anew."""
    for path, text in GRAMMAR["files"]().items():
        assert path.read_text("utf-8") == text, path.name


def test_every_name_of_the_grammar_is_a_rule_or_a_terminal():
    rules = [line.partition(" ::= ")[::2] for line in GRAMMAR["ebnf"]().splitlines()[1:]]
    defined = {name for name, _ in rules} | set(GRAMMAR["terminals"]()) | {"_NL"}
    bodies = " ".join(re.sub('"[^"]*"', "", body) for _, body in rules)
    assert set(re.findall(r"[A-Z_a-z]+", bodies)) <= defined


@needs_node
def test_a_portable_terminal_takes_what_that_of_the_grammar_takes():
    texts = [
        "12m3",
        "5jp",
        "5'5m",
        "J'",
        "??m",
        "0p50p",
        "{a \\} b} c",
        "win x",
        "note",
        "by=A",
        "+12 x",
        "E2.1 x",
        "fix 0001",
    ]
    texts += [
        "0041 12:03:55 S1 #9f86d081884c7d65 1z",
        "for=riichi, x",
        "b:2s",
        "99mm",
        "Ｗin",
        "$12 x",
    ]
    cases = [(name, text) for name in TERMINALS for text in texts]
    found = [re.match(TERMINALS[name], text) for name, text in cases]
    assert run(COMPILED, cases) == [match and match[0] for match in found]
