"""Records as a table with a row for each deal, player or item, and only numbers and words.

Only one record is in memory at a time, so a folder needs no more memory than its largest record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from mjlog.auditor.due import nearest
from mjlog.auditor.report import Report
from mjlog.batch.internal_errors import Replays, audit_what_can_be
from mjlog.formats import Source, load
from mjlog.model.findings import findings_of_deal
from mjlog.model.go_arounds import go_arounds
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Deal,
    Game,
    NoWin,
    Seat,
    WinLine,
    seat_name,
)
from mjlog.model.settlement import Score, Settlement, net
from mjlog.model.table import HELD, Hand
from mjlog.model.tile_row import TileRow
from mjlog.model.tiles import NAMES, UNKNOWN, Tile, is_known
from mjlog.referee.hand_readings import awaited
from mjlog.referee.outcome import false_steps, outcome_of
from mjlog.referee.replay import Played, Walk
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Outcome,
    Winner,
)

Cell = int | str | None
Row = dict[str, Cell]
Records = str | Path | bytes | Game | Source

OF_THE_DEAL: Final = {
    "path": "path of the record, as `mjlog check` names it",
    "rules": "the rule set and its options, as the record names them",
    "deal": "number of the deal in its record, from 1",
    "label": "name of the deal in the record",
    "seats": "number of players",
    "dealer": "seat of the dealer, A to D",
    "turns": "words of play",
    "go_arounds": "number of the last go-around; 0 without turns",
    "how": "`self`, `discard` or `robbed` for a win; `wall`, `abort`, `void` for none",
    "abort": "name of the abort",
    "winner": "seat of the winner; if several win, of the first in turn",
    "other_winners": "seats of other winners on the same tile",
    "false_winners": "seats whose win is not valid by the rules",
    "deal_in": "seat whose discard or kong tile was won; empty for a self-draw",
    "tile": "the winning tile, in notation",
    "value": "value of the winner's hand by the rules, in `unit`",
    "unit": "unit of the rule set: points, fan, han, tai",
    "items": "items of the winner's hand: names and numbers",
    "wall": "tiles that could still be drawn at the end",
    "errors": "errors that `mjlog check` finds in this deal",
    "warnings": "warnings that `mjlog check` finds in this deal",
    "notes": "notes that `mjlog check` makes about this deal",
    "agree": "claims of the sheet that agree with the rules",
    "differ": "claims that differ",
    "given": "claims that agree given what the sheet claims of hands that are not shown",
    "unverified": "claims that cannot be checked",
}
"""Columns about the deal as a whole."""
OF_A_SEAT: Final = {
    "net": "change of the seat's total in the whole deal, by the `net` line of the sheet; less a"
    " riichi stick that the line leaves out",
    "due": "change of the seat's total in the whole deal, by the rules and the rulings",
    "ready": "go-around in which the player declared ready",
    "melds": "sets declared, also concealed kongs",
    "waits": "tiles that complete the hand at the end, or before a self-draw, in notation;"
    " an empty string if there are none",
}
"""Columns that each seat has."""
COLUMNS: Final = {
    **OF_THE_DEAL,
    **{
        f"{name}_{seat.lower()}": f"{seat}: {meaning}"
        for name, meaning in OF_A_SEAT.items()
        for seat in SEATS
    },
}
"""Columns of the table in order, each with its meaning. An unknown value is None."""
_WHICH_DEAL: Final = ("path", "rules", "deal", "label")
PLAYER_COLUMNS: Final = {
    **{name: OF_THE_DEAL[name] for name in _WHICH_DEAL},
    "seat": "seat of the player, A to D",
    "player": "name of the player, as the record has it",
    "is_dealer": "whether the player deals",
    "result": "`self`, `discard` or `robbed` for a win, `false` for one that is not valid,"
    " `deal_in`; empty otherwise",
    "value": "value of the player's winning hand by the rules, in `unit`",
    "unit": OF_THE_DEAL["unit"],
    **OF_A_SEAT,
}
"""The columns of the table of players, a row for each player of each deal."""
ITEM_COLUMNS: Final = {
    **{name: OF_THE_DEAL[name] for name in _WHICH_DEAL},
    "seat": "seat of the winner, A to D",
    "player": "name of the winner, as the record has it",
    "item": "name of the item, as a `fan` line writes it",
    "points": "value of the item by the rules, in `unit`",
    "unit": OF_THE_DEAL["unit"],
    "is_kong": "whether it counts a kong apart from the hand",
}
"""The columns of the table of items, a row for each item of each winning hand."""
By = Literal["deal", "player", "item"]


def deals_table(records: Records | Iterable[Records], by: By = "deal") -> Iterator[Row]:
    """Audit records, and yield one row for each deal, as a dictionary from column to value.

    `COLUMNS` describes the columns. ``by="player"`` yields a row for each player of each deal
    (`PLAYER_COLUMNS`), ``by="item"`` a row for each item of each winning hand (`ITEM_COLUMNS`).
    `records` are paths of files, folders or archives, the bytes of a file, games, or several of
    these. A file that is no record yields no rows. Raise OSError if a file cannot be opened,
    ValueError if `by` is not ``deal``, ``player`` or ``item``.
    """
    if by not in _ROWS:
        raise ValueError(f"by is deal, player or item, not {by!r}")
    several = [records] if isinstance(records, str | Path | bytes | Game | Source) else records
    for each in several:
        for game, path in _games(each):
            replays: Replays = []
            yield from _ROWS[by](audit_what_can_be(game, replays), path, replays)


def _games(records: Records) -> Iterator[tuple[Game, str]]:
    """Yield the games in `records`, each with the path of its record.

    The path is empty if the game itself was given.
    """
    if isinstance(records, Game):
        yield records, ""
    elif isinstance(records, Source):
        yield from [(records.game, records.path)] if records.game is not None else []
    else:
        for source in load(records):
            yield from _games(source)


def rows_of(report: Report, path: str, replays: Sequence[Played] = ()) -> Iterator[Row]:
    """Yield one row for each deal of an audited record, with the columns in `COLUMNS`.

    `path` is the path of the record. `replays` has the result of replaying each deal during the
    audit; a deal without one is replayed here.
    """
    game = report.game
    for number, deal in enumerate(game.deals, 1):
        row = dict.fromkeys(COLUMNS, None) | _head(game, deal, number, path) | _sheet(deal)
        if report.rules is not None and number <= len(report.results):
            played = replays[number - 1] if number <= len(replays) else None
            row |= _played(Walk(deal, report.rules, game.seats, played))
            row |= _value(_settle_deal(report, number), row["winner"])
        yield row | _stated_changes(report, number) | _audited(report, number)


def hands_won_with(report: Report, replays: Replays, index: int) -> dict[Seat, tuple[Tile, ...]]:
    """Return a dict from the seat of each winner of a deal to all tiles of the winning hand.

    Melds are included. `index` is the number of the deal, counted from 0. Hands with an unknown
    tile are left out. The result is empty if the rules are unknown or if the deal has no replay.
    """
    if report.rules is None or index >= len(replays):
        return {}
    played = replays[index]
    false = false_steps(played.findings, played.table)
    outcome = outcome_of(report.game.deals[index], played.table, report.rules, false)
    hands = {}
    for winner in outcome.winners:
        laid = [tile for meld in winner.sets_seen for tile in meld.tiles]
        if (
            winner.tiles is not None
            and winner.melds is not None
            and all(is_known(each) for each in laid)
        ):
            hands[winner.seat] = (*winner.tiles, *laid)
    return hands


def _head(game: Game, deal: Deal, number: int, path: str) -> Row:
    arounds = go_arounds(deal, game.seats)
    return {
        "path": path,
        "rules": game.rules or None,
        "deal": number,
        "label": deal.label,
        "seats": game.seats,
        "dealer": _letter(deal.dealer) if deal.dealer != NOBODY else None,
        "turns": len(deal.turns),
        "go_arounds": arounds[-1] if arounds else 0,
    }


# --------------------------------------------------------------------------- by the sheet


def _sheet(deal: Deal) -> Row:
    """Return how a deal ended according to its `win` and `draw` lines, as columns of the table.

    The columns are named in `COLUMNS`, such as how the deal ended and who won. The result is empty
    if the deal has no such lines.
    """
    row: Row = {}
    for end in deal.contents(NoWin)[:1]:
        row |= {"how": end.how, "abort": end.name or None}
    wins = [win for win in deal.contents(WinLine) if win.tells]
    if wins:
        row |= _won(wins[0].seat, wins[0].source, wins[0].tile, robbed=wins[0].robbed)
        row["other_winners"] = _letters(win.seat for win in wins[1:])
    return row


def _won(seat: Seat, source: Seat, tile: int, *, robbed: bool) -> Row:
    own = source == seat
    return {
        "how": "self" if own else "robbed" if robbed else "discard",
        "winner": _letter(seat),
        "deal_in": None if own or source == NOBODY else _letter(source),
        "tile": None if tile == UNKNOWN else NAMES[tile],
    }


def _letter(seat: Seat) -> str:
    """Return the letter of a seat (A to D) for a table, never the player's name."""
    return str(seat_name(seat))


