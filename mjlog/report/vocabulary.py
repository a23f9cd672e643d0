"""The words of records under a rule set: items, causes, rulings, header words, shorthand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mjlog.model.record import NoWin, seat_name
from mjlog.model.tiles import TILES
from mjlog.notation.play.shorthand import EXAMPLES
from mjlog.referee.rule_set import RuleSet

_ENDS: Final = (
    ("draw wall", "nobody won, and the wall has run out"),
    ("draw void", "the deal does not count"),
)
CORRECTIONS: Final = {
    "claim-cancelled": "claimed a discard, and gave it back",
    "discard-changed": "took the discard back for another tile",
    "false-win": "declared a win that was taken back",
    "replacement-returned": "gave a replacement back that was not due",
    "wrong-draw": "drew out of turn, and put the tile back",
}
"""Irregularities that take back the player's own latest act in every game, with their meanings."""
_ENDED: Final = {
    "time": "the game ends early, by the clock",
    "agreed": "the game ends early, as the players agreed",
    "ruling": "the game ends early, as the referee ruled",
}
SHORTHAND: Final = "Shorthand, read and never written"
ITEMS: Final = "Items, on the line `fan`"
PRICES: Final = "What a win pays: on C's discard, by self-draw"
RULINGS: Final = "Rulings"
ENDS: Final = "Ends without a win"
IRREGULARITIES: Final = "Irregularities, in play"
LINES: Final = {
    "wall": "the wall as it was built",
    "deal": "the tiles that a seat was dealt",
    "exchange": "tiles that players pass before play",
    "void": "the suit that a player gives up",
    "bonus": "bonus tiles that a seat has laid out, in a deal without turns",
    "dora": "open indicators",
    "win": "who won on which tile, from whom; `self` on the drawn tile, `rob` on a kong",
    "draw": "nobody won, and why",
    "ura": "indicators that were turned up after the win",
    "ready": "who had declared ready, in a deal without turns",
    "show": "the hand laid open: its melds, then all other tiles with the winning one",
    "fan": "the items of the winner's hand with their points",
    "kong": "kongs that are paid, with their points",
    "net": "what each seat has won or lost in the deal",
    "pay": "who pays whom, `table` for sticks; `for=` behind it names the cause of them all",
    "score": "the points of each seat after the deal",
    "tenpai": "whose hands wait for a tile when nobody has won",
    "next": "the next deal; `next end` when the game is over",
    "rule": "a ruling of the referee",
    "sign": "who has signed",
    "note": "a remark, which means nothing to the rules",
}
"""The words that begin a line of a deal, in their order, each with what the line says."""


class Words(NamedTuple):
    """A list of words of one kind: its title, and each word with its meaning."""

    title: str
    rows: tuple[tuple[str, str], ...]


def vocabulary(rules: RuleSet) -> Iterator[Words]:
    """Return an iterator over lists of the words that records may contain under these rules.

    Each list has one kind of words, such as items or rulings. Empty lists are left out.
    """
    sorts = (
        Words(ITEMS, tuple(_items(rules))),
        Words("Kongs", tuple(_record_words(rules, "kong "))),
        Words("Causes, behind `for=` on a line `pay`", tuple(rules.penalties.causes.items())),
        Words(RULINGS, tuple(_rulings(rules))),
        Words(ENDS, tuple(_ends(rules))),
        Words(IRREGULARITIES, tuple(_irregularities(rules))),
        Words("Words of a deal's line `@`", (*_heading(rules), *_record_words(rules, "@ "))),
        Words("How the game goes on, on the line `next`", tuple(_going_on(rules))),
        Words(SHORTHAND, tuple(_shorthand(rules))),
    )
    return (each for each in sorts if each.rows)


def end_in_words(end: NoWin, rules: RuleSet) -> str:
    """Return the meaning of a `draw` line (an end without a win) in words.

    Return the line itself if the rules do not explain it.
    """
    written = " ".join(each for each in ["draw", end.how, end.name] if each)
    for word, means in _ends(rules):
        name, _, seat = word.partition(" by=")
        # the meaning names the seat of the example, so replace it by the seat of the deal
        if name == written:
            if not seat:
                return means
            return means.replace(f"{seat} ", f"{seat_name(end.by)} ")
    return written


def _ends(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield from _ENDS
    yield from _record_words(rules, "draw ")


def _items(rules: RuleSet) -> Iterator[tuple[str, str]]:
    for item in sorted(rules.scoring.item_names):
        points = "/".join(str(number) for number in rules.scoring.item_points.get(item, ()))
        name = rules.item_named(item)[1]
        yield item, f"{name}: {points}" if points else name


def _rulings(rules: RuleSet) -> Iterator[tuple[str, str]]:
    for name in sorted(rules.penalties.ruled):
        if f"rule B {name}" not in rules.names.record_words:
            yield f"rule B {name}", rules.penalties.causes.get(name, name)
    yield from _record_words(rules, "rule ")
    yield "rule table stopped", "play was stopped, and the deal does not count"
    yield "rule table replay", "a decision about the whole deal, in your own word"


def _irregularities(rules: RuleSet) -> Iterator[tuple[str, str]]:
    written = tuple(_record_words(rules, "~"))
    named = {word.removeprefix("~").partition("=")[0] for word, _ in written}
    yield from written
    yield from ((f"~{name}", means) for name, means in CORRECTIONS.items() if name not in named)


def _going_on(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield "next dealer=B", "who deals next; the name of the deal may come first"
    if rules.progress.counter_word:
        yield (
            f"next {rules.progress.counter_word}=1",
            "how many deals in a row come before the next one",
        )
    yield "next end", "the game is over"
    yield from ((f"next end for={cause}", means) for cause, means in _ENDED.items())


_OF_A_LEDGER: Final = {
    "at=2026-11-22T05:02:11Z": "when the deal began, in a ledger written while it is played",
    "by=S1": "who wrote this line there",
    "chain=658436e46069cf60": "the mark of all lines there, up to this one",
}


def _heading(rules: RuleSet) -> Iterator[tuple[str, str]]:
    yield "dealer=B", "the seat that deals"
    yield "house=word", "what mjlog has no rule for, such as a yaku that a reader does not know"
    yield "scores=100,100,100,100", "what each seat has before the deal"
    yield "seats=BADC", "the players in the order of play, where they have changed seats"
    if rules.pot.used:
        yield f"{rules.pot.word}=1", "the points on the table before the deal"
    for word in (rules.progress.counter_word, rules.progress.repeat_word):
        if word and not any(
            written.startswith(f"@ {word}=") for written in rules.names.record_words
        ):
            yield f"{word}=1", "how many deals stand before this one under the same dealer"
    yield from _OF_A_LEDGER.items()


def _shorthand(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Yield pairs: a short way to write tiles, and the full form that mjlog writes.

    Examples with tiles that the rule set does not have are left out.
    """
    spec = rules.play.spec
    has_honours = any(spec.copies[TILES["1z"] : TILES["7z"] + 1])
    for typed, canonical in EXAMPLES:
        if ("'" not in typed or spec.pillars) and ("z" not in canonical or has_honours):
            yield typed, canonical


def _record_words(rules: RuleSet, beginning: str) -> Iterator[tuple[str, str]]:
    """Yield the words in records that only this rule set has, as pairs of word and meaning.

    Only words that start with `beginning` are included, such as `draw `. A leading `@` is removed.
    """
    for written, means in rules.names.record_words.items():
        if written.startswith(beginning):
            yield written.removeprefix("@ "), means
