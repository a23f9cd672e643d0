"""The state of a table as data for its page, with words in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from flask import url_for

from mjlog.auditor.payment_words import cause_named
from mjlog.live.access.devices import Device
from mjlog.live.ledgers.standing_entries import effective_entries
from mjlog.live.referees.confirming import Opinion, opinions, result_of
from mjlog.live.referees.substitutes import first_deal, read_substitute
from mjlog.live.referees.watching import findings_of, is_of_the_end
from mjlog.live.rounds import latest_round, round_of
from mjlog.live.scribes.asking import Question, passings, questions
from mjlog.live.scribes.calls import known_calls
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.scribes.expected_words import readings_of
from mjlog.live.scribes.hand_values import Choice, amounts, values
from mjlog.live.scribes.keys_of_tiles import TileKey, tile_keys
from mjlog.live.session import Session
from mjlog.live.tables import Table
from mjlog.model.findings import Finding
from mjlog.model.messages import to_message
from mjlog.model.record import (
    NOBODY,
    SEATS,
    BonusLine,
    Deal,
    Dealt,
    Exchange,
    Indicators,
    Items,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Remark,
    Ruling,
    Show,
    Tenpai,
    VoidSuit,
    WinLine,
)
from mjlog.model.settlement import Settlement
from mjlog.model.tiles import BONUS, JOKER, UNKNOWN
from mjlog.model.tiles import text as text_of
from mjlog.notation.lines.statements import Fact
from mjlog.notation.play.word_table import shorthand_table, word_table
from mjlog.notation.reader import read_statement
from mjlog.notation.writer import line_text
from mjlog.picture.artwork import face_id
from mjlog.referee.passing import Passing
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import ItemsClaimed, Unclear
from mjlog.text.glossary import tile_name
from webviewer.i18n import cited, gettext, item_named, round_name, spoken, table_name, translate
from webviewer.live.access import (
    author_named,
    current_event,
    named,
    names_of,
    right_at,
    the_devices,
    the_names,
    the_tables,
)
from webviewer.live.other_acts import other_acts
from webviewer.parts.player_names import seat_players
from webviewer.parts.results.no_win import ending

FINDINGS: Final = 20
"""The most findings that a page lists."""


def state(table: Table, device: Device) -> dict[str, Any]:
    """Return everything that a table's page shows now, as a JSON object.

    Values that the device may not see are replaced by empty values.
    """
    with table.session() as session:
        seat_players(named(session.game), session.rules, session.deal)
        return {
            "mark": table.mark,
            "number": table.number,
            "deal": _deal(session),
            "seats": [*_seats(session)],
            "expected": session.seat_letter,
            "asksTenpai": _asks_tenpai(session),
            "entries": [*_entries(session, device.right.author)],
            **_result(session, device.right.author),
            "amounts": amounts(session) if session.is_over else {},
            **_asked(session, session.deal),
            "next": _next(session),
            "findings": [_finding(each) for each in findings_of(session)[:FINDINGS]],
            "scribes": _scribes(table, device),
            "isEnded": session.game_has_ended,
            "following": _following(table, device),
            "event": current_event(),
            **(_closed(session) if device.right.role == "player" else {}),
        }


def _closed(session: Session) -> dict[str, Any]:
    """Return empty values that replace some members of a table's JSON if a player reads it.

    The real values could reveal a hand. `result` is replaced until the deal is over, because a hand
    could have been recorded too early. `mark`, the ledger's hash, is replaced because a player
    could compute from it which tile another player has drawn.
    """
    hidden = dict.fromkeys(("entries", "proposed", "uncounted", "findings", "asks", "passings"), ())
    return {
        **hidden,
        "amounts": {},
        "why": "",
        "mark": "",
        **({} if session.is_over else {"result": None}),
    }


def _deal(session: Session) -> dict[str, Any] | None:
    deal = session.deal
    if deal is None:
        return None
    dealer = SEATS[deal.dealer] if deal.dealer != NOBODY else ""
    number = len(session.game.deals)
    return {"number": number, "words": round_name(deal.label), "dealer": dealer}


def _seats(session: Session) -> Iterator[dict[str, Any]]:
    """Yield an object for each seat: letter, player's name, wind, and points (None if unknown)."""
    deal, players = session.deal, names_of(session.game)
    winds = session.rules.names.presentation.winds
    points = _points(session)
    for seat in range(session.seats):
        number = deal.wind_number(seat, session.seats) if deal else seat
        yield {
            "letter": SEATS[seat],
            "name": players[seat] if seat < len(players) else "",
            "wind": gettext(winds[number]),
            "points": points[seat] if seat < len(points) else None,
        }


