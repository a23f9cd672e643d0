"""Enters on a scribe's page, by taps alone, what everybody at the table sees of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from kit.live import DRAWN
from mjlog.model.record import (
    SEATS,
    AddedKong,
    Claim,
    ConcealedKong,
    Deal,
    Discard,
    Draw,
    Replace,
    SetOut,
    Turn,
    Win,
)
from mjlog.model.tiles import BONUS, JOKER, JOKER_AS, KIND, PILLAR
from mjlog.model.tiles import text as text_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

PUNG: Final = f"""async (seat) => {{
  {DRAWN}
  document.querySelector(`#panel .aid [data-pung="${{seat}}"]:not([hidden])`)?.click();
  return document.querySelector("#panel .aid [role=status]") !== null;
}}"""
"""Script that taps a player's pung if the page offers it in one tap, and returns whether it did.

The page shows a new discard only with its next picture, and until then the tile claimed before.
"""
READY: Final = "#panel .calls button:text-matches('riichi|Ting')"


def tap(page: Page, selector: str) -> int:
    """One tap; answers that it was one."""
    page.locator(selector).first.dispatch_event("click")
    return 1


def called(page: Page, words: str) -> int:
    return tap(page, f"#panel .calls button:text-is('{words}')")


# --------------------------------------------------------------------------- taps


def taps(page: Page, turn: Turn, expected: int) -> int:
    """Enters what everybody at the table sees of a turn; how many taps it took."""
    number = 0
    first = turn.acts[0]
    is_first_pung = isinstance(first, Claim) and len(first.tiles) == 2 and is_pung(first)
    if is_first_pung and page.evaluate(PUNG, SEATS[turn.seat]):
        return 1 + way(page, first.tiles) + sum(_tapped(page, act) for act in turn.acts[1:])
    if turn.seat != expected:
        number += tap(page, f"#panel .seats-of-play [data-key='{'abcd'[turn.seat]}']")
    if is_opening(turn):
        return number + sum(tile(page, each) for each in bonus_tiles(turn))
    number += sum(_tapped(page, act) for act in turn.acts)
    if isinstance(turn.acts[-1], AddedKong):
        number += tap(page, "#panel .aid button:text-is('Somebody wins on it')")
    return number


def bonus_tiles(turn: Turn) -> list[int]:
    return [each for act in turn.acts if isinstance(act, SetOut) for each in act.tiles]


def is_of_bonus_tiles(act: SetOut) -> bool:
    return all(BONUS <= each < JOKER for each in act.tiles)


def is_opening(turn: Turn) -> bool:
    """Whether a player lays out bonus tiles before play."""
    return isinstance(turn.acts[0], SetOut) and is_of_bonus_tiles(turn.acts[0])


def _tapped(page: Page, act: Any) -> int:
    match act:
        case Claim() if len(act.tiles) == 3:
            return called(page, "kong") + way(page, act.tiles)
        case Claim() if is_pung(act):
            return called(page, "pung") + way(page, act.tiles)
        case Claim():
            pair = text_of([KIND[tile & ~PILLAR] for tile in act.tiles], sort=True)
            return tap(page, f"#panel .calls [data-chow='{pair}']") + way(page, act.tiles)
        case ConcealedKong():
            kind = KIND[act.tiles[0] & ~PILLAR]
            return called(page, "concealed kong") + tile(page, kind) + way(page, act.tiles)
        case AddedKong():
            face = KIND[act.tile & ~PILLAR] if act.tile >= JOKER_AS else act.tile
            return called(page, "added kong") + tile(page, face) + way(page, [act.tile])
        case SetOut() if not is_of_bonus_tiles(act):
            return called(page, "set aside") + sum(tile(page, each) for each in act.tiles)
        case Draw() | Replace() if BONUS <= act.tile < JOKER:
            return tile(page, act.tile)
        case Discard() if act.face_down:
            return called(page, "ready, face down")
        case Discard():
            pressed = tap(page, READY) if act.ready else 0
            return pressed + tile(page, act.tile)
        case Win():
            return called(page, "Self-draw" if act.own_draw else "win on a discard")
    return 0


def way(page: Page, tiles: Sequence[int]) -> int:
    """Taps which tiles make up the set, where it is not of the commonest ones."""
    shown = page.locator(f'#panel [data-way*="{text_of(tiles, sort=True)}"]')
    if not shown.count() or shown.first.get_attribute("aria-pressed") == "true":
        return 0
    shown.first.dispatch_event("click")
    return 1


def is_pung(act: Claim) -> bool:
    return len({KIND[tile & ~PILLAR] for tile in act.tiles}) == 1 or JOKER in act.tiles


def tile(page: Page, face: int) -> int:
    return tap(page, f"#panel [data-tile='{text_of([face & ~PILLAR])}']")


def seen(deal: Deal) -> list[tuple[str, str]]:
    """What each player did, as far as everybody saw it."""
    return [
        (SEATS[turn.seat], " ".join(seen_of(turn))) for turn in deal.turns if any(seen_of(turn))
    ]


def seen_of(turn: Turn) -> Iterator[str]:
    if laid := bonus_tiles(turn):
        yield f"&{text_of(laid, sort=True)}"
    for act in turn.acts:
        match act:
            case Claim():
                yield f"+{text_of(act.tiles, sort=True)}"
            case ConcealedKong():
                yield f"*{text_of(act.tiles, sort=True)}"
            case AddedKong():
                yield f"^{text_of([act.tile])}"
            case Discard():
                shown = "_" if act.face_down else text_of([act.tile & ~PILLAR])
                yield f"-{shown}{'!' if act.ready else ''}"
            case Win():
                yield "#"
