"""Taiwanese 16-tile: what a winning hand is worth, who pays whom, what a faulty win costs, and who deals next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mjlog.record import NOBODY, Seat, seat_name
from mjlog.rounds import following, label_of, named
from mjlog.rulebook import Coming, Outcome, Unclear, Winner
from mjlog.rules.taiwanese_hand import Hand
from mjlog.rules.taiwanese_insurance import Insurance, Liable
from mjlog.rules.taiwanese_seen import Came, Seen
from mjlog.rules.taiwanese_tai import ALL_EIGHT, ROBBED_EIGHTH, Row, scale
from mjlog.settlement import Item, Payment, Score, Settlement
from mjlog.tiles import EAST, KIND, PILLAR, Tile, is_bonus, is_known

ALL_BONUS: Final = 8
ROUNDS: Final = 4
PER_CONTINUED_DEAL: Final = 2
DISCARDS_EARLY, DISCARDS_VERY_EARLY = 9, 5

Scored = list[tuple[Row, int]]


# --------------------------------------------------------------------------- what happened in play


class Happened:
    """The patterns in play of a winner: seen in the turns, or, where these do not tell, named by the sheet."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.association = chosen["tai_table"] == "association"
        self.declared = chosen["orig_declared"] == "true"
        self.supplements = chosen["blessing_supplements"] == "true"
        self.counts = chosen["early_counts"]

    def of(self, winner: Winner, outcome: Outcome) -> tuple[frozenset[str], frozenset[str]]:
        """The names, and those of them that only the sheet tells."""
        seen: Seen = outcome.seen
        came = seen.came.get(winner.seat)
        told = seen.told.get(winner.seat, frozenset())
        robbed = {"robkong"} if winner.robbed else set()
        if came is None:
            earth = {"first_draw"} if "earth" in told else set()
            return frozenset({*told, *robbed, *earth}), told
        untold = told & {"orig"} if came.original is None else frozenset[str]()
        return frozenset({*self._seen(came), *robbed, *untold}), untold

    def _seen(self, came: Came) -> Iterator[str]:
        if came.live <= 0 and not came.own_draw:
            yield "lastdisc"
        if came.live <= 0 and came.own_draw and (self.association or not came.replaced):
            yield "lastwall"
        if came.replaced:
            yield "kong_draw"
        if came.original and (came.declared or not self.declared) and not (self.association and came.claimed):
            yield "orig"
        if self.supplements or not came.supplied:
            yield from self._blessed(came)
        yield from self._early(came)

    @staticmethod
    def _blessed(came: Came) -> Iterator[str]:
        if came.dealt:
            yield "heaven"
        if came.first_discard:
            yield "earth"
        if came.first_draw:
            yield "first_draw"

    def _early(self, came: Came) -> Iterator[str]:
        discards = came.discards
        if self.counts == "unclaimed":
            discards -= came.claimed
        elif self.counts == "before_win" and not came.own_draw and not came.robbed:
            discards -= 1
        if discards <= DISCARDS_VERY_EARLY:
            yield "early10"
        if discards <= DISCARDS_EARLY:
            yield "early5"


# --------------------------------------------------------------------------- the hand