def _points(session: Session) -> Sequence[int | None]:
    """Return each seat's present points, computed by the rules or as recorded.

    If the latest deal is over and the rules can compute the points after it, return these points.
    Otherwise return the latest recorded points; if none are recorded, the points at the start of
    the game; if the rules have no such points, an empty sequence.
    """
    if (
        session.has_ended
        and session.game_state is not None
        and None not in session.game_state.points
    ):
        return session.game_state.points
    recorded_points = (
        claim.points
        for deal in reversed(session.game.deals)
        for claim in deal.contents(Points)
        if claim.keyword == "score"
    )
    start = session.rules.progress.start_points
    return next(recorded_points, (start,) * session.seats if start else ())


def _following(table: Table, device: Device) -> dict[str, str] | None:
    """Return the table of a later round to which this device should go next.

    The result is a dict of `url` and `words` (the table's name); None if there is no later table
    that the device may enter.
    """
    right = device.right
    if right.player:
        latest = the_tables().of_player(right.player)
    else:
        latest = latest_round(table.name, the_tables().names())
    if round_of(latest) <= round_of(table.name) or right_at(right, latest) is None:
        return None
    return {"url": url_for("live_table", table=latest), "words": table_name(latest)}


def _asked(session: Session, deal: Deal | None) -> dict[str, Any]:
    """Return what the page must ask the scribe about a deal, as a dict of two lists.

    `asks` are questions about facts that the record lacks; `passings` are the ways in which players
    may exchange tiles now. Both lists are empty if `deal` is None.
    """
    if deal is None:
        return {"asks": [], "passings": []}
    ways = [] if deal is session.deal and session.is_over else passings(session, deal)
    return {
        "asks": [_question(each, deal, session.seats) for each in questions(session, deal)],
        "passings": [_passing(each, deal, session.seats) for each in ways],
    }


def _question(question: Question, deal: Deal, seats: int) -> dict[str, Any]:
    """Return a question to the scribe as a JSON object.

    It has `words`, the number of `tiles` to enter, `line`, the ledger line in which the answer is
    written, and `answers`, the ways to exchange tiles from which the scribe can choose.
    """
    return {
        "words": translate(question.asks),
        "tiles": question.tiles,
        "line": question.line,
        "answers": [_passing(each, deal, seats) for each in question.answers],
    }


def _passing(passing: Passing, deal: Deal, seats: int) -> dict[str, Any]:
    """Return a way to exchange tiles between players (such as "to the left") as a JSON object.

    It has its name in `words`, its ledger `lines`, who gives to whom in `passes`, and the number of
    `tiles`.
    """
    return {
        "words": translate(passing.name),
        "lines": passing.lines(deal, seats),
        "passes": [each for row in passing.passes(deal, seats) for each in row],
        "tiles": passing.tiles,
        "isInPlay": bool(passing.word),
    }


def _entries(session: Session, reader: str) -> Iterator[list[Any]]:
    """Yield the valid entries of the present deal, each as a list of five values.

    These are the number, the author (empty if the reader wrote the entry), the text, the text in
    words, and the kind: `play`, `result` or `fact`. Corrected entries have their corrected text.
    The words are empty for `play`, because the page draws the tiles.
    """
    at = Played.of(session, len(session.game.deals))
    for entry in effective_entries(session.deal) if session.deal else ():
        fact = read_statement(entry.text)
        words, kind = "", "play"
        if isinstance(fact, Fact):
            words = line_in_words(Line(fact.content), at)
            is_result = is_of_the_end(fact.content) or isinstance(fact.content, ReadySeats)
            kind = "result" if is_result else "fact"
        author = "" if entry.author == reader else author_named(entry.author)
        yield [entry.number, author, entry.text, words, kind]


