"""How much is tried to explain a wrong record: what makes it dear to whoever waits for it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from kit.altered import TOLD, Case
from kit.places import DATA
from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.explanations import _Search
from mjlog.notation import read

FILE = DATA / "tries.txt"
JUDGED = "deals judged"


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts how often a deal is judged, and which facts are read otherwise for it, by kinds."""
    number: Counter[str] = Counter()
    judge, read_otherwise = DealCheck.__init__, _Search._read

    def judged(sheet, *told, **named):
        number[JUDGED] += 1
        judge(sheet, *told, **named)

    def of_fact(search, sheet, fact):
        number[fact.slip.kind] += 1
        return read_otherwise(search, sheet, fact)

    with patch.object(DealCheck, "__init__", judged), patch.object(_Search, "_read", of_fact):
        yield number


def tries_of(case: Case) -> str:
    """What is tried for an altered record, as a line."""
    text, _ = case.text()
    game = read(text)
    with counted() as number:
        audit(game)
    return f"{case}{TOLD}" + ", ".join(f"{kind} {number[kind]}" for kind in sorted(number))