def _letters(seats: Iterable[Seat]) -> str | None:
    return "".join(seat_name(seat) for seat in seats) or None


def _cells_by_seat(name: str, cells: Iterable[Cell]) -> Row:
    return {f"{name}_{seat.lower()}": cell for seat, cell in zip(SEATS, cells, strict=False)}


# --------------------------------------------------------------------------- by the turns


def _played(walk: Walk) -> Row:
    """Return how a deal ended according to its turns, as columns of the table.

    There are also columns about each hand at the end: ready, melds and waits. If the deal has no
    turns, return only the columns about the result that its lines state.
    """
    deal, rules, seats, played = walk.deal, walk.rules, walk.seats, walk.played
    table = played.table
    false = false_steps(played.findings, table)
    outcome = outcome_of(deal, table, rules, false)
    row = _outcome(outcome)
    if not deal.turns:
        return row
    arounds = go_arounds(deal, seats)
    ready = (walk.turn(hand.ready_step + 1) if hand.ready else NOBODY for hand in table.hands)
    row |= _cells_by_seat("ready", (None if turn == NOBODY else arounds[turn] for turn in ready))
    row |= _cells_by_seat("melds", (len(hand.melds) for hand in table.hands))
    drawn = {each.seat: each.tile for each in outcome.winners if each.source == each.seat}
    waits = (
        _waits(rules, hand, table.resting, drawn.get(seat, UNKNOWN))
        for seat, hand in enumerate(table.hands)
    )
    row |= _cells_by_seat("waits", waits)
    row["wall"] = max(0, rules.play.spec.live(table)) if table.whole else None
    return row


