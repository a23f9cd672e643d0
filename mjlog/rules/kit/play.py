"""Play as in nearly every game: clauses on tiles, turns, claims, kongs, wins, with sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.findings import Law
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    CLAIM,
    DISCARD,
    DRAW,
    READY,
    REPLACE,
    SET_OUT,
    WIN,
    Act,
    AddedKong,
    Claim,
    Discard,
    Irregularity,
    Ready,
    Seat,
    Win,
)
from mjlog.model.shapes import kinds
from mjlog.model.table import NONE, Hand, Table
from mjlog.model.tiles import BONUS, JOKER, KIND, KINDS, Tile, is_bonus, kinds_of, text
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import Clause, Judgement, Spec, Test, clause
from mjlog.rules.kit.hand import Shape
from mjlog.rules.shared import bonus_tiles, fast_path, robbed_kong
from mjlog.rules.shared import clauses as shared


@dataclass(frozen=True, slots=True)
class Section:
    """A sentence of the rulebook, with the rule checks that enforce it.

    `codes` are the codes of errors on a score sheet that cite the sentence.
    """

    number: str
    text: str
    clauses: tuple[Clause, ...] = ()
    codes: tuple[str, ...] = ()

    def law(self, source: str) -> Law:
        """Convert this rulebook sentence into a `Law`, the form in which a rulebook stores it.

        `source` is the name of the document that the sentence is from. The standing of the law is
        `enforced` if errors cite the sentence, otherwise `definition`.
        """
        codes = tuple(dict.fromkeys([*(each.code for each in self.clauses), *self.codes]))
        return Law(self.number, self.text, source, "enforced" if codes else "definition", codes)


@dataclass(frozen=True, slots=True)
class Usual:
    """The rulebook sentences about play, with the rule checks that enforce them.

    `own_kinds` are the kinds of acts for which this game has a check that most games do not have.
    """

    sections: tuple[Section, ...]
    own_kinds: frozenset[int] = frozenset()

    def but(self, *, without: Sequence[str] = (), instead: Sequence[Section] = ()) -> Usual:
        """Return a copy of these rulebook sentences with some sentences removed, replaced or added.

        `without` are the numbers of sentences to remove. A sentence in `instead` replaces the
        sentence with the same number, or is added. Raise `ValueError` if a number in `without` does
        not exist.
        """
        numbers = [section.number for section in self.sections]
        for number in without:
            if number not in numbers:
                raise ValueError(f"no section {number}; there are {', '.join(numbers)}")
        others = {section.number: section for section in instead}
        kept = [
            others.pop(section.number, section)
            for section in self.sections
            if section.number not in without
        ]
        usual = [clause for _, clause in self.bindings]
        added = [clause for section in instead for clause in section.clauses if clause not in usual]
        return Usual(
            tuple(sorted([*kept, *others.values()], key=_place)),
            self.own_kinds.union(*[clause.kinds for clause in added]),
        )

    def section(self, number: str) -> Section:
        """Return the sentence with this number; raise `StopIteration` if there is none."""
        return next(section for section in self.sections if section.number == number)

    @property
    def bindings(self) -> tuple[tuple[str, Clause], ...]:
        """All functions that check a rule, each paired with the number of the sentence about it."""
        return tuple(
            (section.number, each) for section in self.sections for each in section.clauses
        )

    @property
    def cites(self) -> dict[str, str]:
        """Numbers of the sentences that errors on a score sheet cite, by error code."""
        return {code: section.number for section in self.sections for code in section.codes}

    def laws(self, source: str, sources: Mapping[str, str]) -> list[Law]:
        """Return all sentences as laws for the rulebook.

        `sources` maps the number of a sentence to the name of the document that it is from. For all
        other sentences the document is `source`.
        """
        return [section.law(sources.get(section.number, source)) for section in self.sections]


def _place(section: Section) -> tuple[int, ...]:
    return tuple(int(part) for part in section.number.split("."))


@dataclass(frozen=True, slots=True)
class Customs:
    """Settings in which games differ in their play.

    `flowers_that_win` has the numbers of bonus tiles that win by themselves. `one_winner`: if
    several players can win on a tile, only the nearest wins. `bars_missed_wins`: a player who does
    not win on a tile may not win on tiles of that kind until after its next discard. `deal` is the
    clause that checks dealt hands against a recorded wall. `claims_chows`: the next player may
    claim a discard for a chow. `upper_first`: the first replacement is the upper tile of the last
    stack. `replaces_from_the_front`: replacements come from the front of the wall. `orphans_rob`:
    thirteen orphans may rob a concealed kong. `false_win_ends_the_hand`: a player may neither claim
    nor win after a false win.
    """

    flowers_that_win: tuple[int, ...] = ()
    one_winner: bool = True
    bars_missed_wins: bool = False
    deal: Clause | None = None
    claims_chows: bool = True
    upper_first: bool = False
    replaces_from_the_front: bool = False
    orphans_rob: bool = False
    false_win_ends_the_hand: bool = False


def play_as_usual(spec: Spec, shapes: Sequence[Shape], customs: Customs | None = None) -> Usual:
    """Return the rulebook sentences about play that nearly every game has, and their checks.

    `spec` describes the tiles and the wall. `shapes` are the ways in which a hand can be complete.
    `customs` are the settings in which games differ, for example whether a chow may be claimed.
    """
    customs = customs or Customs()
    bonus = any(spec.copies[BONUS:JOKER])
    if spec.private_walls:
        front, back = shared.draws_follow_the_wall(own=spec)
        customs = replace(customs, deal=shared.deal_follows_the_wall(own=spec))
    elif customs.upper_first:
        front, back = shared.stacks_follow_the_break(upper_first=True)
    else:
        front, back = shared.draws_follow_the_wall(head=customs.replaces_from_the_front)
    sections = [
        Section(
            "1.1",
            "No tile is there more often than the set has it.",
            (
                shared.tile_is_not_one_too_many,
                shared.no_tile_turns_up_once_too_often,
                shared.deal_has_no_surplus,
                *shared.recorded_wall(spec),
            ),
        ),
        Section(
            "1.2",
            "No tiles stand apart, no indicator lies open, and nothing is exchanged."
            if spec.ready_locks
            else "No tiles stand apart, no indicator lies open, nothing is exchanged, and nobody "
            "declares ready.",
            (
                shared.no_pillars_are_dealt,
                shared.no_tile_is_a_pillar,
                shared.no_indicator_lies_open,
                shared.no_indicator_is_turned_up,
                shared.nothing_is_exchanged,
                *(() if spec.ready_locks else (shared.nobody_declares_ready,)),
            ),
        ),
        Section(
            "1.3",
            "Tiles are dealt three times by fours, then singly: to everybody the same number, and "
            "the dealer one more."
            if customs.deal is not None and not spec.private_walls
            else "Everybody is dealt the same number of tiles, and the dealer one more.",
            (shared.deal_has_the_right_size, *([customs.deal] if customs.deal is not None else ())),
        ),
        _flowers() if bonus else _no_flowers(),
        Section(
            "1.5",
            "Each player draws from a wall of their own until that of the next one is used up."
            if spec.private_walls
            else "Tiles are drawn from the front of the wall until its live part is used up.",
            (shared.wall_is_not_empty(spec), front),
        ),
        Section(
            "1.6",
            "Whoever declares a kong takes the next tile of the wall."
            if spec.private_walls or customs.replaces_from_the_front
            else "Whoever declares a kong or sets out a bonus tile takes a replacement from the "
            "end of the wall.",
            (shared.replacement_is_due, back),
        ),
        Section(
            "2.1",
            "In turn each player draws a tile and discards one that the hand holds.",
            (
                shared.draws_in_turn,
                shared.acts_in_turn,
                shared.draws_with_a_resting_hand,
                shared.discards_with_one_tile_more,
                shared.discard_is_held,
                shared.manner_fits_the_draw,
            ),
        ),
        Section("2.2", "Discards lie open.", (shared.discards_lie_open,)),
        Section(
            "2.3",
            "The latest discard may be claimed for a pung or a kong by a player who holds the "
            "other tiles.",
            (
                shared.claim_takes_the_latest_discard,
                shared.claim_makes_a_set,
                shared.claimer_holds_the_tiles,
            ),
        ),
        Section(
            "2.4",
            "Only the next player claims a discard for a chow."
            if customs.claims_chows
            else "No discard is claimed for a chow.",
            (shared.chow_comes_from_the_left,)
            if customs.claims_chows
            else (shared.chow_is_not_claimed,),
        ),
        Section(
            "2.5",
            "A kong is four tiles alike: of the hand, a discard and three of the hand, or one "
            "added to a pung.",
            (
                shared.concealed_kong_is_four_alike,
                shared.concealed_kong_is_held,
                shared.added_kong_needs_a_pung,
                shared.added_tile_is_held,
                shared.own_kong_needs_a_tile_taken,
                shared.discard_does_not_promote_a_pung,
                shared.discard_is_not_added_to_a_pung,
            ),
        ),
        Section(
            "2.6",
            "Nobody declares an own kong in the turn of a claim, before a tile was drawn.",
            (shared.no_kong_in_the_turn_of_a_claim,),
        ),
        Section(
            "2.7",
            "Once the last tile is drawn nobody declares a kong, and the last discard is only won "
            "on.",
            (shared.kong_needs_a_live_tile(spec), shared.last_discard_is_only_won_on(spec)),
        ),
        *(_declarations(shapes) if spec.ready_locks else ()),
        Section(
            "3.1",
            "A player wins on the own draw, on a discard, or on a tile that another adds to a "
            "pung.",
            (
                _winning_tile_is_there(customs.flowers_that_win),
                robbed_kong.concealed_kong_is_robbed_by_orphans
                if customs.orphans_rob
                else shared.only_an_added_kong_is_robbed,
            ),
        ),
        Section(
            "3.2",
            "A hand wins only if it is complete.",
            (_hand_is_complete(shapes, customs.flowers_that_win),),
            ("tenpai.differs",),
        ),
        Section(
            "3.3",
            "If several players win on one tile, the nearest after the discarder wins alone."
            if customs.one_winner
            else "Several players may win on one tile.",
            (shared.nearest_player_wins,) if customs.one_winner else (),
        ),
        Section("3.4", "A win is worth no less than the minimum.", (), ("win.least",)),
        Section("3.5", "The winner shows the hand.", (), ("show.hand", "win.line")),
        Section(
            "3.6",
            "If nobody wins, the deal ends with the wall, and nobody pays.",
            (shared.washout_comes_at_the_end(spec), shared.no_deal_is_aborted),
            ("pay.draw",),
        ),
        Section(
            "3.7",
            "A player who lets a winning tile pass does not win on its like before the own next "
            "discard."
            if customs.bars_missed_wins
            else "A player may let a winning tile pass, and win on the next.",
            (_no_win_was_missed(shapes),) if customs.bars_missed_wins else (),
        ),
        *([_DEAD_HAND] if customs.false_win_ends_the_hand else ()),
        Section(
            "4.1",
            "A hand is worth the sum of its patterns.",
            (),
            ("score.item", "score.total"),
        ),
        Section(
            "4.2",
            "Points pass from one player to another, and the most points win the game.",
            (),
            ("net.differs", "score.chain", "next.rank", "pay.zero"),
        ),
    ]
    judges_claims = not customs.claims_chows or customs.false_win_ends_the_hand
    return Usual(tuple(sections), frozenset({CLAIM} if judges_claims else ()))


def _flowers() -> Section:
    return Section(
        "1.4",
        "Bonus tiles are set out and replaced, first by the dealer, then in turn; they are part "
        "of no set.",
        (
            shared.bonus_tile_is_held,
            bonus_tiles.only_bonus_tiles_are_set_out,
            bonus_tiles.bonus_tiles_are_replaced_in_order,
            bonus_tiles.play_begins_without_bonus_tiles,
            bonus_tiles.bonus_tile_is_set_out_in_turn,
            bonus_tiles.bonus_tile_is_not_kept,
            bonus_tiles.bonus_tile_makes_no_set,
            bonus_tiles.bonus_tile_is_not_claimed,
        ),
    )


def _no_flowers() -> Section:
    return Section("1.4", "No tile is set out.", (shared.nothing_is_set_aside,))


# --------------------------------------------------------------------------- ready


def _declarations(shapes: Sequence[Shape]) -> Iterator[Section]:
    yield Section(
        "2.8",
        "A player with a concealed hand that waits may declare ready, once, with a discard.",
        (shared.ready_is_declared_once, ready_hand_is_concealed, _ready_hand_waits(shapes)),
    )
    yield Section(
        "2.9",
        "A ready player discards each drawn tile, claims only to win, and declares no kong.",
        (
            shared.ready_hand_discards_the_drawn_tile,
            shared.ready_hand_claims_nothing,
            shared.ready_hand_declares_no_kong,
        ),
    )


@clause(
    "ready.closed",
    READY,
    says="{seat} declares ready with claimed sets on the table; that needs a concealed hand",
)
def ready_hand_is_concealed(table: Table, ready: Ready) -> Judgement:
    """Return whether a player who declares ready has claimed no set."""
    return table.hands[ready.seat].claimed_nothing


def _ready_hand_waits(shapes: Sequence[Shape]) -> Clause:
    @clause(
        "ready.tenpai",
        READY,
        says="{seat} discards {tile} and declares ready, but no tile completes the hand",
    )
    def ready_hand_waits(table: Table, ready: Ready) -> Judgement:
        """Return whether some tile completes the hand after the discard that declares ready.

        The result is None if the hand is unknown.
        """
        return waits_when_ready(shapes, table, ready)

    return ready_hand_waits


def waits_when_ready(shapes: Sequence[Shape], table: Table, ready: Ready) -> Judgement:
    """Return whether some tile completes a hand that declares ready; None if its tiles are unknown.

    `shapes` are the ways in which a hand can be complete.
    """
    counts = shared.counts_when_ready(table, ready)
    if counts is None:
        return None
    return awaited(shapes, counts, len(table.hands[ready.seat].melds)) != 0


# --------------------------------------------------------------------------- the win


def waits_of(shapes: Sequence[Shape]) -> Callable[[Hand], int]:
    """Return a function that computes which tile kinds complete a hand.

    The function returns a bit mask in which bit k is set if a tile of kind k completes the hand.
    `shapes` are the ways in which a hand can be complete.
    """

    def answer(hand: Hand) -> int:
        return awaited(shapes, hand.kinds(), len(hand.melds))

    return answer


def awaited(shapes: Sequence[Shape], counts: list[int], melds: int) -> int:
    """Return a bit mask (bit k for kind k) of the kinds that complete a hand in one of the shapes.

    `counts[k]` is the number of concealed tiles of kind k, `melds` the number of melds.
    """
    mask = 0
    for shape in shapes:
        mask |= shape.awaits(counts, melds)
    return mask


def _bonus_held(table: Table, win: Win) -> int:
    hand = table.hands[win.seat]
    return len(hand.bonus) + sum(hand.count[BONUS:JOKER])


def _winning_tile_is_there(flowers: tuple[int, ...]) -> Clause:
    @clause("win.tile", WIN, says="{seat} declares a win, but {no_winning_tile}", against="turn")
    def winning_tile_is_there(table: Table, win: Win) -> Judgement:
        """Return whether the tile with which a player wins is available to this player.

        It may be the tile just drawn or another player's latest tile, and the dealer may win on the
        dealt hand. The result is also True for a player whose bonus tiles win by themselves, and
        False for a second win of the same player on one tile.
        """
        if win.seat in table.just_won and not table.plays_on:
            return False
        if not win.own_draw:
            return table.lies_for(win.seat)
        if not table.is_to_act(win.seat):
            return False
        dealt = win.seat == table.dealer and Discard not in map(type, table.past)
        return table.drawn != NONE or dealt or _bonus_held(table, win) in flowers

    return winning_tile_is_there


def _hand_is_complete(shapes: Sequence[Shape], flowers: tuple[int, ...]) -> Clause:
    @clause(
        "win.shape",
        WIN,
        says="{seat}'s tiles and the winning tile are no complete hand",
        expects="{wait_words}",
    )
    def hand_is_complete(table: Table, win: Win) -> Judgement:
        """Return whether a winning hand is complete in one of the shapes of the game.

        The result is also True if the player's bonus tiles win by themselves, and None if the hand
        is unknown.
        """
        if win.own_draw and is_bonus(table.drawn) and _bonus_held(table, win) in flowers:
            return True
        counts = shared.winning_counts(table, win)
        if counts is None:
            return None
        melds = len(table.hands[win.seat].melds)
        return any(shape.is_made_by(counts, melds) for shape in shapes)

    return hand_is_complete


def words_of(shapes: Sequence[Shape]) -> Words:
    """Return the functions that fill in the placeholders of error messages about play.

    The result maps the name of a placeholder to a function that returns the text for it. For
    example, ``wait_words`` becomes the tiles that would complete a hand. `shapes` are the ways in
    which a hand can be complete.
    """

    def wait_words(table: Table, win: Win) -> Word:
        counts = shared.counts_before(table, win)
        mask = 0
        if sum(counts) % 3 == 1:
            mask = awaited(shapes, counts, len(table.hands[win.seat].melds))
        return text(kinds(mask)) or msg("no tile completes the hand")

    return {
        **bonus_tiles.WORDS,
        "wait_words": wait_words,
        "missed_words": lambda table, win: Tiles(tuple(sorted(_let_pass(table, win, shapes)))),
    }


def _let_pass(table: Table, win: Win, shapes: Sequence[Shape]) -> set[Tile]:
    """Return the kinds on which the winner could have won since its own last act, but did not.

    Other players discarded tiles of these kinds or added them to a pung. The tile of the present
    win is not included. `shapes` are the ways in which a hand can be complete.
    """
    since: list[Act] = []
    for act in reversed(table.past):
        if act.seat == win.seat and type(act) is not Win:
            break
        since.append(act)
    offers = [a for a in since if isinstance(a, Discard | AddedKong) and a.seat != win.seat]
    latest = next((a for a in since if type(a) is not Win), None)
    if not win.own_draw and offers and offers[0] is latest:
        del offers[0]
    hand = table.hands[win.seat]
    mask = awaited(shapes, shared.counts_before(table, win), len(hand.melds))
    passed = kinds_of([act.tile for act in offers])
    return {kind for kind in passed if kind < KINDS and mask >> kind & 1}


def _no_win_was_missed(shapes: Sequence[Shape]) -> Clause:
    @clause("win.missed", WIN, says="{seat} let {missed_words} pass and has not discarded since")
    def missed_tile_is_not_won_on(table: Table, win: Win) -> Judgement:
        """Return False if a player wins on a kind of tile on which it did not win before.

        The player could have won on a tile of this kind since its own last discard, but did not.
        Otherwise return True, also for a self-draw. The result is None if the hand is unknown.
        """
        if win.own_draw:
            return True
        if not table.hands[win.seat].known:
            return None
        return table.live == NONE or KIND[table.live] not in _let_pass(table, win, shapes)

    return missed_tile_is_not_won_on


def _has_dead_hand(table: Table, seat: Seat) -> bool:
    """Return whether the player has already declared a false win in this deal."""
    return any(
        isinstance(act, Irregularity) and act.seat == seat and act.name == "false-win"
        for act in table.past
    )


@clause("win.dead_hand", WIN, says="{seat} wins after a false win in this deal")
def dead_hand_does_not_win(table: Table, win: Win) -> Judgement:
    """Return False if a player wins after it has declared a false win in this deal.

    Otherwise return True.
    """
    return not _has_dead_hand(table, win.seat)


@clause("claim.dead_hand", CLAIM, says="{seat} claims {live} after a false win in this deal")
def dead_hand_does_not_claim(table: Table, claim: Claim) -> Judgement:
    """Return False if a player claims a discard after it has declared a false win in this deal.

    Otherwise return True.
    """
    return not _has_dead_hand(table, claim.seat)


_DEAD_HAND: Final = Section(
    "3.8",
    "After a false win its player goes on without claims and wins.",
    (dead_hand_does_not_win, dead_hand_does_not_claim),
)


def ordinary_acts(spec: Spec) -> dict[int, Test]:
    """Return quick tests for acts: a dict from the number of a kind of act to its test.

    If an act passes its test, it certainly breaks no rule. If it fails, the rules must be checked.
    """
    if not any(spec.copies[BONUS:JOKER]):
        return {
            DRAW: fast_path.ordinary_draw(spec),
            DISCARD: fast_path.ordinary_discard,
            CLAIM: fast_path.ordinary_claim(spec),
        }
    return {
        DRAW: bonus_tiles.ordinary_draw(spec),
        DISCARD: bonus_tiles.ordinary_discard,
        CLAIM: fast_path.ordinary_claim(spec),
        REPLACE: bonus_tiles.ordinary_replacement,
        SET_OUT: bonus_tiles.ordinary_set_out,
    }
