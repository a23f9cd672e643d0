"""The languages of mjlog.

A message is looked up by its English text in the catalogs below `mjlog/text/locale`.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mjlog.model.messages import Faces, Message, People, has_words, unchanged

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

DOMAIN: Final = "mjlog"
FINDINGS: Final = "findings"
"""Name of the catalog of messages about records; pages have a catalog of their own."""
RULEBOOKS: Final = "rulebooks"
"""Name of the catalog of rulebook sentences; a sentence without a translation is shown in English.
"""
CATALOGS: Final = files("mjlog.text").joinpath("locale")
NAMES: Final = {"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", "ja": "日本語"}
"""Name of each language in the language itself, by the tag that pages and addresses use."""
_added: Final[dict[str, Path]] = {}
"""Folders with the catalogs of other packages, by domain."""
_TRADITIONAL: Final = frozenset({"hant", "tw", "hk", "mo"})


@dataclass(frozen=True, slots=True)
class Language:
    """One language with its catalog of translations.

    Methods are named as in the module `gettext`, so that tools for translators find the messages.
    """

    tag: str
    catalog: NullTranslations

    def gettext(self, message: str) -> str:
        """Translate a message into this language.

        Without a translation, return the message unchanged.
        """
        return self.catalog.gettext(message) if message else ""

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Translate a message that depends on a number, and choose the form for that number.

        `one` and `many` are the English forms, which are returned if there is no translation.
        """
        return self.catalog.ngettext(one, many, number)

    def words(self, message: str, plural: str = "", number: int = 1) -> str:
        """Translate a message into this language.

        If `plural` is given, the message depends on `number`: `message` is its English form for 1,
        `plural` the form for other numbers.
        """
        if plural:
            return self.ngettext(message, plural, number)
        return self.gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        """Translate a message that has several meanings; `context` says which meaning is wanted.

        Without a translation, return the message unchanged.
        """
        return self.catalog.pgettext(context, message)

    def knows(self, sentence: Message) -> bool:
        """Return whether this language has translations of all parts of a sentence."""
        fits = (
            self.tag == "en"
            or not has_words(sentence.message)
            or sentence.template(self.words) != sentence.template(unchanged)
        )
        return fits and all(self.knows(part) for part in sentence.parts())

    def tell(self, sentence: Message, tiles: Callable[[Faces], str], people: People = str) -> str:
        """Translate a sentence that can contain tiles and people, and return it as text.

        `tiles` is a function that writes tiles in words; `people` converts each person into a name.
        """
        return sentence.tell(self.words, tiles, people)


@cache
def language(tag: str) -> Language:
    """Return the language with that tag, such as ``ja``. `NAMES` has all tags.

    Raise KeyError for any other tag.
    """
    if tag not in NAMES:
        raise KeyError(tag)
    if tag == "en":
        return Language(tag, NullTranslations())
    catalog = _catalog(tag, DOMAIN)
    catalog.add_fallback(_catalog(tag, FINDINGS))
    if compiled(tag, RULEBOOKS).is_file():
        catalog.add_fallback(_catalog(tag, RULEBOOKS))
    for domain, folder in _added.items():
        if compiled(tag, domain, folder).is_file():
            catalog.add_fallback(_package_catalog(tag, domain, folder))
    return Language(tag, catalog)


def add_catalogs(domain: str, folder: str) -> None:
    """Register the translations that another package has below `folder`.

    mjlog's own translations take precedence. `domain` is the name of the catalog files. Do nothing
    if `folder` is empty.
    """
    if folder and _added.get(domain) != Path(folder):
        _added[domain] = Path(folder)
        language.cache_clear()


def _package_catalog(tag: str, domain: str, folder: Path) -> NullTranslations:
    """Read the translations of another package.

    If they cannot be read, log a warning and return a catalog without translations. `tag` is the
    language, and `domain` the name of the catalog's file.
    """
    path = compiled(tag, domain, folder)
    try:
        with path.open("rb") as stream:
            return GNUTranslations(stream)
    except (OSError, ValueError, LookupError, struct.error) as problem:
        logging.getLogger(__name__).warning("%s is no compiled catalog: %s", path, problem)
        return NullTranslations()


def _catalog(tag: str, domain: str) -> GNUTranslations:
    with compiled(tag, domain).open("rb") as stream:
        return GNUTranslations(stream)


def compiled(tag: str, domain: str = DOMAIN, folder: Traversable = CATALOGS) -> Traversable:
    """Return the path where the compiled catalog of translations for a language is or would be.

    The catalog is in the same folder as its source, which people edit. `tag` is the language, and
    `domain` the name of the catalog's file.
    """
    return folder.joinpath(tag.replace("-", "_"), "LC_MESSAGES", f"{domain}.mo")


def known_tag(tag: str) -> str | None:
    """Return the tag of the language in `NAMES` for a tag that a browser sent, or None.

    >>> [known_tag(tag) for tag in ("ja-JP", "zh", "zh-HK", "zh-Hant-CN", "en-GB", "fr", "")]
    ['ja', 'zh-Hans', 'zh-Hant', 'zh-Hant', 'en', None, None]
    """
    first, *rest = tag.lower().replace("_", "-").split("-")
    if first == "zh":
        if _TRADITIONAL & set(rest):
            return "zh-Hant"
        return "zh-Hans"
    if first in NAMES:
        return first
    return None
