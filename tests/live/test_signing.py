"""Signatures: every byte that was signed is covered, and what is amended later is marked."""

import pytest
from kit.commands import run
from kit.sizes import seeded
from tables import PUBLIC, RESULT, new, typed

from mjlog.cli.signing import verify
from mjlog.live.ledger_file import LedgerFile
from mjlog.live.signing import amended, key_in, new_key, signature_line, signatures

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
    assert done.exit_code == 0
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


def test_every_edit_after_signing_is_marked(signed, tmp_path):
    path = tmp_path / "t.mjl"
    numbers = seeded("edits").sample(range(1, 42), 20)
    path.write_bytes(signed)
    for number in numbers:
        typed(path, (f"fix {number} a:9s", f"del {number}", f"ins {number} a:1s"))
    data = path.read_bytes()
    covers = [*signatures(data)][-1].covers
    assert [target for _, target in amended(data, covers)] == [n for n in numbers for _ in "123"]
    done = run("verify", path)
    assert done.exit_code == 1
    assert done.stdout.count("amended after signing (for R1)") == 60


def test_what_is_only_added_amends_nothing(signed, tmp_path):
    path = tmp_path / "t.mjl"
    path.write_bytes(signed)
    typed(path, ("@ E2 dealer=B", "1z", "2z", "u", "3z"))
    assert run("verify", path).exit_code == 0


def test_a_copy_is_covered_when_it_has_the_same_bytes(signed, tmp_path):
    path, other = tmp_path / "t.mjl", tmp_path / "t.json"
    path.write_bytes(signed)
    run("convert", path, "-o", other)
    assert run("verify", other).exit_code == 0
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


def test_nobody_has_signed(tmp_path):
    path = new(tmp_path / "t.mjl")
    typed(path, (PUBLIC,))
    done = run("verify", path)
    assert done.exit_code == 0
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
