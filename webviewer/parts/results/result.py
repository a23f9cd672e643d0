"""The end of a deal: the winners' hands in sets, and claims next to the values by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Final, Literal, NamedTuple

from mjlog.auditor.checks.items import MISSING
from mjlog.auditor.checks.tenpai import one_from_winning
from mjlog.auditor.debts import penalty
from mjlog.model.findings import Claim, Law
from mjlog.model.messages import Message
from mjlog.model.record import (
    SEATS,
    Deal,
    Game,
    Indicators,
    Items,
    NoWin,
    Seat,
    ShownMeld,
    Tenpai,
    seat_name,
)
from mjlog.model.settlement import Item, Score, Settlement, combine_by_name
from mjlog.model.shapes import kinds
from mjlog.model.table import Meld, Table
from mjlog.model.tiles import KIND, KINDS, Tile, canonical, plain
from mjlog.referee.hand_readings import groupings, hand_of
from mjlog.referee.outcome import false_steps, outcome_of
from mjlog.referee.replay import Played
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Outcome,
    PlayerTiles,
    Winner,
)
from mjlog.results.standings import Standings
from webviewer.i18n import item_named, signed, worth
from webviewer.parts.results.no_win import ending
from webviewer.parts.results.payments import (
    Answers,
    Matrix,
    Pair,
    PayRow,
    matrix,
    number_text,
    payments,
    penalties,
    stakes,
)
from webviewer.parts.results.sums import Sum, sum_of
from webviewer.parts.stage.seats_view import player_name
from webviewer.parts.stage.tile_view import Drawn, Row, drawn_face

_Keyword = Literal["fan", "kong"]
NO_LIMIT: Final = "no-limit"
"""The word of sheets for a hand below all limits."""
NO_NUMBER: Final = ""
"""The text of a number that the sheet or the rules do not have."""


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A scored item of a hand, such as a yaku: its name, and its recorded and computed points.

    `name` is the name in notation, `words` the name for people. `wrong` is True if the audit finds
    the recorded item wrong. `total` is True if the row is a sum or a limit, not a single item.
    """

    name: str
    words: str
    points: Pair
    law: Law | None = None
    wrong: bool = False
    total: bool = False


