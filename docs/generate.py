"""``make docs``: write the pages that are made from the code, so that both always agree."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from mjlog import rules
from mjlog.batch.deals_table import OF_A_SEAT, OF_THE_DEAL
from mjlog.model.tiles import UNKNOWN
from mjlog.picture.artwork import sprite
from mjlog.referee.rule_set import RuleSet
from mjlog.report.code_help import HELP
from mjlog.report.rulebook_page import rulebook_markdown
from mjlog.text.glossary import TERMS, tile_name
from mjlog.text.languages import NAMES, language

ROOT = Path(__file__).parents[1]
FINDINGS = ROOT / "docs" / "findings.md"
GLOSSARY = ROOT / "docs" / "glossary.md"
MESSAGES = ROOT / "tests" / "data" / "messages.tsv"
README = ROOT / "README.md"
SPRITE = ROOT / "webviewer" / "static" / "tiles.svg"
API = ROOT / "docs" / "api.md"
COLUMN_MARK = re.compile(r"(<!-- columns -->\n).*?(<!-- /columns -->)", re.DOTALL)
MARK = re.compile(r"(<!-- coverage -->\n).*?(<!-- /coverage -->)", re.DOTALL)

HEAD = """# Findings

Written by `make docs` from the code. A finding is one thing that is wrong with a record, doubtful,
or worth knowing. Each has a code. A code is permanent: its meaning does not change, and no other
code takes its meaning. An `error` or a `warning` makes `mjlog check` end with status 1; a `note`
does not.

Each section says what the code means, its usual cause, and what to do. The example is a line of a
sample and the message about it. Then come the numbers of the sentences in the
[rulebooks](rulebooks/) behind the code. The last line counts the samples in `samples/broken` that
have only this fault.

A finding cites a sentence of a rulebook if it says that a player broke a rule, or that a number on
the sheet is wrong. A finding without such a sentence is about the file (`file format syntax schema
line`), or about a contradiction in the record itself (`result rules deal.label deal.twice
deal.seats`, and `deal.break` for the dice in a Tenhou log).
"""

GLOSSARY_HEAD = """# Glossary

Written by `make docs` from the catalogs in `mjlog/text/locale`: the viewer's words for the tiles,
the things of the game and the things of a record. If the players of a language have an established
word, the glossary has this word. The Chinese catalogs have the words of their script, not a
conversion from the other. If you play in one of these languages and know a better word,
CONTRIBUTING.md says how to change it.
"""


def main() -> int:
    """Write every page that is not up to date; return 0.

    With ``--check`` write nothing, and return 1 if a page is not up to date.
    """
    stale = {
        path: text
        for path, text in pages().items()
        if not path.exists() or path.read_text("utf-8") != text
    }
    for path, text in stale.items():
        print(path.relative_to(ROOT))
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    return int("--check" in sys.argv and bool(stale))


def pages() -> dict[Path, str]:
    """Return the text of each generated page by its path."""
    known = [rules.load(name) for name in sorted(rules.BUILT_IN)]
    rows = "\n".join(coverage(known))
    books = {
        ROOT / "docs" / "rulebooks" / f"{each.name}.md": rulebook_markdown(each) for each in known
    }
    return books | {
        FINDINGS: "\n".join([HEAD, *findings(known)]),
        GLOSSARY: "\n".join([GLOSSARY_HEAD, *glossary(known)]),
        SPRITE: sprite(),
        API: COLUMN_MARK.sub(
            lambda marks: "\n".join([marks[1].strip(), *columns(), marks[2]]),
            API.read_text("utf-8"),
        ),
        README: MARK.sub(lambda marks: f"{marks[1]}{rows}\n{marks[2]}", README.read_text("utf-8")),
    }


def columns() -> Iterator[str]:
    """Yield a table of the columns of `mjlog.deals_table`."""
    yield "| column | is |"
    yield "|---|---|"
    yield from (f"| `{name}` | {meaning} |" for name, meaning in OF_THE_DEAL.items())
    for name, meaning in OF_A_SEAT.items():
        yield f"| `{name}_a` to `{name}_d` | {meaning} |"


def glossary(known: list[RuleSet]) -> Iterator[str]:
    """Yield tables of terms, of the rule sets' words for things on the table, and of tiles."""
    spoken = [language(tag) for tag in NAMES]
    yield from table("Terms", ([each.gettext(term.message) for each in spoken] for term in TERMS))
    shown = [each.names.presentation for each in known]
    words = [each.title for each in known]
    words += [
        word
        for each in shown
        for word in (each.ready, each.pillars, each.indicators, each.bonus)
        if word
    ]
    yield from table(
        "Rule sets", ([each.gettext(word) for each in spoken] for word in dict.fromkeys(words))
    )
    yield from table(
        "Tiles", ([tile_name(face, each) for each in spoken] for face in range(UNKNOWN + 1))
    )


