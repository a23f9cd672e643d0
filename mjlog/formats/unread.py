"""A catalog of files and addresses that mjlog recognises but cannot read.

Each row says what the file or address is, why mjlog cannot read it, what works instead, and how it
is recognised. Only one row recognises each kind of file or address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, msg

_LOOKED_AT: Final = 1 << 16


class Log(NamedTuple):
    """A log that anybody can download from a server: a name for the file, and the web address."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class UnreadKind:
    """A kind of file or web address that mjlog recognises but does not read.

    `message` says what it is, why it is not read, and what to do instead. The other fields say how
    it is recognised. `starts` are its first bytes. `pattern` is searched in the beginning of a
    text; its group `log` replaces `{log}` in the message. `members` are sets of members of a JSON
    object; an object with all members of a set is recognised. `is_outermost`: only the outermost
    object counts, because objects inside other files have the same members. `place` is the web
    address before the log's name, if anybody can download the log.
    """

    name: str
    message: Message
    starts: bytes = b""
    pattern: re.Pattern[bytes] | None = None
    members: tuple[frozenset[str], ...] = ()
    place: str = ""
    is_outermost: bool = False

    def of_text(self, start: bytes) -> Message | None:
        """Return the message for users if a file is of this kind, else None.

        `start` are the first bytes of the file. If the message names the log to which an address
        leads, the name is filled in.
        """
        if self.starts and start.startswith(self.starts):
            return self.message
        match = self.pattern.search(start) if self.pattern is not None else None
        if match is None:
            return None
        log = match.groupdict().get("log")
        if log is None:
            return self.message
        return replace(self.message, values={"log": log.decode("ascii")})

    def of_object(self, first: Mapping[str, Any]) -> Message | None:
        """Return the message for users if a JSON file is of this kind, else None.

        `first` is the first JSON object of the file.
        """
        if any(members <= first.keys() for members in self.members):
            return self.message
        return None


def _with(*members: str) -> frozenset[str]:
    return frozenset(members)


_ADDRESS: Final = re.compile(rb"https?://[^\s\"'<>\\]{1,400}")
_MOST_ADDRESSES: Final = 20
_MOST_VALUES: Final = 1000
"""Maximum numbers of addresses and of JSON values that are examined in other content."""
_IN_WORDS: Final = rb"\A(?!\s*(?:[<{\[%]|\d\d:\d\d \||[A-Z]\d{4} \|))[^\0]{0,4000}?"
"""Text that may come before an address: words of the person who sends it."""
_RESULT_ROW: Final = (
    rb"(?m)^(?:<[^<>\n]{0,200}>|> ){0,20}"
    rb"(?:[A-Z]\d{4} \| )?\d\d:\d\d \| (?:\d+ \| )?[^|\n]{4,40} \|"
    rb"(?: (?:<a [^>\n]*>[^<\n]*</a>|---) \|)? [^|\n]*\([-+]\d"
)
"""A row of Tenhou's lists.

It has the time, the minutes, the rules as a word, perhaps a link, and the players with their
points.
"""

