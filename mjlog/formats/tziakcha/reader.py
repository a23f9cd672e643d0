"""Reads records of tziakcha.net: a session of up to sixteen deals, or one deal.

A deal has the whole wall, the dice, and every act with its tiles as numbers. A tile's number is
four times its kind plus the copy. Players are in the order of their seats, East first, and are
known by their identifiers. Network addresses in a file are not read.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mjlog.formats.json_text import NoJsonError, decoded, records_of
from mjlog.formats.mcr.deal_words import DealWords, WrongActError
from mjlog.formats.mcr.fans import ALL_NAMES, TZIAKCHA
from mjlog.model.findings import Finding, Place
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Game
from mjlog.notation import read as read_text
from mjlog.notation.limits import Unreadable

_SUITS: Final = "msp"
_HONOURS: Final = "1234765"
_WALL: Final = 144
_LARGEST: Final = 1 << 20
_MOST_DEALS: Final = 64
_ALL_DEALT: Final = 53
_START, _FLOWER, _DISCARD, _CHOW, _PUNG, _KONG, _WIN, _DRAW = range(8)


def read(data: bytes, _name: str = "") -> Iterator[Game | Finding]:
    """Yield the games in a JSON file of tziakcha.net, one for each session (a match of deals).

    A session or deal that cannot be read yields a finding (a message). Raise `Unreadable` if the
    file is not JSON.
    """
    yield from records_of(data, _session)


def _session(whole: Any) -> Iterator[Game | Finding]:
    session = whole.get("session") if isinstance(whole, dict) else None
    records = whole.get("records") if isinstance(session, dict) else [whole]
    records = records if isinstance(records, list) else []
    deals: list[str] = []
    findings: list[Finding] = []
    players: list[str] = []
    names: dict[str, str] = {}
    latest: int | None = None
    for number, record in enumerate(records[:_MOST_DEALS], 1):
        try:
            step = _step_of(record)
            if not players:
                players = [str(player["i"]) for player in step["p"]]
                names = {str(player["i"]): str(player["n"]) for player in step["p"]}
            seated = [players.index(str(player["i"])) for player in step["p"]]
            latest = _number_in_a_row(step, latest)
            deals.append(_deal(step, seated, says_totals=latest is not None))
        except (WrongActError, LookupError, TypeError, ValueError, AttributeError) as problem:
            words = msg("deal {number} of the file cannot be read: {problem}",
                        number=number, problem=str(problem)[:80])  # fmt: skip
            finding = Finding.telling("format.element", "error", words)
            findings.append(replace(finding, place=Place(deal=number)))
    if not deals:
        words = msg("this is a record of tziakcha.net without a deal that can be read")
        raise Unreadable(Finding.telling("format.empty", "error", words))
    title = session.get("title") if isinstance(session, dict) else ""
    head = ["%mjlog 1.0", "Site: tziakcha.net"]
    if isinstance(title, str) and title.strip():
        head.append(f"Event: {_one_line(title)}")
    head.append("Rules: mcr/1 under_claim=forbidden")
    head += [f"{SEATS[at]}: {_one_line(names[who])}" for at, who in enumerate(players)]
    yield read_text("\n".join([*head, "", "\n".join(deals)]))
    yield from findings


def _number_in_a_row(step: Mapping[str, Any], latest: int | None) -> int | None:
    """Return the number of a deal if the points after it can be recorded; otherwise None.

    `step` is the deal, and `latest` is the result of this function for the deal before. The points
    can be recorded if the deal follows directly on number `latest`, or if all players begin it with
    zero points.
    """
    number = int(step["i"])
    begins = not any(player.get("s") for player in step["p"])
    return number if begins or (latest is not None and number == latest + 1) else None


def _one_line(text: str) -> str:
    return " ".join(text.split())[:80]


def _step_of(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the JSON object that describes the play of a deal.

    It is the member `step` of `record`, or the decoded content of the text in the member `script`
    if there is one. Raise `WrongActError` if the script cannot be decoded.
    """
    script = record.get("script")
    if not isinstance(script, str):
        return record["step"]  # type: ignore[no-any-return]
    try:
        unpacked = zlib.decompressobj().decompress(base64.b64decode(script), _LARGEST)
        return decoded(unpacked)  # type: ignore[no-any-return]
    except (binascii.Error, zlib.error, NoJsonError):
        raise WrongActError("its script cannot be unpacked") from None


def _tile(number: int) -> str:
    if not 0 <= number < _WALL:
        raise WrongActError(f"no tile has the number {number}")
    kind = number // 4
    if number >= 136:
        return f"{number - 135}f"
    if kind >= 27:
        return f"{_HONOURS[kind - 27]}z"
    return f"{kind % 9 + 1}{_SUITS[kind // 9]}"


def _dice(step: Mapping[str, Any]) -> list[int]:
    """Return the four dice of the deal's two throws.

    `step` is the JSON object that describes the play of the deal.
    """
    return [step["d"] >> shift & 15 for shift in (0, 4, 8, 12)]


