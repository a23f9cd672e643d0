"""Reads the lines before the first deal: version, headers, and other lines, which are kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from typing import Final

from mjlog.model.findings import Severity, Span
from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.messages import msg, shortened
from mjlog.model.near_words import invert_names, near_words
from mjlog.model.record import SEATS, Header, Remark
from mjlog.notation.grammar import GrammarError
from mjlog.notation.likely_words import EXAMPLES, did_you_mean, plain_digits, plain_line
from mjlog.notation.lines.deal_words import likely_head
from mjlog.notation.lines.line_reader import statement
from mjlog.notation.lines.statements import Booked, Fact, Move
from mjlog.notation.pasted_text import without_bullet
from mjlog.notation.play.tokens import BLANKS, comment_word
from mjlog.notation.play.words import turn_by_grammar
from mjlog.notation.report import Details, Report

VERSION: Final = "1.0"
_NAMES: Final = """
    Amends Annotator Chain Clock Date Event Final-Points Final-Score Licence Ranking Recorder
    Referee Result Round Rules Rules-Told Seed Site Source Table Time Title
"""
KNOWN: Final = frozenset((*SEATS, *_NAMES.split()))
"""Headers that have a meaning. All others are kept, and reported unless they are private."""
PRIVATE: Final = ("X-", "Tenhou-")
"""Beginnings of private headers, which are for their author or the source of an import."""

_FOREIGN: Final = ('{"', "[", "<", "PK", "http://", "https://")
"""Beginnings of JSON, XML, archives and addresses."""
_KEYS_BY_OTHER_NAMES: Final = invert_names(
    {
        "Site": "place venue hall location where club saal salle sala ort lieu lugar"
        " 地点 地點 場所 会場",
        "Date": "played datum day when fecha data 日期 日付",
        "Rules": "game spiel jeu juego gioco ruleset rule variant regeln règles reglas"
        " 规则 規則 ルール",
        "Licence": "license copyright lizenz",
        "Recorder": "scribe writer author schreiber 记录 記錄 記録",
        "Event": "tournament tournoi torneo turnier competition meeting 赛事 賽事 比赛 比賽 大会",
        "Table": "tisch mesa tavolo 桌 桌号 卓",
        "Round": "runde ronde hanchan 轮次 輪次 回戦",
        "Referee": "judge arbiter umpire 裁判 審判",
        "A": "e east player1 p1 1 1st first 東 东 東家 东家",
        "B": "s south player2 p2 2 2nd second 南 南家",
        "C": "w west player3 p3 3 3rd third 西 西家",
        "D": "n north player4 p4 4 4th fourth 北 北家",
    }
)
"""Names of headers in other programs and languages."""
_DEAL_HEAD: Final = lazy_pattern(
    r"(?:(?:[-*#•·]|[0-9]{1,3}[.)]) *)?(?:@ *)?"
    r"([ESWN]?[0-9][0-9.]*(?: [a-z]+=\S+)* dealer=[A-D](?: [a-z]+=\S+)*)"
)
_FIELD_SLIP: Final = lazy_pattern(
    r"(?:[Pp]layer |[Ss]eat )?([1-4](?= *[:：])|[1-4](?:st|nd|rd|th)|[^\W\d_][\w-]*)"
    r"(?i: player| seat| wind| set)?"
    r"(?: *[=:;：] *| +[-–—] +| +)(\S.*)"
)
_SEAT_AND_NAME: Final = lazy_pattern(r"([A-D])(?: *[=.;-]| ) *([^\W\d_a-z].*)")
_NAMES_OF_PLAYERS: Final = frozenset(
    "players player names spieler joueurs jugadores giocatori 玩家 选手 選手 対局者".split()  # noqa: SIM905
)
_BETWEEN_NAMES: Final = lazy_pattern(r" *[,;/|、，] *")
_SEAT_WITHIN: Final = lazy_pattern(r" *[ ,;|/] *(?=[B-D]: ?[^ ])")
"""Text before a player who is named on another player's line."""
_OPTION: Final = lazy_pattern(r"(?:[a-z_]+=\S+ ?)+")
_FIRST_LINE_SLIP: Final = lazy_pattern(r"\W{0,3}(?i:mjlog)[ \t]+v?[0-9]")
_ISO_DATE: Final = lazy_pattern(
    r"[0-9?]{4}(?:-[0-9?]{2}(?:-[0-9?]{2}(?![0-9]))?)?(?![0-9OolI./年]|-[0-9A-Za-z])"
)
_MONTHS: Final = invert_names(
    {
        "1": "jan ene gen янв січ sty jän tammi 1월",
        "2": "feb fev fév fèv lut фев лют helmi 2월",
        "3": "mar mär mrt maart maalis бер 3월",
        "4": "apr abr avr kwi апр кві huhti 4월",
        "5": "may mai mag maj mei май тра touko 5월",
        "6": "jun juin giu cze июн чер kesä 6월",
        "7": "jul juil lug lip июл лип heinä 7월",
        "8": "aug ago aoû aou авг сер sie elo 8월",
        "9": "sep set сен вер wrz syys 9월",
        "10": "oct okt ott out paź окт жов loka 10월",
        "11": "nov lis ноя лис marras 11월",
        "12": "dec dez dic déc gru дек гру joulu 12월",
    }
)
"""Beginnings of names of months in several languages; the longest that fits counts."""
_ERAS: Final = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
"""The year before the first year of each era."""
_WITH_SIGNS: Final = lazy_pattern(
    r"(?=.*[0-9]年)(?=.*[0-9]月)(?:.*?(?P<era>令和|平成|昭和|民國|民国))?"
    r"(?=.*?(?P<year>[0-9]{1,4})年)(?=.*?(?P<month>[0-9]{1,2})月)(?=.*?月(?P<day>[0-9]{1,2}))"
)
_PARTS_OF_A_DATE: Final = lazy_pattern(r"[0-9]+|[^\W\d_]+")
_NUMBERS: Final = lazy_pattern(r"(?<![0-9])([0-9]+)([-./ ]) ?([0-9]+)\2 ?([0-9]+)(?![0-9])")
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Number of days of each month; 29 for February."""

_NEAR: Final = 20
"""Number of lines, below the first one, in which the ``%mjlog`` line is searched for."""
_MAGIC: Final = lazy_pattern(r"%mjlog[ \t]+([0-9]{1,4})\.([0-9]{1,4})(?![^ \t])")
_FIELD: Final = lazy_pattern(r"(!?)([A-Za-z][A-Za-z0-9_-]*):([^\n]*)")


def opening(lines: list[str], report: Report, after: int = 0) -> tuple[str, str, int]:
    """Read the first line of a record, ``%mjlog 1.0``, and report what is wrong with it.

    Return three values: the version, the text after the version, and the index in `lines` of the
    first header. If there is no ``%mjlog`` line, the version is `VERSION` and the index is 0.
    `after` is the number of lines in the file before `lines`.
    """
    first = next((index for index, line in enumerate(lines) if line.strip(BLANKS)), -1)
    if first < 0:
        report.add(
            "magic",
            "error",
            msg("the file is empty; a record begins with {magic}", magic=f"%mjlog {VERSION}"),
            1 + after,
            1,
        )
        return VERSION, "", 0
    line = lines[first].strip(BLANKS)
    if not line.startswith("%mjlog"):
        words = msg(
            "the first line should be {magic}; mjlog reads the rest as if it were",
            magic=f"%mjlog {VERSION}",
        )
        below = [each for each in lines[first + 1 :][:_NEAR] if _MAGIC.match(each)]
        if below:
            words = msg(
                "{magic} should be the first line; leave out the lines above it, such as {line}",
                magic=f"`{below[0].strip(BLANKS)}`",
                line=repr(shortened(line)),
            )
        elif line == "{" or line.startswith(_FOREIGN):
            words = msg(
                "this is no record in the notation, which begins with {magic}; {load} reads the"
                " formats of other programs, and so does {command}",
                magic=f"%mjlog {VERSION}",
                load="mjlog.load",
                command="mjlog convert",
            )
        report.add(
            "magic", "error", words, 1 + after, 1, recorded=line[:40], expected=f"%mjlog {VERSION}"
        )
        return VERSION, "", 0
    number = first + 1 + after
    if first:
        report.add(
            "magic",
            "warning",
            msg("{magic} should be the first line", magic=f"%mjlog {VERSION}"),
            number,
            1,
        )
    return *_version(line, number, report), first + 1


def _version(line: str, number: int, report: Report) -> tuple[str, str]:
    magic = _MAGIC.match(line)
    if magic is None:
        words = msg(
            "%mjlog has no version: write {magic}; mjlog reads the file as version {version}",
            magic=f"%mjlog {VERSION}",
            version=VERSION,
        )
        report.add(
            "version", "error", words, number, 1, recorded=line[:40], expected=f"%mjlog {VERSION}"
        )
        return VERSION, _rest_of_version(line[6:])
    major, minor = int(magic[1]), int(magic[2])
    rest = line[magic.end() :].strip(BLANKS)
    if major != 1:
        unknown = "mjlog does not know version {version}; it reads the file as version 1"
        words = msg(unknown, version=f"{major}.{minor}")
        report.add(
            "version", "error", words, number, 8, recorded=f"{major}.{minor}", expected=VERSION
        )
    elif minor:
        newer = (
            "version {version} is newer than {known}; mjlog keeps what is new and does "
            "not understand it"
        )
        words = msg(newer, version=f"1.{minor}", known=VERSION)
        report.add("version", "note", words, number, 8, recorded=f"1.{minor}", expected=VERSION)
    if rest:
        words = msg("the line goes on after the version; mjlog keeps the rest")
        report.add("magic", "warning", words, number, magic.end() + 2)
    return f"{major}.{minor}", _rest_of_version(rest)


def _rest_of_version(rest: str) -> str:
    """Turn the text after the version, on the first line, into a comment in braces.

    A text that is a comment already, and an empty text, are returned without blanks around them.
    """
    rest = rest.strip(BLANKS)
    if rest[:1] in ("", "{", ";"):
        return rest
    return comment_word(rest)


def header(text: str, line: int, offset: int, report: Report) -> Header | None:
    """Read a line before the first deal as a header; return None if it is not a header.

    Misspelt and unknown names of headers and impossible dates are reported; a private name such as
    ``X-…`` is not. A misspelt line that probably names a player is read as the header of this
    player. `line` is the line number, `offset` the number of blanks before `text`. Findings are
    added to `report`.
    """
    key, colon, value = text.partition(":")
    _complain_of_headers_on_one_line(text, line, offset, report)
    if colon and value[:1] in set(":="):  # after a blank it would be a part of the value
        likely = f"{key}: {value.lstrip(':= ')}"
        words = msg("one colon comes after the key; {advice}", advice=did_you_mean(likely).advice)
        report.add("header", "warning", words, line, 1 + offset, recorded=text, expected=likely)
    if colon and key in KNOWN:
        if key == "Date":
            _check_date(value.strip(BLANKS), line, offset, report)
        return Header(key, value.strip(BLANKS), critical=False, span=Span(line, 1 + offset))
    field = _FIELD.match(text)
    if field is None:
        return _player_header(text, line, offset, report)
    critical, key = field[1] == "!", field[2]
    if key.upper() in SEATS:
        key = key.upper()
    meant_key = _KEYS_BY_OTHER_NAMES.get(key.lower())
    if not critical and key not in KNOWN and meant_key in tuple(SEATS):
        return _player_header(text, line, offset, report)
    if key not in KNOWN and critical:
        must = (
            "mjlog does not know the header {key}, and the record is not to be "
            "judged without it: trust no verdict"
        )
        words = msg(must, key=key)
        report.add("critical", "error", words, line, 1 + offset, recorded="!" + key)
    elif key not in KNOWN and not key.startswith(PRIVATE):
        _complain_of_key(key, text, line, offset, report)
    return Header(key, field[3].strip(BLANKS), critical, Span(line, 1 + offset))


def _complain_of_key(key: str, text: str, line: int, offset: int, report: Report) -> None:
    """Report a header whose name `key` mjlog does not know, and suggest a known name.

    `text` is the whole header, `line` its line number, `offset` the number of blanks before it. The
    finding is added to `report`.
    """
    words = msg("mjlog does not know the header {key}; it keeps the header", key=key)
    details = Details()
    likely = likely_key(key)
    date = _likely_date(text.partition(":")[2].strip(BLANKS)) if likely == "Date" else ""
    if date:
        advice = did_you_mean(f"Date: {date}").advice
        words = msg("{words}; {advice}", words=words, advice=advice)
        details = Details(recorded=text, expected=f"Date: {date}")
    elif likely:
        words = msg("{words}; {advice}", words=words, advice=did_you_mean(f"{likely}:").advice)
        details = Details(recorded=key, expected=likely)
    report.add("unknown_key", "note", words, line, 1 + offset, **details)


def _complain_of_headers_on_one_line(text: str, line: int, offset: int, report: Report) -> None:
    """Report a line that has several headers, or one header that names all players.

    `text` is the line, `line` its line number, `offset` the number of blanks before it. The finding
    is added to `report`.
    """
    key, _, value = text.partition(":")
    lines: list[str] = []
    if key.lower() in _NAMES_OF_PLAYERS:
        names = [
            re.sub(rf"^{seat}\b[ =:.-]*(?=\S)", "", name)
            for seat, name in zip(
                SEATS, _BETWEEN_NAMES.sub("\n", value.strip(BLANKS)).split("\n"), strict=False
            )
        ]
        lines = [f"{seat}: {name}" for seat, name in zip(SEATS, names, strict=False)]
    elif key in SEATS and _SEAT_WITHIN.search(value) is not None:
        lines = _SEAT_WITHIN.sub("\n", text).split("\n")
    if len(lines) > 1:
        apart = msg(
            "write each on a line of its own: {lines}",
            lines=", ".join([f"`{header}`" for header in lines]),
        )
        report.add("header", "error", apart, line, 1 + offset, recorded=text)


def _player_header(text: str, line: int, offset: int, report: Report) -> Header | None:
    """Read a misspelt line that names a player as that player's header, and report the correction.

    Return None for any other line. Without this correction, the record would lose a player.
    """
    seat = _SEAT_AND_NAME.fullmatch(text)
    if seat is not None and seat[2].partition(" ")[0].lower() not in EXAMPLES:
        likely = f"{seat[1]}: {seat[2]}"
        words = "a colon is after the seat; mjlog reads this line as {likely}"
    else:
        likely = _likely_header(text)
        _, _, name = plain_line(text).replace("：", ":").partition(":")
        if likely[:1] not in SEATS or likely[1:] != f": {name.strip(BLANKS)}":
            return None
        words = "a player's line begins with the letter of the seat; mjlog reads it as {likely}"
    report.add(
        "header",
        "error",
        msg(words, likely=likely),
        line,
        1 + offset,
        recorded=text,
        expected=likely,
    )
    return Header(likely[0], likely[3:], critical=False, span=Span(line, 1 + offset))


def head_without_sign(text: str) -> str:
    """Return a line with ``@`` before it if it looks like an ``@`` line whose ``@`` is missing.

    Return an empty text for any other line.
    """
    head = _DEAL_HEAD.fullmatch(text)
    return f"@ {head[1]}" if head else ""


def is_of_a_deal(text: str, seen: Container[str]) -> bool:
    """Return whether a line before the first ``@`` line must belong to a deal, not to the headers.

    Return True for an ``@`` line without its ``@``, for a line such as ``win``, for an entry of a
    ledger, for a numbered line of play, and for a turn of a seat in `seen`, which are the seats
    with a header. Return False for ``note`` and ``sign`` lines, which may come before the deals.
    """
    if head_without_sign(text):
        return True
    key, colon, _ = text.partition(":")
    if colon and key in KNOWN and (key not in SEATS or key not in seen):
        return False
    if not text.isascii():
        from mjlog.notation.lines.plain_line import deal_line

        text = deal_line(text).strip(BLANKS)
        key, colon, _ = text.partition(":")
    if not text or (colon and (key in KNOWN or _FIELD.match(text))):
        return key.upper() in seen and key.upper() in SEATS and _plays(text)
    line_statement = statement(text)
    match line_statement:
        case Move():
            is_numbered = line_statement.number >= 0 and line_statement.sound
            return is_numbered and not _is_header_of_a_list(text)
        case Fact():
            return not isinstance(line_statement.content, Remark)
    return isinstance(line_statement, Booked)


def _is_header_of_a_list(text: str) -> bool:
    """Return whether a line is a header with a list number before it, as in `1. A: Aino`."""
    key, colon, value = without_bullet(text).partition(":")
    return bool(colon) and key in KNOWN and value[:1] in {"", " "} and not _plays(value)


def _plays(text: str) -> bool:
    """Return whether every word of a line is a turn, such as ``2s-8m``; True for an empty line."""
    words = text.split()
    try:
        for word in words:
            turn_by_grammar(0, word, len(SEATS))
    except GrammarError:
        return False
    return True


def report_unknown_line(
    text: str, line: int, offset: int, report: Report, before: Header | None = None
) -> str:
    """Report a line before the first deal that is not a header; return it, so that it is kept.

    Comments and misspelt ``%mjlog`` lines are not reported. `before` is the header on the line
    above; if its value was broken over two lines, the finding says so.
    """
    if text[0] not in "{;" and not _FIRST_LINE_SLIP.match(text):
        words = msg("this line is neither a header nor a comment; mjlog keeps it")
        details = Details()
        likely = likely_head(text) or _likely_header(text)
        is_rest = before is not None and bool(
            before.value[-1:] in {"/", ",", "="} or _OPTION.fullmatch(text)
        )
        if before is not None and is_rest:
            blank = "" if before.value[-1:] in {"/", "="} else " "
            whole = f"{before.key}: {before.value}{blank}{text}"
            advice = msg("write it on one line: {line}", line=f"`{whole}`")
            words = msg("{words}; {advice}", words=words, advice=advice)
        elif likely:
            words = msg("{words}; {advice}", words=words, advice=did_you_mean(likely).advice)
            details = Details(recorded=text, expected=likely)
        # A line that can be read after a correction would be lost.
        severity: Severity = "error" if likely or is_rest else "note"
        report.add("unknown_line", severity, words, line, 1 + offset, **details)
    return text


def likely_key(key: str) -> str:
    """Return the header name that an unknown name probably means, such as ``Site`` for ``Place``.

    Return an empty text if `key` resembles no known name.
    """
    small = key.lower()
    if small in _KEYS_BY_OTHER_NAMES:
        return _KEYS_BY_OTHER_NAMES[small]
    keys = {name.lower(): name for name in KNOWN if len(name) > 1}
    near = near_words(small, sorted(keys), 1)
    return keys[near[0]] if near else ""


def _likely_header(text: str) -> str:
    """Return the header line that a misspelt line probably means; an empty text if this is unclear.

    For example, the name of a header is replaced by the name that mjlog knows.
    """
    field = _FIELD_SLIP.match(plain_line(text))
    if field is None:
        return ""
    key = field[1]
    if key.upper() not in SEATS and key not in KNOWN:
        key = likely_key(key)
    value = (_likely_date(field[2]) if key == "Date" else "") or field[2]
    return f"{key.upper() if key.upper() in SEATS else key}: {value}" if key else ""


def _check_date(written: str, line: int, offset: int, report: Report) -> None:
    """Report a date that does not exist or is not written as YYYY, YYYY-MM or YYYY-MM-DD.

    `written` is the date, `line` the line number of its header, `offset` the number of blanks
    before the header. The finding is added to `report`.
    """
    if not written or _ISO_DATE.match(written):
        if _is_day(written[:10]) or len(written) < len("2026-11-24"):
            return
        words = msg("there is no such day as {date}", date=written[:10])
        # the day is written before the month
        swapped = f"{written[:4]}-{written[8:10]}-{written[5:7]}"
        likely = swapped if "?" not in swapped and _is_day(swapped) else ""
        if likely:
            words = msg("{words}; {advice}", words=words, advice=did_you_mean(likely).advice)
        report.add("header", "note", words, line, 1 + offset, recorded=written, expected=likely)
        return
    words = msg("a date is written as year, month and day: YYYY-MM-DD")
    likely = _likely_date(written)
    if likely:
        words = msg("{words}; {advice}", words=words, advice=did_you_mean(likely).advice)
    report.add("header", "note", words, line, 1 + offset, recorded=written, expected=likely)


def _likely_date(written: str) -> str:
    """Convert a date from another spelling to YYYY-MM-DD; return an empty text if it is unclear."""
    text = plain_digits(unicodedata.normalize("NFKC", written)).lower()
    year, month, day = _date_with_signs(text) or _date_with_a_month(text) or _date_of_numbers(text)
    likely = f"{year:04}-{month:02}-{day:02}"
    return likely if year and _is_day(likely) else ""


def _date_with_signs(text: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a date with the Chinese signs 年, 月 and 日, or None."""
    parts = _WITH_SIGNS.match(text)
    if parts is None:
        return None
    return _ERAS.get(parts["era"], 0) + int(parts["year"]), int(parts["month"]), int(parts["day"])


