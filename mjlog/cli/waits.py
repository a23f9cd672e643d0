"""Runs ``mjlog waits``: prints what a hand waits for, and every way to group its tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import click

from mjlog import rules
from mjlog.model.table import Hand, Meld, MeldSort
from mjlog.model.tiles import EAST, KIND, NAMES, PILLAR, Tile, canonical, is_known, text
from mjlog.notation.play.tile_words import tiles_of
from mjlog.referee import hand_readings
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    RulesError,
)

KONGS: Final[dict[str, MeldSort]] = {"*": "concealed kong", "^": "added kong", "+": "claimed kong"}


def waits(header: str, written: str, melds: Sequence[str]) -> Iterator[str]:
    """Return lines that say what a hand waits for and how its tiles can be grouped.

    `written` has the concealed tiles. For a hand with a drawn tile, the lines show complete
    groupings, and the waits after each discard. Raises UsageError if the rules are unknown or if
    the tiles are not a hand. `header` is the value of a ``Rules`` header, and `melds` are the melds
    in notation.
    """
    try:
        rule_set = rules.load(header)
    except RulesError as problem:
        raise click.UsageError(str(problem)) from None
    hand = hand_readings.hand_of(_tiles(written), [_meld(word) for word in melds])
    _check(rule_set, hand)
    if hand.total == rule_set.play.spec.resting:
        return _resting(rule_set, hand)
    return _full(rule_set, hand)


# --------------------------------------------------------------------------- the hand


def _tiles(written: str) -> list[Tile]:
    tiles = tiles_of(written)
    if tiles is None or not all(is_known(tile) for tile in tiles):
        raise click.UsageError(
            f"{written!r} is no hand; 1-9 with m, p or s and 1-7 with z are tiles, as in 234p55z"
        )
    return [KIND[tile & ~PILLAR] for tile in tiles]


def _meld(word: str) -> Meld:
    tiles = canonical(_tiles(word[1:]))
    sort = _sort(word[:1], tiles)
    if sort is None:
        raise click.UsageError(
            f"{word!r} is no declared set; +999m, +789m, +9999m, ^9999m and *5555z are"
        )
    return Meld(sort, tiles, 0)


def _sort(sign: str, tiles: tuple[Tile, ...]) -> MeldSort | None:
    """Return what kind of meld these tiles are, such as ``pung``; None if they are not a meld.

    `sign` is ``*`` for a concealed kong, ``^`` for an added kong, ``+`` for a meld from a discard.
    """
    if len(set(tiles)) == 1 and len(tiles) == 4:
        return KONGS.get(sign)
    if sign != "+" or len(tiles) != 3:
        return None
    if len(set(tiles)) == 1:
        return "pung"
    row = tiles == (tiles[0], tiles[0] + 1, tiles[0] + 2)
    if row and tiles[0] < EAST and tiles[0] % 9 < 7:
        return "chow"
    return None


def _check(known: RuleSet, hand: Hand) -> None:
    resting = known.play.spec.resting
    if hand.total not in {resting, resting + 1}:
        raise click.UsageError(
            f"a hand has {resting} tiles here, {resting + 1} with the one drawn, a "
            f"declared set counting three; "
            f"this one has {hand.total}{_preset_hint(known, hand)}"
        )
    in_play = hand_readings.copies(known)
    for kind, number in enumerate(hand_readings.count_kinds(hand)):
        if number and not in_play[kind]:
            raise click.UsageError(f"{NAMES[kind]} is not in play")
        if number > in_play[kind]:
            raise click.UsageError(
                f"the hand has {NAMES[kind]} more often than the {in_play[kind]} in play"
            )


def _preset_hint(known: RuleSet, hand: Hand) -> str:
    """Return a hint about a hand that does not fit the rules, but fits a preset of these rules.

    The hint names the first preset that has hands of this size and these tiles, as in ``, as with
    --rules 'riichi preset=NAME'``. If there is no such preset, the hint is an empty text.
    """
    number = hand_readings.count_kinds(hand)
    for preset in known.presets:
        there = rules.load(f"{known.name} preset={preset}")
        sizes, in_play = (
            {there.play.spec.resting, there.play.spec.resting + 1},
            hand_readings.copies(there),
        )
        if hand.total in sizes and all(
            held <= most for held, most in zip(number, in_play, strict=True)
        ):
            return f", as with --rules '{known.name} preset={preset}'"
    return ""


# --------------------------------------------------------------------------- the answers


def _resting(known: RuleSet, hand: Hand) -> Iterator[str]:
    """Yield lines about a hand without a drawn tile: whether it waits, and for which tiles.

    If it does not wait, a line says which tiles would let it wait, if one tile is enough.
    """
    name = _written(hand)
    tiles = hand_readings.awaited(known, hand)
    if not tiles:
        yield f"{name} does not wait yet."
    else:
        yield click.style(
            f"{name} waits for {_listed(tiles)}; {_left(known, hand, tiles)} not in the hand.",
            bold=True,
        )
        yield from _table(
            [
                (_way(way), f"{_listed(way.awaited)}", way.wait)
                for way in hand_readings.divide_hand(known, hand)
            ]
        )
    if held := hand_readings.exhausted(hand):
        yield f"{_listed(held)} would complete it too, but it holds all four."
    if not tiles:
        useful = hand_readings.useful_draws(known, hand)
        yield (
            f"One tile away: {_listed(useful)} would let it wait."
            if useful
            else "It is more than one tile away."
        )


def _full(known: RuleSet, hand: Hand) -> Iterator[str]:
    """Yield lines about a hand with a drawn tile: whether it is complete, and its waits.

    There is a line for each way to group the tiles completely, then a line for each discard after
    which the hand waits.
    """
    tiles = list(hand.tiles())
    groupings = hand_readings.groupings(
        known, hand_readings.hand_of(tiles[1:], hand.melds), tiles[0]
    )
    yield click.style(
        f"{_written(hand)} is {'complete' if groupings else 'not complete'}.", bold=True
    )
    yield from (f"  {_groups(groups)}" for groups in groupings)
    left = list(hand_readings.find_waiting_discards(known, hand))
    yield from _table(
        [(f"without {NAMES[kind]}", f"it waits for {_listed(awaited)}") for kind, awaited in left]
    )
    if not groupings and not left:
        yield "No discard lets it wait."


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(each) for each in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield (
            "  "
            + "   ".join(
                cell.ljust(width) for cell, width in zip(row, widths, strict=True)
            ).rstrip()
        )


def _way(way: hand_readings.Way) -> str:
    if not way.groups:
        return text(way.part)
    return f"{_groups(way.groups)} + {text(way.part)}"


def _groups(groups: hand_readings.Groups) -> str:
    return " ".join(text(group) for group in groups)


def _left(known: RuleSet, hand: Hand, tiles: Sequence[Tile]) -> str:
    in_play, held = hand_readings.copies(known), hand_readings.count_kinds(hand)
    number = sum(in_play[kind] - held[kind] for kind in tiles)
    return f"{number} of these {'is' if number == 1 else 'are'}"


def _listed(tiles: Sequence[Tile]) -> str:
    return " ".join(NAMES[kind] for kind in tiles)


def _written(hand: Hand) -> str:
    return " ".join(
        ["+" + text(canonical(meld.tiles)) for meld in hand.melds] + [text(hand.tiles(), sort=True)]
    )