class Scoring:
    """What hands are worth with these options."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.scale = scale(chosen)
        self.happened = Happened(chosen)
        self.bonus_in_play = chosen["bonus_tiles"] != "0"
        self.closes = chosen["winning_discard_concealed"] == "true"
        self.limit = int(chosen["limit"]) if chosen["limit_scope"] == "value" else 0
        self.bonuses = Bonuses(chosen)
        self.needs_round = any(row.key == "round_wind" for row in self.scale.rows)

    def __call__(self, winner: Winner, outcome: Outcome) -> Score | Unclear:
        """The tai of the dearest view of the hand."""
        bonus = _bonus(winner, outcome)
        if bonus is None:
            return Unclear(f"the bonus tiles of {seat_name(winner.seat)} are not recorded")
        if len(bonus) == ALL_BONUS:
            key = ALL_EIGHT if winner.own_draw else ROBBED_EIGHTH
            if winner.own_draw or is_bonus(winner.tile):
                row = self.scale.row(key)
                return self._score(winner, outcome, [(row, row.tai)], frozenset(), ())
        return self._of_tiles(winner, outcome, bonus)

    def _of_tiles(self, winner: Winner, outcome: Outcome, bonus: Sequence[Tile]) -> Score | Unclear:
        who = seat_name(winner.seat)
        if winner.tiles is None or winner.melds is None or not is_known(winner.tile):
            return Unclear(f"not every tile of {who}'s hand is recorded")
        if KIND[winner.tile & ~PILLAR] not in {KIND[tile & ~PILLAR] for tile in winner.tiles}:
            return Unclear(f"the winning tile is not among {who}'s tiles")
        happened, untold = self.happened.of(winner, outcome)
        hand = Hand(
            winner.tiles,
            winner.melds,
            winner.tile,
            own_draw=winner.own_draw,
            bonus=bonus,
            happened=happened,
            winds=(EAST + (winner.seat - outcome.dealer) % outcome.seats, outcome.round_wind),
            bonus_in_play=self.bonus_in_play,
            closes=self.closes,
        )
        if self.needs_round and outcome.round_wind is None and any(EAST <= kind < EAST + 4 for kind in hand.kinds):
            return Unclear("the label of the deal does not tell the wind of the round")
        views = [(self.scale.found(hand, view), view) for view in hand.views()]
        if not views:
            return Unclear(f"{who}'s hand is not complete")
        found, view = max(views, key=lambda each: _sum(each[0]))
        return self._score(winner, outcome, found, untold, self.scale.contained(hand, view))

    def _score(
        self,
        winner: Winner,
        outcome: Outcome,
        found: Scored,
        untold: frozenset[str],
        contained: tuple[tuple[str, str], ...],
    ) -> Score:
        value = _sum(found)
        cut = self.limit and value > self.limit
        return Score(
            winner.seat,
            tuple(_items(found, untold)),
            unit="tai",
            final=self.limit if cut else None,
            formula=f"{value}, cut to the limit of {self.limit}" if cut else "",
            contained=contained,
            totals=tuple(self._totals(winner, outcome, self.limit if cut else value)),
        )

    def _totals(self, winner: Winner, outcome: Outcome, value: int) -> Iterator[Item]:
        """The sums that a sheet may state: the hand alone, the bonuses of East, all together."""
        east = winner.seat == outcome.dealer or (winner.source == outcome.dealer and not winner.own_draw)
        dealer, continued = self.bonuses.parts(outcome) if east else (0, 0)
        yield Item("base", value, "9.2")
        if dealer:
            yield Item("dealer", dealer, "10.3")
        if continued:
            yield Item("continued", continued, "10.4")
        yield Item("total", value + dealer + (continued or 0), "10.5")


def _bonus(winner: Winner, outcome: Outcome) -> tuple[Tile, ...] | None:
    """The winner's bonus tiles, with one it has just drawn or robbed."""
    held = next((held for held in outcome.hands if held.seat == winner.seat), None)
    if held is None or held.bonus is None:
        return None
    latest = [tile for tile in winner.tiles or () if is_bonus(tile)]
    if is_bonus(winner.tile) and not latest and winner.tile not in held.bonus:
        latest = [winner.tile]
    return (*held.bonus, *latest)


def _sum(found: Scored) -> int:
    return sum(tai for _, tai in found)


def _items(found: Scored, untold: frozenset[str]) -> Iterator[Item]:
    """The patterns as items, those of one name as one."""
    for name in dict.fromkeys(row.item for row, _ in found):
        rows = [(row, tai) for row, tai in found if row.item == name]
        row = rows[0][0]
        only = "only its sheet tells that it came so" if row.key in untold else ""
        yield Item(name, _sum(rows), row.clause, row.alike, source=row.alone, untold=only)


# --------------------------------------------------------------------------- payments


class Bonuses:
    """The tai on top that East wins or pays."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.dealer = int(chosen["dealer_bonus"])
        self.per_deal = PER_CONTINUED_DEAL if chosen["continued_bonus"] == "true" else 0

    def parts(self, outcome: Outcome) -> tuple[int, int | None]:
        """Dealer's bonus and that of continued deals; None where nobody knows how many these are."""
        if not self.per_deal:
            return self.dealer, 0
        return self.dealer, None if outcome.counters is None else self.per_deal * outcome.counters


