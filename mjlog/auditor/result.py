"""What the sheet says of the end of a deal.

`win draw show tenpai`, against the turns and the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim, Finding, Place, Severity, errors
from mjlog.model.messages import Message, Tiles, as_message, counting, msg
from mjlog.model.record import (
    Act,
    Deal,
    Dealt,
    Line,
    NoWin,
    ReadySeats,
    Ruling,
    Seat,
    Show,
    ShownMeld,
    Tenpai,
    Win,
    WinLine,
    seat_name,
    tiles_of,
)
from mjlog.model.settlement import Score
from mjlog.model.table import HELD, Table
from mjlog.model.tiles import KIND, PILLAR, Tile, canonical, is_known, text
from mjlog.referee.aftermath import turn_entry
from mjlog.referee.outcome import as_shown
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Unclear,
    Winner,
    hand_unknown,
)

OTHER_HANDS: Final = msg("this table plays winning hands that no source describes").lacking("rules")


def check_tenpai(sheet: DealCheck, line: Line, claim: Tenpai) -> None:
    """Check who is one tile from winning when the wall runs out."""
    for seat in range(sheet.table.seats):
        label = Claim("tenpai", seat)
        ready = one_from_winning(sheet.table, sheet.rules, seat)
        if ready is None:
            sheet.unverified(line, label, hand_unknown(seat).words, seat)
        elif not ready and _may_wait_for_another(sheet, seat):
            sheet.unverified(line, label, OTHER_HANDS, seat)
        elif ready == (seat in claim.seats):
            sheet.agrees(line, label, seat)
        else:
            is_one = msg(
                "the `tenpai` line leaves out {seat}, but {seat} is one tile from winning",
                seat=seat_name(seat),
            )
            words = is_one
            if not ready:
                words = msg(
                    "the `tenpai` line names {seat}, but {seat} is not one tile from winning",
                    seat=seat_name(seat),
                )
            sheet.differs("tenpai.differs", line, label, words, seat=seat)


def _may_wait_for_another(sheet: DealCheck, seat: Seat) -> bool:
    """Return whether the hand may wait for a winning hand that the rule set cannot describe."""
    return sheet.rules.scoring.other_hands and sheet.table.hands[seat].total == sheet.table.resting


def one_from_winning(table: Table, rules: RuleSet, seat: Seat) -> bool | None:
    """Return whether the seat is one tile from winning after the turns.

    Return None if its hand is not known, or one of its sets that matters.
    """
    hand = table.hands[seat]
    if not hand.known or not table.past:
        return None
    if hand.total != table.resting:
        return False
    if rules.play.waits(hand):
        return True
    known_tiles = [is_known(tile) for meld in hand.melds for tile in meld.tiles]
    return False if all(known_tiles) else None


def check_win(sheet: DealCheck, line: Line, claim: WinLine) -> None:
    """Check that the `win` line says what the turns say, and what can be."""
    if claim.is_from_itself:
        own = msg("nobody can win on an own discard: write a self-draw as `self`")
        _win_differs(sheet, line, claim, own)
        return
    if not sheet.deal.turns:
        return
    winner = _declared_by(sheet, claim.seat)
    if not sheet.table.winners and not sheet.table.whole:
        return
    if not sheet.table.winners:
        _win_differs(sheet, line, claim, msg("in the turns nobody wins"))
    elif winner is None:
        _win_differs(
            sheet,
            line,
            claim,
            msg("in the turns {seat} wins", seat=seat_name(sheet.table.winners[0])),
        )
    elif winner.tile != claim.tile and is_known(claim.tile) and winner.tile < HELD:
        _win_tile_differs(sheet, line, claim, winner)
    elif winner.source != claim.source:
        _win_differs(sheet, line, claim, _how(winner))
    elif winner.robbed != claim.robbed and winner.tile < HELD:
        _win_differs(sheet, line, claim, _by_what(winner))
    else:
        sheet.agrees(line, Claim("win", claim.seat), claim.seat)


def _declared_by(sheet: DealCheck, seat: Seat) -> Winner | None:
    """Return the win that this player declared, rightly or not."""
    for winner in sheet.outcome.declared:
        if winner.seat == seat:
            return winner
    return None


def _how(winner: Winner) -> Message:
    seat = seat_name(winner.seat)
    if winner.own_draw:
        return msg("in the turns {seat} wins by self-draw", seat=seat)
    return msg("in the turns {seat} wins from {source}", seat=seat, source=seat_name(winner.source))


def _by_what(winner: Winner) -> Message:
    """Return whether the tile was discarded, or robbed of a kong."""
    tile, source = Tiles((winner.tile,)), seat_name(winner.source)
    if winner.robbed:
        return msg(
            "in the turns {source} adds {tile} to a kong, and the winner robs it",
            tile=tile,
            source=source,
        )
    return msg(
        "in the turns {source} discards {tile}, and nobody robs a kong", tile=tile, source=source
    )


def _win_differs(sheet: DealCheck, line: Line, claim: WinLine, why: Message) -> None:
    words = msg("the win line names {seat}, but {why}", seat=seat_name(claim.seat), why=why)
    turns, about = sheet.deal.turns, Claim("win", claim.seat)
    against = None
    # Line and turns contradict each other, and either may be wrong: the finding names both.
    if turns and not claim.is_from_itself:
        against = turn_entry(sheet.deal, len(turns) - 1)
    sheet.differs("win.line", line, about, words, seat=claim.seat, against=against)


def _win_tile_differs(sheet: DealCheck, line: Line, claim: WinLine, winner: Winner) -> None:
    """Turn and line name different tiles.

    Where the hand shown sides with the line, the odd one out is the turn.
    """
    seat, written = seat_name(winner.seat), Tiles((winner.tile,))
    if not _shown_with(sheet, winner, claim.tile):
        _win_differs(
            sheet,
            line,
            claim,
            msg("in the turns {seat} wins on {tile}", seat=seat, tile=written),
        )
        return
    words = msg(
        "{seat} wins on {tile} in this turn, but the win line and the hand shown have {other}",
        seat=seat,
        tile=written,
        other=Tiles((claim.tile,)),
    )
    index = next(at for at, act in _acts_of(sheet.deal, winner.seat) if isinstance(act, Win))
    written_tile, due = text([winner.tile]), text([claim.tile])
    sheet.differs(
        "win.line",
        line,
        Claim("win", claim.seat),
        words,
        recorded=written_tile,
        expected=due,
        seat=claim.seat,
        turn=index,
        # The tile of a claimed win stands in the discarder's word, too, which may be the wrong one.
        against=turn_entry(sheet.deal, index - 1) if index and not winner.own_draw else None,
    )


def _acts_of(deal: Deal, seat: Seat) -> Iterator[tuple[int, Act]]:
    """Yield what a player does, each with the number of its turn."""
    for index, turn in enumerate(deal.turns):
        if turn.seat == seat:
            yield from zip(repeat(index), turn.acts, strict=False)


def _shown_with(sheet: DealCheck, winner: Winner, tile: Tile) -> bool:
    """Return whether the winner's shown hand is the one held with that tile as the winning one."""
    show = next(iter(sheet.deal.told(Show)), None)
    if show is None or show.seat != winner.seat:
        return False
    if winner.tiles is None or winner.tile not in winner.tiles:
        return False
    held = list(winner.tiles)
    held.remove(winner.tile)
    return _same([*held, tile], show.tiles)


