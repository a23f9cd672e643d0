"""Signatures: every byte that was signed is covered, and what is amended later is marked."""

import json
import sys
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from kit.commands import run
from kit.places import DATA
from kit.sizes import seeded
from tables import PUBLIC, RESULT, new, typed

from mjlog.auditor.signatures import encoded, signatures
from mjlog.cli.recording.signing import verify
from mjlog.live.access.key_list import ORIGIN
from mjlog.live.access.signing import key_in, new_key, signature_line, verifier_key
from mjlog.live.ledgers.ledger_file import LedgerFile, create

PARTIES = ("A", "B", "C", "D", "R1")


@pytest.fixture(scope="module")
def signed(tmp_path_factory):
    """The bytes of a deal that all players and a referee have signed."""
    folder = tmp_path_factory.mktemp("signed")
    path = new(folder / "t.mjl")
    typed(path, (PUBLIC, *RESULT))
    for party in PARTIES:
        new_key(folder / party)
        with LedgerFile(path) as file:
            file.add([signature_line(file.text, party, key_in(folder / party))], party)
    return path.read_bytes()


def status(path, data):
    path.write_bytes(data)
    return verify(str(path))


def test_every_signature_holds(signed):
    found = [*signatures(signed)]
    assert [each.party for each in found] == [*PARTIES]
    assert not [each for each in found if each.problem]
    assert [each.line - 1 for each in found] == [each.covers for each in found]


def test_a_signature_is_told_as_that_of_a_key(signed, tmp_path):
    path = tmp_path / "t.mjl"
    path.write_bytes(signed)
    done = run("verify", path)
    assert done.exit_code == 1
    assert "nothing is proved without the organiser's list" in done.stdout
    key = next(signatures(signed))
    assert f"the holder of key {key.key} confirmed these bytes at {key.at}" in done.stdout
    assert not {"agrees", "proves", "Wang"} & set(done.stdout.replace(".", " ").split())


def test_every_flipped_byte_is_noticed(signed, tmp_path, whole, capsys):
    places = range(len(signed))
    for place in places if whole else seeded("flips").sample(places, 120):
        flipped = bytearray(signed)
        flipped[place] ^= 1 << place % 8
        assert status(tmp_path / "t.mjl", bytes(flipped)) == 1, place
    capsys.readouterr()


@pytest.mark.parametrize(
    ("old", "new"), [(b"==", b"=="), (b"\n", b"\x0b"), (b" sign v1 ", b" sign  v1 ")]
)
def test_a_signature_has_one_spelling(signed, old, new):
    lines = signed.split(b"\n")
    last = lines[-2]
    if old == b"==":  # the same bytes by base64 that ends otherwise
        last = last[:-3] + (b"h" if last[-3:-2] != b"h" else b"g") + b"=="
    changed = b"\n".join([*lines[:-2], last.replace(old, new), b""])
    found = [*signatures(changed)]
    assert len(found) < len(PARTIES) or found[-1].problem or changed == signed


def test_a_copy_is_covered_when_it_has_the_same_bytes(signed, tmp_path):
    path, other = tmp_path / "t.mjl", tmp_path / "t.json"
    path.write_bytes(signed)
    run("convert", path, "-o", other)
    assert "every line is as it was written" in run("verify", other).stdout
    run("convert", other, "-o", tmp_path / "back.mjl")
    assert (tmp_path / "back.mjl").read_bytes() == signed
    run("ledger", "fold", path, "-o", tmp_path / "fold.mjl")
    done = run("verify", tmp_path / "fold.mjl")
    assert done.exit_code == 1
    assert "does not cover these bytes" in done.stdout


def test_keys_and_signatures_are_made_by_commands(tmp_path):
    path, key = new(tmp_path / "t.mjl"), tmp_path / "key"
    typed(path, (PUBLIC,))
    public = run("ledger", "key", key).stdout.strip()
    assert key.stat().st_mode & 0o777 == 0o600
    assert run("ledger", "key", key).exit_code == 2
    assert run("ledger", "sign", path, "--key", key, "--for", "A").exit_code == 0
    assert f"key {public} " in run("verify", path).stdout
    assert run("ledger", "sign", path, "--key", path, "--for", "A").exit_code == 2


def test_a_key_for_which_the_disk_has_no_room_leaves_no_file(tmp_path, monkeypatch):
    def full(_path, _data):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        assert "No space left" in run("ledger", "key", tmp_path / "key").output
    assert run("ledger", "key", tmp_path / "key").exit_code == 0


def test_nobody_has_signed(tmp_path):
    path = new(tmp_path / "t.mjl")
    typed(path, (PUBLIC,))
    done = run("verify", path)
    assert done.exit_code == 1
    assert "nobody has signed" in done.stdout


