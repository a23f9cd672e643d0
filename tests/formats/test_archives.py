"""Packed files: members one by one, bounds, and damage told instead of raised."""

import gzip
import io
import sys
import tarfile
import time
import zipfile

import pytest

from mjlog.formats.archives import Bounds, members


def opened(data, **bounds):
    return [
        (member.path, member.data, bool(member.problem))
        for member in members(io.BytesIO(data), "x", Bounds(**bounds))
    ]


def zipped(**files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/"), data)
    return stream.getvalue()


def tarred(mode="w", **files):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name.replace("__", "/"))
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return stream.getvalue()


def test_a_plain_file_is_its_own_only_member():
    assert opened(b"hello") == [("x", b"hello", False)]
    assert opened(b"") == [("x", b"", False)]


def test_gzip():
    assert opened(gzip.compress(b"hello")) == [("x", b"hello", False)]


def test_zip_in_the_order_of_names_without_hidden_files():
    assert opened(
        zipped(b=b"2", a__c=b"1", a__0hid=b"3", **{".hidden": b"4", "__MACOSX__.x": b"5"})
    ) == [
        ("x:a/0hid", b"3", False),
        ("x:a/c", b"1", False),
        ("x:b", b"2", False),
    ]


def test_a_member_of_a_zip_may_be_without_a_name():
    stream = io.BytesIO()
    nameless = zipfile.ZipInfo("a")
    nameless.filename = ""
    with zipfile.ZipFile(stream, "w") as archive:
        with archive.open(nameless, "w") as member:
            member.write(b"1")
        archive.writestr("a", b"2")
    assert opened(stream.getvalue()) == [("x:", b"1", False), ("x:a", b"2", False)]


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_tar(mode):
    assert opened(tarred(mode, a=b"1", d__b=b"2")) == [("x:a", b"1", False), ("x:d/b", b"2", False)]


def test_links_and_devices_in_a_tar_are_passed_over():
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        link = tarfile.TarInfo("passwd")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    assert opened(stream.getvalue()) == []


def test_archives_in_archives_to_a_depth():
    inner = gzip.compress(b"hello")
    assert opened(zipped(a=tarred(b=inner))) == [("x:a:b", b"hello", False)]
    assert opened(zipped(a=zipped(b=zipped(c=zipped(d=b"deep"))))) == [("x:a:b:c", b"", True)]


def test_a_member_beyond_the_bound_is_not_read():
    data = zipped(a=b"0" * 5000, b=b"fine")
    assert opened(data, member=1000) == [("x:a", b"", True), ("x:b", b"fine", False)]
    assert opened(b"0" * 1001, member=1000) == [("x", b"", True)]
    assert opened(b"0" * 1000, member=1000) == [("x", b"0" * 1000, False)]


def test_all_members_together_are_bounded():
    found = opened(zipped(**dict.fromkeys("abcdef", b"0" * 400)), total=1000)
    assert [path for path, _, bad in found if not bad] == ["x:a", "x:b"]
    assert found[-1] == ("x", b"", True)


def test_the_bound_counts_what_comes_out_not_what_the_archive_says():
    data = bytearray(zipped(a=b"0" * 5000))
    size = (5000).to_bytes(4, "little")
    for _ in range(data.count(size)):
        data[data.index(size) : data.index(size) + 4] = (10).to_bytes(4, "little")
    ((path, content, bad),) = opened(bytes(data), member=1000)
    assert (path, bad) == ("x:a", True)
    assert len(content) <= 1000


def test_a_gzip_cut_off_gives_what_is_left_of_it():
    whole = b"".join(str(number).encode() for number in range(20000))
    ((_, data, bad),) = opened(gzip.compress(whole)[:-20])
    assert bad
    assert data
    assert whole.startswith(data)


@pytest.mark.parametrize(
    "data",
    [
        b"\x1f\x8b",
        b"\x1f\x8b\x08" + b"\x00" * 20,
        b"PK\x03\x04 and nothing more",
        zipped(a=b"1" * 100)[:60],
        tarred(a=b"1" * 2000)[:1200],
        tarred("w:gz", a=bytes(range(256)) * 40)[:150],
    ],
    ids=[
        "gzip, two bytes",
        "gzip, no content",
        "zip, no content",
        "zip, cut off",
        "tar, cut off",
        "tar.gz, cut off",
    ],
)
def test_damage_is_told(data):
    found = opened(data)
    assert found
    assert any(bad for _, _, bad in found)


