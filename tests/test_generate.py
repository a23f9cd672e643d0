"""Made-up games: legal to the last claim, the same for the same seed.

With everything that a deal can have.
"""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from kit.sizes import swept

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.bots.generate import games
from mjlog.model.record import (
    Claim,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Items,
    Next,
    NoWin,
    Pay,
    Points,
    Replace,
    Show,
    Tenpai,
    WinLine,
)
from mjlog.model.tiles import JOKER_AS, PILLAR, UNKNOWN
from mjlog.notation import from_json, read, to_json, write

pytestmark = pytest.mark.slow

PLAYED = [name for name in rules.names() if rules.load(name).judges_play]
HEADERS = [
    header
    for name in PLAYED
    for header in (name, *(f"{name} preset={p}" for p in rules.load(name).presets))
]
KONGS = {"claimed kong", "AddedKong", "ConcealedKong", "Replace"}
HAPPENINGS = {
    "taiyuan": {*KONGS, "Claim", "Ready", "self-drawn", "on a discard", "wall"},
    "tibet preset=tibet-riichi": {*KONGS, "Claim", "Ready", "self-drawn", "on a discard", "wall",
    "Tenpai", "abort"},
    "american charleston=on jokers=8 ding_dong_max=3": {
        *KONGS, "Claim", "SetOut", "melded joker", "Exchange", "in play", "on a discard", "wall"
    },
    "taiwanese": {*KONGS, "Claim", "SetOut", "self-drawn", "on a discard", "wall"},
    "riichi": {*KONGS, "Claim", "Ready", "self-drawn", "on a discard", "wall", "Tenpai",
    "hidden indicators"},
    "riichi preset=tenhou-sanma": {"Claim", "SetOut", "Replace", "Ready", "self-drawn",
    "on a discard", "wall"},
}  # fmt: skip
"""What happens, sooner or later, under these rules."""
SEED = 2
DEALS = dict.fromkeys(HAPPENINGS, 30)
"""So many deals are enough for everything to happen with this seed."""


@cache
def made(header, seed, deals):
    return tuple(games(header, seed=seed, deals=deals))


def text(header, seed, deals):
    return "".join(map(write, games(header, seed=seed, deals=deals)))


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("seed", swept([1, 2], 2))
def test_nothing_is_wrong_with_a_made_up_game(header, seed):
    for game in made(header, seed, 2):
        report = audit(read(write(game)))
        told = [
            f"{f.place.line} {f.code} {f.message}" for f in report.findings if f.severity != "note"
        ]
        assert not told, write(game)
        assert not report.counts()["differs"]


@pytest.mark.parametrize("name", PLAYED)
def test_every_claim_of_it_is_checked_and_agrees(name):
    for game in made(name, 3, 6):
        report = audit(game)
        assert [claim_name(v.claim) for v in report.verdicts if v.answer != "agrees"] == []
        assert not report.doubts


@pytest.mark.parametrize("name", PLAYED)
def test_the_same_seed_makes_the_same_games(name, whole):
    deals = 3 if whole else 1
    once = text(name, 5, deals)
    assert once == text(name, 5, deals)
    assert once != text(name, 6, deals)


@pytest.mark.parametrize("name", PLAYED)
def test_a_record_is_complete(name):
    for game in made(name, 3, 6):
        assert game.header("Rules").startswith(f"{name}/")
        assert len(game.players) == game.seats
        assert game.header("Ranking")
        for deal in game.deals:
            assert UNKNOWN not in _tiles(deal)
            assert _lines(deal, Dealt) == game.seats
            assert _lines(deal, WinLine) or _lines(deal, NoWin) == 1
            assert _lines(deal, Next) == 1
            assert _lines(deal, Points) == 2


@pytest.mark.parametrize("header", HAPPENINGS)
def test_a_win_is_shown_counted_and_paid(header):
    won = [
        deal
        for game in made(header, SEED, DEALS[header])
        for deal in game.deals
        if _lines(deal, WinLine)
    ]
    assert won
    for deal in won:
        assert _lines(deal, Show) >= _lines(deal, WinLine)
        assert _lines(deal, Items) >= _lines(deal, WinLine)
        assert _lines(deal, Pay) == 1


@pytest.mark.parametrize("header", HAPPENINGS)
def test_whatever_can_happen_happens(header):
    happened = Counter(
        word for game in made(header, SEED, DEALS[header]) for word in _happenings(game)
    )
    assert set(HAPPENINGS[header]) <= set(happened), happened


# --------------------------------------------------------------------------- players who do not
# think


@cache
def quickly_made(header, seed, deals):
    return tuple(games(header, seed=seed, deals=deals, fast=True))


@pytest.mark.parametrize("header", [*HEADERS, "american charleston=on jokers=8 ding_dong_max=3"])
def test_nothing_is_wrong_with_a_game_made_quickly(header, whole):
    for game in quickly_made(header, 1, 15 if whole else 5):
        report = audit(read(write(game)))
        told = [
            f"{f.place.line} {f.code} {f.message}" for f in report.findings if f.severity != "note"
        ]
        assert not told, write(game)
        assert [claim_name(v.claim) for v in report.verdicts if v.answer != "agrees"] == []


def every_choice():
    """Yield the header of each preset and of each value of each option of every rule set."""
    for name in PLAYED:
        yield from (f"{name} preset={preset}" for preset in rules.load(name).presets)
        for option in rules.load(name).options:
            values = option.values or tuple(map(str, {option.least, option.least + 1}))
            yield from (f"{name} {option.name}={v}" for v in values if v not in UNTOLD)