THINGS: Final = (
    UnreadKind(
        "mahjongsoul-head",
        msg(
            "the head of a record of Mahjong Soul without the events of the game, which "
            "are elsewhere: save the whole game as JSON with a record tool"
        ),
        members=(_with("head", "data"), _with("head", "data_url")),
        is_outermost=True,
    ),
    UnreadKind(
        "mahjongsoul-list",
        msg(
            "a list of games of Mahjong Soul without the games: `mjlog sheet check` reads the "
            "results; save each game as JSON with a record tool for its deals"
        ),
        members=(_with("record_list"), _with("uuid", "accounts"), _with("uuid", "config")),
    ),
    UnreadKind(
        "mahjongsoul-address",
        msg(
            "a replay address of Mahjong Soul: its server gives the log of the game to accounts "
            "of the game only; save the record with a record tool (tensoul or downloadlogs write "
            "Tenhou's JSON, others JSON of the server) and give mjlog that file"
        ),
        pattern=re.compile(
            _IN_WORDS + rb"(?:maj-?soul|mahjongsoul|yo-star)\.[^\s]{0,80}paipu="
            rb"|\A\s*(?:\d{6}-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?:_a\d+)?"
            rb"|[0-9a-z]{6}-[0-9a-z]{8}-(?:[0-9a-z]{4}-){3}[0-9a-z]{12}_a\d+)(?:_\d)?\s*\Z"
        ),
    ),
    UnreadKind(
        "amae-koromo",
        msg(
            "a list of games of amae-koromo, which has their results and no deals: `mjlog sheet "
            "check` reads the results; save the record of a game with a record tool for its deals"
        ),
        members=(_with("modeId", "uuid", "players"),),
    ),
    UnreadKind(
        "tenhou-results",
        msg(
            "a list of results of Tenhou, which has no deals: `mjlog sheet check` reads "
            "the results; give mjlog the logs of the games for their deals"
        ),
        pattern=re.compile(_RESULT_ROW),
    ),
    UnreadKind(
        "tenhou-address",
        msg(
            "the address of a replay of Tenhou, whose page has no log: save what is at "
            "tenhou.net/0/log/?{log} as a file and give mjlog that, or give the command "
            "line the address with --fetch"
        ),
        place="https://tenhou.net/0/log/?",
        pattern=re.compile(
            rb"(?:"
            + _IN_WORDS
            + rb"tenhou\.net/\d/(?:\?(?:[^\s#]*&)?log=|log/?\??(?:[^\s#]*/)?)"
            + rb"|\A\s*(?=\d{10}gm-[0-9a-f]{4}-\d{4,}-))(?P<log>[\w.-]{1,80})"
        ),
    ),
    UnreadKind(
        "tenhou-page",
        msg(
            "a page of Tenhou's viewer, which gets the log when it is opened and does not "
            "contain it: save what is at tenhou.net/0/log/?{log} as a file and give "
            "mjlog that"
        ),
        pattern=re.compile(
            rb"\A\s*<(?s:(?!.{0,4000}(?:naga\.dmv\.nico|<title>[^<]*NAGA|\n\d\d:\d\d \|))"
            rb".{0,4000}?)"
            rb"https?://tenhou\.net/\d/?\?(?:[^\s#\"']*&(?:amp;)?)?log=(?P<log>[\w.-]{1,80})"
        ),
    ),
    UnreadKind(
        "majiang-page",
        msg(
            "a page of Majiang, which keeps its records in the browser and not in the page: save "
            "the record from its list as JSON and give mjlog that file"
        ),
        pattern=re.compile(
            rb"\A\s*<(?s:.{0,4000}?)<title>[^<]*(?:\xe9\x9b\xbb\xe8\x84\xb3|Majiang)"
        ),
    ),
    UnreadKind(
        "mjai-page",
        msg(
            "a page of a viewer of mjai reports, which gets the report when it is opened "
            "and does not contain it: save the report itself as JSON and give mjlog that "
            "file"
        ),
        pattern=re.compile(
            rb"\A\s*<(?s:.{0,4000}?)(?:mjai\.ekyu\.moe|<title>[^<]*(?:[Mm]jai|killer ?[Dd]ucky))"
        ),
    ),
    UnreadKind(
        "naga",
        msg(
            "a page of NAGA that gets its report when it is opened: save the report, "
            "which is at naga.dmv.nico/reports/ with the `report_id` of the address and "
            "`.json`, or give mjlog the log that NAGA was given"
        ),
        pattern=re.compile(rb"\A\s*<(?s:.*?)(?:naga\.dmv\.nico|<title>[^<]*NAGA)"),
    ),
    UnreadKind(
        "naga-address",
        msg(
            "the address of a report of NAGA, and mjlog fetches nothing: open it and save "
            "the page as HTML, or save what is at naga.dmv.nico/reports/ with the "
            "`report_id` of the address and `.json`, and give mjlog that file"
        ),
        pattern=re.compile(_IN_WORDS + rb"naga\.dmv\.nico/(?:htmls|reports)/"),
    ),
    UnreadKind(
        "mjai-address",
        msg(
            "the address of a report of Mortal or another engine of mjai, and mjlog "
            "fetches nothing: save what is at the address behind `data=`, which ends in "
            "`.json`, and give mjlog that file"
        ),
        pattern=re.compile(_IN_WORDS + rb"mjai\.ekyu\.moe/"),
    ),
    UnreadKind(
        "amae-koromo-address",
        msg(
            "an address of amae-koromo, which has results of games and no deals: save the record "
            "of a game with a record tool"
        ),
        pattern=re.compile(_IN_WORDS + rb"amae-koromo\.[^\s]{0,80}"),
    ),
    UnreadKind(
        "botzone",
        msg("a Botzone record without the lines `Wind` and `Player` behind `Match`"),
        pattern=re.compile(rb"\AMatch [0-9a-f]{24}\s"),
    ),
    UnreadKind(
        "pmn",
        msg("text with tags as PGN and PMN have them, without the tags `Deal` and `Play` of PMN"),
        pattern=re.compile(rb"\A\[[A-Z][A-Za-z]* \""),
    ),
    UnreadKind(
        "7z",
        msg("a 7z archive, which mjlog does not open: unpack it, or pack the files as a zip"),
        starts=b"7z\xbc\xaf\x27\x1c",
    ),
    UnreadKind(
        "rar",
        msg("a RAR archive, which mjlog does not open: unpack it, or pack the files as a zip"),
        starts=b"Rar!\x1a\x07",
    ),
    UnreadKind(
        "pdf",
        msg(
            "a PDF document: if it has scans of score sheets that mjlog printed, `mjlog "
            "sheet check` reads them"
        ),
        starts=b"%PDF-",
    ),
    UnreadKind(
        "old-office",
        msg("an old Excel or Word file: if it has score sheets, `mjlog sheet check` audits them"),
        starts=b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ),
)

