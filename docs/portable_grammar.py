"""``make docs``: the grammar for programs without Lark.

These are its terminals as portable regular expressions, its rules as W3C EBNF, and its terminals
with editors' colours as a TextMate grammar and for Kate.
"""

import json
import re
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import quoteattr

from mjlog.notation.terminals import SOURCE, TERMINALS

ROOT: Final = Path(__file__).parents[1]
TERMINALS_FILE: Final = ROOT / "grammar" / "terminals.json"
EBNF_FILE: Final = ROOT / "grammar" / "mjlog.ebnf"
COLOURS_FILE: Final = ROOT / "editors" / "vscode" / "syntaxes" / "mjlog.tmLanguage.json"
KATE_FILE: Final = ROOT / "editors" / "kate" / "mjlog.xml"
SCRIPT_FILE: Final = ROOT / "javascript" / "terminals.js"
COLOUR_SCRIPTS: Final = (
    ROOT / "javascript" / "colours.js",
    ROOT / "webviewer" / "static" / "colours.js",
)
"""The colours as a module of JavaScript: in the package of the reader, and served to `/edit`."""
_KEYWORDS: Final = (
    *("WALL", "DEAL", "EXCHANGE", "VOID", "BONUS", "DORA", "WIN", "DRAW", "URA", "READY_SEATS"),
    *("SHOW", "FAN", "KONG", "NET", "PAY", "SCORE", "TENPAI", "NEXT", "RULE"),
)
"""The terminals that begin a line of a deal."""
_WORDS: Final = ("SELF", "FROM", "ROB", "BY", "CAUSE", "TABLE")
"""The words that stand inside such lines."""
_HEADER: Final = r"^(!?(?:[A-Da-d]:(?=[ \t])|[A-Za-z][A-Za-z0-9_-]+:))(.*)$"
"""A header; a seat that plays has no blank behind its colon."""
_KATE_STYLES: Final = {
    "keyword.control": "dsControlFlow",
    "entity.name.tag": "dsAttribute",
    "comment.line": "dsComment",
    "comment": "dsComment",
    "constant.numeric": "dsDecVal",
    "constant.character": "dsChar",
    "keyword.other": "dsKeyword",
    "entity.name.type": "dsDataType",
    "variable.other": "dsVariable",
    "variable.parameter": "dsAttribute",
    "string.unquoted": "dsString",
    "keyword.operator": "dsOperator",
}
"""The style of Kate for each family of scopes."""
_KATE: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE language>
<language name="mjlog" section="Other" extensions="*.mjl" version="1" kateversion="5.0">
 <highlighting>
  <contexts>
   <context name="words" attribute="text" lineEndContext="#stay">
{rules}
   </context>
   <context name="value" attribute="text" lineEndContext="#pop"/>
  </contexts>
  <itemDatas>
{styles}
  </itemDatas>
 </highlighting>