def _outcome(outcome: Outcome) -> Row:
    winners = sorted(outcome.winners, key=lambda winner: _distance(winner, outcome))
    if not winners:
        return {}
    first = winners[0]
    row = _won(first.seat, first.source, first.tile, robbed=first.robbed)
    return row | {"other_winners": _letters(winner.seat for winner in winners[1:])}


def _distance(winner: Winner, outcome: Outcome) -> int:
    """Return how many seats after the discarder the winner sits: 1 for the next player.

    The result is 0 after a self-draw; if the discarder is unknown, it is the number of the winner's
    seat. Used to sort several winners.
    """
    if winner.source == NOBODY:
        return winner.seat
    return outcome.order.distance(winner.seat, winner.source)


def _waits(rules: RuleSet, hand: Hand, resting: int, drawn: Tile) -> str | None:
    """Return the tile kinds that complete a hand, in notation such as ``36m``.

    `resting` is the number of tiles of a hand between turns. If the hand has one tile more,
    return the kinds that completed it before it won by drawing the tile `drawn`. Return None if the
    hand is unknown, has any other size, or if `drawn` is unknown or not in the hand.
    """
    if not hand.known:
        return None
    if hand.total == resting:
        return str(TileRow(awaited(rules, hand)))
    if hand.total != resting + 1 or drawn >= HELD or not hand.count[drawn]:
        return None
    hand.count[drawn] -= 1
    waits = str(TileRow(awaited(rules, hand)))
    hand.count[drawn] += 1
    return waits


# --------------------------------------------------------------------------- by the audit


def _audited(report: Report, number: int) -> Row:
    severities = [each.severity for each in findings_of_deal(report.findings, number)]
    answers = [each.answer for each in findings_of_deal(report.verdicts, number)]
    row: Row = {
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "notes": severities.count("note"),
        "agree": answers.count("agrees"),
        "differ": answers.count("differs"),
        "given": answers.count("given"),
        "unverified": answers.count("unverified"),
    }
    if number > len(report.results):
        return row
    row["false_winners"] = _letters(sorted(report.results[number - 1].false_wins))
    return row | _cells_by_seat("due", report.results[number - 1].change or ())