def _date_with_a_month(text: str) -> tuple[int, int, int] | None:
    """Return year, month and day of a date whose month is a word, as in ``24 Nov 26``, or None.

    Names of weekdays are ignored. A year of two digits means 20YY.
    """
    parts = _PARTS_OF_A_DATE.findall(text)
    numbers = [int(part) for part in parts if part.isdecimal()]
    starts = [part[:size] for part in parts for size in (6, 5, 4, 3) if part[:size] in _MONTHS]
    if len(numbers) != 2 or not starts:
        return None
    is_year_first = numbers[0] > len(_DAYS) ** 2
    year, day = numbers if is_year_first else reversed(numbers)
    return year if year > 99 else year + 2000, int(_MONTHS[starts[-1]]), day


def _date_of_numbers(text: str) -> tuple[int, int, int]:
    """Return year, month and day of a date of three numbers; zeros if their order is unclear."""
    if len(text) == 8 and text.isdecimal():
        return int(text[:4]), int(text[4:6]), int(text[6:])
    parts = _NUMBERS.search(text)
    if parts is None:
        return 0, 0, 0
    sign = parts[2]
    first, second, third = int(parts[1]), int(parts[3]), int(parts[4])
    if len(parts[1]) == 4:
        return first, second, third
    year = third if len(parts[4]) == 4 else third + 2000
    if len(parts[4]) not in {2, 4} or (len(parts[4]) == 2 and sign != "."):
        return 0, 0, 0
    # With slashes, some countries write the month first, so day and month may be swapped.
    if sign == "/" and first <= len(_DAYS):
        return (year, first, second) if second > len(_DAYS) else (0, 0, 0)
    return year, second, first


