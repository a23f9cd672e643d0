"""The language of a page: the one in its address, else the browser's choice, else English."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final
from unicodedata import bidirectional

from flask import Flask, Response, g, request, url_for
from markupsafe import Markup, escape

from mjlog.auditor.payment_words import cause_named
from mjlog.live.rounds import round_of, table_of_event
from mjlog.model.findings import Finding, Law, Verdict
from mjlog.model.messages import DealLabel, ItemName, Message, Named, unchanged
from mjlog.model.record import SEATS
from mjlog.model.tiles import text
from mjlog.referee.presentation import ROUND, Presentation
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import from_other_packages
from mjlog.text import glossary
from mjlog.text.languages import NAMES, Language, add_catalogs, known_tag, language
from webviewer.notation_words import for_people

SHORT: Final = {"en": "EN", "zh-Hans": "简", "zh-Hant": "繁", "ja": "日"}
LONGEST: Final = 1000
"""The most characters of a name, a sentence or a line on a page."""
_PEOPLE: Final = re.compile("[A-D](?:[ =][A-D])*")
"""Letters of players in sentences: one player, or several in order."""
_FORWARD: Final = frozenset({"L", "EN", "ES", "CS", "WS", "ON"})
"""Unicode directions of characters that do not change the direction of text around them."""
WRITING: Final = re.compile("/edit(/.*)?")
"""Addresses of pages on which people write notation."""
UNSPOKEN: Final = frozenset({"static"})
"""Endpoints that are the same in all languages."""


def install(app: Flask) -> None:
    """Add translations to the application: each page is in the language of its address or browser.

    A language that the address names (`?lang=ja`) is added to the links of the page.
    """
    for rules in from_other_packages():
        add_catalogs(rules.name, rules.names.catalogs)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext, ngettext, newstyle=True, pgettext=pgettext
    )
    app.jinja_env.finalize = clipped
    app.jinja_env.filters |= {"translated": gettext, "spoken": translate, "signed": signed}
    app.jinja_env.filters |= {"person": person, "plain": plain, "round_name": round_name}
    app.jinja_env.filters |= {"sourced": sourced, "table_name": table_name}
    app.jinja_env.filters["cites"] = cites
    app.jinja_env.globals |= {"english": english, "tongue": tongue, "cited": cited, "due": due}
    app.jinja_env.globals["foreign"] = foreign
    app.context_processor(_words)
    app.url_defaults(_keep_language)
    app.after_request(_marked)


def clipped(value: Any) -> Any:
    """Cut a text of more than 1000 characters, and add `…`; other values are returned unchanged.

    Templates apply this to every value that they show.

    >>> len(clipped("x" * 5000)), clipped("x" * 5000)[-2:], clipped(7)
    (1001, 'x…', 7)
    """
    if isinstance(value, Markup) or not isinstance(value, str) or len(value) <= LONGEST:
        return value
    return value[:LONGEST] + "…"


def spoken() -> Language:
    """Return the language of the response being built; English outside a request."""
    try:
        chosen: Language | None = g.get("language")
    except RuntimeError:  # outside of any application
        return language("en")
    if chosen is None:
        chosen = language((requested_language() or _preferred() if request else None) or "en")
        if request:
            g.language = chosen
    return chosen


def gettext(message: str) -> str:
    """Translate a message into the language of the response."""
    return spoken().gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    """Translate a message about `number` things, with the plural form that the number needs.

    `one` and `many` are the English forms for one thing and for several.
    """
    return spoken().ngettext(one, many, number)


def pgettext(context: str, message: str) -> str:
    """Translate a message whose meaning depends on `context`."""
    return spoken().pgettext(context, message)


def signed(points: int) -> str:
    """Return a change of points as text with its sign; a dash for 0.

    >>> signed(1500), signed(-4), signed(0)
    ('+1500', '-4', '–')
    """
    if not points:
        return "–"
    return f"{points:+d}"


def item_named(item: str, rules: RuleSet) -> str:
    """Return the name of a scored item, such as a yaku, in the language of the response.

    `item` is the item's name in records, such as `all-simples`.
    """
    context, name = rules.item_named(item)
    return pgettext(context, name) if context else name


def worth(value: int, unit: str) -> str:
    """Return a hand's value as text, such as `3 han`, in the language of the response.

    A unit that is not known is not translated.
    """
    match unit:
        case "han":
            words = ngettext("%(num)s han", "%(num)s han", value)
        case "fan":
            words = ngettext("%(num)s fan", "%(num)s fan", value)
        case "faan":
            words = ngettext("%(num)s faan", "%(num)s faan", value)
        case "tai":
            words = ngettext("%(num)s tai", "%(num)s tai", value)
        case "yakuman":
            words = ngettext("%(num)s yakuman", "%(num)s yakuman", value)
        case "points":
            words = ngettext("%(num)s point", "%(num)s points", value)
        case _:
            return f"{value} {unit}"
    return words % {"num": value}


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence of the audit: in English with tiles in notation, and as a translatable message.

    `sentence` is None if the sentence cannot be translated.

    >>> sentence = Message("{seat} is not ready", {"seat": "B"})
    >>> cited(Finding("tenpai.differs", "error", "B is not ready", sentence=sentence)).english
    'B is not ready'
    """

    english: str
    sentence: Message | None


