"""Recognises what a file is by its content, never by its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mjlog.formats.format import Content, Format, content_of
from mjlog.formats.json_text import NoJsonError, decoded
from mjlog.formats.known import formats, matching
from mjlog.formats.markup import first_element
from mjlog.formats.unread import address_in, has_members_of_records, unread, unread_value
from mjlog.model.messages import Message, Sentence, msg

_NEAREST: Final = 3
"""Maximum number of formats that a message names as the nearest to an unknown content."""
_LOOKED_AT: Final = 1 << 16


def recognise(data: bytes) -> tuple[str | None, Sentence]:
    """Find the format of a file from its bytes; return the name of the format and "".

    If no format is recognised, return None and a description of the content for users, such as "a
    picture".
    """
    form, seen, _ = recognised(data)
    return form.name if form else None, seen


def recognised(data: bytes) -> tuple[Format | None, Sentence, bool]:
    """Recognise the format of a file from its bytes.

    Return three values: the format, or None if no format is recognised; a description of the
    content, empty if a format is recognised; and True if mjlog knows this kind of file but cannot
    read it, or if the file looks like a broken record.
    """
    text = content_of(data)
    if not text:
        seen = msg("nothing but white space") if data else msg("nothing: the file is empty")
        return None, seen, False
    # JSON is decoded only if the text alone does not show the format, which is rare.
    if (form := matching(Content(text))) is not None:
        return form, "", False
    if (kind := unread(text)) is not None:
        return None, kind, True
    form, like, is_record = _recognise_parts(data, text)
    address = None if form is not None or is_record else address_in(text)
    if address is None:
        return form, like, is_record
    return None, msg("{seen}; it has {address}", seen=like, address=address), False


def _recognise_parts(data: bytes, text: bytes) -> tuple[Format | None, Sentence, bool]:
    """Recognise a file whose first bytes alone do not show the format.

    Return three values: the format or None; a description of the content for users; and whether the
    file seems to be a record that mjlog cannot read. `text` is `data` without white space at its
    beginning.
    """
    if text.startswith(b"<"):
        return None, _with_starts(_markup(text)), False
    if text[:1] in b"{[":
        return _json(data)
    return None, _with_starts(_plain(text)), False


def _with_starts(seen: Message) -> Message:
    """Extend the description of an unknown text by the nearest formats, and return it.

    `seen` is the description. The addition is for example "the nearest formats are mjlog text (it
    begins with %mjlog 1.0), …".
    """
    near = [
        msg("{format} (it begins with {start})", format=form.label, start=form.start)
        for form in formats()
        if form.start
    ]
    return _with_nearest(seen, near)


def _with_members(seen: Message, first: Mapping[str, Any]) -> Message:
    """Extend the description of an unknown JSON file by the most similar formats, and return it.

    `seen` is the description. For each of these formats the message lists the JSON members that the
    file lacks. `first` is the first object of the file.
    """
    near: list[tuple[int, int, Message]] = []
    for form in formats():
        sets = []
        for names in form.members:
            missing = [name for name in names if not _has(first, name)]
            sets.append((len(missing) - len(names), len(missing), ", ".join(missing)))
        if sets:
            rank, number, members = min(sets)
            words = msg("{format} (missing: {members})", format=form.label, members=members)
            if not members:
                words = msg("{format} (its members hold something else)", format=form.label)
            near.append((rank, number, words))
    return _with_nearest(seen, [words for _, _, words in sorted(near, key=lambda each: each[:2])])


def _has(first: Mapping[str, Any], name: str) -> bool:
    """Return whether a JSON object has the member `name`.

    A name ``a.b`` means the member ``b`` of an object that is the member ``a``.
    """
    outer, dot, inner = name.partition(".")
    if not dot:
        return outer in first
    inside = first.get(outer)
    return isinstance(inside, dict) and inner in inside


def _with_nearest(seen: Message, near: Sequence[Message]) -> Message:
    """Return the message `seen` followed by the first three messages of `near`.

    `near` has a message for each similar format; if it is empty, return `seen` unchanged.
    """
    if not near:
        return seen
    listed, *others = near[:_NEAREST]
    for other in others:
        listed = msg("{one}, {other}", one=listed, other=other)
    return msg("{seen}; the nearest formats are {formats}", seen=seen, formats=listed)


def _markup(text: bytes) -> Message:
    name = first_element(text)
    if name is None:
        return msg("markup without an element")
    return msg("markup whose first element is {element}", element=f"<{name[:40]}>")


def _json(text: bytes) -> tuple[Format | None, Sentence, bool]:
    try:
        value = first = _first_value(text)
    except NoJsonError as problem:
        like = "something like JSON that cannot be read as JSON ({why})"
        return None, msg(like, why=problem.words), has_members_of_records(text)
    if isinstance(first, list) and first:
        first = first[0]
    if not isinstance(first, dict):
        return None, msg("JSON, but no record of a game"), False
    form = matching(Content(content_of(text), first))
    if form is not None:
        return form, "", False
    if (kind := unread_value(value)) is not None:
        return None, kind, True
    keys = ", ".join(str(key)[:20] for key in list(first)[:5])
    if not keys:
        return None, msg("an empty JSON object"), False
    return None, _with_members(msg("JSON with the members {names}", names=keys), first), False


def _first_value(text: bytes) -> Any:
    """Decode the text as JSON; if the text is not JSON, decode its first line.

    Raise `NoJsonError` if neither the text nor its first line is JSON.
    """
    try:
        return decoded(text)
    except NoJsonError:
        try:
            # Records with one JSON value on each line are recognised by their first line.
            return decoded(content_of(text).split(b"\n", 1)[0])
        except NoJsonError:
            pass
        raise


def _plain(text: bytes) -> Message:
    start = text[:_LOOKED_AT]
    if b"\0" in start:
        return msg("binary data, or text in another encoding than UTF-8")
    try:
        line = start.split(b"\n", 1)[0].decode()
    except UnicodeDecodeError:
        return msg("binary data, or text in another encoding than UTF-8")
    return msg("text that begins with {words}", words=repr(line[:40]))
