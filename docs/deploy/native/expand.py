"""Writes the values of a module out as native classes, for the compiler.

A value is declared by its fields. What `dataclass` makes of them at run time, the compiler has to
see as source: the constructor, comparison, hash, ``repr`` and how it is pickled.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_IMPORTS: Final = """\
from typing import Any as _Any, ClassVar as _ClassVar, Final as _Final
from mjlog.model.frozen import described as _described
"""
_FUTURE: Final = "from __future__ import annotations\n"
_REPLACE: Final = "from mjlog.model.frozen import replace\n"


@dataclass(frozen=True)
class Field:
    """One field of a value, as it is declared."""

    name: str
    kind: str
    default: str = ""
    factory: str = ""
    is_given: bool = True
    is_compared: bool = True
    is_hashed: bool = True
    is_shown: bool = True

    @property
    def parameter(self) -> str:
        """The parameter of the constructor that fills the field."""
        if self.factory:
            return f"{self.name}: {self.kind} | None = None"
        return (
            f"{self.name}: {self.kind} = {self.default}"
            if self.default
            else f"{self.name}: {self.kind}"
        )

    @property
    def filling(self) -> str:
        """What the constructor puts into the field; nothing for one that is filled in later."""
        made = f"({self.factory})()" if self.factory else self.default
        if not self.is_given:
            return made
        return f"{made} if {self.name} is None else {self.name}" if self.factory else self.name


@dataclass(frozen=True)
class Manner:
    """What the decorator asks for."""

    compares: bool
    hashes: bool
    shows: bool


def expanded(source: str) -> str:
    """The source with every declared value written out."""
    writer = _Writer()
    edits = [edit for node in ast.parse(source).body for edit in writer.edits(node)]
    if not edits:
        return source
    text = _edited(source, sorted(edits))
    return text.replace(_FUTURE, _FUTURE + _IMPORTS, 1)


_Edit = tuple[int, int, str]
"""First line, the line after the last, what stands there instead."""


def _edited(source: str, edits: list[_Edit]) -> str:
    lines = source.splitlines(keepends=True)
    for first, after, text in reversed(edits):
        lines[first:after] = [text]
    return "".join(lines)


class _Writer:
    """Goes through a module; it knows the values before, for one may be made from another."""

    def __init__(self) -> None:
        self._known: dict[str, list[Field]] = {}

    def edits(self, node: ast.stmt) -> Iterator[_Edit]:
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses":
            yield _import(node)
        if not isinstance(node, ast.ClassDef):
            return
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and _is_remembered(each):
                yield _span(each, _remembering(each))
        if (manner := _manner(node)) is not None:
            yield from self._written_out(node, manner)

    def _written_out(self, node: ast.ClassDef, manner: Manner) -> Iterator[_Edit]:
        for decorator in node.decorator_list:
            if ast.unparse(decorator).split("(")[0] in {"value", "dataclass"}:
                yield decorator.lineno - 1, decorator.end_lineno or decorator.lineno, ""
        base = [field for base in node.bases for field in self._known.get(ast.unparse(base), ())]
        fields = [*base]
        for statement in node.body:
            if not isinstance(statement, ast.AnnAssign):
                continue
            if (field := _field(statement)) is not None:
                fields.append(field)
                yield _span(statement, _declared(field))
            elif (constant := _constant(statement)) is not None:
                yield _span(statement, constant)
        self._known[node.name] = fields
        end = node.end_lineno or node.lineno
        yield end, end, _methods(node, fields, manner, len(base))


def _import(node: ast.ImportFrom) -> _Edit:
    """`dataclasses.replace` asks for dataclasses, to the type checker of the compiler too."""
    names = [each.name for each in node.names if each.name != "replace"]
    text = f"from dataclasses import {', '.join(names)}\n" if names else ""
    return _span(node, text + (_REPLACE if len(names) < len(node.names) else ""))


def _span(node: ast.stmt, text: str) -> _Edit:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    first = min((each.lineno for each in decorators), default=node.lineno)
    return first - 1, node.end_lineno or node.lineno, text


def _manner(node: ast.ClassDef) -> Manner | None:
    for decorator in node.decorator_list:
        name = ast.unparse(decorator)
        if name == "value":
            return Manner(compares=True, hashes=True, shows=True)
        if name.startswith("dataclass"):
            return _dataclass_manner(decorator)
    return None


def _dataclass_manner(decorator: ast.expr) -> Manner:
    asked = _keywords(decorator)
    is_frozen = asked.get("frozen") == "True"
    compares = asked.get("eq") != "False"
    return Manner(compares, compares and is_frozen, asked.get("repr") != "False")


def _keywords(call: ast.expr | None) -> dict[str, str]:
    given = call.keywords if isinstance(call, ast.Call) else []
    return {each.arg or "": ast.unparse(each.value) for each in given}


def _is_remembered(method: ast.FunctionDef) -> bool:
    return any(
        ast.unparse(each) in {"cached_property", "lazy_property"} for each in method.decorator_list
    )


def _remembering(method: ast.FunctionDef) -> str:
    """A property that is worked out once: a native class has no dictionary to keep it in."""
    name, kind = method.name, ast.unparse(method.returns) if method.returns else "object"
    bare = ast.unparse(method).split("\n", len(method.decorator_list))[-1]
    worked_out = textwrap.indent(bare.replace(f"def {name}(", f"def _work_out_{name}(", 1), "    ")
    return f"""\
    _knows_{name}: bool = False
    _memo_{name}: {kind}