@dataclass(frozen=True, slots=True)
class WonHand:
    """A hand that won, or that scores without a win.

    `groups` are the concealed tiles in sets, `on` is the winning tile. `source` is the name of the
    discarder, empty for a self-draw. `robbed` is True if the winning tile was robbed from a kong,
    `legal` if the rules allow the win. `worth` is the hand's value in words.
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
    limit: str = ""

    @property
    def laid(self) -> Row:
        """The pictures of the hand's concealed tiles in one row, without the winning tile."""
        return tuple(tile for group in self.groups for tile in group if not tile.new)

    @property
    def apart(self) -> Row:
        """The picture of the winning tile, as a row of one tile; empty if the tile is unknown."""
        return tuple(tile.plain for group in self.groups for tile in group if tile.new)


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand that was shown although nobody won: tiles, melds, and the tiles it waits for."""

    player: str
    seat: str
    tiles: Row
    melds: tuple[Row, ...]
    waits: Row


@dataclass(frozen=True, slots=True)
class Change:
    """A player's change of points in a deal, with the points and the rank after the deal.

    `after` and `place` are as recorded; `place` is 0 if not all players' points are known.
    """

    player: str
    seat: str
    change: Pair
    after: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a deal as pages show it.

    `how` describes an end without a win. `judged` is True if the rules can compute the payments.
    `tenpai` has the names of the players who were tenpai when the wall ran out, None if unknown;
    `mistaken` is True if the audit finds the recorded tenpai players wrong, `tenpai_stated` if the
    sheet names tenpai players. `open_hands` are the tenpai hands, as far as known, or the hand of
    the player who aborted the deal. `indicators` are the tiles turned up in the wall,
    `hidden_indicators` the tiles beneath them, shown after a win.
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
    open_hands: tuple[OpenHand, ...] = ()
    indicators: Row = ()
    hidden_indicators: Row = ()

    @property
    def laws(self) -> tuple[Law, ...]:
        """The sentences of the rulebook that the scored items and payments cite, each once."""
        items = (item for hand in self.hands for item in hand.items)
        cited = (*(item.law for item in items), *(row.law for row in self.payments))
        return tuple({law.number: law for law in cited if law}.values())


class FinishedDeal(NamedTuple):
    """A finished deal, number `number` of the game, with computed payments and audit verdicts."""

    game: Game
    number: int
    rules: RuleSet
    settlement: Settlement | None
    answers: Answers

    @property
    def deal(self) -> Deal:
        """The recorded deal that has ended."""
        return self.game.deals[self.number - 1]


def result(ended: FinishedDeal, known: Standings | None, played: Played) -> Result | None:
    """Return how a deal ended, as a page shows it: hands, payments and changes of points.

    `ended` has the deal with its game, rules and payments. `known` are the points of the whole
    game, None if unknown. `played` is the deal as replayed by the rules. Return None if there is
    nothing to show about the end.
    """
    game, number, rules, settlement, answers = ended
    deal = ended.deal
    outcome = outcome_of(deal, played.table, rules, false_steps(played.findings, played.table))
    paid = payments(game, deal, rules, settlement, answers)
    fined = tuple(penalties(game, deal, rules, partial(penalty, deal, rules, outcome), answers))
    hands = tuple(_hands(ended, outcome))
    nobody = outcome.washout if not outcome.declared else None
    how = ending(nobody, partial(player_name, game)) if nobody else None
    if not (hands or how or paid or fined):
        return None
    wrong_kinds = {claim.kind for claim, answer in answers.items() if answer == "differs"}
    # If the rules do not decide who pays whom, all payments have the same explanation.
    explained = paid if all(row.paired for row in paid) else paid[:1]
    staked = tuple(stakes(game, rules, settlement)) if settlement else ()
    return Result(
        hands,
        how,
        (*explained, *staked, *fined),
        matrix(game, paid, judged=settlement is not None),
        _changes(game, number, known),
        settlement is not None,
        _named_tenpai(ended, played.table, nobody),
        "tenpai" in wrong_kinds,
        bool(deal.contents(Tenpai)),
        tuple(_open_hands(ended, played.table, nobody, outcome)),
        tuple(drawn_face(indicator) for indicator in played.table.indicators),
        _hidden_indicators(deal),
    )


def _hidden_indicators(deal: Deal) -> Row:
    """Return pictures of the dora indicators that were turned up only after a win (ura), as a row.

    The row is empty if none are recorded.
    """
    shown = [line.tiles for line in deal.contents(Indicators) if line.hidden]
    return tuple(drawn_face(tile) for tiles in shown for tile in tiles)


def _named_tenpai(
    ended: FinishedDeal, table: Table, nobody: NoWin | None
) -> tuple[str, ...] | None:
    """Return the names of the players who were tenpai when the wall ran out.

    The tuple is empty if nobody was tenpai. Return None if it is unknown who was, or if the deal
    ended in another way.
    """
    if nobody is None or nobody.how != "wall":
        return None
    waiting = _tenpai(ended.deal, table, ended.rules)
    if waiting is None:
        return None
    return tuple(player_name(ended.game, seat) for seat in waiting)


def _tenpai(deal: Deal, table: Table, rules: RuleSet) -> list[Seat] | None:
    """Return the seats that were tenpai at the end of the deal, sorted.

    If the record has no line that says so, the hands decide; return None if a hand is unknown.
    """
    tenpai_lines = deal.contents(Tenpai)
    if tenpai_lines:
        return sorted({seat for line in tenpai_lines for seat in line.seats})
    seats = range(table.seats)
    waiting = [one_from_winning(table, rules, seat) for seat in seats]
    return None if None in waiting else list(compress(seats, waiting))


def _open_hands(
    ended: FinishedDeal, table: Table, nobody: NoWin | None, outcome: Outcome
) -> Iterable[OpenHand]:
    """Yield the hands that the page shows for a deal without a winner.

    They are the tenpai hands if the wall ran out, or the hand of the player who aborted the deal.
    Hands with unknown tiles are left out. `nobody` says how the deal ended; if it is None, somebody
    won, and nothing is yielded.
    """
    if nobody is None:
        return
    seats = [nobody.by] if nobody.how == "abort" and nobody.by >= 0 else []
    if nobody.how == "wall":
        seats = _tenpai(ended.deal, table, ended.rules) or []
    for seat in seats:
        held, hand = outcome.tiles_of(seat), table.hands[seat]
        if held is None or held.tiles is None:
            continue
        is_waiting = hand.known and hand.total == table.resting
        waits = kinds(ended.rules.play.waits(hand)) if is_waiting else ()
        yield OpenHand(
            player_name(ended.game, seat),
            seat_name(seat),
            _row(held.tiles),
            tuple(_meld(meld) for meld in held.melds or ()),
            tuple(drawn_face(tile) for tile in waits),
        )


# --------------------------------------------------------------------------- hands


def _hands(ended: FinishedDeal, outcome: Outcome) -> Iterable[WonHand]:
    """Yield the hands that won, then the hands that score points without a win, for the page.

    `ended` is the deal, and `outcome` says who won and how.
    """
    deal, rules, answers = ended.deal, ended.rules, ended.answers
    scored = ended.settlement.scores if ended.settlement else ()
    scores = {score.seat: score for score in scored}
    for winner in outcome.declared:
        score = scores.pop(winner.seat, None)
        items = tuple(_items(deal, winner.seat, score, rules, answers))
        yield _won(ended, winner, score, items, legal=winner in outcome.winners)
    held = {each.seat: each for each in outcome.hands}
    for seat, score in scores.items():
        items = tuple(_items(deal, seat, score, rules, answers))
        if score.items or any(row.points.claimed for row in items):
            yield _counted(ended, score, held.get(seat), items)


def _counted(
    ended: FinishedDeal, score: Score, held: PlayerTiles | None, items: tuple[ItemRow, ...]
) -> WonHand:
    """Return, for the page, a hand that scores points without a win.

    `held` has the tiles of the hand at the end of the deal; None if they are unknown. `ended` is
    the deal; `score` and `items` are the value of the hand and its scored items.
    """
    tiles = held.tiles if held else None
    melds = held.melds if held else None
    return WonHand(
        player=player_name(ended.game, score.seat),
        seat=seat_name(score.seat),
        won=False,
        on=(),
        source="",
        robbed=False,
        legal=True,
        groups=() if tiles is None else (_row(tiles),),
        melds=tuple(_meld(each) for each in melds or ()),
        items=items,
        worth=_worth(score),
        sums=_sums(score, ended.rules),
    )


def _won(
    ended: FinishedDeal,
    winner: Winner,
    score: Score | None,
    items: tuple[ItemRow, ...],
    *,
    legal: bool,
) -> WonHand:
    game, rules = ended.game, ended.rules
    is_from_somebody = winner.source >= 0 and not winner.own_draw
    return WonHand(
        player=player_name(game, winner.seat),
        seat=seat_name(winner.seat),
        won=True,
        on=(drawn_face(plain(winner.tile), new=True),) if winner.tile >= 0 else (),
        source=player_name(game, winner.source) if is_from_somebody else "",
        robbed=winner.robbed,
        legal=legal,
        groups=_groups(rules, winner),
        melds=tuple(_meld(each) for each in winner.melds or ()),
        items=items,
        worth=_worth(score) if score else "",
        sums=_sums(score, rules) if score else (),
        limit=_limit(score, rules) if score and not score.claimed else "",
    )


def _limit(score: Score, rules: RuleSet) -> str:
    """Return the name of the limit that the hand's value reaches, such as mangan; empty if none."""
    rank = score.worth[-1].name if score.worth else NO_LIMIT
    return "" if rank == NO_LIMIT else item_named(rank, rules)


