"""Reads Tenhou XML (``<mjloggm>``): turns the elements of a log into a `Game`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, starmap
from typing import Final
from urllib.parse import unquote

from mjlog.formats.riichi.deal_start import one_line
from mjlog.formats.riichi.rules_member import HEADER
from mjlog.formats.riichi.tenhou_numbers import SOUTH, GameType, explain_error
from mjlog.formats.riichi.tenhou_private_tables import odd_setting
from mjlog.formats.tenhou_xml.context import Context, Places
from mjlog.formats.tenhou_xml.deal import DealReader
from mjlog.formats.tenhou_xml.elements import ROOT, Attributes, Elements, elements
from mjlog.formats.tenhou_xml.wall import Walls
from mjlog.model.findings import Finding, Place
from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Deal, Game, Header, whole_number

_TYPE: Final = re.compile(r"\d{10}gm-([0-9a-f]{4})-")
_DAY: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)\d\dgm-")


_STACK: Final = re.compile(r"-?[0-9]{1,6}")


_FINAL: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,3})?")


def read(data: bytes, name: str = "", *, wall: bool = True, keep_wall: bool = False) -> Game:
    """Convert an unpacked log of Tenhou to a game; errors become findings of the game.

    If the data is not such a log, the game is empty and has a finding (a message). `name` is the
    file's name, which may have the date and the game type (``2020010100gm-00a9-0000-…``). `wall`:
    compare the play with the wall, which follows from the log's seed. `keep_wall`: write the wall
    into each deal.
    """
    log = elements(data)
    places = Places(data)
    if _root(log) != ROOT:
        expected = f"the root element is <{_root(log)}>, <{ROOT}> is expected"
        message, offset = log.broken or (expected, 0)
        span = places.span(offset)
        place = Place(span.line, span.column)
        return Game(findings=(Finding("format.xml", "error", message, place),))
    context = Context(kind=_game_type(log, _references(log, data, name)), places=places)
    _check_type(log, context)
    walls = None
    if wall or keep_wall:
        walls = Walls.of(log.first("SHUFFLE").get("seed", ""), context.kind.seats)
    deals = deals_of(log, context, walls, check=wall, keep=keep_wall)
    if log.broken:
        message, offset = log.broken
        context.complain("format.xml", f"{message}; what stands before it is read", offset)
    context.findings.sort(key=lambda finding: (finding.place.line, finding.place.column))
    kind = replace(context.kind, longer=_is_longer(context.kind, deals))
    headers = (*_headers(log, kind, data, name), *_players(log, kind.seats))
    return Game(headers, deals, findings=tuple(context.findings))


def _root(log: Elements) -> str:
    """Return the name of the first element; ``?`` if it is missing, or a draw or discard."""
    first = log.named.get(0)
    return "?" if first is None else first[0]


def _references(log: Elements, data: bytes, name: str) -> tuple[str, str, str]:
    """Return the texts that may contain the log's name at Tenhou, the most trusted text first.

    The texts are the attribute `ref` of the element SHUFFLE, the file's name, and the text before
    the log in the file. A log's name such as ``2017030413gm-0009-3821-485c5dae`` has the date, the
    hour and the game type.
    """
    before = data[: max(data.find(b"<mjloggm"), 0)].decode("utf-8", "replace")
    return log.first("SHUFFLE").get("ref", ""), name, before


def _check_type(log: Elements, context: Context) -> None:
    """Add a finding for each invalid value in the elements that describe the whole game.

    The final points, which are an attribute of the last element, are checked, too.
    """
    for place, (name, given) in log.named.items():
        if name not in _CHECKED and "owari" not in given:
            continue
        for odd in _odd_values(name, given, context.kind.seats):
            context.complain(
                "format.attribute", f"<{name}> cannot be read: {odd}", log.offsets[place]
            )


_CHECKED: Final = ("GO", "TAIKYOKU")
"""Elements that `_odd_values` checks by name; of all others only those with final points matter."""


def _odd_values(name: str, given: Attributes, seats: int) -> Iterator[str]:
    if name == "GO":
        if not is_type(given.get("type", "9")):
            yield f"type {given['type'][:40]!r} is no kind of game"
        if not re.fullmatch("[0-9]{1,9}", given.get("lobby", "0")):
            yield f"lobby {given['lobby'][:40]!r} is no number of a lobby"
        if odd := odd_setting(given.get("csrule", "").split(",")):
            yield f"csrule {odd}"
    if name == "TAIKYOKU" and given.get("oya", "0") not in _CHAIRS[:seats]:
        yield f"oya is {given['oya'][:40]!r}, seats are 0 to {seats - 1}"
    # An empty value only says that the game is over, as in records without final points.
    if given.get("owari") and not _is_final(given["owari"].split(","), seats):
        yield (
            f"owari is {given['owari'][:40]!r}, the stack and the points of {seats} players "
            f"are expected"
        )


def _is_final(values: Sequence[str], seats: int) -> bool:
    """Return whether `values` has two numbers for each seat: final points and placement points.

    Points are in hundreds. Further pairs of numbers (chips) may follow.
    """
    stacks, points = values[::2], values[1::2]
    are_pairs = len(stacks) == len(points) >= seats
    are_stacks = all(_STACK.fullmatch(stack) for stack in stacks)
    return are_pairs and are_stacks and all(_FINAL.fullmatch(point) for point in points)


_TYPES: Final = 1 << 16


_CHAIRS: Final = ("0", "1", "2", "3")


def is_type(bits: str) -> bool:
    """Return whether a text is a valid number of a game type at Tenhou, which has 16 bits."""
    number = whole_number(bits)
    return number is not None and len(bits) <= 5 and number < _TYPES


def _game_type(log: Elements, references: Iterable[str]) -> GameType:
    """Find Tenhou's game type of a log.

    The type is read from the log's name at Tenhou, if one of the texts `references` has this name;
    it is trusted most, because nobody writes such a name by hand. Otherwise it is read from the
    element GO. If that has no valid type, return the usual type for three or four players.
    """
    table = log.first("GO")
    csrule, early = table.get("csrule", ""), bool(table) and "lobby" not in table
    own = tuple(csrule.split(",")) if csrule else ()
    bits = table.get("type", "")
    named = _first_match(_TYPE, references)
    if named:
        return GameType(int(named[1], 16), own, early)
    if is_type(bits):
        return GameType(int(bits), own, early)
    start = log.first("INIT")
    return GameType(0x19 if start and not start.get("hai3") else 0x09)


def _first_match(form: re.Pattern[str], texts: Iterable[str]) -> re.Match[str] | None:
    """Return the first match of the pattern `form` in the texts; None if no text matches."""
    return next((match for text in texts if (match := form.search(text))), None)


def _is_longer(kind: GameType, deals: tuple[Deal, ...]) -> bool:
    """Return whether a game of one round went on although a player had enough points to end it.

    `kind.target` is the number of points that is enough. By the usual rule, South is only played if
    nobody has enough points; the result is True if a South deal begins with such a player.
    """
    if kind.bits & SOUTH:
        return False
    names = [deal.label.partition(".")[0] for deal in deals]
    for before, name, deal in zip(names, names[1:], deals[1:], strict=False):
        is_next_south = name.startswith("S") and name != before
        if is_next_south and max(deal.points, default=0) >= kind.target:
            return True
    return False


# --------------------------------------------------------------------------- headers


def _headers(log: Elements, kind: GameType, data: bytes, name: str) -> tuple[Header, ...]:
    pairs = [("Rules", kind.rules)]
    if kind.leaves_open:
        pairs.append((HEADER, "no"))
    elif log.first("GO").get("lobby", "0").strip("0"):
        pairs.append((HEADER, "play"))
    pairs.append(("Source", "tenhou-xml"))
    day = _first_match(_DAY, _references(log, data, name))
    if day:
        pairs.append(("Date", "-".join(day.groups())))
    table = log.first("GO")
    keys = [key for key in ("type", "lobby", "csrule") if table.get(key)]
    pairs.extend((f"Tenhou-{key.title()}", one_line(table[key])) for key in keys)
    if kind.unread:
        pairs.append(("X-House-Rules", kind.unread))
    pairs.extend(_final(log, kind.seats))
    return tuple(starmap(Header, pairs))


def _final(log: Elements, seats: int) -> list[tuple[str, str]]:
    """Return the headers for the final points and placement points, as names and values.

    Return an empty list if the log has no valid final result.
    """
    finals = [given["owari"] for _, given in log.named.values() if "owari" in given]
    values = "".join(finals[-1:]).split(",")[: 2 * seats]
    if not _is_final(values, seats):
        return []
    stacks = " ".join(str(100 * int(value)) for value in values[::2])
    return [("Final-Score", stacks), ("Final-Points", one_line(" ".join(values[1::2])))]


def _players(log: Elements, seats: int) -> tuple[Header, ...]:
    given = log.first("UN")
    names = [unquote(given.get(f"n{seat}", ""), errors="replace") for seat in range(seats)]
    return tuple(Header(SEATS[seat], one_line(name) or "?") for seat, name in enumerate(names))


# --------------------------------------------------------------------------- deals


def deals_of(
    log: Elements,
    context: Context,
    walls: Walls | None = None,
    *,
    check: bool = False,
    keep: bool = False,
) -> tuple[Deal, ...]:
    """Return the deals of a log, one for each element ``INIT`` that can be read.

    `walls` are the walls that follow from the log's seed. `check`: compare the walls with the play.
    `keep`: write the walls into the deals. Findings (messages), for example about missing results,
    are added to `context`.
    """
    starts = [place for place, (name, _) in log.named.items() if name == "INIT"]
    deals: list[Deal] = []
    finished = over = False
    for start, end in pairwise([*starts, len(log.plays)]):
        context.deal = len(deals) + 1
        reader = _opened(log, start, context)
        if reader is None:
            continue
        reader.read(log, start + 1, end)
        wall = walls.next_for(reader, check=check) if walls else ()
        deals.append(reader.deal(wall if keep else ()))
        finished, over = reader.ended >= 0, reader.final
        if not finished:
            message = msg("the deal {deal} stops without a result", deal=reader.init.label)
            context.complain("format.truncated", message, log.latest(end - 1), "warning")
    if not deals:
        context.deal = 0
        context.complain("format.empty", msg("mjlog can read no deal in this log"), 0, "warning")
    elif finished and not over:
        message = msg("the log ends without a final result: deals may be missing")
        context.complain("format.truncated", message, log.latest(len(log.plays) - 1), "note")
    return tuple(deals)


def _opened(log: Elements, start: int, context: Context) -> DealReader | None:
    """Return the reader for the deal whose element INIT is at index `start`.

    If this element cannot be read, add a finding (a message) and return None.
    """
    _, given = log.named[start]
    try:
        return DealReader(context, given, log.offsets[start])
    except KeyError as missing:
        message = f"<INIT> lacks the attribute {missing.args[0]}; the deal is left out"
    except (ValueError, IndexError) as problem:
        message = f"<INIT> cannot be read: {explain_error(problem)}; the deal is left out"
    context.deal = 0
    context.complain("format.attribute", message, log.offsets[start])
    return None
