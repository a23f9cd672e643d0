"""The file of a ledger: what was acknowledged stays, what was torn is put aside and told."""

import random
import time
from multiprocessing.connection import Connection

import pytest
from kit.kills import killed
from kit.sizes import seeded
from tables import PUBLIC, new, table, typed, whole_deal

from mjlog.auditor.audit import audit
from mjlog.live.ledgers.chain import seals
from mjlog.live.ledgers.ledger_file import LedgerError, LedgerFile
from mjlog.notation import from_json, read, to_json, write

GARBAGE = (b"", b"\0" * 40, b"0099 13:00:00 S1 #0123456789abcdef A:9m\n", bytes(range(128, 256)))
KILLS = {False: 20, True: 2000}


@pytest.fixture(scope="module")
def ledger(tmp_path_factory):
    return whole_deal(tmp_path_factory.mktemp("ledger") / "table.mjl")


def prefix(data):
    """The longest part of whole, marked lines."""
    return data[: max((seal.end for seal in seals(data) if seal.holds), default=0)]


def test_a_ledger_is_a_record_at_every_moment(ledger):
    ends = [seal.end for seal in seals(ledger)]
    for end in ends[:: len(ends) // 8]:
        game = read(ledger[:end])
        assert write(game).encode() == ledger[:end]
        assert from_json(to_json(game)) == game
        assert not [each for each in game.findings if each.severity != "note"]


def test_a_deal_that_is_being_played_is_not_taken_for_a_forgotten_one(ledger, tmp_path):
    found = [each.code for each in audit(read(ledger)).findings]
    assert found == ["result.open"]
    closed = typed(new(tmp_path / "closed.mjl"), ("1z", "next end for=agreed"))
    assert "result.missing" in [each.code for each in audit(read(closed)).findings]


def test_a_deal_in_the_middle_without_a_result_was_forgotten(tmp_path):
    forgotten = typed(new(tmp_path / "t.mjl"), ("1z 2z", "@ E2 dealer=B", "3z"))
    found = [each.code for each in audit(read(forgotten)).findings]
    assert "result.missing" in found
    assert "result.open" in found


def cuts(data, whole):
    places = range(len(data) + 1)
    chosen = places if whole else sorted(seeded("cuts").sample(places, 60))
    tails = GARBAGE if whole else GARBAGE[:3]
    return [(place, tail) for place in chosen for tail in tails]


def test_every_cut_with_every_tail_leaves_a_clean_beginning(ledger, tmp_path, whole):
    headers = next(seals(ledger)).end
    path = tmp_path / "cut.mjl"
    for place, tail in cuts(ledger, whole):
        torn = ledger[:place] + tail
        path.write_bytes(torn)
        if place < headers:
            with pytest.raises(LedgerError):
                LedgerFile(path)
            assert path.read_bytes() == torn
            continue
        kept = prefix(ledger[:place])
        with LedgerFile(path) as file:
            assert file.text == kept
            assert path.read_bytes() == kept
            rest = torn[len(kept) :]
            assert file.recovery.torn == len(rest)
            if rest:
                aside = tmp_path / file.recovery.aside
                assert aside.read_bytes() == rest
                aside.unlink()


def test_what_goes_on_after_a_cut_is_one_chain(ledger, tmp_path):
    path = tmp_path / "cut.mjl"
    path.write_bytes(ledger[:-7])
    assert all(seal.holds for seal in seals(typed(path, ("8m", "note the lamp went out"))))


def test_the_headers_are_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "t.mjl"
    (tmp_path / ".t.mjl.new").write_bytes(b"%mjlog 1.0\nRules: tai")
    assert [seal.line for seal in seals(new(path).read_bytes())] == [8]


def test_a_changed_line_is_told_and_nothing_is_lost(ledger, tmp_path):
    path = tmp_path / "changed.mjl"
    changed = ledger.replace(b"A:4p", b"A:5p", 1)
    path.write_bytes(changed)
    with LedgerFile(path) as file:
        assert file.recovery.changed == (changed[: changed.index(b"A:5p")].count(b"\n") + 1,)
        assert file.text == changed


def test_lines_that_come_twice_are_a_torn_tail(ledger, tmp_path):
    path = tmp_path / "twice.mjl"
    path.write_bytes(ledger + ledger[len(ledger) // 2 :])
    with LedgerFile(path) as file:
        assert file.text == ledger


def test_every_flipped_bit_is_noticed(ledger, whole):
    places = range(len(ledger))
    for place in places if whole else seeded("flips").sample(places, 300):
        flipped = bytearray(ledger)
        flipped[place] ^= 1 << place % 8
        marks = [*seals(bytes(flipped))]
        sound = all(seal.holds for seal in marks) and marks[-1].end == len(ledger)
        assert not sound or len(marks) != len([*seals(ledger)]), place


def test_a_ledger_is_open_once(tmp_path):
    path = new(tmp_path / "t.mjl")
    with LedgerFile(path), pytest.raises(LedgerError, match="open in another program"):
        LedgerFile(path)


@pytest.mark.parametrize("failing", ["write", "sync"])
def test_a_full_disk_leaves_the_ledger_as_it_was(tmp_path, monkeypatch, failing):
    path = new(tmp_path / "t.mjl")
    with table(path) as session:
        session.take("1z")
        before = path.read_bytes()

        def full(*_):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(
                "mjlog.live.ledgers.ledger_file.os.write"
                if failing == "write"
                else "mjlog.live.ledgers.ledger_file.sync",
                full,
            )
            with pytest.raises(LedgerError, match="No space left"):
                session.take("2z")
        assert path.read_bytes() == before
        session.take("3z")
        assert [turn.word for turn in session.deal.turns] == ["1z", "3z"]
    assert all(seal.holds for seal in seals(path.read_bytes()))


# --------------------------------------------------------------------------- kills


def type_until_killed(path, acknowledged: Connection):
    words = PUBLIC.replace("2s#", "2s").split()
    with table(path) as session:
        while True:
            for word in words:
                for line in session.take(word).lines:
                    acknowledged.send(line)
            session.take("draw wall")
            session.take("@ E1 dealer=A")


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_to_a_kill(tmp_path, whole):
    chance = random.Random(7)
    slowest = 0.0
    for number in range(KILLS[whole]):
        path = tmp_path / f"{number % 40}.mjl"
        if number < 40:
            new(path)
        told = killed(type_until_killed, path, after=chance.uniform(0, 0.02))
        begun = time.monotonic()
        with table(path) as session:
            slowest = max(slowest, time.monotonic() - begun)
            lines = session.file.text.decode().split("\n")
            assert not session.game.findings
        assert set(told) <= set(lines)
        assert all(seal.holds for seal in seals(path.read_bytes()))
    assert slowest < 1