def test_only_the_list_of_the_organiser_says_whose_key_it_is(tmp_path):
    path, key, organiser = new(tmp_path / "t.mjl"), tmp_path / "a", tmp_path / "organiser"
    typed(path, (PUBLIC,))
    public, trusted = (run("ledger", "key", each).stdout.strip() for each in (key, organiser))
    run("ledger", "sign", path, "--key", key, "--for", "A")
    names = tmp_path / "keys.txt"
    names.write_text(f"{public} player-17\n")
    assert run("ledger", "keys", names, "--key", organiser).exit_code == 0
    done = run("verify", path, "--keys", names, "--organiser", trusted)
    assert "gives this key to player-17" in done.stdout
    assert run("verify", path, "--keys", names, "--organiser", public).exit_code == 2
    assert run("verify", path, "--keys", names).exit_code == 2
    names.write_text(names.read_text().replace("player-17", "player-71"))
    assert run("verify", path, "--keys", names, "--organiser", trusted).exit_code == 2
    assert "player" not in run("verify", path).stdout


# --------------------------------------------------------------------------- as an attacker would


class Club:
    """Players and a referee with keys, the organiser's list, and a deal that all have signed."""

    def __init__(self, folder):
        self.folder = folder
        self.path = new(folder / "t.mjl")
        typed(self.path, (PUBLIC, *RESULT))
        self.organiser = new_key(folder / "organiser")
        self.keys = {who: new_key(folder / who) for who in (*PARTIES, "stranger")}
        self.list = folder / "keys.txt"
        rows = [f"{self.keys[who]} {who}" for who in PARTIES]
        self.give([*rows[:4], f"{rows[4]} must-sign"])

    def give(self, rows):
        self.list.write_text("".join(f"{row}\n" for row in rows))
        run("ledger", "keys", self.list, "--key", self.folder / "organiser")

    def sign(self, party, key=""):
        with LedgerFile(self.path) as file:
            line = signature_line(file.text, party, key_in(self.folder / (key or party)))
            file.add([line], party)

    def verify(self):
        return run("verify", self.path, "--keys", self.list, "--organiser", self.organiser)


@pytest.fixture
def club(tmp_path):
    return Club(tmp_path)


@pytest.fixture
def signed_club(club):
    for party in PARTIES:
        club.sign(party)
    assert club.verify().exit_code == 0
    return club


def test_all_who_must_sign_have_signed(signed_club):
    done = signed_club.verify()
    assert done.exit_code == 0
    assert done.stdout.count("signed by the key that the organiser gave") == 5
    assert "not signed" not in done.stdout


@pytest.mark.parametrize("missing", PARTIES)
def test_one_who_must_sign_has_not(club, missing):
    for party in PARTIES:
        if party != missing:
            club.sign(party)
    done = club.verify()
    assert done.exit_code == 1
    assert done.stdout.count(": not signed: its key has not signed") == 1


def test_a_key_that_is_on_no_list_signs_for_nobody(club):
    for party in PARTIES:
        club.sign(party, "stranger")
    done = club.verify()
    assert (done.exit_code, done.stdout.count(": not signed:")) == (1, 5)


def test_the_key_of_one_player_signs_for_no_other(club):
    for party in PARTIES:
        club.sign(party, "A")
    done = club.verify()
    assert (done.exit_code, done.stdout.count(": not signed:")) == (1, 4)
    assert "A (Wang Li)" not in done.stdout


@pytest.mark.parametrize(
    "lines",
    [
        ("pay A>C 13",),
        ("score 1 2 3 4",),
        ("@ E2 dealer=B", "1z", "2z"),
        ("fix 7 8m",),
        ("del 3",),
        ("note we were tired",),
    ],
)
def test_what_stands_behind_the_signatures_is_unsigned(signed_club, lines):
    typed(signed_club.path, lines)
    done = signed_club.verify()
    assert (done.exit_code, done.stdout.count(": not signed:")) == (1, 5)
    assert "after its signature, unsigned" in done.stdout
    checked = run("check", signed_club.path)
    assert "sign.unsigned" in checked.stdout


@pytest.mark.parametrize("edit", ["fix 4 8m", "fix 0004  8m", "fix 0000000004 8m", "del\t0004"])
def test_an_amendment_is_unsigned_however_it_is_spelt(signed_club, edit):
    with LedgerFile(signed_club.path) as file:
        file.add([edit], "S1")
    done = signed_club.verify()
    assert (done.exit_code, done.stdout.count(": not signed:")) == (1, 5)