def cited(judged: Finding | Verdict) -> Cited:
    """Return the message of a finding, or the reason for a verdict, so that it can be translated.

    A `Cited` has the English text and the message from which the text was made (None if unknown). A
    verdict says whether a claim of the record is right.
    """
    if isinstance(judged, Finding):
        return Cited(judged.message, judged.sentence)
    return Cited(judged.reason, judged.because)


def first_words(words: Cited) -> str:
    """Translate an audit's sentence, and return only its first part, which says what is wrong.

    Advice and further explanations, which follow in the sentence, are left out.

    >>> both = Message("{finding}; {other}", {"finding": Message("B draws twice"), "other": "C"})
    >>> first_words(Cited(str(both), both)), first_words(Cited("no turn: 8x; write 8m", None))
    ('B draws twice', 'no turn: 8x')
    """
    message = words.sentence
    while message is not None and isinstance(first := message.values.get("finding"), Message):
        message = first
    return _ADVICE.split(translate(replace(words, sentence=message)), maxsplit=1)[0]


_ADVICE: Final = re.compile("; |；")


def due(finding: Finding) -> Cited:
    """Return the value that a finding expects instead of the recorded value.

    The result, a `Cited`, can be translated later. Most of these values are notation, such as tiles
    or points, and are the same in all languages.
    """
    return Cited(finding.expected, finding.due or Message("{words}", {"words": finding.expected}))


def translate(words: Message | Cited | str) -> str:
    """Translate a text of the program into the language of the response.

    In an audit's message, words of the notation are also replaced by the words of players, while
    tiles stay in notation. A plain `str`, such as a comment in the record, is returned unchanged.
    """
    if isinstance(words, Cited):
        return _with_notation_in_words(_cited(words))
    if isinstance(words, Named):
        return person(words)
    if not isinstance(words, Message):
        return words
    return _with_notation_in_words(glossary.spoken(words, spoken(), person))


def _with_notation_in_words(sentence: str) -> str:
    """Replace words of the notation in a sentence by the words that players use.

    For example, `net` becomes "changes of points". The sentence is returned unchanged on pages on
    which people write notation, and on pages that have no rules.
    """
    rules: RuleSet | None = _page_record("rules")
    if rules is None or WRITING.fullmatch(request.path):
        return sentence
    in_words = for_people(sentence, rules, gettext)
    return _WORTH.sub(lambda found: worth(int(found[1]), found[2]), in_words)


_WORTH: Final = re.compile(r"\b(\d{1,9}) (han|fan|faan|tai)\b", re.ASCII)
"""The value of a hand in a sentence, such as `3 han`."""


def ruled(cause: str) -> str:
    """Return in words why a payment was made, or what a referee ruled.

    `cause` is the word of the notation. If there is no translation, return `cause` with spaces
    instead of hyphens.
    """
    name = cause_named(cause)
    return translate(name) if isinstance(name, Message) else cause.replace("-", " ")


def _cited(words: Cited) -> str:
    if words.sentence is None:
        return words.english
    if spoken().tag != "en" and spoken().knows(words.sentence):
        return glossary.spoken(words.sentence, spoken(), person)
    return words.sentence.tell(unchanged, text, person)


