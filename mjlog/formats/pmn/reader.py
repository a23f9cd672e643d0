"""Reads PMN: tags as in PGN, the hands of four players, and acts such as `D2c5`.

In an act, `T` is a draw, `D` a discard (`z1` is the tile just drawn), `C` a chow named by its
middle tile, `P` a pung, `Z` a kong of a discard, `A` a concealed kong, `B` a kong made from a pung,
`R` a bonus tile, `H` a win. Fans are written `number/points/times`, in an older form
`number/times`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mjlog.formats.mcr.deal_words import DealWords
from mjlog.formats.mcr.fans import POINTS
from mjlog.formats.pmn.tiles import ACTS, ITEMS, tile_named
from mjlog.model.findings import Finding, Place
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Game
from mjlog.notation import read as read_text
from mjlog.notation.limits import Unreadable

_TAG: Final = re.compile(r'^\[([A-Za-z]{1,20}) "(.*)"\]\s*$')
_ACT: Final = re.compile(r"([TDCPZABRHN])([0-3])?(?:([cdbwrfz])([1-9]))?")
_HAND: Final = re.compile(r"[cdbwrf][1-9]*")
_PLAYERS: Final = ("East", "South", "West", "North")


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the games in a file of PMN; a game that cannot be read yields a finding (a message).

    Raise `Unreadable` if the file has no games.
    """
    tags: dict[str, str] = {}
    first = 1
    number = 0
    lines = data.decode("utf-8", "replace").lstrip("\ufeff").splitlines()
    for place, line in enumerate([*lines, '[Event ""]'], 1):
        tag = _TAG.match(line)
        if tag is None:
            continue
        # A game without the name of an event begins where tags of the game before are repeated.
        if tag[1] == "Event" or (tag[1] in tags and "Play" in tags):
            if tags:
                number += 1
                yield _game_or_finding(tags, first)
            tags, first = {}, place
        tags.setdefault(tag[1], tag[2])
    if not number:
        words = msg("this is a file of PMN without games")
        raise Unreadable(Finding.telling("format.empty", "error", words))


def _game_or_finding(tags: Mapping[str, str], first: int) -> Game | Finding:
    try:
        return read_text(_record(tags))
    except (LookupError, ValueError) as problem:
        words = msg("this game cannot be read: {problem}", problem=str(problem)[:80])
        return replace(Finding.telling("format.element", "error", words), place=Place(first))


def _record(tags: Mapping[str, str]) -> str:
    """Convert one game of PMN to the text of a record in mjlog's notation.

    `tags` maps names to values; PMN writes a tag as `[PWind "E"]`.
    """
    deal = DealWords()
    for seat, hand in enumerate(tags["Deal"].split()):
        tiles = [tile_named(row[0] + number) for row in _HAND.findall(hand) for number in row[1:]]
        deal.deal("0123".index(str(seat)), tiles)
    _play(deal, tags["Play"])
    total = _fans(deal, tags.get("Fan", ""))
    result = tags.get("Result", "").split()
    net = dict(enumerate([int(points) for points in result]))
    prevailing = tags.get("PWind", "E")
    if prevailing not in {*"ESWN"}:
        raise ValueError(f"{prevailing!r:.20} is no wind")
    head = f"{prevailing}1{' house=duplicate' if len(deal.winners) > 1 else ''} dealer=A"
    lines = ["%mjlog 1.0"]
    for key in ("Event", "Site", "Date", "Board", "Scoring"):
        value = " ".join(tags.get(key, "").split())
        if value and (key, value) != ("Scoring", "MCR"):
            value = value.replace(".", "-") if key == "Date" else value
            own = f"X-{key}" if key in {"Board", "Scoring"} else key
            lines.append(f"{own}: {value[:120]}")
    lines.append("Rules: mcr/1 seat_change=none under_claim=forbidden")
    names = [" ".join(tags.get(wind, wind).split())[:80] or wind for wind in _PLAYERS]
    lines += [f"{SEATS[seat]}: {name}" for seat, name in enumerate(names)]
    return "\n".join([*lines, "", deal.text(head, total, net)])


def _play(deal: DealWords, acts: str) -> None:
    """Add the acts to `deal`; raise ValueError for an unknown act.

    `acts` is the value of PMN's tag `Play`.
    """
    at = 0
    flowers: list[tuple[int, str]] = []
    while at < len(acts):
        act = _ACT.match(acts, at)
        if act is None:
            raise ValueError(f"`{acts[at : at + 8]}` is no act")
        at = act.end()
        letter, seat, suit, number = act.groups()
        if letter == "N":
            return
        player = int(seat or 0)
        if letter == "H":
            deal.win(player)
        elif suit is None:
            raise ValueError(f"`{acts[act.start() : at + 8]}` is an act without a tile")
        elif suit == "z":
            deal.lay(player, "drawn", deal.drawn[player])
        elif letter == "R":
            flowers.append((player, tile_named(f"{suit}{number}")))
        elif letter == "T" and flowers and flowers[0][0] == player:
            deal.flower(player, flowers.pop(0)[1], tile_named(f"{suit}{number}"))
        else:
            deal.lay(player, ACTS[letter], tile_named(f"{suit}{number}"))


def _fans(deal: DealWords, text: str) -> int | None:
    """Add the fans of the first winner to `deal`, and return the sum of their points.

    `text` is the value of PMN's tag `Fan`: a word for each player, in which fans are joined by
    dots; `None` stands for a player without fans. Return None if nobody won or if the winner's word
    is `None`.
    """
    claims = text.split()
    if not deal.winners or deal.winners[0] >= len(claims):
        return None
    claim = claims[deal.winners[0]]
    if claim == "None":
        return None
    total = 0
    for fan in claim.split("."):
        number, *rest = [int(part) for part in fan.split("/")]
        item = ITEMS[number - 1]
        points = rest[0] if len(rest) > 1 else POINTS[item]
        times = rest[-1] if rest else 1
        deal.fan(item, points, times)
        total += points * times
    return total