def check_no_win(sheet: DealCheck, line: Line, claim: NoWin) -> None:
    """Check that the `draw` line says what the turns say."""
    if sheet.table.winners and claim.how != "void":
        winner = seat_name(sheet.table.winners[0])
        words = msg("the line says that nobody won, but in the turns {seat} wins", seat=winner)
        sheet.differs("win.line", line, Claim("draw"), words)


def check_ruling(sheet: DealCheck, line: Line, claim: Ruling) -> None:
    """Check a referee's decision, if the rules say something of its kind."""
    if sheet.rules.penalties.check_ruling is None:
        if claim.name == "false-win":
            _check_false_win(sheet, line, claim)
        return
    answer = sheet.rules.penalties.check_ruling(claim, sheet.outcome, sheet.clear_scores)
    label = Claim("rule", claim.seat, item=claim.name)
    if isinstance(answer, Unclear):
        sheet.unverified(line, label, answer.words, claim.seat)
    elif answer:
        sheet.differs(
            "rule.differs", line, label, as_message(answer), recorded=claim.name, seat=claim.seat
        )
    elif answer is not None:
        sheet.agrees(line, label, claim.seat)


def _check_false_win(sheet: DealCheck, line: Line, claim: Ruling) -> None:
    """Check that no win is ruled false that the turns show to be good."""
    label, seat = Claim("rule", claim.seat, item=claim.name), claim.seat
    if seat not in sheet.outcome.declaring_seats:
        return
    if seat not in sheet.outcome.winning_seats:
        sheet.agrees(line, label, seat)
        return
    score = sheet.score_of(seat)
    if not isinstance(score, Score) or not _is_known_to_be_good(sheet, score):
        open_ = msg(
            "the record does not tell whether {seat}'s win is legal",
            seat=seat_name(seat),
        )
        sheet.unverified(line, label, open_.lacking("turns"), seat)
        return
    good = msg("the ruling calls {seat}'s win false, but the win is legal", seat=seat_name(seat))
    law = sheet.rules.book.cites.get("win.line", "")
    sheet.differs("rule.differs", line, label, good, recorded=claim.name, seat=seat, clause=law)


