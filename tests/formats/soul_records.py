"""Records written as Mahjong Soul tells them, for tests: the program reads that form only."""

from mjlog.formats.mahjongsoul.reader import ENDS
from mjlog.formats.mahjongsoul.tiles import TILES
from mjlog.formats.riichi.export_view import declared_by, exported_deals, option
from mjlog.formats.riichi.outcomes import NAGASHI, RANKS
from mjlog.formats.riichi.yaku_names import SOUL, WIND_NAMES
from mjlog.model.record import (
    MANNER_DRAWN,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Replace,
    Reveal,
    SetOut,
)
from mjlog.model.tiles import KIND

WORDS = {tile: word for word, tile in TILES.items()}


def spelled(tiles):
    return [WORDS[tile] for tile in tiles]


def soul_events(game):
    """Return the events of a game; members that are 0 or false are left out, as servers do."""
    return [
        {"name": f".lq.Record{name}", "data": _without_noughts(data)}
        for deal in exported_deals(game)
        for name, data in _deal_events(deal)
    ]


def soul_record(game, **config):
    """Return the answer of the server with the game."""
    actions = [{"passed": 1, "type": 1, "result": event} for event in soul_events(game)]
    names = [game.header("ABCD"[seat]) for seat in range(game.seats)]
    accounts = [
        _without_noughts({"seat": seat, "nickname": name}) for seat, name in enumerate(names)
    ]
    rounds = 1 if option(game, "length") == "east" else 2
    mode = {"mode": (10 if game.seats == 3 else 0) + rounds, "detail_rule": {}}
    head = {"uuid": "0", "config": {"category": 2, "mode": mode, **config}, "accounts": accounts}
    records = {"version": 210715, "actions": actions}
    return {"head": head, "data": {"name": ".lq.GameDetailRecords", "data": records}}


def _without_noughts(data):
    return {name: value for name, value in data.items() if value not in (0, False, None, [])}


def _deal_events(deal):
    acts = deal.played()
    spare = next(acts)[1].tile
    hands = [spelled(hand) for hand in deal.dealt]
    hands[deal.dealer].append(WORDS[spare])
    shown = list(deal.indicators)
    yield (
        "NewRound",
        {
            "chang": deal.hand // 4, "ju": deal.hand % 4, "ben": deal.honba,
            "liqibang": deal.sticks, "scores": list(deal.scores), "doras": spelled(shown),
            **{f"tiles{seat}": sorted(hand) for seat, hand in enumerate(hands)},
        },
    )  # fmt: skip
    for table, act in acts:
        seat = {"seat": act.seat}
        match act:
            case Draw() | Replace():
                yield "DealTile", {**seat, "tile": WORDS[act.tile], "doras": spelled(shown)}
            case Discard():
                drawn = act.manner == MANNER_DRAWN
                ready = bool(declared_by(act))
                yield (
                    "DiscardTile",
                    {**seat, "tile": WORDS[act.tile], "moqie": drawn, "is_liqi": ready,
                     "doras": spelled(shown)},
                )  # fmt: skip
            case Claim():
                tiles = [*act.tiles, table.live]
                kind = 2 if len(tiles) == 4 else int(len({KIND[tile] for tile in tiles}) == 1)
                froms = [*[act.seat] * len(act.tiles), table.live_seat]
                yield (
                    "ChiPengGang",
                    {**seat, "type": kind, "tiles": spelled(tiles), "froms": froms},
                )
            case ConcealedKong():
                yield "AnGangAddGang", {**seat, "type": 3, "tiles": WORDS[KIND[act.tiles[0]]]}
            case AddedKong():
                yield "AnGangAddGang", {**seat, "type": 2, "tiles": WORDS[act.tile]}
            case SetOut():
                yield "BaBei", seat
            case Reveal():
                shown.append(act.tile)
    yield _end(deal, shown)


def _end(deal, shown):
    net, score = list(deal.points("net")), list(deal.points("score"))
    gameend = {"scores": score} if deal.is_last else None
    if deal.winners:
        wins = [_without_noughts(_win(deal, winner)) for winner in deal.winners]
        return (
            "Hule",
            {"hules": wins, "delta_scores": net, "scores": score, "gameend": gameend,
             "doras": spelled(shown)},
        )  # fmt: skip
    end = deal.no_win
    if end.how == "wall":
        hands = [
            {"tingpai": True, "hand": spelled(deal.shows[seat].tiles) if seat in deal.shows else []}
            if seat in (deal.tenpai or ())
            else {}
            for seat in range(deal.seats)
        ]
        return (
            "NoTile",
            {"liujumanguan": end.name == NAGASHI, "players": hands,
             "scores": [{"delta_scores": net}], "gameend": deal.is_last},
        )  # fmt: skip
    kind = next(number for number, name in ENDS.items() if name == end.name)
    return "LiuJu", {"type": kind, "seat": max(end.by, 0), "gameend": gameend}


def _win(deal, winner):
    line = winner.line
    items = dict(winner.items)
    held = list(winner.show.tiles)
    if len(held) % 3 == 2:
        held.remove(line.tile)
    limits = any(name.startswith("yakuman") for name in items)
    return {
        "hand": spelled(held), "hu_tile": WORDS[line.tile], "seat": line.seat,
        "zimo": line.seat == line.source, "qinjia": line.seat == deal.dealer,
        "li_doras": spelled(deal.ura) if winner.has_riichi else [],
        "fans": [yaku for name, han in winner.counted for yaku in _yaku(deal, winner, name, han)],
        "yiman": limits, "fu": items.get("fu"), "count": winner.han,
        "point_rong": items.get("points"),
        "point_zimo_xian": items.get("share"), "point_zimo_qin": items.get("dealer-share"),
        "title_id": next((RANKS.index(name) for name in RANKS[1:5] if name in items), 0),
    }  # fmt: skip


def _yaku(deal, winner, name, han):
    """A wind that is one's own and the round's is two yaku of the server."""
    wind = name.removeprefix("yakuhai-")
    if wind not in WIND_NAMES:
        return [{"id": SOUL.index(name), "val": han}]
    winds = deal.winds(winner.line.seat)
    own, of_round = (WIND_NAMES.index(wind) == each for each in (winds.own, winds.round))
    return [{"id": number, "val": 1} for number, has in ((10, own), (11, of_round)) if has]
