"""Riichi: the options that groups of players choose differently.

Presets are choices of these options that have a name.
"""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.option_table import options, presets

_ROW: Final = r"-?\d{1,4}(_-?\d{1,4}){1,2}"

OPTIONS: Final = options(
    """
players | 4 | 3 4 | 1.2
    how many play
norths | set_aside | set_aside value plain | 1.2 | hands
    the norths of three players: set aside as bonus tiles, a value for everybody, nothing special
red_fives | 3 | 0 3 | 1.1 | hands
    how many fives are red
open_tanyao | true | true false | 5.4 | hands
    all simples counts with claimed sets
length | south | east south unknown | 9.1 | play
    the last round of the game; or the record does not tell whether it is the first or the second
swap_calling | forbidden | forbidden same_tile allowed | 2.7
    what may be discarded after a claim: neither the same tile nor the other end of the chow, the
    other end, all
riichi_needs_points | true | true false | 4.8
    riichi needs the thousand points of its stick
riichi_needs_draw | true | true false | 4.7
    riichi needs a further draw of one's own to come
riichi_kong | same_shape | same_shape same_waits none | 4.6
    a kong after riichi: the waits stay and the pung is one in every reading, the waits stay, never
orphans_rob_concealed | false | true false | 3.5
    the thirteen orphans win on a concealed kong
wait_counts_melds | false | true false | 7.6
    a wait for a kind that lies four times in one's own melds is none
ippatsu | true | true false | 5.1 | hands
    ippatsu counts
ura | true | true false | 5.22 | hands
    riichi turns up the hidden indicators
kong_ura | true | true false | 5.22 | hands
    under a kong's indicator lies a hidden one too
kong_dora | delayed | delayed at_once none | 5.23
    a kong's indicator: at once after a concealed kong and before the discard after others, at once,
    never
renhou | off | off mangan yakuman | 5.9 | hands
    a win on a discard before one's first draw
double_wind_fu | 4 | 4 2 | 5.24 | hands
    fu of a pair of a wind that is one's own and the round's
rinshan_fu | true | true false | 5.25 | hands
    a replacement tile brings the two fu of a self-draw
round_up_mangan | false | true false | 5.26
    4 han 30 fu and 3 han 60 fu are a mangan
counted_yakuman | true | true false | 5.27
    thirteen han are a yakuman, not three quarters of it
several_yakuman | true | true false | 6.10 | hands
    several yakuman in one hand add up
double_yakuman | false | true false | 6.11 | hands
    four of the yakuman count twice
all_green_with_dragon | false | true false | 6.6 | hands
    all green needs the green dragon
multiple_ron | double | double all nearest | 7.3
    several who win on one tile: two win and three end the deal, all win, the nearest wins
ron_honba | nearest | nearest each | 7.3a
    who is paid for the counters when several win
ron_sticks | nearest | nearest own_back | 7.3b
    the sticks when several win: all to the nearest, or each winner's own one back and the others to
    the nearest
abortive_draws | true | true false | 8.2
    a deal can end before the wall does
four_kongs_stick | paid | paid unknown | 4.9
    the stick of a riichi whose discard ends the deal by four kongs: paid, or nobody knows
nagashi_mangan | true | true false | 7.7
    discarding terminals and honours alone is paid
liable_for | dragons_winds | dragons_winds with_kongs | 7.8
    what makes the feeder liable: the last set of dragons or of winds, or the fourth kong as well
liable_share | hand | hand yakuman | 7.8a
    what the liable player answers for: the whole hand, or those yakuman alone
liable_honba | liable | liable discarder | 7.8b
    who pays the counters of such a win
rinshan_feeder_pays | false | true false | 7.8c
    who fed an open kong pays a win on its replacement
three_player_tsumo | loss | loss halved | 7.2a
    what three players do with the fourth's share of a self-draw: it is lost, or the payers halve it
noten_points | 1000 | 0+ | 7.6
    what an empty wall moves for each opponent at the table, from those who are not tenpai to those
    who are
honba_points | 300 | 0+ | 7.4
    what one counter brings the winner
drawn_honba_points | 0 | 0+ | 7.4
    what each player pays for a counter of a self-draw; 0 for equal parts of honba_points
dealer_repeats | tenpai | tenpai win only_tenpai never unknown | 8.3 | play
    the dealer stays: on a win or tenpai, on a win, when tenpai as nobody wins, never; or it is not
    told
start_points | 25000 | 0+ | 9.2
    what everybody starts with
target | 30000 | 0+ | 9.3 | play
    what somebody must have for the game to end, 0 for nothing
sudden_death | false | true false | 9.3 | play
    a game that goes on because nobody has the target ends as soon as somebody has it, also where
    the dealer would deal on
bust | true | true false | 9.4 | play
    the game ends when somebody is below zero
leading_dealer_ends | tenpai | tenpai win_perhaps_tenpai win only_tenpai never | 9.5 | play
    a leading dealer ends the last deal: by a win and tenpai, by a win and perhaps tenpai, by
    either, never
return_points | 30000 | 0+ | 9.6 | play
    what the final points are counted from; what is over goes to the first
uma | 20_10 | none 10_5 15_5 20_10 30_10 20_0 floating unknown | 9.7 | play
    placement points of the first and the second, the others pay; by how many are below the start;
    not told; or those of all places but the first (`places:5_-5_-15`), five of them by how many are
    below the start
ties | seat | seat shared | 9.8 | play
    who is before whom with equal points
final_rounding | thousands | thousands half_up none either half_up_or_none | 9.9 | play
    final points in whole thousands, the first taking the rest: halves away from zero, up; no
    rounding; halves away from zero or no rounding, as Tenhou changed it in 2022; halves up or no
    rounding
chombo | none | none reverse_mangan points:N | 9.11 | play
    what a chombo costs: nothing that the rules name; a mangan to the others, as they would pay for
    one that is drawn; so many thousand (`points:20`) after placement
last_sticks | first | first lost | 9.10 | play
    sticks left when the game ends
""",
    {
        "uma": {"pattern": rf"places:{_ROW}(/{_ROW}){{0,4}}"},
    },
)