# --------------------------------------------------------------------------- its end


def _result(session: Session, reader: str) -> dict[str, Any]:
    """Return as a JSON object what is known about the end of the present deal.

    Its members are `proposed` (lines that the rules propose to the scribe), `why` (the reason why
    no payments are proposed), `uncounted` (the players whose hands are missing), `result` (what is
    recorded, and who confirmed it) and `before` (the same for the deal before).
    """
    deal = session.deal
    if deal is None:
        return {"proposed": [], "why": "", "uncounted": [], "result": None}
    proposed = session.proposed()
    is_over = bool(proposed) or session.has_ended
    number = len(session.game.deals)
    return {
        "proposed": [{"line": line, "words": words_of(line, session)} for line in proposed],
        "why": _why(session) if is_over else "",
        "uncounted": [*_uncounted(session, deal)] if is_over else [],
        "result": _stated(session, number, reader) if result_of(deal) else None,
        # Players may still confirm the result of the deal before.
        "before": _stated(session, number - 1, reader) if number > 1 else None,
    }


def words_of(text: str, session: Session) -> str:
    """Return a ledger line of the present deal in words, such as "Anna wins on Ben's discard".

    A line of play, such as a draw or a discard, is returned unchanged.
    """
    reading = read_statement(text)
    if not isinstance(reading, Fact):
        return text
    return line_in_words(Line(reading.content), Played.of(session, len(session.game.deals)))


def may_confirm(session: Session, number: int, reader: str) -> bool:
    """Return whether a reader may confirm the result of deal `number`, counted from 1.

    `reader` is the letter of a seat, or another author. A substitute may not confirm deals played
    before the substitution. A reader who is not a player always may.
    """
    return reader not in [*SEATS] or number >= first_deal(session.game, SEATS.index(reader))


def _stated(session: Session, number: int, reader: str) -> dict[str, Any] | None:
    """Return the recorded result of deal `number`, from 1, as a JSON object.

    It has the recorded lines in words, the reader's own payments, and who confirmed or rejected the
    result. Return None if `reader` may not confirm it.
    """
    if not may_confirm(session, number, reader):
        return None
    deal = session.game.deals[number - 1]
    lines = [line for line in deal.lines if not isinstance(line.content, Remark)]
    answers = opinions(session.game, number)
    is_latest = number == len(session.game.deals)
    at = Played.of(session, number)
    return {
        "deal": number,
        "isWhole": not (is_latest and session.proposed()),
        "words": round_name(deal.label),
        "of": result_of(deal),
        "lines": [line_in_words(line, at) for line in lines],
        "yours": [*_yours(session, number, reader)],
        "isConfirmed": Opinion("confirmed", reader) in answers,
        "opinions": [[each.answer, _answering(each.author, at)] for each in answers],
    }


def _yours(session: Session, number: int, reader: str) -> Iterator[str]:
    """Yield sentences that say what deal `number` means for the reader.

    An example is "You pay 1000 to B". If the record of the latest deal is not complete, the
    payments that the rules propose are included. Yield nothing if the reader is not a player.
    """
    if reader not in SEATS[: session.seats]:
        return
    seat, at = SEATS.index(reader), Played.of(session, number)
    facts = [line.content for line in session.game.deals[number - 1].lines]
    if number == len(session.game.deals):
        proposed = (read_statement(line) for line in session.proposed())
        facts += [fact.content for fact in proposed if isinstance(fact, Fact)]
    for fact in facts:
        if isinstance(fact, Pay):
            for payer, payee, points in fact.payments:
                words = {"points": _number(points), "name": _name(payee, at)}
                if payer == seat:
                    yield gettext("You pay %(points)s to %(name)s") % words
                elif payee == seat:
                    words["name"] = _name(payer, at)
                    yield gettext("You get %(points)s from %(name)s") % words
        elif isinstance(fact, Points) and fact.keyword == "score":
            yield gettext("You have %(points)s") % {"points": _number(fact.points[seat])}


