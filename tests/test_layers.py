"""Imports point down only, and the core knows nothing of files, clocks, dice or the web."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# From the bottom up. A module may import what stands in a line above its own, and its own package.
LAYERS = (
    "values",
    "tiles presentation",
    "said",
    "findings",
    "shapes record ambition",
    "table settlement layout rounds jokers",
    "at_the_end",
    "wording",
    "rulebook circumstances",
    "hindsight outcome aftermath",
    "replay rules",
    "grammar schemas artwork languages",
    "notation glossary item_names",
    "formats vocabulary",
    "claims contradictions header_words unchecked laid_open let_pass otherwise open_rules playing",
    "without_rules",
    "audit frames quick_play",
    "audited codes failure generate single rulebook_text waiting laying standings",
    "reports examine svg chances",
    "crew",
    "cli __main__ __init__ webviewer",
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names.split()}
CORE = {name for names in LAYERS[: LAYERS.index("replay rules") + 1] for name in names.split()}
NOT_IN_THE_CORE = {
    "asyncio", "click", "concurrent", "datetime", "flask", "gzip", "io", "json", "jsonschema", "lark", "logging",
    "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket", "sqlalchemy", "sqlite3", "subprocess",
    "sys", "tempfile", "threading", "time", "urllib", "zipfile",
}  # fmt: skip


def modules() -> dict[str, Path]:
    """Every module of the program by its dotted name."""
    files = sorted([*(ROOT / "mjlog").rglob("*.py"), *(ROOT / "webviewer").rglob("*.py")])
    return {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in files}


def room(module: str) -> str:
    """The place of a module in the layers: ``mjlog.rules.taiyuan`` lives in ``rules``; a stranger's is its own."""
    package, name, *_ = (*module.split("."), "__init__")
    if package != "mjlog":
        return package
    return "cli" if name.startswith("cli_") else name


def imports(file: Path) -> set[str]:
    """The dotted names that a module imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file.name} imports relatively"
            parts = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name for name in parts if name in MODULES or f"{name}.__init__" in MODULES} or {node.module}
    return found


MODULES = modules()


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_a_place(module):
    assert room(module) in RANK


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module):
    own = room(module)
    for other in map(room, imports(MODULES[module])):
        if other in RANK and own not in {other, "__main__", "__init__"} and (own, other) != ("cli", "webviewer"):
            assert RANK[other] < RANK[own], f"{module} imports {other}, which does not stand below it"


@pytest.mark.parametrize("module", [name for name in MODULES if room(name) in CORE])
def test_the_core_does_no_input_or_output(module):
    assert not {name.split(".")[0] for name in imports(MODULES[module])} & NOT_IN_THE_CORE


def test_rule_sets_and_replay_do_not_know_each_other():
    for module, file in MODULES.items():
        others = {room(name) for name in imports(file) if name.startswith("mjlog.")}
        assert not (room(module) == "rules" and "replay" in others), module
        assert not (room(module) in {"replay", "hindsight"} and "rules" in others), module


def test_reading_and_judging_do_not_know_each_other():
    for module, file in MODULES.items():
        if room(module) in {"notation", "formats"}:
            others = {room(name) for name in imports(file) if name.startswith("mjlog.")}
            assert not others & {"rules", "replay", "hindsight", "rulebook", "audit"}, module
