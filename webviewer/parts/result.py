"""How a deal ended: the winners' hands in sets.

And each claim of the sheet beside what the rules make of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, NamedTuple

from mjlog.auditor.owed import penalty
from mjlog.auditor.points import MISSING
from mjlog.auditor.result import one_from_winning
from mjlog.auditor.standings import Standings
from mjlog.model.findings import Claim, Law
from mjlog.model.messages import Message
from mjlog.model.record import SEATS, Deal, Game, Items, NoWin, Seat, ShownMeld, Tenpai, seat_name
from mjlog.model.settlement import Item, Score, Settlement, by_name
from mjlog.model.table import Meld, Table
from mjlog.model.tiles import KIND, KINDS, ORDER, PILLAR, Tile
from mjlog.referee.hand_readings import groupings, hand_of
from mjlog.referee.outcome import false_steps, outcome_of
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Outcome,
    Winner,
)
from webviewer.i18n import item_named, signed, worth
from webviewer.parts.endings import ending
from webviewer.parts.payments import (
    Answers,
    Matrix,
    Pair,
    PayRow,
    as_number,
    matrix,
    payments,
    penalties,
    stakes,
)
from webviewer.parts.seats_view import player_name
from webviewer.parts.sums import Sum, sum_of
from webviewer.parts.tile_view import Row, drawn_face

_Keyword = Literal["fan", "kong"]
NOT_SAID: Final = ""
"""What stands in a column where the sheet, or the rules, say nothing."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One scored item: name in records and for people, claimed, due, clause."""

    name: str
    words: str
    points: Pair
    law: Law | None = None
    wrong: bool = False
    total: bool = False