def _is_known_to_be_good(sheet: DealCheck, score: Score) -> bool:
    """Return whether the turns say all that a win depends on, and nothing irregular happened."""
    if not sheet.table.whole or not sheet.table.hands[score.seat].known:
        return False
    if not sheet.deal.turns or sheet.deal.irregularities:
        return False
    return not any([item.untold for item in score.items])


def check_show(sheet: DealCheck, line: Line, claim: Show) -> None:
    """Check that the hand laid open is the one held, the winning tile included.

    Sets that lie on the table anyway may be left out.
    """
    seat = claim.seat
    hand = sheet.table.hands[seat]
    winner = _declared_by(sheet, seat)
    if not sheet.deal.turns or not hand.known:
        _check_unfollowed(sheet, line, claim, winner)
        return
    if why := _too_many_pillars(sheet, claim):
        sheet.differs("show.hand", line, Claim("show", seat), why, seat=seat)
        return
    resting = held = hand.tiles()
    if winner is not None and not winner.own_draw and 0 <= winner.tile < HELD:
        held = (*held, winner.tile)
    melds = [as_shown(meld) for meld in hand.melds]
    fits = _same(held, claim.tiles) or _same(resting, claim.tiles)
    if fits and (not claim.melds or _same_melds(melds, claim.melds)):
        sheet.agrees(line, Claim("show", seat), seat)
        return
    due = " ".join([*(_meld_text(m) for m in melds), text(held, sort=True)])
    words = msg(
        "the hand shown is not the one that {seat} held: {tiles}", seat=seat_name(seat), tiles=due
    )
    sheet.differs("show.hand", line, Claim("show", seat), words, expected=due, seat=seat)


def _check_unfollowed(sheet: DealCheck, line: Line, claim: Show, winner: Winner | None) -> None:
    """Check a hand laid open if the turns do not say what it is."""
    seat = claim.seat
    if winner is None:
        why = _cannot_have_lost(sheet, claim)
    else:
        why = _cannot_have_won(sheet, winner, claim)
    why = why or _too_many_pillars(sheet, claim)
    if why is not None:
        sheet.differs("show.hand", line, Claim("show", seat), why, seat=seat)
        return
    words = msg("the record does not follow {seat}'s hand", seat=seat_name(seat))
    sheet.unverified(line, Claim("show", seat), words.lacking("turns"), seat)


