"""What a waiting hand may win on, and why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog import rules
from mjlog.formats import load
from mjlog.model.record import Game
from mjlog.model.tiles import NAMES
from mjlog.picture.frames import frames
from mjlog.picture.win_options import WinOptions, win_options
from mjlog.referee.replay import replay

SAMPLES = Path(__file__).parents[1] / "samples"


def game_of(name: str) -> Game:
    return next(load(SAMPLES / f"{name}.mjl")).game


def chances_of(name: str, deal: int = 1) -> list[tuple[WinOptions | None, ...]]:
    game = game_of(name)
    return win_options(game.deals[deal - 1], rules.load(game.rules), game.seats)


def names(found: WinOptions | None) -> list[str]:
    return [NAMES[chance.kind] for chance in found or ()]


def test_a_hand_may_win_on_what_completes_it() -> None:
    _, _, third, fourth = chances_of("taiyuan/everything-fair-copy")[-1]
    assert names(third) == ["2s", "5s"]
    assert names(fourth) == ["7p", "8s"]
    assert all(chance.open and not chance.discard.bars for chance in (*third, *fourth))


def test_a_missed_win_bars_every_road() -> None:
    third = chances_of("taiyuan/a-missed-win")[-1][2]
    assert names(third) == ["5m", "8m"]
    for chance in third:
        assert not chance.open
        assert chance.discard.bars[0].says == "C let 8m pass and may not win in this deal any more"
        assert chance.draw.bars[0].law.number == "8.6"


def test_a_tile_that_still_lies_there_has_not_been_missed() -> None:
    game = game_of("taiyuan/a-missed-win")
    steps = chances_of("taiyuan/a-missed-win")
    texts = [frame.text for frame in frames(game.deals[0], rules.load(game.rules), 4)]
    barred = next(
        step
        for step, seats in enumerate(steps)
        if any(not chance.open for chance in seats[2] or ())
    )
    assert "discards 8m" in texts[barred - 2]  # the player itself drew next
    assert names(steps[barred - 2][2]) == ["5m", "8m"]


def test_furiten_bars_discards_and_no_draws() -> None:
    fourth = chances_of("tibet/furiten-draws-its-tile")[-1][3]
    assert [bar.law.number for chance in fourth for bar in chance.discard.bars] == ["7.8", "7.8"]
    assert not any(chance.draw.bars for chance in fourth)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("riichi/wall-recorded", "B is in furiten: B discarded 8m"),
        ("tibet/furiten-draws-its-tile", "earlier discarded"),
        ("broken/taiyuan/claim.last_discard", "has not declared Ting"),
        ("broken/tibet/win.tile-open-hands", "with open hands only a drawn tile wins"),
    ],
)
def test_nobody_is_said_to_have_won(name: str, why: str) -> None:
    bars = {
        bar.says
        for step in chances_of(name)
        for seen in step
        for chance in seen or ()
        for bar in chance.discard.bars
    }
    assert any(why in says for says in bars)
    assert not [says for says in bars if " wins " in says]


def test_an_indicator_too_many_bars_no_win() -> None:
    """It makes no win false, so it is no reason why one may not be."""
    steps = chances_of("riichi/kong-dora-at-once")
    laws = {
        bar.law.number
        for seats in steps
        for seen in seats
        for chance in seen or ()
        for bar in chance.draw.bars
    }
    assert not laws


def test_what_a_win_would_be_worth() -> None:
    first = chances_of("riichi/game-four-players")[-1][0]
    assert [(chance.draw.score.value, chance.draw.score.unit) for chance in first] == [(8, "han")]


def test_a_hand_that_nobody_saw_has_no_answer() -> None:
    assert chances_of("taiyuan/everything-table-view")[0] == (None,) * 4


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["taiyuan/a-missed-win", "riichi/game-four-players", "taiwanese/flowers-in-play"]
)
def test_the_table_is_left_as_it_was(name: str) -> None:
    game = game_of(name)
    known = rules.load(game.rules)
    for deal in game.deals:
        plain = replay(deal, known, seats=game.seats)
        steps = win_options(deal, known, game.seats)
        assert len(steps) == plain.steps + 1
        again = replay(deal, known, seats=game.seats)
        assert again.findings == plain.findings