@pytest.mark.parametrize("words", ["fix 0007 note x ", "pay A>C 13 ", "note ", " "])
def test_a_copied_signature_behind_other_words_hides_nothing(signed_club, words):
    entry = next(
        line for line in signed_club.path.read_text("utf-8").splitlines() if "for=A" in line
    )
    with LedgerFile(signed_club.path) as file:
        file.add([words + entry[entry.index("sign v1") :]], "S1")
    done = signed_club.verify()
    assert (done.exit_code, done.stdout.count(": not signed:")) == (1, 5)


def test_play_between_lone_carriage_returns_is_no_comment(signed_club):
    with LedgerFile(signed_club.path) as file:
        file.add(["{\rpay A>C 13\r}"], "S1")
    done = signed_club.verify()
    assert (done.exit_code, done.stdout.count(": not signed:")) == (1, 5)


def test_a_player_named_at_every_seat_signs_for_none(tmp_path):
    club = Club(tmp_path)
    club.path.unlink()
    create(club.path, ["Rules: taiyuan/1", *(f"{seat}: p1" for seat in "ABCD")])
    typed(club.path, (PUBLIC, *RESULT))
    club.give([f"{club.keys['A']} p1"])
    for seat in "ABCD":
        club.sign(seat, "A")
    done = club.verify()
    assert (done.exit_code, done.stdout.count("more than one seat")) == (1, 4)


def test_a_stranger_s_new_signature_hides_no_amendment(signed_club):
    typed(signed_club.path, ("fix 7 8m",))
    for party in PARTIES:
        signed_club.sign(party, "stranger")
    done = signed_club.verify()
    assert (done.exit_code, done.stdout.count(": not signed:")) == (1, 5)
    for party in PARTIES:
        signed_club.sign(party)
    assert signed_club.verify().exit_code == 0


UNSIGNED = "did not sign lines"


def test_a_signature_that_does_not_hold_hides_no_amendment(signed_club):
    rows = signed_club.path.read_text("utf-8").splitlines()
    own = [row[row.index("sign v1") :] for row in rows if "sign v1" in row]
    typed(signed_club.path, ("fix 7 8m",))
    for party in PARTIES:
        signed_club.sign(party, "stranger")
    with LedgerFile(signed_club.path) as file:
        forged = signature_line(file.text, "A", key_in(signed_club.folder / "stranger"))
        under_a = forged.replace(signed_club.keys["stranger"], signed_club.keys["A"])
        # A's own signature of the lines before the amendment, and a stranger's under A's key.
        file.add([own[0], under_a], "A")
    assert f"A, B, C, D, R1 {UNSIGNED}" in run("check", signed_club.path).stdout
    assert f"A, B, C, D, R1 {UNSIGNED}" in run("verify", signed_club.path).stdout
    assert signed_club.verify().stdout.count(": not signed:") == 5


def test_lines_without_numbers_behind_the_signatures_are_unsigned(signed_club):
    with signed_club.path.open("a", encoding="utf-8") as file:
        file.write("pay A>C 13\n")
    assert f"A, B, C, D, R1 {UNSIGNED}" in run("check", signed_club.path).stdout
    assert signed_club.verify().stdout.count(": not signed:") == 5


def test_what_is_unsigned_is_said_of_every_copy_of_the_ledger(signed_club):
    typed(signed_club.path, ("fix 7 8m",))
    for party in PARTIES:
        signed_club.sign(party, "stranger")
    copy, archive = (signed_club.folder / name for name in ("t.json", "club.sqlite"))
    run("convert", signed_club.path, "--to", "json", "-o", copy)
    assert UNSIGNED in run("check", copy).stdout
    run("archive", "init", archive)
    run("archive", "add", archive, signed_club.path)
    row = json.loads(run("archive", "list", archive, "--format", "ndjson").stdout)
    shown = run("archive", "show", archive, row["digest"], "--format", "json").stdout
    assert UNSIGNED in shown


def test_who_signs_again_has_signed_all(signed_club):
    typed(signed_club.path, ("fix 7 8m",))
    for party in PARTIES[:4]:
        signed_club.sign(party)
    assert f"R1 {UNSIGNED}" in run("check", signed_club.path).stdout
    signed_club.sign("R1")
    assert UNSIGNED not in run("check", signed_club.path).stdout


def test_without_the_library_no_later_signature_counts(signed_club, monkeypatch):
    typed(signed_club.path, ("fix 7 8m",))
    for party in PARTIES:
        signed_club.sign(party)
    for name in ("cryptography.exceptions", "cryptography.hazmat.primitives.asymmetric.ed25519"):
        monkeypatch.setitem(sys.modules, name, None)
    assert f"A, B, C, D, R1 {UNSIGNED}" in run("check", signed_club.path).stdout