class Played(NamedTuple):
    """The rules and the players' names by seat, which are needed to put lines in words."""

    rules: RuleSet
    players: Sequence[str]

    @classmethod
    def of(cls, session: Session, deal: int | None = None) -> Played:
        """Return the rules and the players' names that sentences about deal `deal`, from 1, need.

        If `deal` is None, the names are those of the present players.
        """
        return cls(session.rules, names_of(session.game, deal))


def _answering(author: str, at: Played) -> str:
    return _name(SEATS.index(author), at) if author in [*SEATS] else author_named(author)


def _why(session: Session) -> str:
    """Return the reason why no payments can be proposed, as a sentence.

    It is empty if payments can be proposed, or if the reason is not known.
    """
    settled = session.game_state.sheet.settlement if session.game_state else None
    if isinstance(settled, Unclear):
        return translate(settled.words)
    if isinstance(settled, Settlement) and settled.why:
        return translate(to_message(settled.why))
    unknown = settled is not None and not isinstance(settled, Settlement)
    return gettext("These rules do not say what is paid.") if unknown else ""


def _uncounted(session: Session, deal: Deal) -> Iterator[str]:
    """Yield the letters of players whose hands are needed for payments but are not recorded.

    Hands are needed if losers pay each other according to their hands, or if tenpai players are
    paid according to their hands after an exhaustive draw.
    """
    settled = session.game_state.sheet.settlement if session.game_state else None
    if isinstance(settled, Settlement):
        recorded = {items.seat for items in deal.contents(Items)}
        recorded |= {shown.seat for shown in deal.contents(Show)}
        open_ = {seat for one, other, _ in settled.unknown_pairs for seat in (one, other)}
        for line in deal.contents(Tenpai):
            open_.intersection_update(line.seats)
        yield from (SEATS[seat] for seat in sorted(open_ - recorded))


def _asks_tenpai(session: Session) -> bool:
    """Return whether the page must ask who was tenpai.

    This is so if the wall ran out, the payments depend on tenpai players, and none are recorded.
    """
    deal = session.deal
    if deal is None or deal.contents(Tenpai):
        return False
    if [claim.how for claim in deal.contents(NoWin)] != ["wall"] or session.game_state is None:
        return False
    settled = session.game_state.sheet.settlement
    return not isinstance(settled, Settlement) or bool(settled.unknown_pairs)


def line_in_words(line: Line, at: Played) -> str:
    """Return a recorded line of a deal in words; rare kinds of lines stay in notation.

    `at` has the rules and the players' names for the words.
    """
    tell = _TELLERS.get(type(line.content))
    return tell(line.content, at) if tell else line_text(line.content)


def _paid(claim: Pay, at: Played) -> str:
    return _listed(
        f"{_name(payer, at)} → {_name(payee, at)} {_number(points)}"
        for payer, payee, points in claim.payments
    )


def _points_line(claim: Points, at: Played) -> str:
    each = enumerate(claim.points)
    return _listed(f"{_name(seat, at)} {_number(points)}" for seat, points in each)


def _items_line(claim: Items, at: Played) -> str:
    rules = at.rules
    name_value, stated = rules.scoring.value_words, rules.scoring.stated_values
    worths = [each.items for each in stated()] if name_value and stated else []
    if name_value and claim.items in worths:
        parts = [claim.items[: number + 1] for number in range(len(claim.items))]
        return f"{_name(claim.seat, at)}: {_listed(translate(name_value(part)) for part in parts)}"
    units = {name for items in worths for name, _ in items}  # 20 fu, but pinfu 1
    words = (
        translate(name_value(((name, points),)))
        if name_value and points and name in units
        else f"{item_named(name, rules)} {_number(points)}"
        for name, points in claim.items
    )
    return f"{_name(claim.seat, at)}: {_listed(words)}"


