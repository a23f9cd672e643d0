"""Sheets of several scribes of one game become one record; where they differ, both are told."""

from dataclasses import replace
from itertools import count

import pytest
from kit.commands import run
from kit.records import faults
from kit.sizes import seeded
from tables import PUBLIC, RESULT, new, table, typed
from test_record import PLAYED

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.live.merging import Sheet, merged
from mjlog.model.record import (
    MANNER_UNKNOWN,
    SEATS,
    Claim,
    Dealt,
    Discard,
    Draw,
    Indicators,
    Irregularity,
    NoWin,
    Pay,
    Points,
    Replace,
    Show,
    Take,
    Turn,
    Win,
    WinLine,
)
from mjlog.notation import read, refines, write
from mjlog.notation.play.spelling import spell
from mjlog.notation.refinement import acts_joined, acts_refine

UNKNOWN = 46
OF_THE_TABLE = (WinLine, NoWin, Show, Indicators)
OF_THE_RESULT = (Pay, Points)


def sheet(game, turns, lines):
    """What one scribe writes of a game: of each turn what it sees, of the lines those sorts."""
    deals = tuple(
        replace(
            deal,
            turns=tuple(seen for turn in deal.turns if (seen := turns(turn)) is not None),
            lines=tuple(line for line in deal.lines if lines(line.content)),
            ledger=(),
        )
        for deal in game.deals
    )
    return read(write(replace(game, deals=deals, findings=())))


def as_seen(turn, seat):
    """A turn without what only its player sees, unless the scribe sits behind that player."""
    if turn.seat == seat:
        return turn
    wins = isinstance(turn.acts[-1], Win)
    acts = tuple(act if wins and isinstance(act, Win) else _seen(act, wins) for act in turn.acts)
    return Turn(turn.seat, spell(acts), acts)


def _seen(act, wins):
    match act:
        case Draw():
            return replace(act, tile=UNKNOWN) if wins else Take(act.seat)
        case Replace():
            return replace(act, tile=UNKNOWN)
        case Discard():
            return replace(act, manner=MANNER_UNKNOWN)
    return act


def table_sheet(game):
    return sheet(game, lambda turn: as_seen(turn, -1), lambda c: isinstance(c, OF_THE_TABLE))


def seat_sheet(game, seat):
    """The hand of one player, and its turns alone."""
    return sheet(
        game,
        lambda turn: turn if turn.seat == seat else None,
        lambda content: isinstance(content, Dealt) and content.seat == seat,
    )


def result_sheet(game):
    return sheet(game, lambda _: None, lambda content: isinstance(content, OF_THE_RESULT))


def made_up(rules, deals=2):
    """A game in which each word may be written of what its player alone has seen.

    No word leaves open whether a discard after a kong is the replacement tile.
    """
    made = (next(iter(games(rules, seed=seed, deals=deals))) for seed in count(4))
    return next(filter(_is_written_as_seen, made))


def _is_written_as_seen(game):
    return all(
        acts_refine(turn.acts, again.acts)
        for deal, read_again in zip(game.deals, table_sheet(game).deals, strict=True)
        for turn, again in zip(deal.turns, read_again.turns, strict=True)
    )


def named(*games_):
    return [Sheet(f"sheet{number}", game) for number, game in enumerate(games_, 1)]


@pytest.mark.parametrize("rules", ["taiyuan/1", "riichi/1 preset=tenhou", "tibet/1 preset=tibet-7"])
def test_the_table_four_seats_and_the_result_make_the_whole_record(rules):
    game = made_up(rules)
    seats = [seat_sheet(game, seat) for seat in range(game.seats)]
    found = merged(named(result_sheet(game), seats[2], table_sheet(game), *seats[:2], *seats[3:]))
    assert not found.conflicts
    for whole, made in zip(game.deals, found.game.deals, strict=True):
        assert made.turns == whole.turns
        assert {line.content for line in made.lines} >= {
            line.content for line in whole.lines if isinstance(line.content, (Dealt, Pay, Show))
        }
    assert read(write(found.game)).deals == found.game.deals
    assert not faults(audit(found.game))


