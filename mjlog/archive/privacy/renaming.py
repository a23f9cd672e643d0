"""Replaces a person's names in records, in findings and reports, and in the original files.

In the header of the person's seat the whole name is replaced; in other headers and in comments only
where it is a word of its own.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations
from typing import Any, Final
from urllib.parse import quote

from mjlog.archive.privacy.file_texts import texts_inside
from mjlog.archive.questions.words import folded
from mjlog.model.record import SEATS, Deal, Entry, Game, Header, Kept, Line, Note, Remark

UNTOUCHED: Final = {"Rules", "Amends", "Date", "Seats", "Ranking", *SEATS}
"""Headers without free text."""
SHORTEST: Final = 2
"""Fewest letters of a name that is searched for among other words."""
MOST_WORDS: Final = 3
"""Most words of a name whose words are searched for in every order."""
_WITHOUT_GAPS: Final = re.compile("[぀-ヿ㐀-鿿豈-﫿가-힯]")
"""A character of a script without spaces: in such text a name may begin and end anywhere."""


@dataclass(frozen=True)
class Renaming:
    """A person's names and pseudonym, with methods that replace the names by the pseudonym."""

    names: tuple[str, ...]
    pseudonym: str

    @cached_property
    def _plain(self) -> re.Pattern[str]:
        return _pattern(_orders(self.names))

    @cached_property
    def _folded(self) -> re.Pattern[str]:
        return _pattern(_orders(folded(name) for name in self.names))

    def occurs_in(self, words: str) -> bool:
        """Return whether a text contains one of the person's names as a word of its own.

        Case, full-width letters and accents are ignored, and so is the order of the words if a name
        has at most three words. In scripts without spaces, such as Chinese, the name may be
        anywhere in the text.
        """
        return bool(self._folded.search(folded(words)))

    def words(self, words: str) -> str:
        """Return a copy of a text in which the pseudonym replaces the person's names.

        Only names that are a word of their own are replaced. If a name is written with other
        accents, case or letter widths than in `names`, the whole text may lose its accents and
        capital letters.
        """
        if not self.occurs_in(words):
            return words
        # Change the width of other letters only if the name is written in letters of another width.
        for same in (words, unicodedata.normalize("NFKC", words)):
            renamed = self._plain.sub(lambda _: self.pseudonym, same)
            if not self.occurs_in(renamed):
                return renamed
        return self._folded.sub(lambda _: self.pseudonym, folded(words))

    def game(self, game: Game, seats: Iterable[int] = ()) -> Game:
        """Return a copy of a record in which the pseudonym replaces the person's names.

        In the headers that name the players of `seats`, the whole value is replaced; in other
        headers, comments and remarks, a name is replaced only if it is a word of its own. The copy
        has no findings (messages).
        """
        own = {SEATS[seat] for seat in seats}
        headers = tuple(self._header(each, own) for each in game.headers)
        kept = tuple(self.words(each) for each in game.kept)
        return replace(
            game,
            headers=headers,
            kept=kept,
            deals=tuple(self._deal(deal) for deal in game.deals),
            findings=(),
        )

    def _header(self, header: Header, own: set[str]) -> Header:
        if header.key in own:
            return replace(header, value=self.pseudonym)
        if header.key in UNTOUCHED:
            return header
        return replace(header, value=self.words(header.value))

    def _deal(self, deal: Deal) -> Deal:
        return replace(
            deal,
            comment=self.words(deal.comment),
            lines=tuple(self._line(line) for line in deal.lines),
            notes=tuple((index, self._note(note)) for index, note in deal.notes),
            ledger=tuple(self._entry(each) for each in deal.ledger),
        )

    def _line(self, line: Line) -> Line:
        content = line.content
        if isinstance(content, Remark | Kept):
            content = replace(content, text=self.words(content.text))
        return replace(line, content=content, comment=self.words(line.comment))

    def _note(self, note: Note) -> Note:
        return replace(note, text=self.words(note.text)) if note.sort == "comment" else note

    def _entry(self, entry: Entry) -> Entry:
        return replace(entry, author=self.words(entry.author), text=self.words(entry.text))

    def may_be_part_of(self, text: bytes) -> bool:
        """Return whether the text of a record contains a name anywhere, also inside a longer word.

        This is a quick check before the record is parsed for `is_part_of`.
        """
        return bool(self._anywhere.search(folded(text.decode("utf-8", "replace"))))

    @cached_property
    def _anywhere(self) -> re.Pattern[str]:
        # also finds `AnaQuartz`
        forms = _orders((folded(name) for name in self.names), between=r"[\s,]*")
        return re.compile("|".join(forms) or r"(?!)")

    def is_part_of(self, game: Game) -> bool:
        """Return whether a header, comment or remark contains a name, also inside a longer word."""
        spotter = _Spotter(self.names, self.pseudonym)
        spotter.game(game)
        return bool(spotter.spotted)

    def value(self, data: Any) -> Any:
        """Replace the names in all texts and keys inside a JSON value; return the new value."""
        if isinstance(data, str):
            return self.words(data)
        if isinstance(data, list):
            return [self.value(each) for each in data]
        if isinstance(data, dict):
            return {self.words(key): self.value(each) for key, each in data.items()}
        return data

    def json(self, text: str) -> str:
        """Replace the names in the text of a JSON value; return the new text."""
        return json.dumps(self.value(json.loads(text)))

    # ----------------------------------------------------------------------- bytes

    def is_in_bytes(self, data: bytes) -> bool:
        """Return whether the bytes contain a name, as it is or escaped for a URL, JSON or XML."""
        return self._is_in_text(data.decode("utf-8", "replace"))

    def is_in_file(self, data: bytes) -> bool:
        """Return whether a file contains one of the person's names anywhere.

        Texts in packed files, in markup and in other encodings are searched, too.
        """
        return any(self._is_in_text(text) for text in texts_inside(data))

    def _is_in_text(self, text: str) -> bool:
        written = (form.casefold() for name in self.names for form in _forms(name))
        return self.occurs_in(text) or any(form in text.casefold() for form in written)

    def bytes(self, data: bytes) -> bytes:
        """Return a copy of a file's bytes in which the pseudonym replaces the person's names.

        Names that are escaped for a URL, JSON or XML are replaced, too. The copy may no longer be a
        valid file; the caller must read it again to check.
        """
        text = data.decode("utf-8", "surrogateescape")
        for name in self.names:
            for write in WAYS:
                if len(name) >= SHORTEST:
                    text = text.replace(write(name), write(self.pseudonym))
        text = self._plain.sub(lambda _: self.pseudonym, text)
        return text.encode("utf-8", "surrogateescape")


