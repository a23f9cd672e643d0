"""Riichi: where the sources of a preset are silent or disagree, and how the preset reads them.

The official rules of several organizations were not available, so some presets follow what others
wrote about these rules. A claim that depends on such a reading is reported with the note in this
module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mjlog.model.record import SEATS
from mjlog.model.settlement import Score, sum_items
from mjlog.model.tiles import NORTH, OUTER, kinds_of
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules.riichi.events import FEEDER, FOURTH_KONG, Course, counters

_ORPHANS: Final = "no source says whether the orphans rob a concealed kong; read as no"
_STICK: Final = (
    "no source says whether riichi needs a thousand points; read as yes, as in the European "
    "text before"
)
_KONG: Final = "no source says what a kong after riichi may change; read most strictly"
_RINSHAN: Final = (
    "no source says whether a replacement tile brings the fu of a self-draw; read as yes"
)
_GREEN: Final = "no source says whether all green needs the green dragon; read as no"
_COUNTERS: Final = "no source says who pays the counters if somebody is liable; read as "
_FOURTH: Final = (
    "one program makes the feeder of a fourth kong liable too, the other sources do not"
)

_EMA: Final = {
    "orphans_rob_concealed": _ORPHANS,
    "rinshan_fu": _RINSHAN,
    "all_green_with_dragon": _GREEN,
}
_EMA_STICK: Final = {
    "riichi_needs_points": "no newer source says it; read as the text of 2012 has it"
}
_WRC: Final = {
    **_EMA,
    "kong_dora": "no source says when indicators are turned up; read as in the European text it is "
    "built on",
    "riichi_needs_points": _STICK,
    "riichi_kong": _KONG,
    "bust": "one summary ends the game below zero, the tournament software does not; read as it "
    "does not",
    "liable_for": _FOURTH,
    "liable_honba": f"{_COUNTERS}the discarder, as in the European text",
}

READINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "tenhou": {
        "orphans_rob_concealed": "one program lets the orphans rob a concealed kong, three "
        "others do not; read as no",
        "liable_for": "liable for a fourth kong by one program, not by three others nor in a "
        "real game; "
        "read as no",
    },
    "mahjongsoul": {
        "rinshan_fu": "not certain in the sources; read as yes",
        "final_rounding": "no source says whether final points are rounded; read as not",
        "liable_honba": f"{_COUNTERS}the liable player, as elsewhere on the net",
    },
    "ema-2016": {**_EMA, **_EMA_STICK},
    "ema-2025": {
        **_EMA,
        **_EMA_STICK,
        "double_wind_fu": "no source of that year says it; read as 4, as in 2016",
        "chombo": "no source of that year names the price; read as twenty thousand after "
        "placement, "
        "as in 2016",
    },
    "wrc-2015": {
        **_WRC,
        "last_sticks": "two sources leave them to nobody, the tournament software to the "
        "first; read as "
        "lost",
    },
    "wrc-2022": {
        **_WRC,
        "last_sticks": "no source of that year; the tournament software gives them to the "
        "first, and so "
        "it is read",
        "liable_share": "no source says what becomes of another yakuman in the hand; read as "
        "the liable "
        "player's too",
    },
    "m-league": {
        "orphans_rob_concealed": "one program lets them, a summary of the rules does not; "
        "read as no",
        "riichi_needs_draw": "one program asks for a draw to come, the summaries do not; "
        "read as they do",
        "rinshan_fu": _RINSHAN,
        "round_up_mangan": "one program does not round up, two others do; read as yes",
        "renhou": "no source says it; read as no pattern",
        "nagashi_mangan": "one program pays it, two others do not; read as no",
        "leading_dealer_ends": "one program lets a leading dealer end the game, the "
        "summaries do not; read as "
        "never",
        "liable_for": "liable for a fourth kong only as an open one after three whole ones, "
        "says one "
        "source; read so",
        "all_green_with_dragon": _GREEN,
        "liable_honba": f"{_COUNTERS}the liable player",
        "liable_share": "no source says what becomes of another yakuman in the hand; read as "
        "the liable "
        "player's too",
    },
    "jpml-2022": {
        "riichi_needs_points": _STICK,
        "riichi_kong": _KONG,
        "swap_calling": "one program bars the other end of the chow too, two descriptions do "
        "not; read as "
        "they do",
        "abortive_draws": "one program has none, two descriptions have four kinds; read as they do",
        "counted_yakuman": "one program counts thirteen han as a yakuman, two descriptions "
        "do not; read as "
        "they do",
        "several_yakuman": "one program adds yakuman up, two descriptions do not; read as they do",
        "wait_counts_melds": "no source says whether one's own melds count; read as not",
        "rinshan_fu": "one source has no fu in 2022 and two in 2023; read as in 2022",
        "double_wind_fu": "one source has 4 in 2022 and 2 in 2023, one program 2; read as in 2022",
        "liable_honba": f"{_COUNTERS}the liable player",
        "chombo": "one list calls riichi without a wait a chombo, and no source names the price; "
        "none is read into it",
    },
}


def option_matters(option: str, outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Return whether another value of this option could change the points or payments of the deal.

    `option` is the name of the option, `scores` are the scores of the winning hands. Return False
    for options that only concern play. Return True for an option that this module does not know.
    """
    matters = _MATTERS.get(option)
    if matters is None:
        return option not in _OF_PLAY
    return matters(outcome, scores)