def _is_day(written: str) -> bool:
    """Return whether a date YYYY-MM-DD exists; unknown parts may be ``?``.

    29 February is accepted in every year.
    """
    month, _, day = written[5:].partition("-")
    if not (month.isdigit() and day.isdigit()):
        return "?" in written
    return 1 <= int(month) <= len(_DAYS) and 1 <= int(day) <= _DAYS[int(month) - 1]


def check(headers: list[Header], report: Report) -> None:
    """Report known headers that are repeated, and seats that are missing between players.

    Players must be at A and B, A to C, or A to D.
    """
    seen: set[str] = set()
    for head in headers:
        if head.key in seen and head.key in KNOWN:
            words = msg("the header {key} is here twice; the first one counts", key=head.key)
            report.add(
                "header", "warning", words, head.span.line, head.span.column, recorded=head.key
            )
        seen.add(head.key)
    players = [seat for seat in SEATS if seat in seen]
    if players and (len(players) == 1 or "".join(players) != SEATS[: len(players)]):
        first = next(head for head in headers if head.key in SEATS)
        words = msg(
            "players sit at A and B, A to C or A to D; this record has {seats}",
            seats=" ".join(players),
        )
        report.add(
            "header", "error", words, first.span.line, first.span.column, recorded=" ".join(players)
        )


def truncated(last: str, line: int, report: Report) -> None:
    """Report that the last line of the file, number `line`, has no line end.

    The file may have been cut off there. `last` is the text of the line. The finding is a warning
    if the line has other warnings or errors, otherwise a note.
    """
    bad = any(finding.place.line == line and finding.severity != "note" for finding in report.found)
    words = msg(
        "the file ends inside this line; if the file was cut off, the rest is lost; "
        "otherwise end the line"
    )
    report.add("truncated", "warning" if bad else "note", words, line, len(last) + 1)
