"""Write the catalogs of translations below mjlog/text/locale.

Messages are extracted from the code, merged into every language, and compiled. Translations are
kept, messages that no longer exist are dropped, and new ones are left empty: look for empty
``msgstr`` and for ``fuzzy``, then run it again.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import PoFileParser, read_po, write_po

import mjlog
from mjlog import rules
from mjlog.model.findings import Law
from mjlog.model.messages import has_words
from mjlog.notation import grammar
from mjlog.notation.play.words import SEATS_TO
from mjlog.referee.rule_set import RuleSet
from mjlog.report.cheat_sheet import cheat_sheet
from mjlog.report.code_help import HELP
from mjlog.report.vocabulary import ITEMS, PRICES, SHORTHAND
from mjlog.rules.kit import plain
from mjlog.text.languages import DOMAIN, FINDINGS, NAMES, RULEBOOKS, compiled
from webviewer.parts.audits.amendments import VERBS
from webviewer.parts.audits.sheet import WORDS
from webviewer.parts.stage.seats_view import HEADER
from webviewer.parts.stage.shortcuts import KEYS
from webviewer.parts.stage.timeline import NAMED

ROOT: Final = Path(__file__).resolve().parents[1]
AUTHORS: Final = "The mjlog maintainers"
OPTIONS: Final = {"**/templates/**": {"encoding": "utf-8", "trimmed": "false"}}
KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "Message": None,
    "abort": (2,),
}
CALL: Final = re.compile(rb"\b(" + "|".join(KEYWORDS).encode() + rb")\(")


def in_python(
    file: io.BufferedReader,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: dict[str, Any],
) -> Iterable[Any]:
    """Return the messages of a module.

    Modules without a call of a message function, nine of ten, are not parsed.
    """
    if CALL.search(file.read()) is None:
        return ()
    file.seek(0)
    return extract_python(file, keywords, comment_tags, options)


METHODS: Final[list[tuple[str, Any]]] = [
    ("**.py", in_python),
    ("**/templates/**", "jinja2.ext.babel_extract"),
]


class Undated(Catalog):
    """A catalog without dates and Babel's version, so that it changes only when messages do."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The headers without those that change by themselves."""
        return [(name, text) for name, text in super().mime_headers if name not in LEFT_OUT_HEADERS]

    @mime_headers.setter
    def mime_headers(self, headers: Iterable[tuple[str, str]]) -> None:
        Catalog.mime_headers.fset(self, headers)


LEFT_OUT_HEADERS: Final = {
    "Generated-By",
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Report-Msgid-Bugs-To",
}


def read_catalog(content: bytes, tag: str) -> Undated:
    """Return the catalog of the language `tag`, parsed from the bytes of its file."""
    catalog = Undated(locale=tag.replace("-", "_"), charset="utf-8")
    PoFileParser(catalog).parse(io.BytesIO(content))
    return catalog


@cache
def found() -> Catalog:
    """Return all messages of pages and commands, each with the files in which it is."""
    catalog = Catalog(project="mjlog", charset="utf-8")
    for folder in ("mjlog", "webviewer"):
        for file, _, message, comments, context in extract_from_dir(
            ROOT / folder,
            METHODS,
            OPTIONS,
            keywords=KEYWORDS,
            comment_tags=("Translators:",),
            strip_comment_tags=True,
        ):
            catalog.add(
                message, None, [(f"{folder}/{file}", 0)], auto_comments=comments, context=context
            )
    for message, name in rule_words():
        catalog.add(message, None, [(f"mjlog/rules/{name}.py", 0)])
    for word, name in page_words():
        catalog.add(word, None, [(f"webviewer/{name}.py", 0)])
    for word in sorted(sheet_words()):
        catalog.add(word, None, [("mjlog/report/cheat_sheet.py", 0)])
    for name, known in rule_sets():
        module = rules.BUILT_IN.get(name, plain.__name__)
        place = (f"{module.replace('.', '/')}/item_names.py", 0)
        for word in known.names.items.values():
            catalog.add(word, None, [place], context=name)
    return catalog


def sheet_words() -> set[str]:
    """Return all texts of cheat sheets except names of items, which have an entry of their own."""
    words = set()
    for name in rules.BUILT_IN:
        known = rules.load(name)
        for chosen in (known, *map(known.by_preset, known.presets)):
            for part in cheat_sheet(chosen):
                meanings = () if part.title in {ITEMS, PRICES, SHORTHAND} else part.rows
                words |= {part.title, *[means for _, means in meanings]}
    return words - {""}


