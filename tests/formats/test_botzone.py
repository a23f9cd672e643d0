"""Botzone's data set of MCR: what its lines become, and what is wrong with one."""

import pytest
from kit.records import faults

from mjlog import load
from mjlog.auditor.audit import audit

MATCH = """\
Match 61a
Wind 0
Player 0 Deal W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F2 F2
Player 1 Deal W4 W5 W6 B7 B8 B9 T1 T2 T3 F3 F3 F4 F4
Player 2 Deal W7 W8 W9 B1 B2 B3 T4 T5 T6 J1 J1 J2 J2
Player 3 Deal W2 W5 W8 B1 B4 B7 T3 T6 T9 F1 J2 J3 J3
Player 0 Draw W4
Player 0 Play F1
Player 1 Draw J1
Player 1 Play J1
Player 2 Peng J1 Ignore Player 3 Chi W1
Player 2 Play W7
Player 3 Draw B9
Player 3 Play F1
Player 0 Draw W5
Player 0 Play F1
Player 1 Draw F4
Player 1 AnGang F4
"""
WON = """\
Match 61b
Wind 1
Player 0 Deal W1 W2 W3 W4 W5 W6 W7 W8 B2 B2 B5 B6 B7
Player 1 Deal W4 W5 W6 B7 B8 B9 T1 T2 T3 F3 F3 F4 F4
Player 2 Deal W7 W8 B9 B1 B2 B3 T4 T5 T6 J1 J1 J2 J2
Player 3 Deal W2 W5 W8 B1 B4 B7 T3 T6 T9 F1 J2 J3 J3
Player 0 Draw F1
Player 0 Play F1
Player 1 Draw W9
Player 1 Play W9
Player 0 Hu W9
Fan 21 清龙*1+平和*1+门前清*1+缺一门*1
Score 45 -29 -8 -8
"""


def games(text):
    return [source.game for source in load(text.encode())]


def test_lines_become_turns():
    (game,) = games(MATCH + "Player 1 Draw T4\nPlayer 1 Play T4\nHuang\nScore 0 0 0 0\n")
    assert game.header("Rules") == "mcr/1 preset=mcr-botzone"
    acts = [act for turn in game.deals[0].turns for act in turn.acts]
    kinds = [type(act).__name__ for act in acts]
    assert (kinds.count("Claim"), kinds.count("ConcealedKong"), kinds.count("Replace")) == (1, 1, 1)
    assert "wall.exhausted" not in faults(audit(game))


def test_a_win_is_counted_and_paid():
    (game,) = games(WON)
    report = audit(game)
    assert faults(report) == []
    assert report.settlements[0].net(4) == (45, -29, -8, -8)
    wrong = games(WON.replace("Score 45 -29", "Score 46 -30"))[0]
    assert "net.differs" in faults(audit(wrong))


def test_each_match_is_a_game_and_one_that_cannot_be_read_is_named():
    sources = list(load((WON + WON.replace("Play F1", "Plays F1") + WON).encode()))
    read = [source.game for source in sources]
    assert len([each for each in read if each is not None and each.deals]) == 2
    told = [finding for source in sources for finding in source.findings]
    assert [(f.code, f.place.line) for f in told if f.severity == "error"] == [
        ("format.element", 21)
    ]


@pytest.mark.parametrize(
    "line", ["Wind 9", "Player 7 Draw W1", "Player 0 Draw X1", "Rain", "Fan x"]
)
def test_a_line_that_cannot_be_read_ends_nothing_else(line):
    sources = list(load((WON + WON.replace("Wind 1", line) + WON).encode()))
    assert len(sources) == 3


def test_a_file_without_a_match_is_no_data_set():
    found = list(load(b"Match 1\nno wind\n"))
    assert all(not source.game.deals for source in found if source.game is not None)


def test_each_player_draws_from_a_wall_of_their_own():
    """Player 0 has drawn all 21 tiles and player 3 has discarded: nobody draws any more."""
    faces = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
    faces += ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
    wall = [face for face in faces for _ in range(4)]
    mixed = [wall[at * 37 % 136] for at in range(136)]
    lines = ["Match 61c", "Wind 0"]
    lines += [f"Player {n} Deal {' '.join(mixed[13 * n : 13 * n + 13])}" for n in range(4)]
    rest = iter(mixed[52:])
    hands = [list(mixed[13 * n : 13 * n + 13]) for n in range(4)]
    claimed = False
    drawn, player = [0] * 4, 0
    while drawn[player] < 21:
        tile = next(rest)
        drawn[player] += 1
        lines += [f"Player {player} Draw {tile}", f"Player {player} Play {tile}"]
        owner = next((n for n in range(4) if n != player and hands[n].count(tile) >= 2), -1)
        player = (player + 1) % 4
        if owner >= 0 and owner != player and not claimed:
            claimed = True
            hands[owner].remove(tile)
            hands[owner].remove(tile)
            lines += [f"Player {owner} Peng {tile}", f"Player {owner} Play {hands[owner].pop()}"]
            player = (owner + 1) % 4
    assert claimed
    assert sum(drawn) < 84
    (game,) = games("\n".join([*lines, "Huang", "Score 0 0 0 0"]))
    assert faults(audit(game)) == []
    (early,) = games("\n".join([*lines[:-2], "Huang", "Score 0 0 0 0"]))
    assert "wall.exhausted" in faults(audit(early))