class Settling:
    """Who pays whom with these options."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.bonuses = Bonuses(chosen)
        self.insurance = Insurance(chosen)
        self.unit, self.base = int(chosen["unit"]), int(chosen["base"])
        self.limit = int(chosen["limit"]) if chosen["limit_scope"] == "payment" else 0
        self.east_pays_all = chosen["east_pays_bonus_on_selfdraw"] == "true"
        self.robbed_eighth_paid_by_all = chosen["rob8_payer"] == "all"
        self.insured_bonus = chosen["insurance_amount"] == "three_shares"
        self.nearest = chosen["multi_win"] == "nearest"

    def __call__(self, outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Nobody pays after a draw; each winner is paid as if alone."""
        won = sorted(
            zip(outcome.winners, scores, strict=True), key=lambda pair: (pair[0].seat - pair[0].source) % outcome.seats
        )
        payments: list[Payment] = []
        for winner, score in won[:1] if self.nearest else won:
            if self._concerns_east(winner, outcome) and self.bonuses.parts(outcome)[1] is None:
                return Unclear("the record does not tell how often the dealer has dealt on")
            if winner.source == NOBODY:
                return Unclear("the record does not say who threw the winning tile")
            payments += self._payments(winner, score, outcome)
        return Settlement(tuple(payments), tuple(scores))

    def _concerns_east(self, winner: Winner, outcome: Outcome) -> bool:
        return outcome.dealer in {winner.seat, winner.source} or self.east_pays_all

    def _payments(self, winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
        names = {item.name for item in score.items}
        liable = self.insurance.liable(winner, outcome, names)
        others = [seat for seat in range(outcome.seats) if seat != winner.seat]
        if liable is not None:
            yield self._insured(winner, score, outcome, liable)
        elif winner.own_draw or (ROBBED_EIGHTH in names and self.robbed_eighth_paid_by_all):
            for seat in others:
                yield self._share(seat, winner, score, outcome)
        else:
            yield self._share(winner.source, winner, score, outcome)

    def _share(self, payer: Seat, winner: Winner, score: Score, outcome: Outcome) -> Payment:
        """The tai of the hand, and the bonuses where East wins or throws the winning tile."""
        bonus, words = self._bonus(payer, winner, outcome)
        tai, cut = self._cut(score.value + bonus)
        clause = "10.1" if winner.own_draw else "10.2"
        if ROBBED_EIGHTH in {item.name for item in score.items}:
            clause = "10.2a"
        return Payment(payer, winner.seat, self._points(tai), self._formula(score, words + cut), clause)

    def _bonus(self, payer: Seat, winner: Winner, outcome: Outcome) -> tuple[int, str]:
        wins, pays = winner.seat == outcome.dealer, payer == outcome.dealer
        if not wins and not (pays and (not winner.own_draw or self.east_pays_all)):
            return 0, ""
        return self._parts(outcome)

    def _parts(self, outcome: Outcome) -> tuple[int, str]:
        dealer, continued = self.bonuses.parts(outcome)
        words = f" + {dealer} (dealer)" if dealer else ""
        words += f" + {continued} (continued deals)" if continued else ""
        return dealer + (continued or 0), words

    def _cut(self, tai: int) -> tuple[int, str]:
        return (self.limit, f", cut to {self.limit}") if self.limit and tai > self.limit else (tai, "")

    def _points(self, tai: int) -> int:
        return self.base + self.unit * tai

    def _formula(self, score: Score, words: str) -> str:
        listed = " + ".join(f"{item.points} ({item.name})" for item in score.items) or "0"
        alone = [f"{item.name}: {item.source} alone" for item in score.items if item.source]
        sources = f" [{', '.join(alone)}]" if alone else ""
        limited = f", cut to {score.final}" if score.final is not None else ""
        money = f"; {self.unit} for a tai" if self.unit != 1 else ""
        money += f", {self.base} at the least" if self.base else ""
        return f"{listed}{limited}{words}{money}{sources}"

    def _insured(self, winner: Winner, score: Score, outcome: Outcome, liable: Liable) -> Payment:
        """Three shares, with East's bonuses: each of them where East wins, one where East is liable."""
        wins, pays = winner.seat == outcome.dealer, liable.seat == outcome.dealer
        bonus, words = self._parts(outcome) if self.insured_bonus and (wins or pays) else (0, "")
        with_bonus, cut = self._cut(score.value + bonus)
        plain, _ = self._cut(score.value)
        shares = [self._points(with_bonus)] * 3 if wins else [self._points(with_bonus), *[self._points(plain)] * 2]
        formula = f"3 shares, liable ({liable.words}): {self._formula(score, words + cut)}"
        return Payment(liable.seat, winner.seat, sum(shares), formula, liable.clause)


# --------------------------------------------------------------------------- faulty wins


def fine(chosen: Mapping[str, str]) -> Callable[[Outcome, str, Seat, Seat], int | Unclear]:
    """What an irregularity costs with these options."""
    points = int(chosen["limit"]) or int(chosen["false_out_points"])
    harmless = {"wrong-draw", "discard-changed", "claim-cancelled", "tile-returned", "long-hand", "short-hand"}

    def due(outcome: Outcome, cause: str, payer: Seat, payee: Seat) -> int | Unclear:
        """A faulty win costs the limit to each, twice that to who threw the tile; all else costs nothing."""
        if cause in harmless:
            return 0
        if cause != "false-win":
            return Unclear(f"the rule set names no price for {cause}")
        if payer == payee:
            return 0
        thrower = thrower_of(outcome, payer)
        if thrower is None:
            return Unclear(f"the record does not tell on which tile {seat_name(payer)} declared the win")
        return 2 * points if payee == thrower else points

    return due


def thrower_of(outcome: Outcome, offender: Seat) -> Seat | None:
    """Who had thrown the tile of a faulty win: a seat, `NOBODY` where it was drawn, None where nothing tells."""
    seen: Seen = outcome.seen
    told = dict(attribute for ruling in seen.ruled("false-win") for attribute in ruling.attributes).get("from")
    false = next((winner for winner in outcome.false_wins if winner.seat == offender), None)
    if false is not None:
        return NOBODY if false.own_draw else false.source
    declared = [seat for act, seat in seen.irregular if act.seat == offender and act.name == "false-win"]
    if declared:
        return declared[-1]
    return "ABCD".index(told) if told is not None and told in {"A", "B", "C", "D"} else None


# --------------------------------------------------------------------------- how the game goes on


def next_dealer(outcome: Outcome) -> Seat | Unclear:
    """East stays after winning and after a draw; a faulty win passes the deal."""
    seen: Seen = outcome.seen
    dealer, following_seat = outcome.dealer, (outcome.dealer + 1) % outcome.seats
    if outcome.winners:
        return dealer if any(winner.seat == dealer for winner in outcome.winners) else following_seat
    if outcome.washout is not None and outcome.washout.how == "void":
        return following_seat if seen.ruled("false-win") else Unclear("the deal was declared void")
    if outcome.washout is None:
        return Unclear("the deal has no result")
    return dealer


def progression(chosen: Mapping[str, str]) -> Callable[[Outcome, Sequence[int | None]], Coming | Unclear]:
    """How the game goes on with these options."""
    counts_draws = chosen["continued_counts_draws"] == "true"

    def after(outcome: Outcome, _points: Sequence[int | None]) -> Coming | Unclear:
        """Sixteen deals, and one more for each that East wins and each draw."""
        dealer = next_dealer(outcome)
        if isinstance(dealer, Unclear):
            return dealer
        stays = dealer == outcome.dealer
        more = 1 if outcome.winners or counts_draws else 0
        counters = None if outcome.counters is None else outcome.counters + more
        deal = named(outcome.seen.label)
        if deal is None:
            return Coming(dealer, counters=counters if stays else 0)
        coming = following(deal, outcome.seats, stays=stays)
        over = coming[0] >= ROUNDS
        return Coming(dealer, "" if over else label_of(coming), counters if stays else 0, over)

    return after
