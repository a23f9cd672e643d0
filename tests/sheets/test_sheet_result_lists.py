"""Lists of results that servers publish, read as results by `mjlog sheet check`."""

import json

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

ROOM = "23:34 | 21 | 四上南喰赤－ | A(+48.9) B(+12.6) C(-19.5) D(-42.0)\n"
THREE = "23:34 | 09 | 三上東－－速 | A(+56.1) B b(x)(-12.4) C(-43.7)\n"
LOBBY = "C1000 | 00:50 | 四般南喰赤祝5 | A(+64.0,+3枚) B(0.0,-1枚) C(-8.0,0枚) D(-56.0,-2枚)\n"
GAME = (
    '00:00 | 19 | 四鳳南喰赤－ | <a href="http://tenhou.net/0/?log=2013">牌譜</a> | '
    "A(+50.0) B(+12.0) C(-18.0) D(-44.0)<br>\n"
)
STATISTICS = {
    "modeId": 12,
    "uuid": "0",
    "players": [
        {"nickname": name, "level": 10401, "score": score, "gradingScore": 5}
        for name, score in (("A", 39200), ("B", 31000), ("C", 20300), ("D", 9500))
    ],
}
SERVER = {
    "uuid": "0",
    "config": {"category": 2, "mode": {"mode": 12}},
    "accounts": [{"nickname": "A"}, {"seat": 1, "nickname": "B"}, {"seat": 2, "nickname": "C"}],
    "result": {
        "players": [
            {"seat": seat, "part_point_1": points, "total_point": 0}
            for seat, points in ((2, 60000), (0, 35000), (1, 10000))
        ]
    },
}


def games(text):
    return read_sheet(text).games


def errors(text):
    audits = [audited(game) for game in games(text)]
    return [
        (f.code, f.place.cell) for audit in audits for f in audit.findings if f.severity == "error"
    ]


@pytest.mark.parametrize(
    ("text", "rules", "players", "answers"),
    [
        (ROOM, "riichi/1 preset=tenhou length=south", "A B C D", 4),
        (
            THREE,
            "riichi/1 preset=tenhou-sanma length=east open_tanyao=off red_fives=0",
            "A B_b(x) C",
            3,
        ),
        (LOBBY, "riichi/1 preset=tenhou length=south", "A B C D", 8),
        (GAME, "riichi/1 preset=tenhou length=south", "A B C D", 4),
        (f"<html><pre>{GAME}</pre></html>", "riichi/1 preset=tenhou length=south", "A B C D", 4),
        (json.dumps([STATISTICS]), "riichi/1 preset=mahjongsoul", "A B C D", 4),
        (json.dumps({"data": {"list": [STATISTICS]}}), "riichi/1 preset=mahjongsoul", "A B C D", 4),
        (json.dumps({"record_list": [SERVER]}), "riichi/1 preset=mahjongsoul-sanma", "C A B", 3),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_list_is_read_as_results(text, rules, players, answers, encoding):
    (game,) = games(text.encode(encoding))
    assert game.draft.rules == rules
    assert game.draft.players == tuple(name.replace("_", " ") for name in players.split())
    assert [verdict.answer for verdict in audited(game).verdicts] == ["given"] * answers
    assert game.game.header("Final-Points") or game.game.header("Final-Score")


def test_games_of_a_list_are_several_results():
    assert len(games(ROOM + THREE + LOBBY)) == 3
    assert len(games(f"{json.dumps(STATISTICS)}\n{json.dumps(STATISTICS)}\n")) == 2


@pytest.mark.parametrize(
    ("text", "slip", "cell"),
    [
        (ROOM, ("-42.0", "-41.0"), "A1"),
        (LOBBY, ("-2枚", "-3枚"), "A1"),
        (json.dumps([STATISTICS]), ("20300", "20400"), "A1"),
    ],
)
def test_points_that_do_not_add_up_are_told(text, slip, cell):
    assert errors(text) == []
    assert errors(text.replace(*slip)) == [("final.points", cell)]


def test_a_line_that_is_not_understood_is_told():
    for line in ("23:34 | 21 | 四上南喰赤－ | A(+48.9) B(-48.9)\n", "hello\n"):
        assert errors(ROOM + line) == [("sheet.unread", "A2")]


def test_rules_of_a_friendly_room_leave_the_sum_open():
    game = {**SERVER, "config": {"category": 1}}
    text = json.dumps([game]).replace("60000", "40000")
    assert errors(text) == []
    (read,) = games(text)
    assert [verdict.answer for verdict in audited(read).verdicts] == ["unverified"] * 3


@pytest.mark.parametrize(
    "rows",
    [
        ["East,South,West,North", "Ben,Ann,Dee,Cid", "29000,41000,12000,18000"],
        [",Ost,Süd,West,Nord", "Name,Ben,Ann,Dee,Cid", "Punkte,29000,41000,12000,18000"],
        ["東,Ben,29000", "北,Cid,18000", "南,Ann,41000", "西,Dee,12000"],
        ["North,Pts,South,Pts,West,Pts,East,Pts", "Cid,18000,Ann,41000,Dee,12000,Ben,29000"],
        ["Player,Seat,Points", "Ann,S,41000", "Ben,E,29000", "Cid,N,18000", "Dee,W,12000"],
    ],
)
def test_a_slip_that_names_the_seats_has_its_players_in_their_order(rows):
    (game,) = read_sheet("\n".join(rows)).games
    assert (game.draft.is_seated, game.draft.players) == (True, ("Ben", "Ann", "Dee", "Cid"))
    assert wrong_cells("\n".join(rows)) == []


def test_numbers_of_players_are_no_seats():
    heads = "Player 1,Pts,Player 2,Pts,Player 3,Pts,Player 4,Pts"
    text = f"{heads}\nCid,18000,Ann,41000,Dee,12000,Ben,29000\n"
    (game,) = read_sheet(text).games
    assert not game.draft.is_seated