def plain(words: str) -> str:
    """Convert a text to an ordinary `str`, which templates escape.

    `Markup`, which templates would otherwise insert as HTML, is converted, too.
    """
    return str(words)


def person(letters: str) -> str:
    """Replace a seat, a deal's label or an item by its name for people.

    A seat such as `B`, or seats such as `A=B C`, become the names of the players in the record that
    the page shows. A deal's label becomes, for example, "East 3 · 1". Any other text is returned
    unchanged; so is a seat if the page has no names, or an `ItemName` if the page has no rules.

    >>> person("B"), person("E3.1")
    ('B', 'East 3 · 1')
    """
    if isinstance(letters, ItemName):
        rules = _page_record("rules")
        return str(letters) if rules is None else item_named(str(letters), rules)
    if isinstance(letters, DealLabel) or ROUND.fullmatch(letters):
        return round_name(letters)
    names = _page_record("people")
    if not names or not _PEOPLE.fullmatch(letters):
        return letters
    levels = []
    for seats in letters.split():
        players = [_name(names, letter) for letter in seats.split("=")]
        levels.append(" = ".join(players))  # players with equal points
    return gettext(", ").join(levels)


def _page_record(name: str) -> Any:
    """Return a value that was stored for the page of this request; None if there is none.

    `name` is `rules` (the rule set of the shown record) or `people` (the names of its players).
    """
    return g.get(name) if request else None


def table_name(name: str) -> str:
    """Return the name of a table for people, such as "Table 3 · Round 2" for `r2-t3`.

    The name is in the language of the response.

    >>> table_name("t3"), table_name("r2-t3"), table_name("final")
    ('Table 3', 'Table 3 · Round 2', 'Table final')
    """
    number = table_of_event(name).removeprefix("t")
    words = gettext("Table %(number)s") % {"number": number if number.isdecimal() else name}
    round_ = round_of(name)
    return f"{words} · {gettext('Round %(number)s') % {'number': round_}}" if round_ else words


def round_name(label: str) -> str:
    """Return the name of a deal for people, such as "East 3 · 1" for `E3.1`.

    The name is in the language of the response, with the words of the page's rules.

    >>> round_name("E3.1"), round_name("S2.0"), round_name("7"), round_name("final")
    ('East 3 · 1', 'South 2', 'deal 7', 'final')
    """
    rules: RuleSet | None = _page_record("rules")
    shown = Presentation() if rules is None else rules.names.presentation
    return shown.deal_name(label, gettext)


def _name(names: tuple[str, ...], letter: str) -> str:
    """Return the name of the player at a seat.

    If the name contains right-to-left script, it is enclosed in Unicode isolation marks, so that
    the text around it keeps its direction. `names` are the players' names by seat, and `letter` is
    the letter of the seat.
    """
    seat = SEATS.index(letter)
    name = names[seat] if seat < len(names) else letter
    turns = any(bidirectional(sign) not in _FORWARD for sign in name)
    return f"\u2068{name}\u2069" if turns else name


def tongue(words: Cited) -> Markup:
    """Return the attribute ` lang="en"` for an audit's sentence that is shown in English.

    The attribute is empty if the sentence is translated, or if the page is English.
    """
    if words.sentence is not None and spoken().knows(words.sentence):
        return Markup("")
    return english()


def english() -> Markup:
    """Return the attribute ` lang="en"` for English text; empty on an English page."""
    # Both texts are constants, so that nothing needs escaping.
    return Markup("" if spoken().tag == "en" else ' lang="en"')  # noqa: S704


def foreign(sentence: str) -> Markup:
    """Return the attribute ` lang="en"` for a rulebook's sentence that has no translation.

    The attribute is empty if there is a translation, or if the page is English.
    """
    return english() if gettext(sentence) == sentence else Markup("")


def requested_language() -> str | None:
    """Return the language tag in the page's address; None if there is no known language in it."""
    return known_tag(request.args.get("lang", ""))


def _preferred() -> str | None:
    return next(
        (tag for tag in (known_tag(each) for each in request.accept_languages.values()) if tag),
        None,
    )


