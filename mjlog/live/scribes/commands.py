"""Commands of a scribe about the record itself, such as missed turns or swapped seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mjlog.live.ledgers.fair_copy import ELSEWHERE, SEATS_RULED
from mjlog.live.ledgers.standing_entries import standing_entries
from mjlog.live.scribes.entering import NotReadError
from mjlog.model.record import RESYNC, SEATS, Deal
from mjlog.notation.play.tile_words import tiles_of
from mjlog.notation.play.tokens import comment_word

_CAUSES: Final = ("agreed", "time", "ruling")


def command_entries(text: str, deal: Deal | None, seats: int) -> list[str] | None:
    """Return the texts of the ledger entries for a scribe's command; None if it is no command.

    `deal` is the latest deal. Nothing is written. Raises NotReadError if the command is wrong or no
    deal has begun.
    """
    name, *words = text.split()
    command = _COMMANDS.get(name)
    if command is None:
        return None
    if deal is None:
        raise NotReadError("no deal has begun")
    return command(words, deal, SEATS[:seats])


def _resync(words: Sequence[str], deal: Deal, seats: str) -> list[str]:
    """Return the entry for the command ``resync b 42 a:123m b:9p``: the scribe missed some turns.

    The words are the seat whose turn is next, the number of tiles left, and the latest discards of
    players.
    """
    letter, *rivers = words or [""]
    seat = _seat(letter, seats)
    left = ""
    if rivers and rivers[0].isdigit():
        left = f"={rivers.pop(0)}"
    for river in rivers:
        owner, _, tiles = river.partition(":")
        _seat(owner, seats)
        if tiles and tiles_of(tiles) is None:
            raise NotReadError(f"{river!r} is no river: write the seat and its tiles, a:123m5z")
    before = seats[deal.turn_order(len(seats)).previous_seat(seats.index(seat))]
    entry = f"{before}:~{RESYNC}{left}"
    return [f"{entry} {comment_word('rivers ' + ' '.join(rivers))}" if rivers else entry]


def _seat(letter: str, seats: str) -> str:
    if len(letter) != 1 or letter.upper() not in seats:
        raise NotReadError(f"{letter!r} is no seat; seats are {' '.join(seats)}")
    return letter.upper()


def _swap(words: Sequence[str], _deal: Deal, seats: str) -> list[str]:
    """Return the entry for the command ``seats b c``: B and C sat at each other's seats.

    `words` are the words after the name of the command.
    """
    named = [_seat(word, seats) for word in words]
    if len(named) != len({*named}) or len(named) < 2:
        raise NotReadError("name who sat where the next one is written: seats b c, seats a b c")
    pairs = zip(named, [*named[1:], named[0]], strict=True)
    return [" ".join(["rule table", SEATS_RULED, *(f"{seat}={other}" for seat, other in pairs)])]


def _elsewhere(words: Sequence[str], _deal: Deal, _seats: str) -> list[str]:
    """Return the entry for the command ``elsewhere 7``: the deal was played at table 7.

    The deal then does not count here. `words` are the words after the name of the command.
    """
    return [" ".join(["rule table", ELSEWHERE, *(f"table={word}" for word in words[:1])])]


def _cancel(words: Sequence[str], _deal: Deal, _seats: str) -> list[str]:
    """Return the entries for the command ``cancel the wall fell``: a void deal, with the reason.

    `words` are the words after the name of the command.
    """
    reason = [comment_word(" ".join(words))] if words else []
    return ["draw void", " ".join(["rule table cancelled", *reason])]


def _end(words: Sequence[str], deal: Deal, _seats: str) -> list[str]:
    """Return the entry for the command ``end time``: the game ends here, with a cause.

    If the deal already has a line about the next deal, the entry corrects this line. `words` are
    the words after the name of the command.
    """
    cause = words[0] if words else _CAUSES[0]
    if cause not in _CAUSES:
        raise NotReadError(f"a game ends early for one of these: {', '.join(_CAUSES)}")
    next_lines = [each for each in standing_entries(deal.ledger) if each.text.startswith("next ")]
    mended = f"fix {next_lines[-1].number:04d} " if next_lines else ""
    return [f"{mended}next end for={cause}"]


def _refuse(words: Sequence[str], _deal: Deal, seats: str) -> list[str]:
    """Return the entry for the command ``refuse b``: B does not sign.

    The entry informs the referee; it does not change the result. `words` are the words after the
    name of the command.
    """
    seat = _seat(words[0] if words else "", seats)
    return [" ".join([f"note {seat} does not sign", *words[1:]])]


_Command = Callable[[Sequence[str], Deal, str], list[str]]
_COMMANDS: Final[dict[str, _Command]] = {
    "resync": _resync,
    "seats": _swap,
    "elsewhere": _elsewhere,
    "cancel": _cancel,
    "end": _end,
    "refuse": _refuse,
}
"""Commands of a scribe about the record, by their first word."""