def test_a_zip_locked_by_a_password_is_told():
    data = bytearray(zipped(a=b"secret"))
    data[data.index(b"PK\x03\x04") + 6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert opened(bytes(data)) == [("x:a", b"", True)]


# --------------------------------------------------------------------------- headers that lie

PETABYTE = 10**15


def claiming(size=PETABYTE, /, name="a.mjl", kind=tarfile.REGTYPE, form=tarfile.GNU_FORMAT, **pax):
    """The header of a tar member that claims so many bytes, and a block of what may be its data."""
    info = tarfile.TarInfo(name)
    info.size, info.type, info.pax_headers = size, kind, pax
    return info.tobuf(form) + b"x" * 512


LIARS = {
    "a member": claiming(),
    "its pax header": claiming(0, form=tarfile.PAX_FORMAT, size=str(PETABYTE)),
    "a hidden member": claiming(name=".hidden"),
    "a type that nobody knows": claiming(kind=b"Z"),
    "a long name": claiming(kind=tarfile.GNUTYPE_LONGNAME),
    "the pax header itself": claiming(kind=tarfile.XHDTYPE),
    "a sparse member": claiming(kind=tarfile.GNUTYPE_SPARSE),
}


@pytest.mark.parametrize("data", LIARS.values(), ids=list(LIARS))
@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["tar", "tar.gz"])
def test_a_header_that_claims_a_petabyte_is_refused_at_once(data, pack):
    read = []

    class Counted(io.BytesIO):
        def read(self, size=-1):
            read.append(size)
            return super().read(size)

    found = list(members(Counted(pack(data)), "x"))
    assert found
    assert all(member.problem and not member.data for member in found)
    assert len(read) < 10


def test_what_is_passed_over_in_a_tar_counts_as_well():
    hidden = {f".{number}": b"0" * 100_000 for number in range(20)}
    found = opened(tarred("w:gz", **hidden, z=b"1"), total=1_000_000)
    assert [bad for _, _, bad in found] == [True]
    assert opened(tarred("w:gz", **hidden, z=b"1"), total=3_000_000) == [("x:z", b"1", False)]


def test_headers_of_a_tar_have_a_bound():
    comment = tarfile.TarInfo("a")
    comment.pax_headers = {"comment": "x" * (2 << 20)}
    found = opened(comment.tobuf(tarfile.PAX_FORMAT) + tarred(b=b"1"))
    assert [bad for _, _, bad in found] == [True]


@pytest.mark.parametrize("text", [b"1" * 400_000, b"2 " * 200_000 + b"=\n"])
def test_a_header_that_would_take_the_square_of_its_length_is_damage(text):
    info = tarfile.TarInfo("x")
    info.type, info.size = tarfile.XHDTYPE, len(text)
    start = time.process_time()
    found = opened(info.tobuf() + text + b"\0" * (-len(text) % 512) + tarred(a=b"1"))
    assert [bad for _, _, bad in found] == [True]
    assert time.process_time() - start < 2


def test_a_header_with_sound_records_is_read():
    info = tarfile.TarInfo("é" * 200)
    info.pax_headers = {"comment": "a b=c\nd", "mtime": "1700000000.123456789"}
    found = opened(info.tobuf(tarfile.PAX_FORMAT) + b"\0" * 1024)
    assert found == [("x:" + "é" * 200, b"", False)]


def test_headers_upon_headers_are_damage():
    empty = tarfile.TarInfo("x")
    empty.type = tarfile.XHDTYPE
    ((path, _, bad),) = opened(empty.tobuf() * 1500 + tarred(a=b"1"))
    assert (path, bad) == ("x", True)


def test_a_sparse_map_that_is_no_map_is_damage():
    pax = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "a"}
    info = tarfile.TarInfo("a")
    info.size, info.pax_headers = 512, pax
    for content in (b"nine\n", b"9" * 512, b"999999999\n", b"1\n-5\n-7\n"):
        data = info.tobuf(tarfile.PAX_FORMAT) + content.ljust(512, b"\0")
        assert all(bad for _, _, bad in opened(data + b"\0" * 1024))


def test_a_member_too_large_does_not_hide_the_next_one():
    data = tarred(a=b"0" * 5000, b=b"fine")
    assert opened(data, member=1000) == [("x:a", b"", True), ("x:b", b"fine", False)]


@pytest.mark.slow
@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_whose_bytes_cannot_be_counted_while_unpacking_is_told(method):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("a", b"0" * 50_000_000)
    assert len(stream.getvalue()) < 100_000
    assert opened(stream.getvalue()) == [("x:a", b"", True)]


def test_what_zstandard_has_packed_is_opened():
    zstandard = pytest.importorskip("zstandard", reason="mjlog[analysis] is not installed")
    packed = zstandard.ZstdCompressor().compress(b"one" * 100_000)
    assert opened(packed) == [("x", b"one" * 100_000, False)]
    assert opened(packed + packed) == [("x", b"one" * 200_000, False)]
    archive = zstandard.ZstdCompressor().compress(tarred(a=b"first", b=b"second"))
    assert opened(archive) == [("x:a", b"first", False), ("x:b", b"second", False)]
    [(_, begun, has_problem)] = opened(packed + packed[:-4])
    assert has_problem
    assert begun.startswith(b"one" * 100_000)
    [(_, _, has_problem)] = opened(packed[:20] + b"\0" * 40)
    assert has_problem


def test_a_bomb_of_zstandard_takes_little():
    zstandard = pytest.importorskip("zstandard", reason="mjlog[analysis] is not installed")
    bomb = zstandard.ZstdCompressor(level=19).compress(b"\0" * (1 << 28))
    assert len(bomb) < 1 << 16
    assert opened(bomb, member=1 << 20) == [("x", b"", True)]


def test_without_the_extra_zstandard_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    [member] = members(io.BytesIO(b"\x28\xb5\x2f\xfd rest"), "x", Bounds())
    assert "mjlog[analysis]" in member.problem