@dataclass(frozen=True, slots=True)
class WonHand:
    """A hand that won, or that is counted.

    Its groups from left to right, then its melds, then what it is worth.
    """

    player: str
    seat: str
    won: bool
    on: Row
    source: str
    robbed: bool
    legal: bool
    groups: tuple[Row, ...]
    melds: tuple[Row, ...]
    items: tuple[ItemRow, ...]
    worth: str
    sums: tuple[Sum, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What the deal changes for one player, and what it leaves, as recorded."""

    player: str
    seat: str
    change: Pair
    after: str


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a deal.

    `how` names an end without a win; `judged`: the rules can tell what is due.

    `tenpai` are the players one tile from winning when the wall ran out, as the sheet has them or
    else as all hands are known; None where that is not told. It is `mistaken` where the audit says
    otherwise, and `tenpai_stated` where the sheet has them.
    """

    hands: tuple[WonHand, ...]
    how: Message | None
    payments: tuple[PayRow, ...]
    matrix: Matrix | None
    changes: tuple[Change, ...]
    judged: bool
    tenpai: tuple[str, ...] | None = None
    mistaken: bool = False
    tenpai_stated: bool = False

    @property
    def laws(self) -> tuple[Law, ...]:
        """The sentences of the rulebook that are cited, each once."""
        cited = [row.law for hand in self.hands for row in hand.items] + [
            row.law for row in self.payments
        ]
        return tuple({law.number: law for law in cited if law is not None}.values())


class Ended(NamedTuple):
    """A deal, its number in the game, and what the audit says of its end."""

    game: Game
    number: int
    rules: RuleSet
    settlement: Settlement | None
    answers: Answers

    @property
    def deal(self) -> Deal:
        """The deal itself."""
        return self.game.deals[self.number - 1]


def result(ended: Ended, known: Standings | None) -> Result | None:
    """The end of the deal; None where the record tells none."""
    game, number, rules, settlement, answers = ended
    deal = ended.deal
    played = replay(deal, rules, seats=game.seats)
    outcome = outcome_of(deal, played.table, rules, false_steps(played.findings, played.table))
    paid = payments(game, deal, rules, settlement, answers)
    fined = tuple(penalties(game, deal, rules, partial(penalty, deal, rules, outcome), answers))
    hands = tuple(_hands(ended, outcome))
    nobody = outcome.washout if not outcome.declared else None
    how = ending(nobody, partial(player_name, game)) if nobody else None
    if not (hands or how or paid or fined):
        return None
    staked = tuple(stakes(game, rules, settlement)) if settlement else ()
    return Result(
        hands,
        how,
        (*_explained(paid), *staked, *fined),
        matrix(game, paid, judged=settlement is not None),
        _changes(game, number, known),
        settlement is not None,
        _named_tenpai(ended, played.table, nobody),
        _is_tenpai_wrong(answers),
        bool(deal.told(Tenpai)),
    )


def _is_tenpai_wrong(answers: Answers) -> bool:
    return any(claim.kind == "tenpai" and answer == "differs" for claim, answer in answers.items())


def _explained(paid: tuple[PayRow, ...]) -> tuple[PayRow, ...]:
    """The payments; of those that are shared out each is like the first."""
    if all(row.paired for row in paid):
        return paid
    return paid[:1]


def _named_tenpai(ended: Ended, table: Table, nobody: NoWin | None) -> tuple[str, ...] | None:
    """Who was one tile from winning when the wall was empty, by name."""
    if nobody is None or nobody.how != "wall":
        return None
    waiting = _tenpai(ended.deal, table, ended.rules)
    if waiting is None:
        return None
    return tuple(player_name(ended.game, seat) for seat in waiting)


def _tenpai(deal: Deal, table: Table, rules: RuleSet) -> list[Seat] | None:
    """Who was one tile from winning as the sheet says.

    Or else as the hands tell where all are known.
    """
    told = deal.told(Tenpai)
    if told:
        return sorted({seat for line in told for seat in line.seats})
    waiting = {seat: one_from_winning(table, rules, seat) for seat in range(table.seats)}
    if None in waiting.values():
        return None
    return [seat for seat, waits in waiting.items() if waits]


# --------------------------------------------------------------------------- hands


def _hands(ended: Ended, outcome: Outcome) -> Iterable[WonHand]:
    game, _, rules, settlement, answers = ended
    deal = ended.deal
    scores = {score.seat: score for score in settlement.scores} if settlement else {}
    for winner in outcome.declared:
        items = tuple(
            _items(deal, winner.seat, score := scores.pop(winner.seat, None), rules, answers)
        )
        yield _won(ended, winner, score, items, legal=winner in outcome.winners)
    for score in scores.values():
        items = tuple(_items(deal, score.seat, score, rules, answers))
        if score.items or any(row.points.claimed for row in items):
            name = player_name(game, score.seat)
            held = next((h for h in outcome.hands if h.seat == score.seat), None)
            tiles = (_row(held.tiles),) if held is not None and held.tiles is not None else ()
            melds = tuple(_meld(meld) for meld in (held.melds or () if held is not None else ()))
            yield WonHand(
                name,
                seat_name(score.seat),
                False,
                (),
                "",
                False,
                True,
                tiles,
                melds,
                items,
                _worth(score),
                _sums(score, rules),
            )


def _won(
    ended: Ended,
    winner: Winner,
    score: Score | None,
    items: tuple[ItemRow, ...],
    *,
    legal: bool,
) -> WonHand:
    game, rules = ended.game, ended.rules
    return WonHand(
        player=player_name(game, winner.seat),
        seat=seat_name(winner.seat),
        won=True,
        on=(drawn_face(winner.tile & ~PILLAR, new=True),) if winner.tile >= 0 else (),
        source="" if winner.own_draw or winner.source < 0 else player_name(game, winner.source),
        robbed=winner.robbed,
        legal=legal,
        groups=_groups(rules, winner),
        melds=tuple(_meld(meld) for meld in winner.melds or ()),
        items=items,
        worth=_worth(score) if score else "",
        sums=_sums(score, rules) if score else (),
    )


def _sums(score: Score, rules: RuleSet) -> tuple[Sum, ...]:
    """What of the hand is no mere sum of its items, laid out."""
    whole = [sum_of(score.formula, rules)] if score.formula and score.formula.parts else []
    of_totals = [sum_of(item.formula, rules, item.name) for item in score.totals if item.formula]
    return (*whole, *of_totals)


def _worth(score: Score) -> str:
    if score.kongs:
        return f"{score.value} + {worth(score.kong_points, score.unit)}"
    return worth(score.value, score.unit)


def _meld(meld: ShownMeld) -> Row:
    return _row(meld.tiles)


def _row(tiles: Iterable[Tile]) -> Row:
    return tuple(
        drawn_face(tile) for tile in sorted((t & ~PILLAR for t in tiles), key=ORDER.__getitem__)
    )


def _groups(rules: RuleSet, winner: Winner) -> tuple[Row, ...]:
    """The concealed tiles in sets, where there is a way to see them so, the winning tile marked."""
    if winner.tiles is None:
        return ()
    tiles = sorted((tile & ~PILLAR for tile in winner.tiles), key=ORDER.__getitem__)
    if (
        any(KIND[tile] >= KINDS for tile in tiles)
        or winner.tile < 0
        or KIND[winner.tile] not in map(KIND.__getitem__, tiles)
    ):
        return (tuple(drawn_face(tile) for tile in tiles),)
    rest = [KIND[tile] for tile in tiles]
    rest.remove(KIND[winner.tile])
    ways = groupings(rules, hand_of(rest, _as_melds(winner)), KIND[winner.tile])
    found = ways[0] if ways else ((*rest, KIND[winner.tile]),)
    return _faces(
        sorted(found, key=lambda group: (len(group) == 2, group)), tiles, winner.tile & ~PILLAR
    )


def _marked(tiles: Sequence[Tile], won: Tile) -> Row:
    """Tiles that nobody can see in groups; the one won on bears a ring."""
    place = tiles.index(won) if won in tiles else -1
    return tuple(drawn_face(tile, new=index == place) for index, tile in enumerate(tiles))


def _as_melds(winner: Winner) -> list[Meld]:
    """The melds as far as a reading of the concealed tiles asks for them."""
    return [
        Meld("pung", tuple(t & ~PILLAR for t in each.tiles)[:3], winner.seat)
        for each in winner.melds or ()
    ]


def _faces(groups: Iterable[tuple[Tile, ...]], tiles: list[Tile], won: Tile) -> tuple[Row, ...]:
    """The groups with the faces that the hand has, red fives among them.

    The tile won on bears a ring once.
    """
    left = list(tiles)
    marked = False
    rows: list[Row] = []
    for group in groups:
        row = []
        for kind in sorted(group):
            face = (
                won
                if KIND[won] == kind and not marked and won in left
                else next(t for t in left if KIND[t] == kind)
            )
            left.remove(face)
            row.append(drawn_face(face, new=face == won and not marked))
            marked = marked or face == won
        rows.append(tuple(row))
    return tuple(rows)


# --------------------------------------------------------------------------- items


def _items(
    deal: Deal, seat: Seat, score: Score | None, rules: RuleSet, answers: Answers
) -> Iterable[ItemRow]:
    """Item by item: what the rules find, with the claim for it, then what else is claimed.

    Whether a claim is wrong, or one is missing, only the audit says.
    """
    claimed = _Claimed(deal, seat)
    kongs = score.kongs_by_name if score else ()

    def row(
        name: str, told: str, due: str, clause: str, *claims: Claim, total: bool = False
    ) -> ItemRow:
        differs = told != due and any(answers.get(claim) == "differs" for claim in claims)
        return ItemRow(
            name,
            item_named(name, rules),
            Pair(told, due),
            rules.laws.get(clause),
            differs,
            total,
        )

    both: tuple[tuple[_Keyword, Sequence[Item]], ...] = (
        ("fan", score.items if score else ()),
        ("kong", kongs),
    )
    for keyword, items in both:
        for item in items:
            claim, told = claimed.take(keyword, item) or (
                Claim(keyword, seat, item=MISSING),
                NOT_SAID,
            )
            yield row(item.name, told, str(item.points), item.clause, claim)
    for item in (*score.totals, *score.worth) if score else ():
        if found := claimed.take("fan", item):
            yield row(item.name, found[1], str(item.points), item.clause, found[0], total=True)
    for keyword, name, points in claimed.left:
        yield row(
            name,
            as_number(points),
            NOT_SAID,
            "",
            Claim(keyword, seat, item=name),
            Claim(keyword, seat),
        )


class _Claimed:
    """The items that a sheet states for one seat, taken off one by one.

    Kongs of one name are one.
    """

    def __init__(self, deal: Deal, seat: Seat) -> None:
        self.seat = seat
        self.left: list[tuple[_Keyword, str, int | None]] = []
        claims = [claim for claim in deal.told(Items) if claim.seat == seat]
        kongs = by_name(item for claim in claims if claim.keyword == "kong" for item in claim.items)
        self.left += [
            ("fan", *item) for claim in claims if claim.keyword == "fan" for item in claim.items
        ]
        self.left += [("kong", *item) for item in kongs]

    def take(self, keyword: _Keyword, item: Item) -> tuple[Claim, str] | None:
        """The claim for an item and its points: the one of its points first.

        None where there is none.
        """
        fitting = [
            each for each in self.left if each[0] == keyword and each[1] in {item.name, *item.alike}
        ]
        if not fitting:
            return None
        chosen = min(fitting, key=lambda each: each[2] != item.points)
        self.left.remove(chosen)
        return Claim(keyword, self.seat, item=chosen[1]), as_number(chosen[2])


# --------------------------------------------------------------------------- points


def _changes(game: Game, number: int, known: Standings | None) -> tuple[Change, ...]:
    if known is None:
        return ()
    standing = known.deals[number - 1]
    after = known.after(due=False)[number - 1]
    return tuple(
        Change(
            player_name(game, seat),
            SEATS[seat],
            Pair(
                signed(standing.recorded[seat]) if standing.recorded else "",
                signed(standing.due[seat])
                if standing.due and (standing.faulty or not standing.recorded)
                else "",
            ),
            str(after[seat]) if after else "",
        )
        for seat in range(game.seats)
    )