_OF_PLAY: Final = frozenset({
    "orphans_rob_concealed", "riichi_needs_points", "riichi_needs_draw", "riichi_kong", "kong_dora",
    "swap_calling", "red_fives", "kong_ura",
    "abortive_draws", "wait_counts_melds", "chombo",
})  # fmt: skip
_ONE_SUIT: Final = {"honitsu", "chinitsu", "yakuman-ryuuiisou"}


def _answers(course: Course, cause: str) -> bool:
    return any(name == cause for named in course.liable.values() for name, _ in named)


def _kong_feeder_answers(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return _answers(outcome.seen, FOURTH_KONG)


def _rinshan_feeder_answers(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return _answers(outcome.seen, FEEDER)


def _somebody_answers(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    course: Course = outcome.seen
    return any(course.liable.values())


def _is_double_wind(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return any(_has_double_wind(winner, outcome) for winner in outcome.winners)


def _has_double_wind(winner: Winner, outcome: Outcome) -> bool:
    """Return whether the winner's own wind is the round's wind and the hand has at least two of it.

    If the hand is unknown, return whether the two winds are the same.
    """
    wind = outcome.round_wind
    if wind is None or wind != outcome.wind_of(winner.seat):
        return False
    return winner.tiles is None or kinds_of(winner.tiles).count(wind) > 1


def _is_after_a_kong(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return any("rinshan" in _happened(outcome.seen, winner) for winner in outcome.winners)


def _is_before_any_draw(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return any("renhou" in _happened(outcome.seen, winner) for winner in outcome.winners)


def _is_of_one_suit(_outcome: Outcome, scores: Sequence[Score]) -> bool:
    return any(item.name in _ONE_SUIT for score in scores for item in score.items)


def _is_yakuman(_outcome: Outcome, scores: Sequence[Score]) -> bool:
    return any(score.unit == "yakuman" for score in scores)


def _has_many_han(_outcome: Outcome, scores: Sequence[Score]) -> bool:
    return any(score.unit == "han" and score.value > 12 for score in scores)


def _perhaps_nagashi(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    course: Course = outcome.seen
    return course.nagashi != ()


def _several_win(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return len(outcome.winners) > 1


def _nobody_wins(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return not outcome.winners


def _is_stick_open(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    course: Course = outcome.seen
    return bool(course.perhaps_staked)


def _with_counters(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return bool(counters(outcome))


def _is_for_three(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return outcome.seats < len(SEATS)


def _with(*names: str) -> Callable[[Outcome, Sequence[Score]], bool]:
    """Return the function that decides whether an option about certain patterns matters for a deal.

    The function returns True if a winner has one of the patterns `names`, or if a winner's tiles
    are unknown.
    """
    wanted = frozenset(names)

    def matters(outcome: Outcome, _scores: Sequence[Score]) -> bool:
        return any(
            not winner.is_seen or not wanted.isdisjoint(_happened(outcome.seen, winner))
            for winner in outcome.winners
        )

    return matters


def _perhaps_limit(outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Return whether a hand is a yakuman or has at least 13 han, which may count as a yakuman."""
    return _is_yakuman(outcome, scores) or _has_many_han(outcome, scores)


def _perhaps_open_tanyao(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    """Return whether a winner has a claimed set and only tiles from 2 to 8.

    Also return True if a winner's tiles are unknown.
    """
    return any(not each.is_seen or _has_open_simples(each) for each in outcome.winners)


def _has_open_simples(winner: Winner) -> bool:
    claimed = [meld for meld in winner.sets_seen if not meld.is_concealed]
    return bool(claimed) and OUTER.isdisjoint(kinds_of(winner.every_tile))


def _perhaps_rounded_up(outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Return whether a hand's value may be just below a mangan, so that some tables round it up.

    Also return True if this is unknown: if a winner has no score, if the fu of a hand are unknown,
    or if no dora indicator is recorded and a score is not taken from the score sheet.
    """
    course: Course = outcome.seen
    claimed = all(score.claimed for score in scores)
    if len(scores) < len(outcome.winners) or not (course.indicators or claimed):
        return True
    return any(_is_near_mangan(score) for score in scores)


def _is_near_mangan(score: Score) -> bool:
    if score.unit != "han" or score.value > _MOST_BELOW:
        return False
    fu = sum_items(score.totals)
    return not fu or fu << 2 + score.value >= _NEAR_MANGAN


_MOST_BELOW: Final = 4
"""Most han of a hand that can reach a mangan only by its fu."""
_NEAR_MANGAN: Final = 1920
"""Base points from which some tables round up to a mangan."""


def _perhaps_of_three(outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Return whether the rules for three players may change the value of a hand.

    They matter if a hand has a north, if 1m is an indicator (it makes 9m dora then), or if a hand
    is unknown. For a deal of three players always return True.
    """
    if _is_for_three(outcome, scores) or not all(winner.is_seen for winner in outcome.winners):
        return True
    course: Course = outcome.seen
    if 0 in kinds_of((*course.indicators, *course.hidden)):
        return True
    return any(_has_north(winner, outcome) for winner in outcome.winners)


def _has_north(winner: Winner, outcome: Outcome) -> bool:
    held = kinds_of(winner.every_tile)
    return NORTH in held or outcome.bonus_of(winner.seat) != ()


_MATTERS: Final[dict[str, Callable[[Outcome, Sequence[Score]], bool]]] = {
    "liable_for": _kong_feeder_answers,
    "liable_honba": _somebody_answers,
    "liable_share": _somebody_answers,
    "rinshan_feeder_pays": _rinshan_feeder_answers,
    "double_wind_fu": _is_double_wind,
    "rinshan_fu": _is_after_a_kong,
    "renhou": _is_before_any_draw,
    "all_green_with_dragon": _is_of_one_suit,
    "several_yakuman": _is_yakuman,
    "counted_yakuman": _has_many_han,
    "nagashi_mangan": _perhaps_nagashi,
    "multiple_ron": _several_win,
    "ron_honba": _several_win,
    "ron_sticks": _several_win,
    "noten_points": _nobody_wins,
    "four_kongs_stick": _is_stick_open,
    "honba_points": _with_counters,
    "drawn_honba_points": _with_counters,
    "three_player_tsumo": _is_for_three,
    "norths": _is_for_three,
    "players": _perhaps_of_three,
    "double_yakuman": _perhaps_limit,
    "open_tanyao": _perhaps_open_tanyao,
    "round_up_mangan": _perhaps_rounded_up,
    "ippatsu": _with("ippatsu"),
    "ura": _with("riichi", "double-riichi"),
}
"""Functions that return whether a choice can matter, by the option."""


def _happened(course: Course, winner: Winner) -> tuple[str, ...]:
    return course.happened.get(winner.seat, ())