def _seats_line(claim: ReadySeats | Tenpai, at: Played) -> str:
    """Return in words a line that says which players declared ready, or were tenpai.

    An example is "tenpai: A Anna, B Ben". If the line names no player, it is "tenpai: nobody".
    `claim` is the line as recorded.
    """
    seats = _listed(_name(seat, at) for seat in claim.seats) or gettext("nobody")
    ready = at.rules.names.presentation.ready
    word = gettext(ready or "ready") if isinstance(claim, ReadySeats) else gettext("tenpai")
    return f"{word}: {seats}"


def _won(claim: WinLine, at: Played) -> str:
    """Return in words who won, and whether by self-draw or on whose discard.

    `claim` is the line as recorded; `at` has the rules and the players' names.
    """
    if claim.source == claim.seat:
        return f"{_name(claim.seat, at)}: {gettext('win by self-draw')}"
    source = _name(claim.source, at) if claim.source != NOBODY else "?"
    return f"{_name(claim.seat, at)}: {gettext('win on a discard')} – {source}"


def _turned_up(claim: Indicators, at: Played) -> str:
    """Return a line with indicators in words, such as "dora indicators: 3p 7z".

    The tiles stay in notation, separated by spaces, because the page replaces each by a picture.
    `claim` is the line as recorded; `at` has the rules and the players' names.
    """
    shown = gettext(at.rules.names.presentation.indicators or "indicators")
    words = gettext("hidden indicators") if claim.hidden else shown
    return f"{words}: {_tiles(claim.tiles)}"


def _shown(claim: Show, at: Played) -> str:
    """Return in words a hand that was shown: the player, each meld, and the other tiles.

    `claim` is the line as recorded; `at` has the rules and the players' names.
    """
    groups = [*(meld.tiles for meld in claim.melds), claim.tiles]
    return f"{_name(claim.seat, at)}: {_listed(_tiles(each) for each in groups if each)}"


def _dealt(claim: Dealt, at: Played) -> str:
    groups = (claim.pillars or (), claim.tiles)
    tiles = _listed(_tiles(each) for each in groups if each)
    fields = {"name": _name(claim.seat, at), "tiles": tiles}
    return gettext("%(name)s was dealt %(tiles)s") % fields


def _set_out(claim: BonusLine, at: Played) -> str:
    return f"{_name(claim.seat, at)}: {_tiles(claim.tiles)}"


def _passed(claim: Exchange, at: Played) -> str:
    """Return in words who gave tiles to whom, with the tiles if they are recorded.

    `claim` is the line as recorded; `at` has the rules and the players' names.
    """
    passes = (
        f"{_name(giver, at)} → {_name(taker, at)} {'' if UNKNOWN in tiles else _tiles(tiles)}"
        for giver, taker, tiles in claim.passes
    )
    return _listed(each.strip() for each in passes)


def _gave_up(claim: VoidSuit, at: Played) -> str:
    """Return in words which suit a player gives up; tiles stand for the suit.

    They are the suit's first and last tile, which the page replaces by pictures. `claim` is the
    line as recorded.
    """
    suit = "mps"[claim.suit]
    fields = {"name": _name(claim.seat, at), "suit": f"1{suit} – 9{suit}"}
    return gettext("%(name)s gives up %(suit)s") % fields


def _tiles(tiles: Iterable[int]) -> str:
    return " ".join(text_of([tile]) for tile in tiles)


def _nobody_won(claim: NoWin, at: Played) -> str:
    """Return in words how a deal without a winner ended.

    `claim` is the line as recorded; `at` has the rules and the players' names.
    """
    return translate(ending(claim, lambda seat: _name(seat, at)))


def _ruled(claim: Ruling, at: Played) -> str:
    """Return a referee's ruling in words: the player, the ruling's name and the cited article.

    `claim` is the line as recorded; `at` has the rules and the players' names.
    """
    article = dict(claim.attributes).get("art", "")
    words = translate(to_message(cause_named(claim.name)))
    cited_article = f" ({article})" if article else ""
    return f"{gettext('Ruling')}: {_name(claim.seat, at)} – {words}{cited_article}"