{worked_out}

    @property
    def {name}(self) -> {kind}:
        if not self._knows_{name}:
            self.{name} = self._work_out_{name}()
        return self._memo_{name}

    @{name}.setter
    def {name}(self, known: {kind}) -> None:
        self._memo_{name} = known
        self._knows_{name} = True
"""


def _field(statement: ast.AnnAssign) -> Field | None:
    kind = ast.unparse(statement.annotation)
    if kind.startswith(("ClassVar", "Final")):
        return None
    name = ast.unparse(statement.target)
    if not (isinstance(statement.value, ast.Call) and ast.unparse(statement.value.func) == "field"):
        return Field(name, kind, ast.unparse(statement.value) if statement.value else "")
    asked = _keywords(statement.value)
    compared = asked.get("compare") != "False"
    return Field(
        name,
        kind,
        asked.get("default", ""),
        asked.get("default_factory", ""),
        asked.get("init") != "False",
        compared,
        compared and asked.get("hash") != "False",
        asked.get("repr") != "False",
    )


def _constant(statement: ast.AnnAssign) -> str | None:
    """What all values of a class have alike, as a property: the compiler looks up nothing then."""
    match statement:
        case ast.AnnAssign(
            target=ast.Name(id=name),
            annotation=ast.Subscript(value=ast.Name(id="ClassVar"), slice=kind),
            value=ast.expr() as same,
        ):
            return (
                f"    @property\n    def {name}(self) -> {ast.unparse(kind)}:\n"
                f"        return {ast.unparse(same)}\n"
            )
    return None


# Not `Final`: of a final field mypyc 2.4 takes the value without holding it, and may let it go too
# early. Nobody writes to a value all the same, `make check` sees to it.
def _declared(field: Field) -> str:
    return f"    {field.name}: {field.kind}\n"


def _methods(node: ast.ClassDef, fields: list[Field], manner: Manner, inherited: int) -> str:
    own = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    written = {
        "__init__": _constructor(fields, inherited, has_more="__post_init__" in own),
        "__reduce__": _reduced(fields),
        "__eq__": _compared(node.name, fields) if manner.compares else "",
        "__hash__": _hashed(fields) if manner.hashes else "",
        "__repr__": _shown(node.name, fields) if manner.shows else "",
    }
    texts = [text for name, text in written.items() if text and name not in own]
    return "\n" + "\n".join([_described(fields), *texts])


def _listed(items: list[str]) -> str:
    return f"({''.join(f'{item}, ' for item in items)})"


def _described(fields: list[Field]) -> str:
    given = [repr(each.name) for each in fields if each.is_given]
    rows = _listed(
        [
            f"({one.name!r}, {one.is_given}, {one.default or '...'}, {one.factory or '...'})"
            for one in fields
        ]
    )
    return (
        f"    __match_args__: _Final = {_listed(given)}\n"
        f"    __dataclass_fields__: _ClassVar[dict[str, _Any]] = _described({rows})\n"
    )


def _constructor(fields: list[Field], inherited: int, *, has_more: bool) -> str:
    given = "".join(f", {each.parameter}" for each in fields if each.is_given)
    lines = [
        f"        self.{each.name} = {each.filling}\n"
        for each in fields[inherited:]
        if each.filling
    ]
    if inherited:
        lines.insert(
            0, f"        super().__init__({', '.join(one.name for one in fields[:inherited])})\n"
        )
    if has_more:
        lines.append("        self.__post_init__()\n")
    return f"    def __init__(self{given}) -> None:\n{''.join(lines) or '        pass'}\n"


def _reduced(fields: list[Field]) -> str:
    given = _listed([f"self.{each.name}" for each in fields if each.is_given])
    return (
        f"    def __reduce__(self) -> tuple[object, ...]:\n        return (type(self), {given})\n"
    )


def _compared(name: str, fields: list[Field]) -> str:
    each = [f"self.{one.name} == other.{one.name}" for one in fields if one.is_compared]
    return (
        "    def __eq__(self, other: object) -> bool:\n"
        f"        if not isinstance(other, {name}) or type(other) is not type(self):\n"
        "            return NotImplemented\n"
        f"        return {' and '.join(each) or 'True'}\n"
    )


def _hashed(fields: list[Field]) -> str:
    each = _listed([f"self.{one.name}" for one in fields if one.is_hashed])
    return f"    def __hash__(self) -> int:\n        return hash({each})\n"


def _shown(name: str, fields: list[Field]) -> str:
    shown = ", ".join(f"{one.name}={{self.{one.name}!r}}" for one in fields if one.is_shown)
    return f'    def __repr__(self) -> str:\n        return f"{name}({shown})"\n'