_CLUB: Final = """red_fives=0 abortive_draws=false nagashi_mangan=false kong_dora=at_once
      wait_counts_melds=true counted_yakuman=false several_yakuman=false renhou=mangan
      liable_honba=discarder chombo=points:20 start_points=30000 return_points=30000 target=0
      bust=false leading_dealer_ends=never uma=15_5 ties=shared final_rounding=none"""
_EMA: Final = f"{_CLUB} multiple_ron=all ron_honba=each ron_sticks=own_back"
_WRC: Final = f"{_CLUB} multiple_ron=nearest round_up_mangan=true"

PRESETS: Final = presets(
    f"""
tenhou | riichi_kong=same_waits four_kongs_stick=unknown leading_dealer_ends=win_perhaps_tenpai
      final_rounding=either
tenhou-sanma | riichi_kong=same_waits four_kongs_stick=unknown
      leading_dealer_ends=win_perhaps_tenpai final_rounding=either players=3 start_points=35000
      target=40000 return_points=40000 uma=20_0 honba_points=200
mahjongsoul | riichi_kong=same_waits multiple_ron=all double_yakuman=true liable_share=yakuman
      orphans_rob_concealed=true return_points=25000 uma=15_5 final_rounding=none
mahjongsoul-sanma | multiple_ron=all double_yakuman=true liable_share=yakuman
      orphans_rob_concealed=true final_rounding=none players=3 start_points=35000 target=40000
      return_points=35000 uma=places:0_-15 honba_points=200
majiang | riichi_kong=same_waits double_yakuman=true liable_share=yakuman liable_honba=discarder
      leading_dealer_ends=tenpai sudden_death=true final_rounding=half_up_or_none
ema-2016 | {_EMA}
ema-2025 | {_EMA} round_up_mangan=true
wrc-2015 | {_WRC} last_sticks=lost
wrc-2022 | {_WRC} double_wind_fu=2 several_yakuman=true chombo=points:30
m-league | riichi_needs_points=false riichi_needs_draw=false wait_counts_melds=true
      kong_dora=at_once double_wind_fu=2 round_up_mangan=true counted_yakuman=false
      multiple_ron=nearest abortive_draws=false nagashi_mangan=false liable_for=with_kongs
      chombo=reverse_mangan bust=false target=0 leading_dealer_ends=never uma=30_10 ties=shared
      final_rounding=none
jpml-2022 | red_fives=0 swap_calling=same_tile riichi_needs_draw=false orphans_rob_concealed=true
      ippatsu=false ura=false kong_dora=none renhou=mangan rinshan_fu=false counted_yakuman=false
      several_yakuman=false all_green_with_dragon=true multiple_ron=nearest nagashi_mangan=false
      liable_for=with_kongs rinshan_feeder_pays=true start_points=30000 return_points=30000 target=0
      bust=false leading_dealer_ends=never uma=floating ties=shared final_rounding=none
      last_sticks=lost
"""
)

PRESETS_KNOWN_AS: Final = {
    "mahjongsoul": "mahjongsoul 雀魂 majsoul じゃんたま",
    "m-league": "mleague mリーグ ｍリーグ",
    "tenhou": "tenhou 天鳳 天凤",
    "ema": "ema",
    "wrc": "wrc worldriichi",
    "jpml": "jpml 日本プロ麻雀連盟",
}
"""Names that people use for the presets, by the preset's name without the year."""
HABITS: Final = (
    "length=east",
    "length=unknown",
    *(f"uma={name}" for name in ("10_5", "15_5", "20_10", "30_10", "20_0", "none")),
    "round_up_mangan=true",
    "honba_points=300",
    "honba_points=300 drawn_honba_points=100",
    *(f"honba_points=1500{more}" for more in ("", " round_up_mangan=true")),
    *(f"honba_points=1500 uma=unknown{more}" for more in ("", " round_up_mangan=true")),
    "double_yakuman=true",
    "sudden_death=true",
    "leading_dealer_ends=never",
    "bust=false",
    "bust=false leading_dealer_ends=never",
)
"""Settings that tables often use besides the presets, as words of a header.

They are tried for logs that do not state their rules.
"""