def table(title: str, rows: Iterable[list[str]]) -> Iterator[str]:
    """Yield a table under its heading, with a column for each language."""
    yield f"## {title}\n"
    yield f"| {' | '.join(NAMES.values())} |"
    yield "|---" * len(NAMES) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def coverage(known: list[RuleSet]) -> Iterator[str]:
    """Yield a table of how the referee treats the sentences of each rulebook."""
    yield f"| rule set | game | sentences | {' | '.join(STANDINGS.values())} |"
    yield f"|---|---|--:|{'--:|' * len(STANDINGS)}"
    for each in known:
        laws = each.laws.values()
        counts = [str(sum(law.standing == standing for law in laws)) for standing in STANDINGS]
        cells = [f"`{each.name}/{each.edition}`", each.title, str(len(laws)), *counts]
        yield f"| {' | '.join(cells)} |"


STANDINGS = {
    "enforced": "enforced",
    "definition": "define",
    "not recordable": "not in records",
    "open": "our reading",
}


def findings(known: Iterable[RuleSet]) -> Iterator[str]:
    """Yield a table of all codes, and a section for each: meaning, cause, remedy, example."""
    cited = cited_laws(known)
    said = golden_messages()
    yield from contents()
    for code, told in sorted(HELP.items()):
        yield f"## `{code}`\n"
        yield f"{told.means}\n"
        yield f"*What usually happened:* {told.usually}\n"
        yield f"*What to do:* {told.remedy}\n"
        yield from example(code, said)
        if code in cited:
            rules_of = (f"[{name}](rulebooks/{name}.md) {laws}" for name, laws in cited[code])
            yield f"*Rules:* {' · '.join(rules_of)}\n"
        yield from samples(code)


def contents() -> Iterator[str]:
    """Yield a table of all codes by their first word, each with a link to its section."""
    yield "| about | codes |"
    yield "|---|---|"
    for family, codes in groupby(sorted(HELP), key=lambda code: code.partition(".")[0]):
        links = (f"[{code}](#{code.replace('.', '')})" for code in codes)
        yield f"| `{family}` | {' · '.join(links)} |"
    yield ""


def cited_laws(known: Iterable[RuleSet]) -> dict[str, list[tuple[str, str]]]:
    """Return by code the rule sets that have sentences behind it, with their numbers."""
    cited: dict[str, list[tuple[str, str]]] = {}
    for each in known:
        stands = each.bound | {(number, code) for code, number in each.book.reader_errors.items()}
        order = list(each.laws)
        by_code: dict[str, set[str]] = {}
        for number, code in stands:
            by_code.setdefault(code, set()).add(number)
        for code, numbers in by_code.items():
            laws = ", ".join(sorted(numbers, key=order.index))
            cited.setdefault(code, []).append((each.name, laws))
    return cited


Said = dict[str, tuple[str, int, str]]
"""By code the shortest that is said of a broken sample: the record, the line, the message."""


def golden_messages() -> Said:
    """Return for each code the shortest message about a broken sample."""
    said: Said = {}
    for row in MESSAGES.read_text("utf-8").splitlines()[1:]:
        record, line, code, _, message = row.split("\t")
        known = said.get(code)
        if known is None or len(message) < len(known[2]):
            said[code] = record, int(line), message
    return said


def example(code: str, said: Said) -> Iterator[str]:
    """Yield the line of a broken sample with this code, and its message."""
    if code not in said:
        return
    record, number, message = said[code]
    lines = (ROOT / "samples" / "broken" / record).read_bytes().splitlines()
    line = b"" if not number else lines[number - 1]
    words = EXPECTED.sub("", line.decode("utf-8", "replace")).strip()
    yield "```"
    for text in filter(None, (words, message)):
        yield visible(text[:WIDEST]) + ("…" if len(text) > WIDEST else "")
    yield "```\n"


def visible(text: str) -> str:
    """Replace control characters, which would make the page a binary file."""
    return "".join(sign if sign.isprintable() else name_of_control(sign) for sign in text)


def name_of_control(sign: str) -> str:
    """Return the picture that Unicode has of a control character, or else its number."""
    return chr(CONTROL_PICTURES + ord(sign)) if sign < " " else f"<U+{ord(sign):04X}>"


CONTROL_PICTURES = 0x2400


EXPECTED = re.compile(r"\{expect [^}]*\}")
WIDEST = 240
"""Of a line or a message in an example, in signs."""


def samples(code: str) -> Iterator[str]:
    """Yield a line that counts the records with that fault, by the folders where they are."""
    broken = sorted((ROOT / "samples" / "broken").glob("*/*.mjl"))
    folders = Counter(path.parent.name for path in broken if path.stem.partition("-")[0] == code)
    if folders:
        counts = (f"[{name}](../samples/broken/{name}) {count}" for name, count in folders.items())
        yield f"*Samples:* {' · '.join(counts)}\n"


if __name__ == "__main__":
    sys.exit(main())