def _sums(score: Score, rules: RuleSet) -> tuple[Sum, ...]:
    """Return the formulas that give the value of a hand, as tables for the page.

    The result is empty if the value is only the sum of the hand's items.
    """
    formula = score.formula
    whole = [sum_of(formula, rules)] if formula and formula.parts else []
    of_totals = [sum_of(item.formula, rules, item.name) for item in score.totals if item.formula]
    return (*whole, *of_totals)


def _worth(score: Score) -> str:
    if score.kongs:
        return f"{score.value} + {worth(score.kong_points, score.unit)}"
    return worth(score.value, score.unit)


def _meld(meld: ShownMeld) -> Row:
    return _row(meld.tiles)


def _row(tiles: Iterable[Tile]) -> Row:
    return tuple(drawn_face(each) for each in canonical(plain(tile) for tile in tiles))


def _groups(rules: RuleSet, winner: Winner) -> tuple[Row, ...]:
    """Arrange the concealed tiles of a winner in sets, as rows of tile pictures.

    The winning tile is marked, unless it is unknown. If the tiles do not form sets, all are in one
    row. The result is empty if the hand is unknown.
    """
    if winner.tiles is None:
        return ()
    tiles = canonical(plain(tile) for tile in winner.tiles)
    rest = [KIND[tile] for tile in tiles]
    won = KIND[winner.tile]
    is_readable = winner.tile >= 0 and won in rest and max(rest) < KINDS
    if not is_readable:
        return (tuple(drawn_face(tile) for tile in tiles),)
    rest.remove(won)
    ways = groupings(rules, hand_of(rest, _melds_read(winner)), won)
    groups = ways[0] if ways else ((*rest, won),)
    pair_last = sorted(groups, key=lambda group: (len(group) == 2, group))
    return _faces(pair_last, tiles, plain(winner.tile))


def _melds_read(winner: Winner) -> list[Meld]:
    """Return the winner's melds, each called a pung and cut to its first three tiles.

    The search for sets only needs the number of melds, and must not get four tiles of a kong.
    """
    tiles = [tuple(plain(tile) for tile in meld.tiles) for meld in winner.melds or ()]
    return [Meld("pung", each[:3], winner.seat) for each in tiles]


