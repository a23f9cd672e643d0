"""Riichi: what groups of players agree on differently.

And the columns of such choices that have a name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.referee.rulebook import Option

YES_NO: Final = ("true", "false")
_ROW: Final = r"-?\d{1,4}(_-?\d{1,4}){1,2}"

OPTIONS: Final = (
    Option("players", "4", "how many play", ("3", "4"), "1.2"),
    Option(
        "norths",
        "set_aside",
        "the norths of three players: set aside as bonus tiles, a value for everybody, "
        "nothing special",
        ("set_aside", "value", "plain"),
        "1.2",
    ),
    Option("red_fives", "3", "how many fives are red", ("0", "3"), "1.1"),
    Option("open_tanyao", "true", "all simples counts with claimed sets", YES_NO, "5.4"),
    Option(
        "length",
        "south",
        "the last round of the game; or the record does not tell whether it is the first "
        "or the second",
        ("east", "south", "unknown"),
        "9.1",
    ),
    Option(
        "swap_calling",
        "forbidden",
        "what may be discarded after a claim: neither the same tile nor the other end of "
        "the chow, the other end, all",
        ("forbidden", "same_tile", "allowed"),
        "2.7",
    ),
    Option(
        "riichi_needs_points",
        "true",
        "riichi needs the thousand points of its stick",
        YES_NO,
        "4.8",
    ),
    Option(
        "riichi_needs_draw",
        "true",
        "riichi needs a further draw of one's own to come",
        YES_NO,
        "4.7",
    ),
    Option(
        "riichi_kong",
        "same_shape",
        "a kong after riichi: the waits stay and the pung is one in every reading, the "
        "waits stay, never",
        ("same_shape", "same_waits", "none"),
        "4.6",
    ),
    Option(
        "orphans_rob_concealed",
        "false",
        "the thirteen orphans win on a concealed kong",
        YES_NO,
        "3.5",
    ),
    Option(
        "wait_counts_melds",
        "false",
        "a wait for a kind that lies four times in one's own melds is none",
        YES_NO,
        "7.6",
    ),
    # ------------------------------------------------------------------ the value of a hand
    Option("ippatsu", "true", "ippatsu counts", YES_NO, "5.1"),
    Option("ura", "true", "riichi turns up the hidden indicators", YES_NO, "5.22"),
    Option("kong_ura", "true", "under a kong's indicator lies a hidden one too", YES_NO, "5.22"),
    Option(
        "kong_dora",
        "delayed",
        "a kong's indicator: at once after a concealed kong and before the discard after "
        "others, at once, never",
        ("delayed", "at_once", "none"),
        "5.23",
    ),
    Option(
        "renhou",
        "off",
        "a win on a discard before one's first draw",
        ("off", "mangan", "yakuman"),
        "5.9",
    ),
    Option(
        "double_wind_fu",
        "4",
        "fu of a pair of a wind that is one's own and the round's",
        ("4", "2"),
        "5.24",
    ),
    Option(
        "rinshan_fu", "true", "a replacement tile brings the two fu of a self-draw", YES_NO, "5.25"
    ),
    Option("round_up_mangan", "false", "4 han 30 fu and 3 han 60 fu are a mangan", YES_NO, "5.26"),
    Option(
        "counted_yakuman",
        "true",
        "thirteen han are a yakuman, not three quarters of it",
        YES_NO,
        "5.27",
    ),
    Option("several_yakuman", "true", "several yakuman in one hand add up", YES_NO, "6.10"),
    Option("double_yakuman", "false", "four of the yakuman count twice", YES_NO, "6.11"),
    Option("all_green_with_dragon", "false", "all green needs the green dragon", YES_NO, "6.6"),
    # ------------------------------------------------------------------ payments
    Option(
        "multiple_ron",
        "double",
        "several who win on one tile: two win and three end the deal, all win, the nearest wins",
        ("double", "all", "nearest"),
        "7.3",
    ),
    Option(
        "ron_honba",
        "nearest",
        "who is paid for the counters when several win",
        ("nearest", "each"),
        "7.3a",
    ),
    Option(
        "ron_sticks",
        "nearest",
        "the sticks when several win: all to the nearest, or each winner's own one back "
        "and the others to the nearest",
        ("nearest", "own_back"),
        "7.3b",
    ),
    Option("abortive_draws", "true", "a deal can end before the wall does", YES_NO, "8.2"),
    Option(
        "four_kongs_stick",
        "paid",
        "the stick of a riichi whose discard ends the deal by four kongs: paid, or nobody knows",
        ("paid", "unknown"),
        "4.9",
    ),
    Option(
        "nagashi_mangan", "true", "discarding terminals and honours alone is paid", YES_NO, "7.7"
    ),
    Option(
        "liable_for",
        "dragons_winds",
        "what makes the feeder liable: the last set of dragons or of winds, or the fourth "
        "kong as well",
        ("dragons_winds", "with_kongs"),
        "7.8",
    ),
    Option(
        "liable_share",
        "hand",
        "what the liable player answers for: the whole hand, or those yakuman alone",
        ("hand", "yakuman"),
        "7.8a",
    ),
    Option(
        "liable_honba",
        "liable",
        "who pays the counters of such a win",
        ("liable", "discarder"),
        "7.8b",
    ),
    Option(
        "rinshan_feeder_pays",
        "false",
        "who fed an open kong pays a win on its replacement",
        YES_NO,
        "7.8c",
    ),
    Option(
        "three_player_tsumo",
        "loss",
        "what three players do with the fourth's share of a self-draw: it is lost, or the "
        "payers halve it",
        ("loss", "halved"),
        "7.2a",
    ),
    Option(
        "noten_points",
        "1000",
        "what an empty wall moves for each opponent at the table, from those who are not "
        "tenpai to those who are",
        clause="7.6",
        least=0,
    ),
    Option("honba_points", "300", "what one counter brings the winner", clause="7.4", least=0),
    # ------------------------------------------------------------------ the course of the game
    Option(
        "dealer_repeats",
        "tenpai",
        "the dealer stays: on a win or tenpai, on a win, when tenpai as nobody wins, "
        "never; or it is not told",
        ("tenpai", "win", "only_tenpai", "never", "unknown"),
        "8.3",
    ),
    Option("start_points", "25000", "what everybody starts with", clause="9.2"),
    Option(
        "target",
        "30000",
        "what somebody must have for the game to end, 0 for nothing",
        clause="9.3",
    ),
    Option(
        "sudden_death",
        "false",
        "a game that goes on because nobody has the target ends as soon as somebody has it, "
        "also where the dealer would deal on",
        YES_NO,
        "9.3",
    ),
    Option("bust", "true", "the game ends when somebody is below zero", YES_NO, "9.4"),
    Option(
        "leading_dealer_ends",
        "tenpai",
        "a leading dealer ends the last deal: by a win and tenpai, by a win and perhaps "
        "tenpai, by either, never",
        ("tenpai", "win_perhaps_tenpai", "win", "only_tenpai", "never"),
        "9.5",
    ),
    Option(
        "return_points",
        "30000",
        "what the final points are counted from; what is over goes to the first",
        clause="9.6",
    ),
    Option(
        "uma",
        "20_10",
        "placement points of the first and the second, the others pay; by how many are "
        "below the start; not told; or "
        "those of all places but the first (`places:5_-5_-15`), five of them by how many "
        "are below the start",
        ("none", "10_5", "15_5", "20_10", "30_10", "20_0", "floating", "unknown"),
        "9.7",
        pattern=rf"places:{_ROW}(/{_ROW}){{0,4}}",
    ),
    Option("ties", "seat", "who is before whom with equal points", ("seat", "shared"), "9.8"),
    Option(
        "final_rounding",
        "thousands",
        "final points in whole thousands, the first taking the rest: halves away from "
        "zero, up; no rounding; halves away from zero or no rounding, as Tenhou changed "
        "it in 2022; halves up or no rounding",
        ("thousands", "half_up", "none", "either", "half_up_or_none"),
        "9.9",
    ),
    Option(
        "chombo",
        "none",
        "what a chombo costs: nothing that the rules name; a mangan to the others, as they "
        "would pay for one that is "
        "drawn; so many thousand (`points:20`) after placement",
        ("none", "reverse_mangan"),
        "9.11",
        counted="points:",
    ),
    Option("last_sticks", "first", "sticks left when the game ends", ("first", "lost"), "9.10"),
)

BESIDE_PAYMENTS: Final = frozenset({
    "length", "dealer_repeats", "target", "sudden_death", "bust", "leading_dealer_ends",
    "return_points", "uma", "ties", "final_rounding", "last_sticks", "chombo",
})  # fmt: skip
"""Options that change neither what a hand is worth nor who pays for it."""
OF_TILES: Final = frozenset({
    "norths", "red_fives", "open_tanyao", "ippatsu", "ura", "kong_ura", "renhou",
    "double_wind_fu", "rinshan_fu", "several_yakuman", "double_yakuman",
    "all_green_with_dragon",
})  # fmt: skip
"""Options that matter to hands alone whose tiles are known."""

_NO_EXTRAS: Final = {"red_fives": "0", "abortive_draws": "false", "nagashi_mangan": "false"}
_CLUB: Final = {
    **_NO_EXTRAS,
    "kong_dora": "at_once",
    "wait_counts_melds": "true",
    "counted_yakuman": "false",
    "several_yakuman": "false",
    "renhou": "mangan",
    "liable_honba": "discarder",
    "chombo": "points:20",
    "start_points": "30000",
    "return_points": "30000",
    "target": "0",
    "bust": "false",
    "leading_dealer_ends": "never",
    "uma": "15_5",
    "ties": "shared",
    "final_rounding": "none",
}
_EMA: Final = {**_CLUB, "multiple_ron": "all", "ron_honba": "each", "ron_sticks": "own_back"}
_WRC: Final = {**_CLUB, "multiple_ron": "nearest", "round_up_mangan": "true"}

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "tenhou": {
        "riichi_kong": "same_waits",
        "four_kongs_stick": "unknown",
        "leading_dealer_ends": "win_perhaps_tenpai",
        "final_rounding": "either",
    },
    "tenhou-sanma": {
        "riichi_kong": "same_waits",
        "four_kongs_stick": "unknown",
        "leading_dealer_ends": "win_perhaps_tenpai",
        "final_rounding": "either",
        "players": "3",
        "start_points": "35000",
        "target": "40000",
        "return_points": "40000",
        "uma": "20_0",
        "honba_points": "200",
    },
    "mahjongsoul": {
        "riichi_kong": "same_waits",
        "multiple_ron": "all",
        "double_yakuman": "true",
        "liable_share": "yakuman",
        "orphans_rob_concealed": "true",
        "return_points": "25000",
        "uma": "15_5",
        "final_rounding": "none",
    },
    "mahjongsoul-sanma": {
        "multiple_ron": "all",
        "double_yakuman": "true",
        "liable_share": "yakuman",
        "orphans_rob_concealed": "true",
        "final_rounding": "none",
        "players": "3",
        "start_points": "35000",
        "target": "40000",
        "return_points": "35000",
        "uma": "places:0_-15",
        "honba_points": "200",
    },
    "majiang": {
        "riichi_kong": "same_waits",
        "double_yakuman": "true",
        "liable_share": "yakuman",
        "liable_honba": "discarder",
        "leading_dealer_ends": "tenpai",
        "sudden_death": "true",
        "final_rounding": "half_up_or_none",
    },
    "ema-2016": _EMA,
    "ema-2025": {**_EMA, "round_up_mangan": "true"},
    "wrc-2015": {**_WRC, "last_sticks": "lost"},
    "wrc-2022": {**_WRC, "double_wind_fu": "2", "several_yakuman": "true", "chombo": "points:30"},
    "m-league": {
        "riichi_needs_points": "false",
        "riichi_needs_draw": "false",
        "wait_counts_melds": "true",
        "kong_dora": "at_once",
        "double_wind_fu": "2",
        "round_up_mangan": "true",
        "counted_yakuman": "false",
        "multiple_ron": "nearest",
        "abortive_draws": "false",
        "nagashi_mangan": "false",
        "liable_for": "with_kongs",
        "chombo": "reverse_mangan",
        "bust": "false",
        "target": "0",
        "leading_dealer_ends": "never",
        "uma": "30_10",
        "ties": "shared",
        "final_rounding": "none",
    },
    "jpml-2022": {
        "red_fives": "0",
        "swap_calling": "same_tile",
        "riichi_needs_draw": "false",
        "orphans_rob_concealed": "true",
        "ippatsu": "false",
        "ura": "false",
        "kong_dora": "none",
        "renhou": "mangan",
        "rinshan_fu": "false",
        "counted_yakuman": "false",
        "several_yakuman": "false",
        "all_green_with_dragon": "true",
        "multiple_ron": "nearest",
        "nagashi_mangan": "false",
        "liable_for": "with_kongs",
        "rinshan_feeder_pays": "true",
        "start_points": "30000",
        "return_points": "30000",
        "target": "0",
        "bust": "false",
        "leading_dealer_ends": "never",
        "uma": "floating",
        "ties": "shared",
        "final_rounding": "none",
        "last_sticks": "lost",
    },
}

HABITS: Final = (
    "length=east",
    "length=unknown",
    *(f"uma={name}" for name in ("10_5", "15_5", "20_10", "30_10", "20_0", "none")),
    "round_up_mangan=true",
    "honba_points=300",
    *(f"honba_points=1500{more}" for more in ("", " round_up_mangan=true")),
    *(f"honba_points=1500 uma=unknown{more}" for more in ("", " round_up_mangan=true")),
    "double_yakuman=true",
    "sudden_death=true",
)
"""What tables agree on besides the presets, by words.

Tried for logs that do not tell their rules.
"""