def _cannot_have_won(sheet: DealCheck, winner: Winner, claim: Show) -> Message | None:
    """Say why nobody can have won with the hand shown, whatever the rules; None if it can be."""
    due = sheet.table.resting + 1
    if winner.tiles is None or winner.melds is None:
        size = _size(claim.tiles, claim.melds)
        if size <= due:
            return None
        return _of_wrong_size(winner.seat, size, due)
    size = _size(winner.tiles, winner.melds)
    if size != due:
        return _of_wrong_size(winner.seat, size, due)
    lines = [line for line in sheet.deal.told(WinLine) if line.seat == winner.seat]
    won = {winner.tile, *[line.tile for line in lines]}
    if all(map(is_known, won)) and _kinds_of(won).isdisjoint(_kinds_of(winner.tiles)):
        lacking = "the winning tile {tile} is not among the tiles that {seat} shows"
        return msg(lacking, tile=Tiles((winner.tile,)), seat=seat_name(winner.seat))
    return None


def _kinds_of(tiles: Iterable[Tile]) -> set[Tile]:
    """Return the kinds of tiles, whether or not they are marked as pillars."""
    return {KIND[tile & ~PILLAR] for tile in tiles}


def _size(tiles: Sequence[Tile], melds: Sequence[ShownMeld]) -> int:
    """Return how many tiles a hand has; a set counts three."""
    return len(tiles) + 3 * len(melds)


def _of_wrong_size(seat: Seat, size: int, due: int) -> Message:
    return counting(
        "{seat} shows {number} tile; a winning hand has {due} (a meld counts three)",
        "{seat} shows {number} tiles; a winning hand has {due} (a meld counts three)",
        size,
        seat=seat_name(seat),
        due=due,
    )


def _too_many_pillars(sheet: DealCheck, claim: Show) -> Message | None:
    """Say why a hand with so many tiles marked as pillars is nobody's.

    Return None if a player may have had them.
    """
    most = sheet.rules.play.spec.pillars
    if not most and not claim.is_marked:
        return None
    marked = sum([1 for tile in claim.every_tile if tile & PILLAR])
    if marked and not most:
        none = "{seat} shows tiles as pillars, but this game has no pillars"
        return msg(none, seat=seat_name(claim.seat))
    if marked > most:
        return counting(
            "{seat} shows {number} tile from its pillars; a player has {most}",
            "{seat} shows {number} tiles from its pillars; a player has {most}",
            marked,
            seat=seat_name(claim.seat),
            most=most,
        )
    return _more_pillars_than_used(sheet, claim)


def _more_pillars_than_used(sheet: DealCheck, claim: Show) -> Message | None:
    """Say why sets were not made with so many pillars as are marked in them.

    Return None if the turns do not tell.
    """
    hand = sheet.table.hands[claim.seat]
    is_followed = sheet.deal.turns and hand.known and sheet.table.whole
    if not is_followed or hand.pillar_count is None:
        return None
    if hand.contradicted or hand.blended:
        return None
    marked = sum([bool(tile & PILLAR) for tile in tiles_of(claim.melds)])
    used = sum([meld.pillars for meld in hand.melds])
    if marked <= used:
        return None
    return counting(
        "{seat} marks {number} tile of its sets as a pillar; the turns show {used}",
        "{seat} marks {number} tiles of its sets as pillars; the turns show {used}",
        marked,
        seat=seat_name(claim.seat),
        used=used,
    )


def _cannot_have_lost(sheet: DealCheck, claim: Show) -> Message | None:
    """Say why no loser can hold the hand shown, whatever the rules.

    Return None if one can, or a ruling speaks of it.
    """
    size, resting = _size(claim.tiles, claim.melds), sheet.table.resting
    ruled = sheet.is_ruled_of(claim.seat)
    too_many = size == resting + 1 and bool(sheet.outcome.declared)
    never_held = size > resting + 1 and not sheet.deal.turns
    if ruled or not (too_many or never_held):
        return None
    many = (
        "{seat} has not won and shows {size} tiles; a hand that has not won has "
        "{resting} (a meld counts three)"
    )
    return msg(many, seat=seat_name(claim.seat), size=size, resting=resting)


