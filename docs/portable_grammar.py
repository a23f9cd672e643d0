"""``make docs``: the grammar for programs that have no Lark.

Its terminals as regular expressions that every engine takes, and its rules as EBNF of the W3C.
"""

import json
import re
from pathlib import Path
from typing import Final

from mjlog.notation.terminals import SOURCE, TERMINALS

ROOT: Final = Path(__file__).parents[1]
TERMINALS_FILE: Final = ROOT / "grammar" / "terminals.json"
EBNF_FILE: Final = ROOT / "grammar" / "mjlog.ebnf"
SCRIPT_FILE: Final = ROOT / "javascript" / "terminals.js"
_RULE: Final = re.compile(r"^([a-z_]+): ((?:.*\n)(?: +\|.*\n)*)", re.MULTILINE)
_NAMED: Final = re.compile(r'^([A-Z_]+)(?:\.-?[0-9]+)?: ("(?:[^"\\]|\\.)*")$', re.MULTILINE)


def terminals() -> dict[str, str]:
    """Return each terminal as a regular expression without possessive repeats.

    A possessive repeat only spares time here: what it takes can be taken in one way alone.
    """
    expressions = dict(TERMINALS)
    for name, literal in _NAMED.findall(SOURCE):
        expressions.setdefault(name, re.escape(json.loads(literal)))
    return {name: _portable(expressions[name]) for name in sorted(expressions)}


def _portable(expression: str) -> str:
    return re.sub(r"(?<!\\)([+*?])\+", r"\1", expression).replace(r"\/", "/")


def ebnf() -> str:
    """Return the rules of the grammar, each with its parts, in the notation of the W3C."""
    lines = ["/* The rules of mjlog 1.0; terminals are in terminals.json. Blanks stand between. */"]
    for name, body in _RULE.findall(SOURCE):
        text = " ".join(re.sub(r" *//.*", "", body).split())
        lines.append(f"{name} ::= {text}")
    return "\n".join(lines) + "\n"


def script() -> str:
    """Return the terminals as a module of JavaScript."""
    table = json.dumps(terminals(), ensure_ascii=False, indent=1)
    return (
        "// The terminals of the notation, by docs/portable_grammar.py from grammar/mjlog.lark.\n"
        f"export const whole = {table};\n"
    )


def files() -> dict[Path, str]:
    """Return each file with what is in it."""
    table = json.dumps(terminals(), ensure_ascii=False, indent=1) + "\n"
    return {TERMINALS_FILE: table, EBNF_FILE: ebnf(), SCRIPT_FILE: script()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
