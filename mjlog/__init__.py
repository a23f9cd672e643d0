"""mjlog: records of mahjong games of any rule set, replayed, validated and audited.

Everything that a program needs has one name here. A name's module is loaded when the name is first
used.

=================  ====================================================================
`load`             all records of a file, folder or archive, in any format
`read`, `write`    the notation: text to `Game` and back, byte for byte
`digest`           the record's permanent name, SHA-256 of the canonical text
`to_json`          the JSON form of a `Game`; `from_json` is the way back
`export`           a `Game` in the format of Tenhou, mjai or majiang, with a list of what is lost
`rules`            the rule sets: ``rules.load("taiyuan/1")``, ``rules.names()``
`replay`           replays one deal act by act, with findings and a frame for each step
`audit`            all findings and the verdict on every claim of a game
`tiles`            tiles of a text, ``tiles("27m5s1z")``; each is a `Tile`, each seat a `Seat`
`score`            the items and payments of one `WinningHand` without a record
`Builder`          a record made act by act
`deals_table`      rows of plain numbers and words for pandas, polars, a spreadsheet
`svg`              a picture of the table after a step
=================  ====================================================================
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if os.environ.get("MJLOG_PURE", "0") not in {"", "0"}:
    from mjlog.compiled import prefer_source

    prefer_source()

from mjlog.referee import painter_slot

if TYPE_CHECKING:
    from mjlog.auditor.audit import audit
    from mjlog.auditor.report import Report
    from mjlog.batch.deals_table import deals_table
    from mjlog.batch.exporting import CannotExportError, Export, export
    from mjlog.formats import Source, load
    from mjlog.making.builder import Builder, BuildError, IllegalActError
    from mjlog.model.findings import Finding, Law, Place, Verdict
    from mjlog.model.record import (
        AddedKong,
        Claim,
        ConcealedKong,
        Deal,
        Discard,
        Draw,
        Exchange,
        Game,
        Irregularity,
        Ready,
        Replace,
        Reveal,
        SetOut,
        Take,
        Turn,
        Win,
    )
    from mjlog.model.seat import Seat
    from mjlog.model.settlement import Settlement
    from mjlog.model.tile import Tile
    from mjlog.model.tile_row import TileRow
    from mjlog.notation import Limits, Unreadable, digest, from_json, read, refines, to_json, write
    from mjlog.notation.play.tile_rows import tiles
    from mjlog.picture.svg import Picture, svg
    from mjlog.referee.position import Position
    from mjlog.referee.replay import Played, replay
    from mjlog.referee.rule_set import RuleSet
    from mjlog.referee.rulebook import (
        RulesError,
    )
    from mjlog.results.score_hand import WinningHand, score


__all__ = [
    "AddedKong",
    "BuildError",
    "Builder",
    "CannotExportError",
    "Claim",
    "ConcealedKong",
    "Deal",
    "Discard",
    "Draw",
    "Exchange",
    "Export",
    "Finding",
    "Game",
    "IllegalActError",
    "Irregularity",
    "Law",
    "Limits",
    "Picture",
    "Place",
    "Played",
    "Position",
    "Ready",
    "Replace",
    "Report",
    "Reveal",
    "RuleSet",
    "RulesError",
    "Seat",
    "SetOut",
    "Settlement",
    "Source",
    "Take",
    "Tile",
    "TileRow",
    "Turn",
    "Unreadable",
    "Verdict",
    "Win",
    "WinningHand",
    "__version__",
    "audit",
    "deals_table",
    "digest",
    "export",
    "from_json",
    "load",
    "read",
    "refines",
    "replay",
    "score",
    "svg",
    "tiles",
    "to_json",
    "write",
]

HOMES: Final = {
    "auditor.audit": "Report audit",
    "model.findings": "Finding Law Place Verdict",
    "batch.deals_table": "deals_table",
    "batch.exporting": "CannotExportError Export export",
    "making.builder": "BuildError Builder IllegalActError",
    "formats": "Source load",
    "notation": "Limits Unreadable digest from_json read refines to_json write",
    "model.record": "AddedKong Claim ConcealedKong Deal Discard Draw Exchange Game Irregularity "
    "Ready Replace Reveal SetOut Take Turn Win",
    "model.seat": "Seat",
    "model.tile": "Tile",
    "model.tile_row": "TileRow",
    "notation.play.tile_rows": "tiles",
    "referee.position": "Position",
    "referee.replay": "Played replay",
    "referee.rule_set": "RuleSet",
    "referee.rulebook": "RulesError",
    "model.settlement": "Settlement",
    "results.score_hand": "WinningHand score",
    "picture.svg": "Picture svg",
}
"""Modules, each with the names that programs take from it."""

__version__: Final = "1.0.0"

painter_slot.draw_with(lambda: import_module("mjlog.picture.svg").drawn)

HOME: Final = {name: module for module, names in HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Return the public object with this name; load its module first if it is not loaded yet.

    Raise AttributeError if mjlog has no such name.
    """
    if name == "rules":
        return import_module("mjlog.rules")
    if name not in HOME:
        raise AttributeError(f"module 'mjlog' has no attribute {name!r}")
    value = getattr(import_module(f"mjlog.{HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