def test_four_seats_alone_are_put_in_order():
    game = made_up("taiyuan/1", 1)
    found = merged(named(*(seat_sheet(game, seat) for seat in range(4))))
    assert found.game.deals[0].turns == game.deals[0].turns
    assert not found.conflicts


def test_a_record_merged_with_itself_is_itself():
    for rules in PLAYED:
        game = made_up(rules, 1)
        found = merged(named(game, game))
        assert not found.conflicts
        assert found.game.deals == game.deals


@pytest.mark.parametrize("rules", ["taiyuan/1", "riichi/1 preset=tenhou"])
def test_two_scribes_who_each_miss_turns_have_the_whole_between_them(rules):
    game = made_up(rules, 1)
    one, other = (with_gaps(table_sheet(game), places) for places in ((5, 12), (8, 17)))
    found = merged(named(one, other))
    assert [turn.word for turn in found.game.deals[0].turns] == [
        turn.word for turn in table_sheet(game).deals[0].turns
    ]
    assert not found.conflicts


def with_gaps(game, places):
    """The scribe falls behind at these turns, and says so."""
    (deal,) = game.deals
    turns = list(deal.turns)
    for place in sorted(places, reverse=True):
        if isinstance(turns[place + 1].acts[0], Claim):
            place -= 1
        seat = turns[place].seat
        turns[place] = Turn(seat, "~resync", (Irregularity(seat, "resync"),))
    return read(write(replace(game, deals=(replace(deal, turns=tuple(turns)),))))


def test_each_conflict_has_both_versions_with_authors_and_times(tmp_path):
    one, other = new(tmp_path / "one.mjl"), new(tmp_path / "other.mjl")
    typed(one, (PUBLIC, *RESULT))
    with table(other, "S2") as session:
        for line in (PUBLIC, "fix 5 4s", "del 20", *RESULT, "fix 49 score 88 93 123 95"):
            session.take(line)
    before = one.read_bytes(), other.read_bytes()
    done = run("merge", one, other, "-o", tmp_path / "both.mjl")
    assert done.exit_code == 1
    told = done.stderr.splitlines()
    assert len(told) == 3
    assert all(" S1 " in line or "(" in line for line in told)
    wrong = next(line for line in told if "turn 5" in line)
    assert "A:4p" in wrong
    assert "A:4s" in wrong
    assert "S1 " in wrong
    assert "S2 " in wrong
    both = read((tmp_path / "both.mjl").read_bytes())
    assert sum(line.content.keyword == "note" for line in both.deals[0].lines) == 3
    assert not refines(both.deals[0], replace(read(before[0]).deals[0], ledger=()))
    assert (one.read_bytes(), other.read_bytes()) == before


def test_one_wrong_word_among_many_is_one_conflict():
    game = table_sheet(made_up("riichi/1 preset=tenhou", 1))
    (deal,) = game.deals
    chance = seeded("slips")
    for _ in range(10):
        place = chance.randrange(len(deal.turns) - 1)
        if isinstance(deal.turns[place].acts[-1], Discard):
            thrown = deal.turns[place].acts[-1]
            act = replace(thrown, tile=(thrown.tile + 1) % 34)
            acts = (*deal.turns[place].acts[:-1], act)
            slip = Turn(act.seat, spell(acts), acts)
            turns = (*deal.turns[:place], slip, *deal.turns[place + 1 :])
            other = replace(game, deals=(replace(deal, turns=turns),))
            found = merged(named(game, other))
            assert len(found.conflicts) == 1
            assert found.game.deals[0].turns == deal.turns
            assert SEATS[act.seat] in str(found.conflicts[0])


def test_two_draws_that_contradict_each_other_are_not_joined():
    one, other, unseen = ((Draw(0, tile), Discard(0, 5)) for tile in (3, 4, UNKNOWN))
    assert acts_joined(one, other) is None
    assert acts_joined(one, unseen) == acts_joined(unseen, one) == one


def test_sheets_of_other_rules_are_not_merged(tmp_path):
    one, other = new(tmp_path / "one.mjl"), new(tmp_path / "other.mjl", "riichi/1")
    assert run("merge", one, other).exit_code == 2
    assert run("merge", one).exit_code == 2