UNTOLD = {"unknown"}
"""Values by which a record does not say how its game goes on."""


@pytest.mark.parametrize("fast", [False, True])
def test_a_game_of_which_nobody_knows_how_it_goes_on_is_not_made_up(fast):
    with pytest.raises(ValueError, match="choose other options"):
        list(games("riichi dealer_repeats=unknown", seed=1, deals=2, fast=fast))


def is_enough(header):
    """Return whether the set has tiles for the hands of all players."""
    spec = rules.load(header).play.spec
    return spec.size > max(spec.seats) * spec.resting


@pytest.mark.parametrize("header", swept(filter(is_enough, every_choice()), 9))
def test_play_and_check_agree_for_every_choice(header):
    for game in games(header, seed=1, deals=4, fast=True):
        report = audit(read(write(game)))
        assert not [f for f in report.findings if f.severity != "note"], write(game)
        assert not report.counts()["differs"]


@pytest.mark.parametrize(
    "header",
    ["taiyuan max_hands=1", "taiyuan max_hands=3", "taiwanese continued_counts_draws=false"],
)
def test_a_game_of_few_deals_or_uncounted_draws_is_right(header):
    for seed in range(3):
        for game in games(header, seed=seed, deals=8, fast=True):
            assert not [f for f in audit(game).findings if f.severity != "note"], write(game)


@pytest.mark.parametrize("name", HAPPENINGS)
def test_a_game_made_quickly_is_complete_and_comes_again(name):
    made = quickly_made(name, 3, 60)
    assert "".join(map(write, made)) == "".join(
        map(write, games(name, seed=3, deals=60, fast=True))
    )
    deals = [deal for game in made for deal in game.deals]
    assert len(deals) == 60
    won = [deal for deal in deals if _lines(deal, WinLine)]
    assert len(won) > 30
    for deal in won:
        assert _lines(deal, Show) >= _lines(deal, WinLine)
        assert _lines(deal, Items) >= _lines(deal, WinLine)
        assert _lines(deal, Pay) == 1
    for deal in deals:
        assert _lines(deal, WinLine) or _lines(deal, NoWin) == 1
        assert _lines(deal, Next) == 1
        assert _lines(deal, Points) == 2
    happened = {word for game in made for word in _happenings(game)}
    assert {"Claim", "on a discard", "self-drawn"} <= happened


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_players_play_quickly_too(seats):
    made = tuple(games("tibet preset=tibet-7", seed=1, deals=10, players=seats, fast=True))
    assert {game.seats for game in made} == {seats}
    assert not [
        finding for game in made for finding in audit(game).findings if finding.severity != "note"
    ]


def test_several_win_on_one_tile():
    assert "several winners" in {
        word for game in made("taiwanese", 40, 3) for word in _happenings(game)
    }


@pytest.mark.parametrize("seats", [2, 3])
def test_fewer_players(seats):
    (game,) = games("tibet preset=tibet-7", seed=1, deals=2, players=seats)
    assert game.seats == seats
    assert not audit(game).findings


def test_too_few_players():
    with pytest.raises(ValueError, match="riichi is played by 4, not 3"):
        next(games("riichi", seed=1, deals=1, players=3))


def test_hands_that_no_set_has_the_tiles_for_are_told():
    rules = "tibet/1 preset=tibet-13-scored suits=1"
    with pytest.raises(
        ValueError, match="the set has 48 tiles, and the hands of 4 players take 53"
    ):
        list(games(rules, seed=1, deals=1))
    assert list(games(rules, seed=1, deals=1, players=2, fast=True))


def test_a_game_ends_when_the_rules_end_it():
    for game in made("riichi", SEED, DEALS["riichi"])[:-1]:
        assert game.header("Final-Points")
        assert game.deals[-1].lines[-1].content == Next((("end", ""),))


@pytest.mark.parametrize("header", HAPPENINGS)
def test_writing_and_reading_gives_the_same_record(header):
    for whole in made(header, SEED, DEALS[header])[:2]:
        game = replace(whole, deals=whole.deals[:4])
        assert read(write(game)) == game
        assert write(read(write(game))) == write(game)
        assert from_json(to_json(game)) == game


def _lines(deal, sort):
    return sum(isinstance(line.content, sort) for line in deal.lines)


def _tiles(deal):
    acts = (
        act for turn in deal.turns for act in turn.acts if isinstance(act, Draw | Discard | Replace)
    )
    return {act.tile for act in acts}


def _happenings(game):
    for deal in game.deals:
        for act in (act for turn in deal.turns for act in turn.acts):
            yield type(act).__name__
            if isinstance(act, Claim) and len(act.tiles) == 3:
                yield "claimed kong"
            if isinstance(act, Claim) and any((tile & ~PILLAR) >= JOKER_AS for tile in act.tiles):
                yield "melded joker"
        contents = [line.content for line in deal.lines]
        wins = [content for content in contents if isinstance(content, WinLine)]
        if len(wins) > 1:
            yield "several winners"
        yield from ("self-drawn" if win.source == win.seat else "on a discard" for win in wins)
        yield from _beside(contents)


def _beside(contents):
    for content in contents:
        if isinstance(content, NoWin):
            yield content.how
        elif isinstance(content, Exchange):
            yield "in play" if content.name.startswith("ding-dong") else "Exchange"
        elif isinstance(content, Tenpai):
            yield "Tenpai"
        elif content.keyword == "ura":
            yield "hidden indicators"


def test_rules_of_payments_alone_have_no_play_to_make_up():
    with pytest.raises(ValueError, match="payments alone"):
        next(games("hongkong-faan", seed=1, deals=1))