</language>
"""
_RULE: Final = re.compile(r"^([a-z_]+): ((?:.*\n)(?: +\|.*\n)*)", re.MULTILINE)
_NAMED: Final = re.compile(r'^([A-Z_]+)(?:\.-?[0-9]+)?: ("(?:[^"\\]|\\.)*")$', re.MULTILINE)


def terminals() -> dict[str, str]:
    """Return each terminal as a regular expression without possessive repeats.

    They only save time here: a text matches in one way only.
    """
    expressions = dict(TERMINALS)
    for name, literal in _NAMED.findall(SOURCE):
        expressions.setdefault(name, re.escape(json.loads(literal)))
    return {name: _portable(expressions[name]) for name in sorted(expressions)}


def _portable(expression: str) -> str:
    return re.sub(r"(?<!\\)([+*?])\+", r"\1", expression).replace(r"\/", "/")


def ebnf() -> str:
    """Return the rules of the grammar with all their parts in W3C EBNF."""
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


def patterns() -> list[dict[str, Any]]:
    """Return the patterns of the TextMate grammar: terminals in the order they are tried."""
    expressions = terminals()
    keywords = "|".join([expressions[name] for name in _KEYWORDS])
    return [
        _scope("^%mjlog.*$", "keyword.control.magic"),
        _scope(_HEADER, "entity.name.tag.header", "string.unquoted.value"),
        _scope(f"^[ \\t]*(?:{expressions['REMARK']})", "comment.line.remark"),
        _scope(expressions["COMMENT"], "comment.block"),
        _scope(f"^[ \\t]*(?:{keywords}|@)", "keyword.control.line"),
        _scope(f"^[ \\t]*(?:{expressions['TURN_NUMBER']})", "constant.numeric.go-around"),
        _scope(f"^[ \\t]*(?:{expressions['ENTRY_NUMBER']})", "constant.numeric.entry"),
        _scope(expressions["CLOCK"], "constant.numeric.clock"),
        _scope(expressions["CHAIN"], "comment.line.mark"),
        _scope(f"(?<=[ \\t])(?:{expressions['EDIT']})", "keyword.control.edit"),
        _scope(expressions["GLYPH"], "constant.character.glyph"),
        *[_scope(f"\\b(?:{expressions[name]})", "keyword.other.word") for name in _WORDS],
        _scope(f"(?<![A-Za-z0-9=])(?:{expressions['SEAT']})", "entity.name.type.seat"),
        _scope(f"(?<![A-Za-z0-9])(?:{expressions['TILES']})(?![A-Za-z0-9])", "variable.other.tile"),
        _scope(f"(?<![A-Za-z0-9])(?:{expressions['POINTS']})", "constant.numeric.points"),
        _scope("[a-z][a-z0-9_-]*(?==)", "variable.parameter.word"),
        _scope("[A-Za-z][A-Za-z0-9_.-]*", "string.unquoted.name"),
        _scope("[-+*^&/_#~!.=>]+", "keyword.operator.sign"),
    ]


def colours() -> str:
    """Return the TextMate grammar."""
    table = {"name": "mjlog", "scopeName": "source.mjlog", "fileTypes": ["mjl"]}
    return json.dumps({**table, "patterns": patterns()}, ensure_ascii=False, indent=1) + "\n"


def kate() -> str:
    """Return the TextMate patterns as a syntax file for Kate.

    Kate needs one to start a language server.
    """
    rules, styles = [], {"text": "dsNormal"}
    for pattern in patterns():
        expression, scope, following = pattern["match"], pattern.get("name"), "#stay"
        if scope is None:  # only a header's name is coloured
            expression, scope, following = _HEADER[:-5], pattern["captures"]["1"]["name"], "value"
        *family, kind = scope.split(".")[:-1]
        words = f'attribute="{kind}" context="{following}" String={quoteattr(expression)}'
        rules.append(f"    <RegExpr {words}/>")
        styles[kind] = _KATE_STYLES[".".join(family)]
    items = [f'   <itemData name="{kind}" defStyleNum="{styles[kind]}"/>' for kind in styles]
    return _KATE.format(rules="\n".join(rules), styles="\n".join(items))


def colour_script() -> str:
    """Return the TextMate patterns as a module of JavaScript, each with the kind of its word."""
    rows = []
    for pattern in patterns():
        scope = pattern.get("name", "tag.header.mjlog")
        # In a header only the name is coloured; its value is not searched for anything.
        expression = pattern["match"]
        if "captures" in pattern:
            expression = expression.replace("^(", "^(?<mark>", 1)
        rows.append([expression, scope.split(".")[-2]])
    table = json.dumps(rows, ensure_ascii=False, indent=1)
    return (
        "// The expressions to colour, in the order in which they are tried, each with its kind.\n"
        "// If an expression has the group `mark`, only that group is coloured.\n"
        "// Written by docs/portable_grammar.py from the grammar.\n"
        f"export const colours = {table};\n"
    )


def _scope(expression: str, *names: str) -> dict[str, Any]:
    """Return a TextMate pattern; several names are for the groups of the expression."""
    if len(names) == 1:
        return {"match": expression, "name": f"{names[0]}.mjlog"}
    groups = {str(at): {"name": f"{name}.mjlog"} for at, name in enumerate(names, 1)}
    return {"match": expression, "captures": groups}


def files() -> dict[Path, str]:
    """Return the content of each generated file by its path."""
    table = json.dumps(terminals(), ensure_ascii=False, indent=1) + "\n"
    return {
        TERMINALS_FILE: table,
        EBNF_FILE: ebnf(),
        SCRIPT_FILE: script(),
        COLOURS_FILE: colours(),
        KATE_FILE: kate(),
        **dict.fromkeys(COLOUR_SCRIPTS, colour_script()),
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