def _going_on(claim: Next, at: Played) -> str:
    """Return in words who is the dealer of the next deal, or that the game has ended.

    `claim` is the line as recorded; `at` has the rules and the players' names.
    """
    attributes = dict(claim.attributes)
    if "end" in attributes:
        return gettext("The game has ended.")
    dealer = attributes.get("dealer", "")
    return f"{gettext('Next deal')} – {gettext('dealer')}: {_name(SEATS.index(dealer), at)}"


def _remarked(claim: Remark, at: Played) -> str:
    """Return a remark of the ledger as the page shows it.

    A remark that the server wrote is put in words, such as "From deal 3 on, Eve plays at B". Any
    other remark is returned as it was written.
    """
    if came_in := read_substitute(line_text(claim)):
        name = the_names().get(came_in.player, came_in.player)
        fields = {"name": name, "seat": SEATS[came_in.seat], "number": came_in.deal}
        return gettext("From deal %(number)s on, %(name)s plays at %(seat)s.") % fields
    words = (words for head, words in _REMARKS.items() if claim.text.startswith(head))
    if (remark := next(words, "")) == "":
        return line_text(claim)
    author = re.search(r" by=([A-Za-z0-9_-]+)", claim.text)
    name = f": {_answering(author[1], at)}" if author else ""
    return f"{gettext(remark)}{name}"


_REMARKS: Final = {
    "referee called ": "calls the referee",
    "referee answered ": "This was answered.",
    "correction proposed ": "proposes a correction",
    "correction settled ": "This was answered.",
    "result confirmed ": "confirmed by",
    "result rejected ": "rejected by",
}
"""Beginnings of remarks that the server writes, and their meanings."""


def _number(points: int | None) -> str:
    return "" if points is None else str(points)


def _listed(words: Iterable[str]) -> str:
    return " · ".join(words)


def _name(seat: int, at: Played) -> str:
    """Return the letter of a seat and the player's name as one text, such as "B Ben".

    If `seat` is not the number of a seat, return "the table", because stakes are paid to the table.
    `at` has the players' names.
    """
    if not 0 <= seat < len(SEATS):
        return gettext("the table")
    players = at.players
    return f"{SEATS[seat]} {players[seat] if seat < len(players) else ''}".strip()


_TELLERS: Final[Mapping[type, Callable[[Any, Played], str]]] = {
    WinLine: _won,
    Pay: _paid,
    Points: _points_line,
    Items: _items_line,
    ReadySeats: _seats_line,
    Tenpai: _seats_line,
    Next: _going_on,
    NoWin: _nobody_won,
    Ruling: _ruled,
    Indicators: _turned_up,
    Show: _shown,
    Dealt: _dealt,
    BonusLine: _set_out,
    Exchange: _passed,
    VoidSuit: _gave_up,
    Remark: _remarked,
}


# --------------------------------------------------------------------------- findings, scribes


def _next(session: Session) -> dict[str, Any]:
    """Return as a JSON object what the page asks before the next deal begins.

    `words` is the next deal's name, `dealer` is the letter of its dealer (empty if the scribe must
    say who it is), and `asks` and `passings` are questions to the scribe. All are empty while a
    deal is being played, or if the next deal is not known.
    """
    if session.is_played:
        return {"words": "", "dealer": "", **_asked(session, None)}
    try:
        coming = session.next_deal()
    except NotReadError:  # the next deal is not known
        return {"words": "", "dealer": "", **_asked(session, None)}
    dealer = SEATS[coming.dealer] if coming.dealer != NOBODY else ""
    return {"words": round_name(coming.label), "dealer": dealer, **_asked(session, coming)}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "key": f"{finding.code} {finding.message}",
        "severity": finding.severity,
        "words": translate(cited(finding)),
    }