def _stated_changes(report: Report, number: int) -> Row:
    """Return the columns `net_a`, `net_b` ...: by how much each seat's points change in the deal.

    `number` is the number of the deal, from 1. The numbers come from its last `net` line. Some
    records leave out the stakes that players paid during play, such as riichi sticks; then the
    stakes are added. If it is not clear whether they are left out, return an empty result.
    """
    lines = report.game.deals[number - 1].numbers("net")
    settled = _settle_deal(report, number)
    if not lines or settled is None or not settled.staked:
        return _cells_by_seat("net", lines[-1] if lines else ())
    due = report.results[number - 1].change
    if due is None:
        return {}
    stakes = net(settled.staked, report.game.seats)
    payments = tuple(change - stake for change, stake in zip(due, stakes, strict=True))
    fitting, _, _ = nearest(lines[-1], [(payments, ""), (due, "")])
    if fitting == due:
        return _cells_by_seat("net", lines[-1])
    pairs = zip(lines[-1], stakes, strict=False)
    return _cells_by_seat(
        "net", [None if points is None else points + stake for points, stake in pairs]
    )


def _settle_deal(report: Report, number: int) -> Settlement | None:
    """Return the payments and scores of a deal as the rules compute them.

    `number` is the number of the deal, from 1. Return None if the audit could not compute them.
    """
    return report.results[number - 1].settlement if number <= len(report.results) else None


def _score_of(settled: Settlement | None, winner: Cell) -> Score | None:
    """Return the score of the hand of the player with the seat letter `winner`.

    Return None if it is unknown.
    """
    scores = settled.scores if settled is not None else ()
    return next((each for each in scores if seat_name(each.seat) == winner), None)


def _value(settled: Settlement | None, winner: Cell) -> Row:
    """Return the columns `value`, `unit` and `items` about the winner's hand.

    `winner` is the letter of the winner's seat. The result is empty if the value is unknown.
    """
    score = _score_of(settled, winner)
    if score is None:
        return {}
    items = (f"{item.name} {item.points}" for item in (*score.items, *score.kongs))
    return {"value": score.value, "unit": score.unit, "items": ", ".join(items)}


# --------------------------------------------------------------------------- players and items


def _player_rows(report: Report, path: str, replays: Sequence[Played]) -> Iterator[Row]:
    """Yield a row of the players table for each player of each deal of an audited record."""
    for row in rows_of(report, path, replays):
        number = int(row["deal"] or 0)
        for seat, letter in enumerate(SEATS[: report.game.seats]):
            score = _score_of(_settle_deal(report, number), letter)
            yield {
                **{name: row[name] for name in _WHICH_DEAL},
                "seat": letter,
                "player": _player(report.game, seat),
                "is_dealer": int(row["dealer"] == letter) if row["dealer"] else None,
                "result": _result(row, letter),
                "value": score.value if score is not None else None,
                "unit": score.unit if score is not None else None,
                **{name: row[f"{name}_{letter.lower()}"] for name in OF_A_SEAT},
            }


def _item_rows(report: Report, path: str, replays: Sequence[Played]) -> Iterator[Row]:
    """Yield a row of the items table for each item of each winning hand of an audited record."""
    for row in rows_of(report, path, replays):
        number = int(row["deal"] or 0)
        for seat, letter in enumerate(SEATS[: report.game.seats]):
            score = _score_of(_settle_deal(report, number), letter)
            if score is None:
                continue
            items = [(item, 0) for item in score.items] + [(item, 1) for item in score.kongs]
            for item, is_kong in items:
                yield {
                    **{name: row[name] for name in _WHICH_DEAL},
                    "seat": letter,
                    "player": _player(report.game, seat),
                    "item": item.name,
                    "points": item.points,
                    "unit": score.unit,
                    "is_kong": is_kong,
                }


def _player(game: Game, seat: Seat) -> str | None:
    """Return the name of the player at a seat.

    Return None if the record does not name the player.
    """
    return game.header(SEATS[seat]) or None


def _result(row: Row, letter: str) -> str | None:
    """Return what a player did in a deal, in a word that `PLAYER_COLUMNS` lists, such as a win.

    `row` is the row of the deal, `letter` the player's seat letter. Return None if the player did
    not declare a win and did not discard the winning tile.
    """
    if letter in str(row["false_winners"] or ""):
        return "false"
    if letter in str(row["winner"] or "") + str(row["other_winners"] or ""):
        return str(row["how"])
    return "deal_in" if letter == row["deal_in"] else None


_ROWS: Final = {"deal": rows_of, "player": _player_rows, "item": _item_rows}
"""Functions that make the rows of a table, by what a row is about."""
