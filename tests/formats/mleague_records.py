"""Records written as the M-League viewer has them, for tests: the program reads that form only."""

import json

from mjlog.formats.mleague.reader import TILES
from mjlog.formats.riichi.export_view import declared_by, exported_deals
from mjlog.formats.riichi.outcomes import LIMITS, RANKS
from mjlog.formats.riichi.tenhou_numbers import YAKU
from mjlog.formats.riichi.yaku_names import JAPANESE
from mjlog.model.record import (
    MANNER_DRAWN,
    SEATS,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Replace,
    Reveal,
)

WORDS = {tile: word for word, tile in TILES.items()}
NAMES = dict(reversed([*zip(YAKU, JAPANESE, strict=True)]))


def spelled(tiles):
    return "".join(WORDS[tile] for tile in tiles)


def seat_word(seat):
    return f"{SEATS[seat]}0"


def mleague_commands(game):
    """Return the commands of a game."""
    rows = [("player", seat_word(seat), game.header(SEATS[seat]), "user") for seat in range(4)]
    rows.append(("gamestart", "id=L001"))
    for deal in exported_deals(game):
        rows += _deal_rows(deal)
    rows.append(("gameend", *(part for seat in range(4) for part in (seat_word(seat), "1.5"))))
    return [
        {"time": "2023-04-28 21:21:00", "id": str(number), "cmd": name, "args": list(args)}
        for number, (name, *args) in enumerate(rows)
    ]


def mleague_page(game):
    """Return the page as a browser saves it."""
    commands = json.dumps(mleague_commands(game), ensure_ascii=False)
    return f"<!DOCTYPE html><html><body><script>UMP_PLAYER.init(true, true, '{commands}', true);"


def _deal_rows(deal):
    wind = f"{deal.hand // 4 + 1}z"
    yield "kyokustart", "0", seat_word(deal.dealer), str(deal.honba), str(1000 * deal.sticks), wind
    for seat in range(4):
        yield "point", seat_word(seat), f"={deal.stacks[seat]}"
    yield "dora", "1z", spelled(deal.indicators)
    for seat in range(4):
        yield "haipai", seat_word(seat), spelled(deal.dealt[seat][:4])
        yield "haipai", seat_word(seat), spelled(deal.dealt[seat][4:])
    ready = ()
    for table, act in deal.played():
        seat = seat_word(act.seat)
        match act:
            case Draw() | Replace():
                if ready:
                    yield "richi", ready[0], "-1000"
                ready = ()
                yield "tsumo", seat, "69", WORDS[act.tile]
            case Discard():
                drawn = ("tsumogiri",) if act.manner == MANNER_DRAWN else ()
                declared = ("richi",) if declared_by(act) else ()
                ready = (seat,) if declared else ()
                yield "sutehai", seat, WORDS[act.tile], *drawn, *declared
            case Claim():
                yield "open", seat, f"<{spelled(act.tiles)}>", WORDS[table.live]
            case ConcealedKong():
                yield "open", seat, f"<{spelled(act.tiles)}>"
            case AddedKong():
                yield "open", seat, f"<{WORDS[act.tile]}>"
            case Reveal():
                yield "dora", "1z", WORDS[act.tile]
    for winner in deal.winners:
        yield from _win_rows(deal, winner)
    if not deal.winners:
        yield ("ryukyoku",)
        for seat in deal.tenpai or ():
            yield "say", seat_word(seat), "tenpai"
    yield ("kyokuend",)


def _win_rows(deal, winner):
    line = winner.line
    seat = seat_word(line.seat)
    held = list(winner.show.tiles)
    held.remove(line.tile)
    yield "open", seat, spelled(held)
    for tile in deal.ura if winner.has_riichi else ():
        yield "uradora", "1z", WORDS[tile]
    items = dict(winner.items)
    limit = next((LIMITS[RANKS.index(name)] for name in RANKS[1:] if name in items), "")
    points = str(items.get("points") or limit or "")
    yaku = [part for name, han in winner.counted for part in (NAMES[name], str(han))]
    by_ron = () if line.seat == line.source else (f"ron={WORDS[line.tile]}",)
    yield "agari", *by_ron, seat, points, str(items.get("fu") or ""), *yaku
    sticks = deal.sticks + sum(deal.stakes)
    for each, change in enumerate(deal.points("net")):
        paid = change - 1000 * sticks if each == line.seat else change
        if paid:
            yield "point", seat_word(each), f"{paid:+d}"
