"""The Tibet ladder: the table of patterns with their han, and the table of payments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.model.formula import number
from mjlog.model.messages import Message, msg
from mjlog.model.record import Seat
from mjlog.model.settlement import Payment, Score, Settlement
from mjlog.referee.rulebook import Outcome, Unclear, Winner
from mjlog.rules.kit import SETS, PatternScorer, Worth, table

LAWS: Final = {
    "menzen": "10.2",
    "tanyao": "10.3",
    "dragon": "10.4",
    "toitoi": "10.5",
    "chinitsu": "10.6",
    "honitsu": "10.7",
    "seat-wind": "10.8",
    "round-wind": "10.8",
    "riichi": "10.9",
}
PATTERNS: Final = table(
    """
menzen | 1 | claimed=0
tanyao | 1 | tiles(simples) | dragon seat-wind round-wind
dragon | 1 | pungs(dragons)
toitoi | 2 | chows=0
chinitsu | 5 | suits=1 has(honours)=0 | | sets=4 suits=3
chinitsu | 2 | suits=1 has(honours)=0 | | sets=4 suits=1/2
chinitsu | 2 | suits=1 has(honours)=0 | | sets=1/2/3
honitsu | 2 | suits=1 has(honours) | chinitsu tanyao | sets=4 suits=3
seat-wind | 1 | pungs(seat) | | winds=true
round-wind | 1 | pungs(round) | | winds=true
riichi | 1 | ready | | riichi=true
""",
    laws=LAWS,
)
SYNONYMS: Final = {"dragon": ("yakuhai",), "toitoi": ("toitoihou",)}
ITEM_NAMES: Final = {
    "chinitsu": "pure flush",
    "dragon": "set of dragons",
    "honitsu": "mixed flush",
    "menzen": "closed hand",
    "riichi": "riichi",
    "round-wind": "set of the round's wind",
    "seat-wind": "set of the seat's wind",
    "tanyao": "all simples",
    "toitoi": "all sets alike",
    "toitoihou": "all sets alike",
    "yakuhai": "sets of honours that count",
}
"""Names of items for people; the names in records never change."""

COLUMNS: Final = ("0", "1", "2", "3", "4-5", "6+")
COLUMN_OF: Final = (0, 1, 2, 3, 4, 4, 5)
"""Column of the table by the number of han; more than six han are in the last column."""

DEALER_DRAWN: Final = (2, 5, 10, 20, 40, 60)
DEALER_ON_DISCARD: Final = (5, 15, 30, 60, 120, 180)
DEALERS_SHARE: Final = (2, 5, 10, 20, 40, 60)
OTHERS_SHARE: Final = (1, 3, 5, 10, 20, 30)
OTHER_ON_DISCARD: Final = (3, 10, 20, 40, 80, 120)
"""Rows of the table, stored as printed and never computed.

At 0 han, and for players other than the dealer also at 1 han, a discard costs less than all shares
together.