def sentences() -> Catalog:
    """Return all sentences of findings and words in them that `found` does not have."""
    catalog = Catalog(project="mjlog", charset="utf-8")
    told = {message.id for message in found() if not message.context}
    for file in sorted((ROOT / "mjlog").rglob("*.py")):
        place = file.relative_to(ROOT).as_posix()
        for message in templates(ast.parse(file.read_text(encoding="utf-8"))):
            one = message[0] if isinstance(message, tuple) else message
            if message not in told and has_words(one):
                catalog.add(message, None, [(place, 0)])
    for note, name in readings():
        catalog.add(note, None, [(f"mjlog/rules/{name}.py", 0)])
    for word in (grammar.TURN, *grammar.NAMES.values(), *SEATS_TO):
        if has_words(word):
            catalog.add(word, None, [("mjlog/notation/grammar.py", 0)])
    return catalog


def rulebooks() -> Catalog:
    """Return all sentences of rulebooks, meanings of options, and meanings of codes."""
    catalog = Catalog(project="mjlog", charset="utf-8")
    for name, known in rule_sets():
        for option in known.options:
            catalog.add(option.text, None, [(f"mjlog/rules/{name}/options.py", 0)])
        for law in every_law(known):
            for sentence in filter(None, (law.text, law.plain, law.reading)):
                catalog.add(sentence, None, [(f"mjlog/rules/{name}/book.py", 0)])
    for told in HELP.values():
        catalog.add(told.means, None, [("mjlog/report/code_help.py", 0)])
    return catalog


def rule_sets() -> Iterator[tuple[str, RuleSet]]:
    """Yield the rule sets of mjlog by name, and the plain game on which clubs' files are based."""
    for name in sorted(rules.BUILT_IN):
        yield name, rules.load(name)
    yield "plain", plain.from_words([])


def every_law(known: RuleSet) -> Iterator[Law]:
    """Yield the clauses of a rulebook, also those that exist only with other values of options."""
    yield from known.laws.values()
    for option in known.options:
        for value in option.values:
            other = known.having(option.name, value)
            if other.name == known.name:
                yield from other.laws.values()