class _Spotter(Renaming):
    """Collects the texts in a record that contain the names, also inside longer words.

    It works like `Renaming`, but changes no text.
    """

    @cached_property
    def spotted(self) -> list[str]:
        """The collected texts that contain one of the names; `words` adds texts to this list."""
        return []

    def words(self, words: str) -> str:
        """Add the text `words` to `spotted` if it contains a name; return the text unchanged."""
        if self._anywhere.search(folded(words)):
            self.spotted.append(words)
        return words


def _quoted(name: str) -> str:
    return quote(name, safe="")


def _escaped(name: str) -> str:
    return json.dumps(name)[1:-1]


def _referred(name: str) -> str:
    return "".join(each if each.isascii() else f"&#{ord(each)};" for each in name)


def _unchanged(name: str) -> str:
    return name


WAYS: Final[tuple[Callable[[str], str], ...]] = (_unchanged, _quoted, _escaped, _referred)
"""Functions that write a name as formats do: unchanged, in a URL, in JSON, in XML."""


def _forms(name: str) -> set[str]:
    """Return the escaped forms of a name, for a URL, for JSON and for XML, as a set.

    For example, a space becomes ``%20`` in a URL. A form that equals the name is left out. The set
    is empty for a name of one letter.
    """
    if len(name) < SHORTEST:
        return set()
    return {write(name) for write in WAYS} - {name}


def _orders(names: Iterable[str], between: str = r"[\s,]+") -> list[str]:
    """Return regular expressions that match the names, the longest expression first.

    A name of two or three words gives an expression for each order of the words. `between` is the
    regular expression for the space between two words. Expressions of one letter are left out.
    """
    orders = set()
    for name in names:
        words = name.replace(",", " ").split()
        orders |= {tuple(words)}
        orders |= set(permutations(words)) if len(words) <= MOST_WORDS else set()
    joined = (between.join(re.escape(word) for word in words) for words in orders if words)
    return sorted((each for each in joined if len(each) >= SHORTEST), key=len, reverse=True)


def _pattern(forms: list[str]) -> re.Pattern[str]:
    """Combine regular expressions into one pattern that finds any of them as a word of its own."""
    return re.compile(
        "|".join(_whole_word_pattern(form) for form in forms) or r"(?!)", re.IGNORECASE
    )


def _whole_word_pattern(form: str) -> str:
    if _WITHOUT_GAPS.search(form):
        return form
    return rf"(?<!\w){form}(?!\w)"