def check_ready(sheet: DealCheck, line: Line, claim: ReadySeats) -> None:
    """Check that the `ready` line names those who declare ready in the turns.

    If the turns begin late, the line may name others, too.
    """
    if not sheet.deal.turns:
        return
    for seat, hand in enumerate(sheet.table.hands):
        if hand.ready == (seat in claim.seats):
            sheet.agrees(line, Claim("ready", seat), seat)
        elif hand.ready or sheet.table.whole:
            declares = msg(
                "the `ready` line leaves out {seat}, but {seat} declares ready in the turns",
                seat=seat_name(seat),
            )
            never = msg(
                "the `ready` line names {seat}, but {seat} never declares ready in the turns",
                seat=seat_name(seat),
            )
            does = declares if hand.ready else never
            sheet.differs("ready.line", line, Claim("ready", seat), does, seat=seat)
        else:
            sheet.unverified(
                line,
                Claim("ready", seat),
                msg("the record does not begin with the deal").lacking("turns"),
                seat,
            )


def _same(held: Sequence[Tile], shown: Sequence[Tile]) -> bool:
    """Return whether two hands have the same tiles.

    Pillar marks count only if some are shown; unknown tiles fit anything.
    """
    if sorted(held) == sorted(shown):
        return True
    if not any([tile & PILLAR for tile in shown]):
        held = [tile & ~PILLAR for tile in held]
    mine, theirs = Counter(canonical(held)), Counter(canonical(shown))
    if all(map(is_known, shown)):
        return mine == theirs
    known_tiles = Counter(filter(is_known, theirs.elements()))
    return len(held) == len(shown) and known_tiles <= mine


def _same_melds(melds: Sequence[ShownMeld], shown: Sequence[ShownMeld]) -> bool:
    if [*melds] == [*shown]:
        return True
    if sorted([_meld_key(meld) for meld in melds]) == sorted([_meld_key(meld) for meld in shown]):
        return True
    return len(melds) == len(shown) and not all(map(is_known, tiles_of((*melds, *shown))))


def _meld_key(meld: ShownMeld) -> tuple[str, tuple[Tile, ...]]:
    return meld.sign, canonical([tile & ~PILLAR for tile in meld.tiles])


def _meld_text(meld: ShownMeld) -> str:
    return meld.sign + text(meld.tiles, sort=True)


_MADE_GOOD: Final = frozenset(
    {"claim-cancelled", "discard-changed", "replacement-returned", "tile-returned", "wrong-draw"}
)
"""Irregularities that are corrected, so that the deal goes on."""


def void_for_nothing(sheet: DealCheck, of_play: Iterable[Finding]) -> list[Finding]:
    """Report a deal declared void without a ruling, if nothing in it is against the rules.

    It is a note if hands are not recorded: what went wrong may lie there.
    """
    deal = sheet.deal
    if not sheet.is_void or deal.told(Ruling):
        return []
    if sheet.outcome.false_wins or errors(of_play) or _is_broken_off(deal):
        return []
    words = msg(
        (
            "the record declares the deal void and gives no reason: it has neither a "
            "false win nor a ruling; write who ruled what, as in {example}"
        ),
        example="rule table stopped",
    )
    findings: list[Finding] = []
    for line in deal.lines_of(NoWin):
        place = Place(line.span.line, line.span.column, sheet.number)
        findings.append(Finding.telling("result.void", _weight_of_void(sheet), words, place))
    return findings


def _weight_of_void(sheet: DealCheck) -> Severity:
    """Return how much a void deal counts that nothing explains."""
    deal = sheet.deal
    if deal.told(WinLine) or len(deal.told(Dealt)) == sheet.table.seats:
        return "warning"
    return "note"


def _is_broken_off(deal: Deal) -> bool:
    """Return whether something irregular happened in the turns that was not made good."""
    return not _MADE_GOOD.issuperset([act.name for act in deal.irregularities])
