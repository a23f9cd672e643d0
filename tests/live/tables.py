"""Ledgers for tests: made, typed into, forked and killed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from mjlog.live.ledgers.ledger_file import LedgerFile, create
from mjlog.live.session import Session

NAMES = ("Wang Li", "Zhao Min", "Chen Bo", "Liu Yan")
TAIYUAN = "taiyuan/1 start_points=100 dealer_loss_point=in_hand_value"
PUBLIC = (
    "n s *-6m e 4p w 5p r 8p g 6s 3p 6p r 1s g w 6s 6p 1p n 9s _ _ 1s 8p 8m 4p 9p 1m 1p 6s 2p 3m "
    "4p 9m b:+'-1p 4m n 6p r 2s#"
)
"""What the scribe of the public example types."""
RESULT = ("show C *5555z 3'3'm2'34p234777s", "ok")


def new(path: Path, rules: str = TAIYUAN, seats: int = 4) -> Path:
    names = zip("ABCD", NAMES[:seats], strict=False)
    heads = [f"{seat}: {name}" for seat, name in names]
    create(path, [f"Rules: {rules}", *heads, "Clock: UTC+08:00"])
    return path


@contextmanager
def table(path: Path, author: str = "S1") -> Iterator[Session]:
    with LedgerFile(path) as file:
        yield Session(file, author)


def typed(path: Path, lines: Iterable[str]) -> bytes:
    """The bytes of the ledger after these lines."""
    with table(path) as session:
        for line in lines:
            session.take(line)
    return path.read_bytes()


def whole_deal(path: Path) -> bytes:
    """A ledger of one deal with mistakes mended, and a second deal begun."""
    return typed(new(path), (PUBLIC, "u", "2s#", *RESULT, "@", "7z", "9m", "fix 52 8m"))
