"""Break records at random: wrong letters, and cut, doubled, moved and hostile parts."""

from __future__ import annotations

from random import Random
from typing import Final

_DAMAGE: Final = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\x1a",
    b"\x1b[31m",
)
_BREAKS: Final = (b"\r", b"\r\n", b"\n", b"\t", b"\v", b"\f", "\x85\u2028\u00a0".encode())
_LETTERS: Final = ("５²٣".encode(), "e\u0301\u202e".encode(), "發".encode())
_SIGNS: Final = rb"""
    { } {{} \ \} ; ( ) (((((((( () $ $9999 @ %mjlog !Key: A: a: : ~ # ' _ ! . .. = - + ++ / ? ????
    J j 0 -0
    00000 99999. 0. 999999999999999999999999 , > for= by= table self [ ] [] fix
    del ins 0001 0000 0001..9999 win
""".split()
_LINES: Final = (
    b"\n@",
    b"\n@ =\n",
    b"\n0001 S1 ",
    b"\n0002 12:00:00 B ",
    b"\n2. ",
    b"fix 0001 ",
    b"\n%mjlog 2.99999\n",
)
HOSTILE: Final = (*_DAMAGE, *_BREAKS, *_LETTERS, *_SIGNS, *_LINES)
"""What a reader may stumble over, one piece each."""
_BLANKS: Final = (b" ", b"\n")


def mangle(random: Random, data: bytes, times: int) -> bytes:
    """Return the data after a number of random changes, at most a few times as long."""
    for _ in range(times):
        data = random.choice((_bytes, _bytes, _parts, _parts, _insert, _insert, _cut))(random, data)
    return data


def _bytes(random: Random, data: bytes) -> bytes:
    """Return the data with one byte deleted, doubled, exchanged with its neighbour, or changed."""
    at = random.randrange(len(data) + 1)
    here, behind = data[at : at + 1], data[at + 1 :]
    now = random.choice(
        (
            b"",
            here * 2,
            behind[:1] + here,
            bytes([random.randrange(256)]),
            random.choice(data or b" ").to_bytes(),
        )
    )
    return data[:at] + now + (behind[1:] if now == behind[:1] + here else behind)


def _parts(random: Random, data: bytes) -> bytes:
    """Return the data with one word or line deleted, doubled, moved, or put over another."""
    blank = random.choice(_BLANKS)
    parts = data.split(blank)
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    match random.randrange(4):
        case 0:
            del parts[at]
        case 1:
            parts.insert(other, parts[at])
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case _:
            parts[at] = parts[other]
    return blank.join(parts)


def _insert(random: Random, data: bytes) -> bytes:
    """Return the data with something hostile inserted, anywhere or at the start of a line."""
    at = random.randrange(len(data) + 1)
    if random.random() < 0.3:
        at = data.rfind(b"\n", 0, at) + 1
    return data[:at] + random.choice(HOSTILE) + data[at:]


def _cut(random: Random, data: bytes) -> bytes:
    """Return the data cut off, mostly near its end, or with a part taken out."""
    start = random.randrange(len(data) + 1)
    stop = min(len(data), start + random.randrange(60))
    return data[:start] if random.random() < 0.2 else data[:start] + data[stop:]
