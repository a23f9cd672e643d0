"""The table of codes is whole: no finding can have a code that is not in it."""

import ast
import re
from pathlib import Path

from mjlog import codes

ROOT = Path(__file__).parents[1]
CODE = re.compile(r"[a-z]+\.[a-z_]+")


def made():
    """The codes written down where findings are made."""
    for file in (ROOT / "mjlog").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                maker = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0].value
                if maker in {"Finding", "clause"}:
                    yield str(first)
                elif (
                    "notation" in file.parts
                    and maker in {"add", "_bare"}
                    and isinstance(first, str)
                    and first.isidentifier()
                ):
                    yield f"syntax.{first}"


def test_every_code_that_is_made_is_known():
    assert {code for code in made() if not codes.names(code)} == set()


def test_every_code_of_our_own_is_made():
    written = set(made())
    for file in (ROOT / "mjlog").rglob("*.py"):
        if file.name != "codes.py":
            written |= set(CODE.findall(file.read_text(encoding="utf-8")))
    assert set(codes.OWN) - written == set()


def test_broken_samples_are_named_after_codes():
    found = {file.stem.partition("-")[0] for file in (ROOT / "samples" / "broken").glob("*/*.*")}
    assert {code for code in found if not codes.names(code)} == set()