def _faces(groups: Iterable[tuple[Tile, ...]], tiles: Sequence[Tile], won: Tile) -> tuple[Row, ...]:
    """Replace the kinds of tiles in `groups` by pictures of the tiles of a hand.

    `tiles` are the tiles of the hand, some of which may be red fives, and `won` is the winning
    tile. The first tile equal to `won` is marked.
    """
    left = [drawn_face(tile) for tile in tiles]
    kinds = [KIND[tile] for tile in tiles]
    if won in tiles:
        place = tiles.index(won)
        del left[place], kinds[place]
        left.insert(0, drawn_face(won, new=True))
        kinds.insert(0, KIND[won])

    def taken(kind: Tile) -> Drawn:
        place = kinds.index(kind)
        del kinds[place]
        return left.pop(place)

    return tuple(tuple(taken(each) for each in sorted(group)) for group in groups)


# --------------------------------------------------------------------------- items


def _items(
    deal: Deal, seat: Seat, score: Score | None, rules: RuleSet, answers: Answers
) -> Iterable[ItemRow]:
    """Yield the scored items of a hand (such as yaku), each with recorded and right points.

    Items that the rules find come first, each paired with the recorded item of the same name; items
    that are only recorded follow. `answers` are the audit's verdicts, which decide what is marked
    as wrong.
    """
    claimed = _Claimed(deal, seat)
    kongs = score.kongs_by_name if score else ()

    def row(
        name: str, recorded: str, due: str, clause: str, *claims: Claim, total: bool = False
    ) -> ItemRow:
        is_wrong = any(answers.get(claim) == "differs" for claim in claims)
        differs = is_wrong and (recorded != due or claimed.is_single(name))
        return ItemRow(
            name,
            item_named(name, rules),
            Pair(recorded, due),
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
            claim, recorded = claimed.take(keyword, item) or (
                Claim(keyword, seat, item=MISSING),
                NO_NUMBER,
            )
            yield row(item.name, recorded, str(item.points), item.clause, claim)
    for item in (*score.totals, *score.worth) if score else ():
        if fan_claim := claimed.take("fan", item):
            yield row(
                item.name, fan_claim[1], str(item.points), item.clause, fan_claim[0], total=True
            )
    for keyword, name, points in claimed.left:
        yield row(
            name,
            number_text(points),
            NO_NUMBER,
            "",
            Claim(keyword, seat, item=name),
            Claim(keyword, seat),
        )


class _Claimed:
    """The items that a sheet states for one seat; an item is removed when it is matched.

    Kongs with the same name are combined into one item.
    """

    def __init__(self, deal: Deal, seat: Seat) -> None:
        self.seat = seat
        claims = [claim for claim in deal.contents(Items) if claim.seat == seat]
        self.left: list[tuple[_Keyword, str, int | None]] = [
            *(("fan", *item) for item in _items_of(claims, "fan")),
            *(("kong", *item) for item in combine_by_name(_items_of(claims, "kong"))),
        ]

        self._times = Counter(name for _, name, _ in self.left)

    def is_single(self, name: str) -> bool:
        """Return whether the sheet states exactly one item of this name for the seat."""
        return self._times[name] == 1

    def take(self, keyword: _Keyword, item: Item) -> tuple[Claim, str] | None:
        """Find the recorded item that corresponds to `item`, an item by the rules, and remove it.

        `keyword` is the kind of recorded line, `fan` or `kong`. Of several such items, one with
        equal points is taken. Return the claim (the recorded item) and its points as text; None if
        no item corresponds.
        """
        names = {item.name, *item.alike}
        fitting = [each for each in self.left if each[0] == keyword and each[1] in names]
        if not fitting:
            return None
        chosen = min(fitting, key=lambda each: each[2] != item.points)
        self.left.remove(chosen)
        return Claim(keyword, self.seat, item=chosen[1]), number_text(chosen[2])


def _items_of(claims: Iterable[Items], keyword: _Keyword) -> Iterable[tuple[str, int | None]]:
    return (item for claim in claims if claim.keyword == keyword for item in claim.items)


# --------------------------------------------------------------------------- points


def _changes(game: Game, number: int, known: Standings | None) -> tuple[Change, ...]:
    if known is None:
        return ()
    standing = known.deals[number - 1]
    after = known.after(due=False)[number - 1]
    recorded = standing.recorded or ()
    # A difference that comes from an earlier deal is shown only there.
    due = standing.due if standing.faulty or not recorded else None
    if not (recorded or due or after):
        return ()
    return tuple(
        Change(
            player_name(game, seat),
            SEATS[seat],
            Pair(_points_at(seat, recorded, signed), _points_at(seat, due or (), signed)),
            _points_at(seat, after or (), str),
            1 + sum(points > after[seat] for points in after) if after else 0,
        )
        for seat in range(game.seats)
    )


def _points_at(seat: Seat, points: Sequence[int], write: Callable[[int], str]) -> str:
    """Return the points of a seat as text; an empty text if `points` is empty.

    The function `write` formats the number.
    """
    return write(points[seat]) if points else ""