def _keep_language(endpoint: str, values: dict[str, Any]) -> None:
    """Add this page's language to `values`, the parameters of a link to another page.

    Add nothing if the address of this page has no language. Flask calls this function for each link
    that a page makes to `endpoint`. Links to addresses in `UNSPOKEN` get no language.
    """
    if endpoint not in UNSPOKEN and request and requested_language():
        values.setdefault("lang", requested_language())


SOURCES: Final = (
    Message("our reading"),
    Message("the page is lost"),
    Message("classical"),
    Message("other charts"),
    Message("association chart"),
    Message("regional sheet"),
    Message("family form"),
    Message("value of a single source"),
    Message("tenhou.net logs"),
    Message("rule book 1998"),
    Message("Tibet rules"),
    Message("written reading"),
    Message("Taiyuan guide"),
    Message("Chinese Wikipedia"),
    Message("English Wikipedia"),
    Message("the Mahjong Time restatement"),
    Message("Mahjong Time rules"),
    Message("Mahjong Time scoring"),
    Message("Four Winds American Modern"),
    Message("Four Winds Taiwanese"),
    Message("mahjong and jansou"),
    Message("rules compared"),
    Message("rule page of an app"),
    Message("Perth guide"),
    Message("Tenhou manual"),
    Message("Mahjong Soul"),
    Message("second page"),
    Message("preset"),
    Message("help"),
    Message("options"),
    Message("tiles"),
    Message("questions"),
    Message("special hands"),
    Message("preset and help"),
    Message("help and preset"),
    Message("options and preset"),
    Message("tiles and preset"),
    Message("introduction and help"),
    Message("help on other rule sets"),
    Message("help and the classical payment examples"),
    Message("where the page breaks off"),
    Message("because it mentions none"),
    Message("new compilation 2025"),
    Message("game results"),
)
"""Names of sources that are translated; titles of books are not."""


def sourced(source: str) -> str:
    """Translate the name of the document from which a rule comes, part by part.

    Parts without a translation stay in English.

    >>> sourced("Taiyuan guide, Basic Rules; family form")
    'Taiyuan guide, Basic Rules; family form'
    """
    parts = (part.split(", ") for part in source.split("; "))
    return "; ".join(", ".join(gettext(each) for each in part) for part in parts)


def _named(source: str) -> Markup:
    """Return the translated name of the document from which a rule comes, as HTML.

    Without a translation, the name stays in English and is marked as English.
    """
    words, language_mark = escape(gettext(source)), foreign(source)
    return Markup("<span{}>{}</span>").format(language_mark, words) if language_mark else words


def cites(law: Law) -> Markup:
    """Return as HTML from which documents a rule comes, with links to those that are on the web."""
    documents = {document.name: document for document in law.cited if document.address}
    link = Markup('<a href="{}" title="{}"{}>{}</a>')
    parts = []
    for part in law.source.split("; "):
        name, *places = part.split(", ")
        document = documents.get(name)
        linked = _named(name)
        if document is not None:
            linked = link.format(document.address, document.title, foreign(name), gettext(name))
        parts.append(Markup(", ").join([linked, *(_named(place) for place in places)]))
    return Markup("; ").join(parts)


PROBLEMS: Final = (
    Message(
        "The requested URL was not found on the server. If you entered the URL manually please "
        "check your spelling and try again."
    ),
    Message("Bad Request"),
    Message("Not Found"),
    Message("Method Not Allowed"),
    Message("Request Entity Too Large"),
    Message("Internal Server Error"),
    Message("Not Implemented"),
    Message("Service Unavailable"),
)
"""Werkzeug's error messages that a visitor may see."""


def _words() -> dict[str, Any]:
    return {"language": spoken().tag, "languages": _languages}


def _languages() -> list[tuple[str, str, str, str]]:
    """Return a tuple for each language: tag, name, short name, and this page's address in it.

    If this page is the response to a form or to an unknown address, the addresses lead to the first
    page of the site.
    """
    endpoint, values = request.endpoint, {**request.args, **(request.view_args or {})}
    if endpoint is None or request.method == "POST":
        endpoint, values = "index", {}
    return [
        (tag, name, SHORT[tag], url_for(endpoint, **values | {"lang": tag}))
        for tag, name in NAMES.items()
    ]


def _marked(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.headers["Content-Language"] = spoken().tag
        response.vary.add("Accept-Language")
    return response