One cell is a misprint: at 2 han, `OTHERS_SHARE` is printed as a second share of the dealer.
"""


def column(han: int) -> int:
    """Return the index of the column for `han` han in the payment table.

    Hands of more than six han use the column of six han.
    """
    return COLUMN_OF[min(han, 6)]


def worth(settings: Mapping[str, str]) -> Worth:
    """Return the settings for scoring at one step of the ladder, for `mjlog.rules.kit`.

    The ladder is a series of games for teaching. The settings are, for example, the patterns, and
    how many sets a hand has. `settings` maps the name of each option to its value at that step.
    """
    return Worth(
        PATTERNS.chosen(settings),
        (SETS,),
        "han",
        size=3 * int(settings["sets"]) + 2,
        synonyms=SYNONYMS,
        different_sums=(0, 1, 2, 3, 4, 6),
        states_total=False,
        has_bonus=False,
        asks_winning_tile=False,
    )


def scorer(settings: Mapping[str, str]) -> Callable[[Winner, Outcome], Score | Unclear]:
    """Return a function that scores winning hands at one step of the ladder.

    The ladder is a series of games for teaching. At a step without points, the scores have no
    items. `settings` maps the name of each option to its value.
    """
    if settings["scoring"] == "true":
        return PatternScorer(worth(settings))
    return lambda winner, _outcome: Score(winner.seat, (), unit="han")


# --------------------------------------------------------------------------- payments


def settler(
    settings: Mapping[str, str],
) -> Callable[[Outcome, Sequence[Score]], Settlement | Unclear]:
    """Return the function that computes the payments of a deal at one step of the ladder.

    The ladder is a series of games for teaching. `settings` maps the name of each option to its
    value.
    """
    counted, nearest = settings["scoring"] == "true", settings["multi_ron"] == "nearest"

    def settle(outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Return the payments to the winners, as a `Settlement`.

        There are no payments after a draw or at a step of the ladder without points.
        """
        won = outcome.nearest_first(scores)
        if nearest:
            del won[1:]
        payments: list[Payment] = []
        for winner, score in won if counted else ():
            payments += _payments(winner, score, outcome)
        return Settlement(tuple(payments), tuple(score for _, score in won))

    return settle


def _payments(winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
    if not winner.own_draw:
        yield _discarder_pays(winner, score.value, outcome.dealer)
        return
    for seat in outcome.others(winner.seat):
        yield _drawn(seat, winner, score.value, outcome.dealer)


class _Row(NamedTuple):
    """A row of the payment table.

    `cells` are the amounts by column, `words` say when the row applies, `clause` is the number of
    the sentence.
    """

    cells: Sequence[int]
    words: Message
    clause: str


def _discarder_pays(winner: Winner, han: int, dealer: Seat) -> Payment:
    """Return the payment for a hand of `han` han by the discarder, who pays for all players.

    `dealer` is the seat of the dealer, who pays and receives more.
    """
    if winner.seat == dealer:
        row = _Row(DEALER_ON_DISCARD, msg("the dealer wins on a discard"), "11.3")
    else:
        row = _Row(OTHER_ON_DISCARD, msg("another than the dealer wins on a discard"), "11.5")
    return _payment(winner.source, winner.seat, row, han)


def _drawn(payer: Seat, winner: Winner, han: int, dealer: Seat) -> Payment:
    """Return the payment of the player `payer` for a self-drawn hand of `han` han.

    `dealer` is the seat of the dealer, who pays and receives more.
    """
    if winner.seat == dealer:
        row = _Row(DEALER_DRAWN, msg("the dealer draws the winning tile"), "11.2")
    elif payer == dealer:
        row = _Row(DEALERS_SHARE, msg("self-drawn, the dealer's share"), "11.4")
    else:
        clause = "11.4a" if column(han) == 2 else "11.4"
        words = msg("self-drawn, the share of one who is not the dealer")
        row = _Row(OTHERS_SHARE, words, clause)
    return _payment(payer, winner.seat, row, han)


def _payment(payer: Seat, payee: Seat, row: _Row, han: int) -> Payment:
    """Return the payment from `payer` to `payee` for a hand of `han` han.

    The amount is in the row `row` of the payment table.
    """
    place = column(han)
    says = "{han} han, column {column}: {row}"
    formula_words = msg(says, han=han, column=COLUMNS[place], row=row.words)
    return Payment.of(payer, payee, number(row.cells[place], formula_words), row.clause)


# --------------------------------------------------------------------------- who deals next


def next_dealer(outcome: Outcome) -> Seat | Unclear:
    """Return the next dealer. The dealer deals again only after winning.

    The result is an `Unclear`, which states the reason, if the record does not show how the deal
    ended.
    """
    if not outcome.has_ended:
        return Unclear(msg("the deal has no result").lacking("result"))
    if outcome.dealer_wins:
        return outcome.dealer
    return outcome.next_seat