def _wall(step: Mapping[str, Any]) -> list[int]:
    """Return the wall in the order of drawing, as tile numbers; the dice say where it begins.

    Raise `WrongActError` unless the wall has each of the 144 tiles once. `step` is the JSON object
    that describes the play of the deal.
    """
    numbers = [*bytes.fromhex(step["w"])]
    if sorted(numbers) != list(range(_WALL)):
        raise WrongActError("its wall has not each of the 144 tiles once")
    dice = _dice(step)
    start = ((12 - (dice[0] + dice[1] - 1)) % 4 * 36 + 2 * sum(dice)) % _WALL
    return numbers[start:] + numbers[:start]


def _deal(step: Mapping[str, Any], seated: Sequence[int], *, says_totals: bool) -> str:
    """Convert a deal to mjlog's notation.

    `seated` has the index of the player at each seat, East first. `says_totals`: also write the
    points after the deal. `step` is the JSON object that describes the play of the deal.
    """
    seats = [SEATS[player] for player in seated]
    wall = _wall(step)
    deal = DealWords(seats)
    hands: list[list[int]] = [[] for _ in range(4)]
    for at in range(_ALL_DEALT - 1):
        hands[at // 4 % 4 if at < 48 else at % 4].append(wall[at])
    hands[0].append(wall[_ALL_DEALT - 1])
    for seat, tiles in enumerate(hands):
        deal.deal(seat, [_tile(tile) for tile in tiles])
    drawn = [-1] * 4
    for code, data, *_ in step["a"]:
        _lay(deal, (code >> 4 & 3, code & 15, data), drawn)
    net = dict(enumerate([int(change) for change in step["s"]]))
    deal.walls = [f"wall {''.join([_tile(tile) for tile in wall])}"]
    lines = [deal.text(_head(step, seats), _won(deal, step), net).rstrip("\n")]
    before = [player.get("s") for player in step["p"]]
    if says_totals and all(isinstance(points, int) for points in before):
        after = sorted([(seats[seat], before[seat] + net[seat]) for seat in range(4)])
        lines.append("score " + " ".join([str(points) for _, points in after]))
    return "\n".join(lines) + "\n"


def _head(step: Mapping[str, Any], seats: Sequence[str]) -> str:
    """Return the text after ``@`` in a deal's first line: label, order of seats, dealer, dice.

    `step` is the JSON object that describes the play of the deal.
    """
    number = int(step["i"])
    first, second, third, fourth = _dice(step)
    east = 4 - number % 4
    order = "".join([*seats[east:], *seats[:east]])
    changed = f" seats={order}" if order not in SEATS * 2 else ""
    label = f"{'ESWN'[number // 4 % 4]}{number % 4 + 1}"
    return f"{label}{changed} dealer={seats[0]} dice={first}+{second},{third}+{fourth}"


def _won(deal: DealWords, step: Mapping[str, Any]) -> int | None:
    """Add the fans of the first winner to `deal`; return their stated total, None if nobody won.

    `step` is the JSON object that describes the play of the deal.
    """
    for seat in [seat for seat in range(4) if step["b"] >> seat & 1][:1]:
        result = step["y"][seat]
        for fan, worth in sorted(result["t"].items(), key=lambda pair: int(pair[0])):
            name = ALL_NAMES.get(TZIAKCHA[int(fan) - 1])
            deal.fan(name, worth & 255, (worth >> 8) + 1)
        return int(result["f"])
    return None


def _lay(deal: DealWords, act: tuple[int, int, int], drawn: list[int]) -> None:
    """Add one act to `deal`.

    `act` has the seat, the kind of act and the data of the act (such as its tile), as numbers.
    `drawn` has the tile that each player drew last; it is updated.
    """
    seat, sort, data = act
    low, kind = data & 255, (data & 63) << 2
    if sort == _FLOWER:
        deal.flower(seat, _tile((data >> 8 & 15) + 136), _tile(low))
        drawn[seat] = low
    elif sort == _DISCARD:
        deal.lay(seat, "drawn" if low == drawn[seat] else "discard", _tile(low))
        drawn[seat] = -1
    elif sort == _DRAW:
        deal.draw(seat, _tile(low))
        drawn[seat] = low
    elif sort == _WIN:
        if data >> 1:
            deal.win(seat)
        else:
            deal.lines.append(f"rule {deal.seats[seat]} false-win")
    elif data and sort == _CHOW:
        deal.lay(seat, "chow", _tile(kind))
    elif data and sort == _PUNG:
        deal.lay(seat, "pung", _tile(kind))
    elif data and sort == _KONG:
        claimed = "concealed" if data >> 6 & 3 == 0 else "kong"
        deal.lay(seat, "added" if data & 0x300 == 0x300 else claimed, _tile(kind))