def templates(module: ast.Module) -> Iterator[str | tuple[str, ...]]:
    """Yield the texts of messages in a module: arguments of `msg`, of clauses, and of `counting`.

    For `counting`, both plural forms are yielded. Texts may be literals, or names that the module
    assigns.
    """
    named: dict[str, set[str]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(target, ast.Name):
                named.setdefault(target.id, set()).update(literal(node.value))
    for node in ast.walk(module):
        if isinstance(node, ast.Call):
            said = [keyword.value for keyword in node.keywords if keyword.arg in {"says", "bars"}]
            name = (
                node.func.attr
                if isinstance(node.func, ast.Attribute)
                else getattr(node.func, "id", "")
            )
            if name == "counting":
                yield tuple(form for each in node.args[:2] for form in literal(each))
            if name in TEMPLATES:
                said += node.args[TEMPLATES[name]]
            for value in said:
                yield from texts(value, named)


def texts(value: ast.expr, named: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield the possible texts of an argument: a literal, or a name from `named`."""
    if isinstance(value, ast.Name):
        yield from sorted(named.get(value.id, ()))
    else:
        yield from literal(value)


TEMPLATES: Final = {"msg": slice(1), "_must": slice(2, 3)}
"""Functions whose argument is a sentence or a word for one, and which argument it is."""


def literal(value: ast.expr) -> Iterator[str]:
    """Yield the text of a string literal, or both texts of a conditional expression."""
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value
    elif isinstance(value, ast.IfExp):
        yield from (*literal(value.body), *literal(value.orelse))


def readings() -> Iterator[tuple[str, str]]:
    """Yield the notes on how presets read open questions, each with the rule set's name."""
    for name in sorted(rules.BUILT_IN):
        for notes in rules.load(name).choices.readings.values():
            yield from ((note, name) for note in notes.values())


def page_words() -> Iterator[tuple[str, str]]:
    """Yield words from tables of the viewer, each with its module's name."""
    yield from ((word, "timeline") for word in NAMED.values())
    yield from ((word, "sheet") for word in WORDS.values())
    yield from ((word, "keys") for _, _, word in KEYS)
    yield from ((word, "amendments") for word in VERBS.values())
    yield from ((word, "seats_view") for word in HEADER.values())


def rule_words() -> Iterator[tuple[str, str]]:
    """Yield the rule sets' words for things on the table, each with the rule set's name."""
    for name in sorted(rules.BUILT_IN):
        for text in (name, *SHOWN.get(name, ())):
            each = rules.load(text)
            shown = each.names.presentation
            words = (
                each.title,
                shown.ready,
                shown.pillars,
                shown.indicators,
                shown.bonus,
                shown.dead_wall,
                shown.repeated,
            )
            yield from ((word, name) for word in (*words, *shown.winds) if word)


SHOWN: Final = {"riichi": ("riichi players=3",), "tibet": ("tibet riichi=true",)}
"""Options under which a rule set has words of its own."""


def edited(tag: str, domain: str = DOMAIN) -> Path:
    """Return the path of the catalog that people edit."""
    return Path(str(compiled(tag, domain))).with_suffix(".po")


def merged(tag: str, messages: Catalog, domain: str) -> Catalog:
    """Return a language's catalog with exactly these messages, keeping translations."""
    file = edited(tag, domain)
    catalog = read_catalog(file.read_bytes() if file.exists() else b"", tag)
    catalog.update(messages, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.fuzzy = False
    catalog.project, catalog.version = "mjlog", mjlog.__version__
    catalog.last_translator = catalog.language_team = AUTHORS
    catalog.header_comment = (
        f"# {NAMES[tag]}: see CONTRIBUTING.md, and docs/glossary.md for the words of the game."
    )
    return catalog


def po(catalog: Catalog) -> bytes:
    """Return a catalog as the file that people edit.

    It is sorted and has no line numbers, so that it changes only when messages do.
    """
    out = io.BytesIO()
    write_po(
        out,
        catalog,
        width=120,
        sort_output=True,
        omit_header=False,
        include_lineno=False,
        ignore_obsolete=True,
    )
    return out.getvalue()


def mo(catalog: Catalog) -> bytes:
    """Return a catalog as the compiled file that gettext reads."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


LOOKED_FOR: Final[dict[str, Callable[[], Catalog]]] = {
    DOMAIN: found,
    FINDINGS: sentences,
    RULEBOOKS: rulebooks,
}
"""The catalogs, and what finds the messages of each. That of rulebooks alone may have gaps."""


def files(*domains: str) -> Iterator[tuple[Path, bytes]]:
    """Yield path and content of each catalog's files; of all catalogs if none is named."""
    for domain in domains or LOOKED_FOR:
        messages = LOOKED_FOR[domain]()
        for tag in NAMES:
            if tag != "en":
                text = po(merged(tag, messages, domain))
                yield edited(tag, domain), text
                yield (
                    compiled(tag, domain),
                    mo(read_catalog(text, tag)),
                )


def main() -> None:
    """Write the files that are out of date, and print how many messages are not translated."""
    for file, content in files(*sys.argv[1:]):
        file.parent.mkdir(parents=True, exist_ok=True)
        if is_stale(file, content):
            file.write_bytes(content)
        if file.suffix == ".po":
            catalog = read_po(io.BytesIO(content))
            empty = [
                message.id for message in catalog if message.id and not all_said(message.string)
            ]
            print(
                f"{file.relative_to(ROOT)}: {len(catalog)} messages, {len(empty)} not translated",
                file=sys.stderr,
            )


def meaning(content: bytes, suffix: str) -> dict[Any, Any]:
    """Return the content of a catalog for comparison: messages, their files, and headers.

    Releases of Babel write the same catalog in different bytes.
    """
    read = {".po": read_po, ".mo": read_mo}[suffix]
    catalog = read(io.BytesIO(content))
    messages = {
        repr((message.id, message.context)): (
            message.string,
            sorted(message.flags),
            sorted(file for file, _ in message.locations),
            message.auto_comments,
            message.user_comments,
        )
        for message in catalog
        if message.id
    }
    headers = {name: text for name, text in catalog.mime_headers if name not in LEFT_OUT_HEADERS}
    return {"headers": headers, "comment": catalog.header_comment, **messages}


def is_stale(file: Path, content: bytes) -> bool:
    """Return whether the file is missing or has another content."""
    if not file.exists():
        return True
    return meaning(file.read_bytes(), file.suffix) != meaning(content, file.suffix)


def all_said(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Return whether a message is translated in all its plural forms."""
    return all(string) if isinstance(string, (tuple, list)) else bool(string)


if __name__ == "__main__":
    main()
