"""``mjlog record``: each line is answered once it is on the disk, whatever happens then."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from kit.commands import run
from kit.places import REAL
from kit.records import errors, faults
from kit.sizes import each, seeded
from kit.typist import GAMES, type_game
from kit.typist import script as script_of_a_typist
from tables import PUBLIC, RESULT, TAIYUAN, new, table, typed

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.live.referees import watching
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.scribes.keypad import from_keypad
from mjlog.model.findings import Finding, Place
from mjlog.model.messages import to_message
from mjlog.model.record import (
    SEATS,
    Claim,
    Discard,
    Irregularity,
    Turn,
)
from mjlog.notation import from_json, read, read_slowly, to_json, write
from mjlog.notation.writer import line_text

PLAYED = (
    TAIYUAN,
    "taiwanese/1 bonus_tiles=8",
    "tibet/1 preset=tibet-7",
    "riichi/1 preset=tenhou",
    "american/1",
)
COMMAND = (sys.executable, "-m", "mjlog", "record")


def keys(words):
    """How many keys are pressed, each line with its Enter."""
    return sum(len(word) + 1 for word in words)


def record(path, *lines, rules=TAIYUAN):
    text = "".join(f"{line}\n" for line in lines)
    players = ("--players", "A Wang Li", "B Zhao Min", "C Chen Bo", "D Liu Yan")
    return run("record", path, "--rules", rules, *players, input=text)


# --------------------------------------------------------------------------- what a scribe types


def test_the_public_example_is_recorded_with_few_keys(tmp_path):
    path = new(tmp_path / "t.mjl")
    assert len(PUBLIC) + 1 <= 130
    discards = [word for word in PUBLIC.split() if word[-1] != "#"]
    assert keys(discards) / len(discards) <= 3.1
    game = read(typed(path, (PUBLIC, *RESULT)))
    report = audit(game)
    assert not report.findings
    assert set(report.counts().items()) >= {("differs", 0), ("unverified", 0)}


def shorthand(word):
    return {"1z": "e", "2z": "s", "3z": "w", "4z": "n"}.get(word, word)


def script(deal, seats):
    """What a scribe types who sees all tiles: seats only where they are not next in turn."""
    head = " ".join([deal.label, *(f"{key}={value}" for key, value in deal.attributes)])
    yield f"@ {head}"
    expected = max(0, deal.dealer)
    for line in deal.lines:
        if line.content.keyword in {"deal", "wall", "dora", "bonus", "exchange"}:
            yield line_text(line.content)
    for turn in deal.turns:
        named = "" if turn.seat == expected and turn.word[0] != "#" else f"{SEATS[turn.seat]}:"
        yield f"{named}{turn.word if named else shorthand(turn.word)}"
        expected = (turn.seat + 1) % seats
    for line in deal.lines:
        if line.content.keyword in {"win", "draw", "ura", "show", "tenpai"}:
            yield line_text(line.content)


@pytest.mark.slow
@pytest.mark.parametrize("rules", PLAYED)
def test_a_deal_of_each_rule_set_is_recorded_as_it_was_played(rules, tmp_path):
    game = next(iter(games(rules, seed=3, deals=1)))
    path = new(tmp_path / "t.mjl", game.rules, game.seats)
    with table(path) as session:
        for line in script(game.deals[0], game.seats):
            session.take(line)
        if session.proposed():
            session.take("ok")
        recorded = session.game
    copied = fair_copy(recorded).deals[0]
    assert copied.turns == game.deals[0].turns
    assert copied.jumps == game.deals[0].jumps
    assert not faults(audit(recorded))
    stated = {line.content.keyword for line in copied.lines}
    assert stated >= {line.content.keyword for line in game.deals[0].lines} - {"net"}


@pytest.mark.parametrize("rules", PLAYED)
def test_the_river_alone_is_recorded_without_accusing_anybody(rules, tmp_path):
    game = next(iter(games(rules, seed=3, deals=1)))
    path = new(tmp_path / "t.mjl", game.rules, game.seats)
    with table(path) as session:
        session.take("@")
        for turn in game.deals[0].turns:
            if isinstance(turn.acts[-1], Discard) and turn.acts[0].kind == 1:
                session.take(f"{SEATS[turn.seat]}:{turn.word.rpartition('-')[2].strip('.')}")
        errors = [each for each in audit(session.game).findings if each.severity == "error"]
    assert not [each for each in errors if each.code != "turn.order"]


def test_payments_of_a_rule_set_without_play(tmp_path):
    path = new(tmp_path / "t.mjl", "hongkong-faan/1")
    with table(path) as session:
        session.take("b<a")
        session.take("fan b faan 3")
        assert any(line.startswith("pay A>B") for line in session.proposed())
        session.take("ok")
        assert not faults(audit(session.game))


def test_what_cannot_be_read_is_told_and_not_written(tmp_path):
    path = new(tmp_path / "t.mjl")
    with table(path) as session:
        session.take("1z")
        before = path.read_bytes()
        for wrong in ("qq", "4q", "fix 9 2m", "fix 1", "win x", "0003 S1 2m", "E:5m", "pay A>B x"):
            with pytest.raises(NotReadError):
                session.take(wrong)
        assert path.read_bytes() == before


def test_what_is_taken_back_stays_in_the_ledger(tmp_path):
    path = new(tmp_path / "t.mjl")
    with table(path) as session:
        for line in ("1z", "2z", "u", "3z", "u", "u", "4z"):
            session.take(line)
        assert [turn.word for turn in session.deal.turns] == ["4z"]
        assert len(session.deal.ledger) == 7
        session.take("u")
        with pytest.raises(NotReadError, match="nothing"):
            session.take("u")


def test_a_fix_keeps_the_seat_and_knows_the_discard_before(tmp_path):
    path = new(tmp_path / "t.mjl")
    with table(path) as session:
        for line in ("5p", "3m", "a:+-2s", "fix 2 5m", "fix 3 a:+-9s", "ins 1 b:7z"):
            session.take(line)
        said = [f"{SEATS[turn.seat]}:{turn.word}" for turn in session.deal.turns]
    assert said == ["A:5p", "B:7z", "B:5m", "A:+55m-9s"]


def test_the_keypad_takes_three_keys_a_discard():
    assert from_keypad("5/") == "5m"
    assert max(map(len, ("5/", "5/.", "3+"))) <= 3
    assert from_keypad("023* 0023* 0004 0 0246/8/ xyz") == "B:+-3p B:++/-3p D:# ?# B:+46m-8m xyz"


# --------------------------------------------------------------------------- the command


def test_every_line_has_one_answer(tmp_path):
    path = tmp_path / "t.mjl"
    done = record(path, PUBLIC, "?", "zz", "", *RESULT, "u", "@", "7z")
    answers = done.stdout.splitlines()
    assert [answer.split()[0].rstrip(":") for answer in answers] == [
        "ok", "expected", "no", "ok", "ok", "ok", "ok", "ok", "ok",
    ]  # fmt: skip
    assert read(path.read_bytes()).players == ("Wang Li", "Zhao Min", "Chen Bo", "Liu Yan")


def test_a_deal_whose_words_cannot_be_read_does_not_begin(tmp_path):
    typed = ["1z", "draw void", "rule table stopped", "@ E1 sticks=-1", "@ E1 sticks=1"]
    done = record(tmp_path / "t.mjl", *typed, rules="riichi/1")
    refused, begun = done.stdout.splitlines()[-2:]
    assert refused.startswith("no: sticks=-1 cannot be read")
    assert begun.startswith("ok @ E1 ")


@pytest.mark.parametrize("typed", ["fix 1  9m", "fix  1 9m", "fix  1   9m"])
def test_blanks_more_than_one_part_the_words_of_a_correction(tmp_path, typed):
    done = record(tmp_path / "t.mjl", "1z", typed)
    assert done.stdout.splitlines()[-1] == "ok 0002 fix 0001 A:9m"


def test_a_record_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "t.mjl"
    record(path, "1z 2z")
    done = run("record", path, input="3z\n")
    assert done.stdout == "ok 0003 C:3z\n"


def test_findings_are_told_and_play_goes_on(tmp_path):
    done = record(tmp_path / "t.mjl", "1z", "b:+22m-1s", "2s")
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["ok", "ok", "ok"]
    assert "error claim." in done.stderr


def test_players_may_be_named_without_their_seats(tmp_path):
    path = tmp_path / "t.mjl"
    run("record", path, "--rules", "taiyuan", "--players", "Ann", "Bo", "Cy", "Dee", input="1z\n")
    assert read(path.read_bytes()).players == ("Ann", "Bo", "Cy", "Dee")


def test_a_new_record_needs_rules_that_are_known(tmp_path):
    for words in ((), ("--rules", "bridge")):
        done = run("record", tmp_path / "t.mjl", *words, input="1z\n")
        assert done.exit_code == 2
        assert not (tmp_path / "t.mjl").exists()


def test_torn_headers_are_put_aside(tmp_path):
    path = tmp_path / "t.mjl"
    path.write_bytes(b"%mjlog 1.0\nRules: ta")
    assert "20 bytes" in record(path, "1z").stderr
    assert (tmp_path / "t.mjl.torn-1").read_bytes() == b"%mjlog 1.0\nRules: ta"
    other = tmp_path / "other.mjl"
    other.write_bytes(b"%mjlog 1.0\nRules: taiyuan\n\n@ 1 dealer=A\n1. A:1z\n")
    before = other.read_bytes()
    assert record(other, "1z").exit_code == 2
    assert other.read_bytes() == before


def test_the_commands_of_a_ledger(tmp_path):
    path = tmp_path / "t.mjl"
    record(path, PUBLIC, "u", "2s#", *RESULT)
    assert run("ledger", "verify", path).exit_code == 0
    folded = run("ledger", "fold", path).stdout
    assert "11. A:6p 7z 2s#\n" in folded
    assert write(read(folded)) == folded
    log = run("ledger", "log", path).stdout
    assert "taken back by entry 0043" in log
    assert "was: C:2s#" in log
    path.write_bytes(path.read_bytes().replace(b"A:4p", b"A:5p", 1))
    done = run("ledger", "verify", path)
    assert done.exit_code == 1
    assert "t.mjl:15:" in done.stdout


def answered(program, line):
    program.stdin.write(f"{line}\n".encode())
    program.stdin.flush()
    return program.stdout.readline().decode()


@pytest.mark.slow
def test_a_killed_program_loses_nothing_that_it_acknowledged(tmp_path):
    path = tmp_path / "t.mjl"
    acknowledged, waited = [], []
    for number in range(4):
        program = subprocess.Popen(
            [*COMMAND, str(path), "--rules", TAIYUAN],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        answered(program, f"note round {number}")
        for word in PUBLIC.split()[: 3 + 5 * number]:
            begun = time.perf_counter()
            acknowledged.append(answered(program, word).removeprefix("ok ").strip())
            waited.append(time.perf_counter() - begun)
        program.stdin.write(b"1z\n2z\n3z\n")
        program.stdin.flush()
        os.kill(program.pid, signal.SIGKILL)
        program.communicate()
    log = run("ledger", "log", path).stdout
    for line in acknowledged:
        number, text = line.split(" | ")[-1].split(" ", 1)
        assert f"{number} " in log
        assert text in log
    assert run("ledger", "verify", path).exit_code == 0


# --------------------------------------------------------------------------- noticed later


def test_a_wrong_winner_is_mended_after_the_next_deal_began(tmp_path):
    path = new(tmp_path / "t.mjl")
    with table(path) as session:
        for line in ("1z", "b:#", "win b 1z from a", "@ E2 dealer=B", "2z"):
            session.take(line)
        session.take("fix 3 win c 1z from a")
        session.take("fix 2 c:#")
        session.take("3z")
        first, second = session.game.deals
        assert [line_text(line.content) for line in first.lines] == ["win C 1z from A"]
        assert [SEATS[turn.seat] for turn in first.turns] == ["A", "C"]
        assert [turn.word for turn in second.turns] == ["2z", "3z"]
        session.take("del 6")
        assert [SEATS[turn.seat] for turn in session.game.deals[0].turns] == ["A", "B"]
        kept = session.game
    game = read(path.read_bytes())
    assert game == kept
    assert not game.findings
    assert read_slowly(path.read_text()) == game
    assert write(game).encode() == path.read_bytes()
    assert from_json(to_json(game)) == game


def after(path, *lines):
    with table(path) as session:
        for line in lines:
            session.take(line)
        return session.game


def test_who_fell_behind_goes_on_and_accuses_nobody(tmp_path):
    path = new(tmp_path / "t.mjl")
    game = after(path, "n s", "resync d 42 a:1z5m c:9p", "9m", "2z", "resync a", "3m b:+33m-1p")
    said = [f"{SEATS[turn.seat]}:{turn.word}" for turn in game.deals[0].turns]
    assert said == [
        "A:4z", "B:2z", "C:~resync=42", "D:9m", "A:2z", "D:~resync", "A:3m", "B:+33m-1p",
    ]  # fmt: skip
    assert not faults(audit(game))
    with pytest.raises(NotReadError):
        after(path, "resync e")


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*PLAYED[:-1], "american/1 ding_dong_max=0"])
def test_missed_turns_accuse_nobody(rules):
    for game in games(rules, seed=9, deals=6):
        assert not faults(audit(with_gaps(game)))


def with_gaps(game):
    """The same as a scribe has it who misses one discard in twenty."""
    chance = seeded(game.rules, len(game.deals))
    deals = [replace(deal, turns=tuple(gaps(deal, game.seats, chance))) for deal in game.deals]
    kept = [replace(deal, jumps=tuple(j for j in deal.jumps if j == (0, 0))) for deal in deals]
    return read(write(replace(game, deals=tuple(kept), findings=())))


def gaps(deal, seats, chance):
    missed = -1
    for turn in deal.turns:
        is_thrown = isinstance(turn.acts[-1], Discard) and turn is not deal.turns[-1]
        if is_thrown and chance.random() < 0.05:
            missed = turn.seat
            continue
        if missed >= 0:
            takes = isinstance(turn.acts[0], Claim) or turn.word == "#"
            seat = missed if takes else (turn.seat - 1) % seats
            yield Turn(seat, "~resync", (Irregularity(seat, "resync"),))
            missed = -1
        yield turn


def test_players_who_sat_in_other_places_are_named_there(tmp_path):
    path = new(tmp_path / "t.mjl")
    game = after(path, "1z", "draw wall", "@ E2 dealer=B", "2z", "seats b c")
    assert fair_copy(game).players == ("Wang Li", "Chen Bo", "Zhao Min", "Liu Yan")
    assert not [code for code in errors(audit(game)) if code.startswith("rule")]


def test_a_deal_of_another_table_is_left_out(tmp_path):
    path = new(tmp_path / "t.mjl")
    game = after(path, "1z", "draw wall", "elsewhere 7", "@ E1 dealer=A", "2z")
    assert [len(deal.turns) for deal in fair_copy(game).deals] == [1]
    assert fair_copy(game).deals[0].turns[0].word == "2z"


def test_a_deal_is_cancelled_and_a_game_ended(tmp_path):
    path = new(tmp_path / "t.mjl")
    game = after(path, "1z", "cancel the wall fell", "next dealer=A", "end time")
    assert [line_text(line.content) for line in game.deals[0].lines] == [
        "draw void", "next end for=time", "rule table cancelled",
    ]  # fmt: skip
    assert not errors(audit(game))
    with pytest.raises(NotReadError, match="agreed"):
        after(path, "end soon")


def test_a_turn_that_was_missed_is_noticed_by_the_seat(tmp_path):
    path = new(tmp_path / "t.mjl")
    game = after(path, "1z", "c:5p", "9s", "a:2m. d:3m")
    said = [f"{SEATS[turn.seat]}:{turn.word}" for turn in game.deals[0].turns]
    assert said == ["A:1z", "B:~resync", "C:5p", "D:9s", "A:2m.", "C:~resync", "D:3m"]
    assert not faults(audit(game))
    assert len(after(path, "u").deals[0].turns) == 5
    assert after(path, "fix 3 b:5p").deals[0].turns[2].seat == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_typist_is_acknowledged_and_the_record_ends_clean(path, tmp_path):
    typed_game = type_game(path, tmp_path / path.name, seeded("typist", path.name), pace=0)
    assert typed_game.missed >= 5
    assert not typed_game.findings
    assert (tmp_path / path.with_suffix(".errors").name).read_text() == ""


@pytest.mark.slow
@each([path for path in REAL if read(path.read_bytes()).seats == 4], one_in=8)
def test_real_games_by_a_scribe_who_misses_discards_accuse_nobody(path, tmp_path):
    game = read(path.read_bytes())
    chance = seeded("missed", path.name)
    ledger = tmp_path / f"{path.stem}.mjl"
    with table(new(ledger, game.rules)) as session:
        for text in script_of_a_typist(game, chance):
            session.take(text)
        assert not errors(audit(session.game))


def test_a_record_without_rules_is_left_where_it_is(tmp_path):
    path = tmp_path / "t.mjl"
    path.write_bytes(b"%mjlog 1.0\nRules: ta")
    done = run("record", path, input="1z\n")
    assert done.exit_code == 2
    assert [each.name for each in tmp_path.iterdir()] == ["t.mjl"]


def test_of_two_findings_that_say_the_same_the_new_one_alone_is_news(monkeypatch):
    one = Finding.telling("turn.seat", "error", to_message("B draws"), Place(1, 1))
    same = replace(one, place=Place(2, 1))
    found = [one]
    monkeypatch.setattr(watching, "findings_of", lambda _: [*found])
    watch = watching.Watch(None)
    found.append(same)
    assert watch.new_findings() == [same]
    assert watch.new_findings() == []