_WORKBOOK: Final = msg("an Excel workbook: if it has score sheets, `mjlog sheet check` audits them")
_OPEN_SHEET: Final = msg(
    "an OpenDocument sheet or text: if it has score sheets, `mjlog sheet check` audits them"
)
_DOCUMENT: Final = msg("a Word document: write its contents as mjlog text")
_TABLE: Final = msg(
    "a table of values (CSV): if it is a score sheet, `mjlog sheet check` audits it"
)
_DELIMITERS: Final = (b",", b";")
_ROWS: Final = 3
_OWN_MEMBERS: Final = re.compile(
    rb"\"(?:mjlog|deals|log|qijia|handRecord|publicObservation|tehais|kyoku|handEventRecord)\"\s*:"
)


def unread(data: bytes) -> Message | None:
    """Return a message if a file or address is of a known kind that mjlog cannot read, else None.

    For example a picture, a CSV table or the address of a game viewer. The message says what kind
    it is, why mjlog cannot read it and what to do. Only the beginning of `data` is examined.
    """
    start = data[:_LOOKED_AT]
    for thing in THINGS:
        if (message := thing.of_text(start)) is not None:
            return message
    if b"\0" not in start and start[:1] not in b"{[<" and _is_table(start):
        return _TABLE
    return None


def log_of(address: bytes) -> Log | None:
    """Return the log to which a web address leads, if it can be downloaded without logging in.

    The `Log` has a file name and the address of the download. Return None for any other address.
    """
    for thing in THINGS:
        match = thing.pattern.search(address) if thing.place and thing.pattern else None
        if match is not None:
            log = match["log"].decode("ascii")
            return Log(f"{log}.xml", f"{thing.place}{log}")
    return None


def unread_value(value: Any) -> Message | None:
    """Return a message about JSON that mjlog recognises but cannot read, else None.

    JSON is recognised by the members of an object in it; outer objects are examined first. At most
    `_MOST_VALUES` values are examined, and only the first element of each list.
    """
    waiting, things = [value], [*THINGS]
    for _ in range(_MOST_VALUES):
        if not waiting:
            break
        part = waiting.pop(0)
        if isinstance(part, list):
            waiting += part[:1]
        elif isinstance(part, dict):
            for thing in things:
                if (message := thing.of_object(part)) is not None:
                    return message
            things = [thing for thing in THINGS if not thing.is_outermost]
            waiting += part.values()
    return None


def address_in(data: bytes) -> Message | None:
    """Return a message about the first known address of a log in a file, else None.

    The message says that mjlog cannot read the log at this address, and what to do. Only the first
    `_MOST_ADDRESSES` addresses in the beginning of the file are examined.
    """
    for address in _ADDRESS.findall(data[:_LOOKED_AT])[:_MOST_ADDRESSES]:
        if (message := unread(address)) is not None:
            return message
    return None


def unread_office(names: Iterable[str]) -> Message | None:
    """Return a message about a zip file that is an Excel, Word or OpenDocument file, else None.

    `names` are the names of the files in the zip file.
    """
    members = set(names)
    if "[Content_Types].xml" in members:
        if any(name.startswith("xl/") for name in members):
            return _WORKBOOK
        return _DOCUMENT
    if {"mimetype", "META-INF/manifest.xml"} <= members:
        return _OPEN_SHEET
    return None


def has_members_of_records(data: bytes) -> bool:
    """Return whether a text with broken JSON probably was a record: it has names that records have.

    Such names are member names of JSON objects. Only the beginning of the text is searched.
    """
    return _OWN_MEMBERS.search(data[:_LOOKED_AT]) is not None


def _is_table(start: bytes) -> bool:
    """Return whether a text looks like CSV.

    Its first lines must have equal numbers of commas, or equal numbers of semicolons.
    """
    lines = [line for line in start.split(b"\n")[: _ROWS + 1] if line.strip()][:_ROWS]
    if len(lines) < 2:
        return False
    counts = ([line.count(sign) for line in lines] for sign in _DELIMITERS)
    return any(row[0] > 0 and len(set(row)) == 1 for row in counts)