def _scribes(table: Table, device: Device) -> dict[str, Any]:
    """Return as a JSON object which device records this table, and which other devices could.

    `mine` is True if the reader's device records the table, or if no device does. `holder` is the
    device that records, in words, such as "scribe 2" (empty if none). `others` are the devices of
    other scribes, in words. `me` is the name under which the reader's device writes, such as `S2`.
    """
    devices = the_devices()
    holder = devices.scribe_of(table.name)
    others = [each for each in devices.scribes_at(table.name) if each.number != holder]
    there = {each.number: author_named(each.right.author) for each in devices.all()}
    return {
        "me": device.right.author,
        "mine": holder in {0, device.number},
        "holder": there.get(holder, ""),
        "others": [
            author_named(each.right.author) for each in others if each.number != device.number
        ],
    }


def reading_of(session: Session, text: str) -> dict[str, str]:
    """Return the meaning of a line that a scribe is typing; write nothing into the ledger.

    The result is a dict with one item: `words` is the meaning, or `problem` is the reason why the
    line is not understood.
    """
    seat_players(named(session.game), session.rules, session.deal)
    try:
        return {"words": " ".join(translate(each) for each in readings_of(session, text.strip()))}
    except NotReadError as problem:
        return {"problem": str(problem)}


# --------------------------------------------------------------------------- the rules


def rules_object(rules: RuleSet, seats: int) -> dict[str, Any]:
    """Return as a JSON object what the script of a table's page must know about the rules.

    For example, `tiles` are the keys for entering tiles, `choices` the values of hands to choose
    from, `calls` the possible calls, and `other` the rare events.
    """
    stated, ready = values(rules), gettext(rules.names.presentation.ready)
    return {
        "number": item_named(stated.number, rules) if stated.number else "",
        "item": stated.number,
        "choices": [_choice(each, rules) for each in stated.choices],
        "dealer": rules.scoring.asks_dealer,
        "scoresLosers": rules.scoring.scores_losers,
        "ready": ready,
        "whoReady": gettext("Who had declared %(ready)s?") % {"ready": ready},
        "faceDown": bool(rules.names.presentation.pillars),
        "apart": gettext(rules.names.presentation.pillars),
        "joker": tile_name(JOKER, spoken()),
        "bonus": any(rules.play.spec.copies[BONUS:JOKER]),
        "playsOn": rules.play.spec.plays_on,
        "mostWinners": seats - 1 if rules.play.spec.plays_on else 1,
        "other": other_acts(rules),
        "plays": rules.judges_play,
        "calls": known_calls(rules, seats),
        "tiles": [_tile(each) for each in tile_keys(rules)],
        "words": word_table(),
        "shorthand": shorthand_table(),
    }


def _tile(key: TileKey) -> dict[str, Any]:
    """Return a key of the page's keyboard of tiles as a JSON object.

    It has the tile's notation, picture, name and row of the keyboard, and the melds that can be
    made with the tile.
    """
    return {
        "text": text_of([key.tile]),
        "face": face_id(key.tile),
        "name": tile_name(key.tile, spoken()),
        "row": key.row,
        "fours": key.fours,
        "added": key.added,
        "pungs": key.pungs,
        "kongs": key.kongs,
        "chows": key.chows,
        "sets": key.sets,
    }


def _choice(choice: Choice, rules: RuleSet, before: ItemsClaimed = ()) -> dict[str, Any]:
    name_value = rules.scoring.value_words
    if name_value is None:
        words = _worth(choice.items, rules)
    else:
        words = translate(name_value((*before, *choice.items)))
    more = [_choice(each, rules, choice.items) for each in choice.more]
    return {"words": words, "lines": choice.lines, "more": more}


def _worth(items: ItemsClaimed, rules: RuleSet) -> str:
    """Return a hand's value as text: the sum of its points and the names of its items.

    For example, 3 points for the item `han` are `3 han`. Without items, the text is `0`.
    """
    total = sum(points or 0 for _, points in items)
    names = gettext(", ").join(item_named(name, rules) for name, _ in items)
    return f"{total} {names}" if items else "0"