def test_a_comment_behind_the_signatures_counts_for_nothing(signed_club):
    with LedgerFile(signed_club.path) as file:
        file.add(["{it rained}"], "S1")
    assert signed_club.verify().exit_code == 0
    assert "sign.unsigned" not in run("check", signed_club.path).stdout


@pytest.mark.parametrize("line", ["{it rained}", "; it rained"])
def test_a_comment_without_a_number_counts_for_nothing(signed_club, line):
    with signed_club.path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    assert signed_club.verify().stdout.count(": not signed:") == 0
    found = run("check", signed_club.path).stdout
    assert "sign.unsigned" not in found
    assert "syntax.ledger" not in found


def test_nothing_is_proved_without_a_list(signed_club):
    done = run("verify", signed_club.path)
    assert (done.exit_code, "nothing is proved" in done.stdout) == (1, True)


def test_a_list_gives_each_player_one_key(club):
    for rows in (
        [f"{club.keys['A']} A", f"{club.keys['A']} B"],
        [f"{club.keys['A']} A", f"{club.keys['B']} A"],
    ):
        club.give(rows)
        assert club.verify().exit_code == 2


@pytest.mark.parametrize("name", ["r1", "referee", "Ärzte", "R.1", "1R"])
def test_who_must_sign_has_a_name_that_can_sign(club, name):
    row = f"{club.keys['R1']} {name} must-sign"
    club.list.write_text(f"{row}\n", "utf-8")
    for done in (
        run("ledger", "keys", club.list, "--key", club.folder / "organiser"),
        run("ledger", "sign", club.path, "--key", club.folder / "R1", "--for", name),
    ):
        assert (done.exit_code, "has a capital" in done.stderr) == (2, True)
    signature = encoded(key_in(club.folder / "organiser").sign(ORIGIN + f"{row}\n".encode()))
    club.list.write_text(f"{row}\ned25519={club.organiser}:{signature}\n", "utf-8")
    done = club.verify()
    assert (done.exit_code, "has a capital" in done.stderr) == (2, True)


def test_a_list_names_the_players_by_their_identifiers(tmp_path):
    club = Club(tmp_path)
    names = ("p1", "p2", "p3", "p4")
    rows = [f"{club.keys[who]} {name}" for who, name in zip("ABCD", names, strict=True)]
    club.give(rows)
    text = club.path.read_text("utf-8")
    for seat, name in zip("ABCD", names, strict=True):
        old = next(line for line in text.splitlines() if line.startswith(f"{seat}: "))
        text = text.replace(old, f"{seat}: {name}", 1)
    club.path.write_text(text, "utf-8")
    done = club.verify()  # the headers were changed, so their mark does not hold
    assert done.exit_code == 1
    assert "A (p1): not signed" in done.stdout


def test_others_verify_signatures_as_signed_notes(signed, tmp_path):
    path, folder = tmp_path / "t.mjl", tmp_path / "notes"
    path.write_bytes(signed)
    assert run("verify", path, "--notes", folder).exit_code == 1
    keys = dict(line.split("+", 1) for line in (folder / "keys.txt").read_text("utf-8").split())
    for signature in signatures(signed):
        note = (folder / f"{signature.line}-{signature.party}.note").read_text("utf-8")
        text, _, line = note.rpartition("\n\n")
        name, value = line.removeprefix("\N{EM DASH} ").split()
        key_id, key = keys[name].split("+", 1)
        value = b64decode(value)
        assert value[:4].hex() == key_id
        public = Ed25519PublicKey.from_public_bytes(b64decode(key)[1:])
        public.verify(value[4:], f"{text}\n".encode())
        covered = b"".join(signed.splitlines(keepends=True)[: signature.covers])
        assert text.split("\n")[2] == encoded(sha256(covered).digest())
    assert "exists already" in run("verify", path, "--notes", folder).stderr


def test_a_key_has_the_name_that_signed_notes_give_it():
    """The key is one that a library of others for signed notes shows."""
    public = encoded(b64decode("AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k")[1:])
    assert verifier_key("example.com/foo", public) == (
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    )


def test_a_ledger_that_was_signed_before_1_0_verifies_as_then(tmp_path, capsys):
    data = (DATA / "ledgers" / "signed-before-1.0.mjl").read_bytes()
    assert [each.party for each in signatures(data) if not each.problem] == [*PARTIES]
    assert status(tmp_path / "t.mjl", data) == 1
    assert "every line is as it was written" in capsys.readouterr().out
