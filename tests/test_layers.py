"""The rooms of the program: who may know whom, and who reads files, clocks and dice."""

import ast
import re
from pathlib import Path

import pytest
from kit.sizes import each

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "shared_files": "",
    "private_files": "",
    "model": "",
    "client": "",
    "text": "model",
    "referee": "model",
    "rules": "model referee",
    "notation": "model shared_files",
    "formats": "model notation",
    "auditor": "model text referee rules notation",
    "results": "model referee rules notation auditor",
    "picture": "model referee rules",
    "bots": "model referee rules notation auditor",
    "making": "model referee rules notation",
    "sheets": "model text referee rules notation auditor results shared_files",
    "paper": "model text referee rules notation sheets shared_files",
    "report": "model text referee rules notation formats auditor results",
    "batch": "model referee rules notation formats auditor results sheets paper report",
    "archive": "model notation formats auditor results sheets paper report batch private_files",
    "live": "model referee rules notation auditor results picture private_files",
    "tournament": "model referee rules notation live archive",
    "editor": "model referee rules notation auditor picture report batch live",
    "corpus": "model notation formats auditor report batch archive private_files",
    "cli": "model text referee rules notation formats auditor results sheets paper picture bots "
    "report batch live archive tournament corpus editor webviewer private_files",
    "webviewer": "model text referee rules notation formats auditor results sheets paper picture "
    "report batch archive live tournament editor shared_files",
}
"""The rooms from the bottom up, each with those below it that it may import."""
OPENS_FILES = {
    "shared_files",
    "private_files",
    "archive",
    "client",
    "corpus",
    "text",
    "formats",
    "sheets",
    "paper",
    "report",
    "batch",
    "live",
    "tournament",
    "cli",
    "webviewer",
}
NEVER_ELSEWHERE = {
    "asyncio", "click", "concurrent", "datetime", "flask", "gzip", "io", "json", "logging",
    "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlalchemy",
    "sqlite3", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "zipfile",
}  # fmt: skip
"""Modules that read files, clocks, dice or the network, or write to them."""
EXCEPTIONS = {
    ("mjlog.notation.json_format.json_form", "json"),  # decodes values that were read already
    ("mjlog.notation.json_format.schema_errors", "json"),
    ("mjlog.notation.json_format.schema_validator", "json"),
    ("mjlog.bots.generate", "random"),  # seeded by the caller
    ("mjlog.bots.play", "random"),
    ("mjlog.bots.quick_play", "random"),
    ("mjlog.bots.strategy", "random"),
}
FORMATS_THAT_KNOW_ANOTHER = {("mjx", "tenhou_xml")}  # its events are those of Tenhou
RULE_SETS_THAT_KNOW_ANOTHER = {("tibet", "riichi")}


def modules() -> dict[str, str]:
    """The source of every module of the program by its dotted name."""
    files = sorted([*(ROOT / "mjlog").rglob("*.py"), *(ROOT / "webviewer").rglob("*.py")])
    names = (".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files)
    return dict(zip(names, (file.read_text(encoding="utf-8") for file in files), strict=True))


MODULES = modules()


def room(module: str) -> str:
    """The room that a module stands in: ``mjlog.rules.taiyuan.book`` stands in ``rules``."""
    package, name, *_ = (*module.split("."), "")
    return name if package == "mjlog" else package


def imports(source: str) -> set[str]:
    """The dotted names that a module imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"a relative import: {ast.unparse(node)}"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def violations(module: str, source: str) -> list[str]:
    """What the module imports against the rules of the house."""
    own = room(module)
    if own not in MAY_IMPORT:
        return []
    return [
        f"{module} imports {other}"
        for other in sorted(imports(source))
        if _is_above(own, other)
        or _does_input_or_output(module, own, other)
        or _is_a_rule_set(module, other)
    ]


def _is_above(own: str, other: str) -> bool:
    package = other.split(".", maxsplit=1)[0]
    above = MAY_IMPORT.keys() - {own, *MAY_IMPORT[own].split()}
    return package in {"mjlog", "webviewer"} and room(other) in above


def _does_input_or_output(module: str, own: str, other: str) -> bool:
    package = other.split(".", maxsplit=1)[0]
    return (
        own not in OPENS_FILES
        and package in NEVER_ELSEWHERE
        and (module, package) not in EXCEPTIONS
    )


def _is_a_rule_set(module: str, other: str) -> bool:
    """Whether a page or another rule set knows a rule set by its name."""
    named = rule_set(other)
    own = rule_set(module)
    if not named or named == own:
        return False
    return (bool(own) and (own, named) not in RULE_SETS_THAT_KNOW_ANOTHER) or room(module) in {
        "webviewer",
        "cli",
    }


def rule_set(name: str) -> str:
    """``taiyuan`` for what stands in its own folder, nothing for what rule sets share."""
    package, folder, own, *_ = (*name.split("."), "", "", "")
    is_one = (package, folder) == ("mjlog", "rules") and (
        ROOT / "mjlog" / "rules" / own / "book.py"
    ).is_file()
    return own if is_one else ""


@each(MODULES)
def test_a_module_imports_what_its_room_may_know(module):
    assert violations(module, MODULES[module]) == []


def test_no_format_knows_another():
    formats = {folder.name for folder in (ROOT / "mjlog" / "formats").iterdir() if folder.is_dir()}
    for module, source in MODULES.items():
        if module.startswith("mjlog.formats.") and (own := module.split(".")[2]) in formats:
            used = {other.split(".")[2] for other in imports(source) if ".formats." in other}
            others = (used & formats) - {own, "riichi", "mcr"}
            assert {(own, other) for other in others} <= FORMATS_THAT_KNOW_ANOTHER, module


def test_every_room_has_a_place_in_the_list():
    rooms = {room(module) for module in MODULES} - {"__init__", "__main__", "compiled", "testing"}
    assert rooms == set(MAY_IMPORT)


def test_no_room_knows_one_above_it():
    order = [*MAY_IMPORT]
    for own, others in MAY_IMPORT.items():
        for other in others.split():
            assert other == "webviewer" or order.index(other) < order.index(own)


def test_every_room_says_what_it_is_for_and_what_it_never_knows():
    for module, source in MODULES.items():
        if module.endswith("__init__") and module != "mjlog.__init__":
            told = ast.get_docstring(ast.parse(source)) or ""
            assert len(told.split()) > 15, module
            assert re.search(r"\bimports?\b", told), module
            assert re.search(r"\b(no|nothing|never|not)\b", told.lower()), module


@pytest.mark.parametrize(
    ("module", "planted"),
    [
        ("mjlog.rules.taiyuan.points", "from mjlog.rules.riichi.points import scorer"),
        ("mjlog.rules.riichi.points", "from mjlog.rules import tibet"),
        ("webviewer.parts.results.result", "from mjlog.rules.american.points import scorer"),
        ("webviewer.parts.results.result", "import mjlog.rules.taiyuan"),
        ("mjlog.model.table", "from pathlib import Path"),
        ("mjlog.rules.taiwanese.tai", "import time"),
        ("mjlog.auditor.audit", "import json"),
        ("mjlog.referee.replay", "from mjlog.rules import load"),
        ("mjlog.notation.reader", "from mjlog.referee.replay import replay"),
        ("mjlog.model.record", "from mjlog.auditor.audit import audit"),
        ("mjlog.formats.sources", "from mjlog.auditor.audit import audit"),
    ],
)
def test_a_planted_violation_is_caught(module, planted):
    assert violations(module, planted) != []
