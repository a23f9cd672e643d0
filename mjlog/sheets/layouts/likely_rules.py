"""Finds the likely rules of a table without named rules: by titles, columns, words, amounts.

Several rule sets may count what the columns have. Then the first deals are audited under each of
them, and the rule set under which most numbers are right is used.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import chain
from typing import Final

from mjlog.model.record import SEATS
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError
from mjlog.rules import BUILT_IN, from_other_packages, load, loadable
from mjlog.sheets.cells.item_words import hand_words, shares_of
from mjlog.sheets.cells.numbers import marks_riichi, number_of, strip_marks
from mjlog.sheets.cells.vocabulary import strip_accents, words
from mjlog.sheets.cells.words import (
    OF_RESULTS,
    WORTH,
    Role,
    any_of,
    has_sticks_left,
    is_total,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.layouts.columns_of_points import has_hands
from mjlog.sheets.layouts.evidence import moves_of
from mjlog.sheets.layouts.layout import Table
from mjlog.sheets.points import UNITS, all_together

RIICHI: Final = "riichi/1"
_THREE: Final = 3
"""Number of players at a table of sanma."""
_WORDS: Final = re.compile(r"[a-z]+(?:-[a-z]+)*|[^\sa-z]+")
_YEAR: Final = re.compile(r"20[0-9]{2}")
_LIKELY: Final[tuple[tuple[Role, str], ...]] = (
    ("han", RIICHI),
    ("fu", RIICHI),
    ("faan", "hongkong-faan/1"),
    ("tai", "taiwanese/1"),
    ("doubles", "american/1"),
    ("sticks", RIICHI),
    ("tenpai", RIICHI),
)
"""Rules that a single column makes likely, if the sheet names no rules."""
_OF_RIICHI: Final = frozenset({"riichi", "double-riichi", "dora", "ippatsu", "mangan", "han", "fu"})
_OF_ALL: Final = frozenset({(4, 100_000), (4, 120_000), (3, 105_000)})
"""Numbers of players of riichi, with the points that they have together."""
_PAID: Final = frozenset({1300, 2600, 2900, 3900, 5200, 5800, 6400, 7700, 9600, 11600})
"""Amounts that are often paid in riichi and rarely in other games."""
_ENDS: Final = frozenset(words("words", "riichi_ends"))
"""Words for the end of a deal that are hardly used in other games."""
_WAITING: Final = ([1500] * 4, [1000, 1000, 1000, 3000])
"""Amounts that players pay each other in riichi when the wall ends."""
_TYPICAL: Final = 2
_BASE: Final = 8
"""Amount that everybody pays the winner in MCR, whoever discarded."""
_STEP: Final = 100
_TIBET: Final = "tibet/1"
"""Rules that count han as riichi does, if hands have points at all."""
_IN_WORDS: Final[tuple[Role, ...]] = ("items", "value", "limit", "how")
_COUNTERS: Final = re.compile(r"[0-9] ?(?:本場|本场|honba)")
_LOOK: Final = 40
"""Number of rows that are searched for such words."""


def loaded(header: str) -> RuleSet | None:
    """Load the rule set for a `Rules` header, such as `riichi/1`.

    Return None if the header names no known rule set or has an option that is not valid.
    """
    try:
        return load(header)
    except RulesError:
        return None


def rules_name(named: str) -> str:
    """Convert a name of rules, from a sheet or a command, into the text of a `Rules` header.

    For example `EMA Riichi` becomes `riichi/1 preset=ema-2025`. A text that is a valid header, or
    that names no known rules, is returned unchanged.
    """
    if loaded(named) is not None:
        return named
    return rules_called(named) or named


_ANY_RULES: Final = re.compile("规则|規則|rules")


def rules_called(text: str) -> str:
    """Find the rules that a text names, and return them as the text of a `Rules` header.

    Presets and stakes in the text are included. Return an empty text if no rules are named.

    >>> rules_called("台灣十六張 底100 台50"), rules_called("EMA Riichi"), rules_called("Friday")
    ('taiwanese/1 base=100 unit=50', 'riichi/1 preset=ema-2025', '')
    >>> rules_called("M-League 2023"), rules_called("國標麻將"), rules_called("Cinema")
    ('riichi/1 preset=m-league', 'mcr/1', '')
    >>> rules_called("四川麻将 血战到底"), rules_called("Hong Kong, Friday")
    ('sichuan/1', 'hongkong-faan/1')
    >>> rules_called("成都麻将 底10 三番封顶 自摸加番"), rules_called("Sichuan, base 5, cap 4 fan")
    ('sichuan/1 base=10 max_fan=3 self_draw=fan', 'sichuan/1 base=5 max_fan=4')
    >>> rules_called("香港麻雀 半辣上 全銃")
    'hongkong-faan/1 rise=half responsibility=full'
    >>> rules_called("血战到底 3番封顶"), rules_called("四川麻将竞赛规则")
    ('sichuan/1 max_fan=3', 'sichuan/1')
    >>> rules_called("Zung Jung, formal payoff, no same-turn immunity")
    'zungjung/1 immunity=off'
    """
    word = strip_accents(unicodedata.normalize("NFKC", text).casefold())
    close = re.sub(r"[\s_-]+", "", word)
    # `四川麻将竞赛规则`: a word for competition rules may follow the name of any rules.
    named = [(not _ANY_RULES.search(known_as), len(known_as), name)
             for known_as, name in _names() if known_as in close]  # fmt: skip
    *_, name = max(named, key=lambda match: match[:2], default=("",))
    return with_options_of_title(next(_presets_called(word, close, name), name), text)


def with_options_of_title(header: str, title: str) -> str:
    """Add the options that a title names, such as `base=100`, to a `Rules` header without them.

    >>> titles = ("Chombo = Mangan zurück", "チョンボ 満貫払い", "chombo: 4000/2000", "Mangan")
    >>> [with_options_of_title("riichi/1", title).partition(" ")[2] for title in titles]
    ['chombo=reverse_mangan', 'chombo=reverse_mangan', 'chombo=reverse_mangan', '']
    >>> [with_options_of_title("taiwanese/1", title) for title in ("30底10台", "底30")]
    ['taiwanese/1 base=30 unit=10', 'taiwanese/1']
    >>> with_options_of_title("taiwanese/1", "Base 30, 10 par tai 2026-09-01")
    'taiwanese/1 base=30 unit=10'
    """
    word = unicodedata.normalize("NFKC", title).casefold()
    values: dict[str, str] = {}
    for pattern in _OPTIONS_IN_TITLES.get(header.partition("/")[0], ()):
        match = pattern.search(word)
        for option, value in match.groupdict().items() if match else ():
            values.setdefault(option, value)
    options = [f"{option}={_VALUES_OF_OPTIONS.get(option) or _VALUES.get(value, value)}"
               for option, value in values.items() if f"{option}=" not in header]  # fmt: skip
    named = " ".join([header, *options])
    return named if not options or loaded(named) is not None else header


_FALSE_WIN: Final = any_of(word.replace("_", " ") for word in words("words", "afterwards"))
_MANGAN: Final = any_of(("mangan", "満貫", "满贯", "滿貫", "만관", "манган"))
_BASE_STAKE: Final = "(?:底|base|basis|grundbetrag|podstawa|baza|база|основа|기본)"
_OPTIONS_IN_TITLES: Final[Mapping[str, Sequence[re.Pattern[str]]]] = {
    "riichi": (
        re.compile(rf"(?P<chombo>{_FALSE_WIN})[^0-9,;.()\n]{{0,16}}(?:{_MANGAN})"),
        re.compile(rf"(?:{_MANGAN})[^0-9,;.()\n]{{0,16}}(?P<chombo>{_FALSE_WIN})"),
        re.compile(rf"(?P<chombo>{_FALSE_WIN})(?=.*\b4[.,' ]?000\b)(?=.*\b2[.,' ]?000\b)"),
    ),
    "taiwanese": (
        re.compile(
            rf"{_BASE_STAKE}[ :=]*(?P<base>[0-9]{{1,7}})[ ,;]+"
            r"(?P<unit>[0-9]{1,7})[ ]*(?:je|pa|par|per|por|pro|za|за)?[ ]*(?:台|tai\b|тай)"
        ),
        re.compile(
            rf"{_BASE_STAKE}[ :=]*(?P<base>[0-9]{{1,7}}).{{0,12}}?"
            # The number may not begin a date.
            r"(?:台|unit|tai)[ :=]*(?P<unit>[0-9]{1,7})(?![-./0-9])"
        ),
        re.compile(
            r"(?P<base>[0-9]{1,7})[ ]*(?:底|base)[ ,/]*"
            r"(?P<unit>[0-9]{1,7})[ ]*(?:一?台|unit|(?:per|a)?[ ]*tai)"
        ),
    ),
    "sichuan": (
        re.compile(r"(?:(?<!到)底注?|base)[ :=]*(?P<base>[1-9][0-9]{0,5})"),
        re.compile(r"(?P<base>[1-9][0-9]{0,5}|[一二三五十])[块塊元]?底"),
        re.compile(r"(?P<max_fan>[2-6二三四五六])番封[顶頂]"),
        re.compile(r"cap(?:ped)?(?: at)? (?P<max_fan>[2-6]) ?fan"),
        re.compile(r"(?P<max_fan>[2-6])[ -]fan cap"),
        re.compile(r"自摸(?P<self_draw>加番|加底|不加)"),
    ),
    "hongkong-faan": (
        re.compile(r"(?P<rise>半辣|辣辣|全辣|half[ -]spicy|full(?:y)?[ -]spicy)"),
        re.compile(
            r"(?P<responsibility>半[銃铳]|全[銃铳]|half[ -](?:shooter|responsibility)|"
            r"full[ -](?:shooter|responsibility))"
        ),
    ),
    "zungjung": (
        re.compile(r"(?P<immunity>no|without)(?: same[ -](?:turn|round))? immunity"),
        re.compile(r"(?P<payoff>uniform) payoff"),
    ),
}
"""Ways in which titles name options of rule sets; each option is a group."""
_VALUES_OF_OPTIONS: Final = {"chombo": "reverse_mangan", "immunity": "off"}
"""Values of options that titles name without the value."""
_VALUES: Final = {
    **{sign: str(number) for number, sign in enumerate("一二三四五六七八九十", 1)},
    "加番": "fan",
    "加底": "plus_one",
    "不加": "none",
    **dict.fromkeys(("半辣", "half spicy", "half-spicy"), "half"),
    **dict.fromkeys(
        ("辣辣", "全辣", "full spicy", "full-spicy", "fully spicy", "fully-spicy"), "spicy"
    ),
    **dict.fromkeys(("半銃", "半铳"), "half"),
    **dict.fromkeys(("全銃", "全铳"), "full"),
    **{
        f"{share}{sign}{word}": share
        for share in ("half", "full")
        for sign in " -"
        for word in ("shooter", "responsibility")
    },
}


@cache
def _names() -> tuple[tuple[str, str], ...]:
    """Return pairs of a word for a rule set and its header, such as `("美式", "american/1")`.

    Rule sets of other packages come first; their names and titles also count as words.
    """
    names = []
    for rules in sorted(loadable(), key=lambda rules: rules.name in BUILT_IN):
        words = rules.names.known_as.split()
        if rules.name not in BUILT_IN:
            words += [re.sub(r"[\s_-]+", "", text.casefold()) for text in (rules.name, rules.title)]
        names += [(word, rules.name_and_edition) for word in words]
    return tuple(names)


def _presets_called(word: str, close: str, name: str) -> Iterator[str]:
    """Yield the headers of presets that a title names, such as `riichi/1 preset=m-league`.

    `word` is the title in lower case, and `close` is the title without blanks. `name` is the only
    rule set to search, or empty for all. If presets differ only in the year, the preset of a year
    in the title is used, or else the newest.
    """
    parts = {part.replace("-", "") for part in _WORDS.findall(word)}
    years = _YEAR.findall(word)
    for rules in loadable():
        if name not in {"", rules.name_and_edition}:
            continue
        for stem, called in rules.names.presets_known_as.items():
            # Short words are often parts of others: `ema` is in `cinema`.
            if any(each in parts or (len(each) > 3 and each in close) for each in called.split()):
                like = sorted(p for p in rules.presets if _YEAR.sub("", p).strip("-") == stem)
                of_year = [preset for preset in like if preset[-4:] in years]
                for preset in of_year[:1] or like[-1:]:
                    yield f"{rules.name_and_edition} preset={preset}"


def headers_likely(table: Table) -> tuple[str, ...]:
    """Return the `Rules` headers that a table may follow, the likeliest first, as a tuple.

    An empty first header means that the rules are unclear; the next headers are then tried. If
    title and columns suggest the same rule set, its header is the only one.
    """
    title = _title(table)
    first = _for_players(_rules_by_title_and_columns(table, title), table)
    called = rules_called(title)
    if first and called.partition(" ")[0] == first.partition(" ")[0]:
        return (with_options_of_title(first, title),)
    others = [_for_players(header, table) for header in (called, *_counting(table)) if header]
    return tuple(dict.fromkeys(with_options_of_title(each, title) for each in [first, *others]))


def gives_last_sticks(table: Table, header: str, named: str) -> bool:
    """Return whether a named preset of the rules gives the last sticks to the first player.

    The last sticks are those left on the table at the end. `named` are the rules that the user or a
    line of the sheet names. If it is empty, the title must name the preset, and have no words about
    sticks left. `header` are the rules by which the table is read; they must include the preset.
    Return False if the sources of the preset disagree about who gets the sticks.
    """
    title = _title(table)
    called = rules_name(named) if named else rules_called(title)
    presets = [word for word in called.split() if word.startswith("preset=")]
    rules = loaded(header)
    if rules is None or not presets or not {*presets} <= {*header.split()}:
        return False
    if not named and has_sticks_left(title.replace(" ", "_")):
        return False
    is_open = "last_sticks" in rules.choices.open_options
    return rules.settings.get("last_sticks") == "first" and not is_open


def names_in_title(table: Table, header: str) -> bool:
    """Return whether the table's title names the rule set of a `Rules` header."""
    return rules_called(_title(table)).partition(" ")[0] == header.partition(" ")[0]


def _title(table: Table) -> str:
    """Join the worksheet's name, the text above the table and its unknown headings into a text."""
    above = [table.grid.texts(row, table.grid.columns_of(row)) for row in table.before]
    heads = [table.head_of(column) for column in (*table.unread, *table.roles)]
    titles = (cell.text for cell in heads if cell and role_of(cell.text) is None)
    return " ".join([table.grid.name, *chain.from_iterable(above), *titles])


def _counting(table: Table) -> Iterator[str]:
    """Yield the headers of the rules that count all kinds of hand values in the table's columns.

    For example, for columns of han and fu, rules that do not count fu are left out. Yield nothing
    if no column has hand values.
    """
    roles = {*table.roles.values()}
    counted = [items for role, items in WORTH if role in roles]
    for rules in loadable():
        names = rules.scoring.item_names
        if counted and not any(names.isdisjoint(items) for items in counted):
            yield rules.name_and_edition


def _rules_by_title_and_columns(table: Table, title: str) -> str:
    """Return the header of the rules that the columns, the title or the cells suggest.

    Columns that only one rule set has, such as tai, outweigh the title. Return an empty text if
    nothing suggests rules.
    """
    called = rules_called(title)
    roles = set(table.roles.values())
    # Columns have priority over words: a sheet of `Riichi Club` with a column of tai is not riichi.
    by_role = next((header for role, header in _LIKELY if role in roles), "")
    by_role = by_role or next(_with_own_columns(table), "")
    if called.startswith(_TIBET) and roles & {"han", "faan"}:
        return f"{called} preset=tibet-13-scored"
    if by_role not in {"", called.partition(" ")[0]} and not _is_counted(called, roles):
        return by_role
    by_hands = "american/1" if has_hands(table) else ""
    return (
        called
        or by_hands
        or _rules_by_words(table)
        or _rules_by_totals(table)
        or _rules_by_eights(table)
        or _rules_by_amounts(table)
    )


def _with_own_columns(table: Table) -> Iterator[str]:
    """Yield the headers of rule sets of other packages that have an unknown column of the table."""
    heads = {plain(head.text) for column in table.unread if (head := table.head_of(column))}
    for rules in from_other_packages():
        if not heads.isdisjoint([plain(head) for head in rules.names.columns.values()]):
            yield rules.name_and_edition


def _for_players(header: str, table: Table) -> str:
    """Return the `Rules` header for three players, if a table with three players has riichi rules.

    A preset is replaced by its variant for three players. If it has none, or the header has no
    preset, the preset is `tenhou-sanma`. Any other header is returned unchanged.
    """
    name, *words = header.split() or [""]
    rules = loaded(header) if name == RIICHI else None
    sizes = {len(group.columns) for group in table.groups}
    if rules is None or sizes != {_THREE} or rules.settings.get("players") == str(_THREE):
        return header
    named = next((word for word in words if word.startswith("preset=")), "")
    variant = f"{named.removeprefix('preset=')}-sanma"
    preset = variant if variant in rules.presets else "tenhou-sanma"
    others = [word for word in words if word != named]
    return " ".join([name, f"preset={preset}", *others])


def _is_counted(called: str, roles: set[Role]) -> bool:
    """Return whether rules count at least one of the kinds of hand values in a table, such as fu.

    `called` is the header of the rules that the title names, and `roles` are the roles (meanings)
    of the table's columns. Return False if the header is empty.
    """
    rules = loaded(called) if called else None
    if rules is None:
        return False
    worth: Mapping[Role, tuple[str, ...]] = dict(WORTH)
    names = (each for role in roles & worth.keys() - {"value"} for each in worth[role])
    return not rules.scoring.item_names.isdisjoint(names)


def _rules_by_words(table: Table) -> str:
    """Return `riichi/1` if one of the first rows has riichi words, marks or payments, else ""."""
    rules = load(RIICHI)
    return RIICHI if any(_is_of_riichi(table, row, rules) for row in table.rows[:_LOOK]) else ""


def _rules_by_totals(table: Table) -> str:
    """Return the header of riichi if the points of all players add up to a usual total of riichi.

    For example 100000 for four players. Return an empty text otherwise.
    """
    deals = [row for row in table.rows if not is_total(table.grid.first_text(row))]
    common = {all_together(table.grid, group, deals) for group in table.groups}
    # A row above the deals has the points at the start, whatever the totals below are.
    first = (table.grid.texts(row, group.columns) for group in table.groups
             for row in table.rows[:1])  # fmt: skip
    begun = {(len(some), int(number) * len(some)) for some in first
             if len({*some}) == 1 and (number := number_of(some[0])) is not None}  # fmt: skip
    return "" if (common | begun).isdisjoint(_OF_ALL) else RIICHI


def _rules_by_eights(table: Table) -> str:
    """Return the header of the Chinese official rules (MCR) if losers always pay at least 8 points.

    In these rules, players who did not discard the winning tile pay 8 points. Return an empty text
    if this is not so in most deals.
    """
    moves = moves_of(replace(table, rows=table.rows[:_LOOK])).values()
    # A player who sits out neither gains nor loses.
    won = [sorted(each for each in some if each) for some in moves]
    won = [some for some in won if len(some) == len(SEATS)]
    paid = [-some[2] for some in won if some[1] == some[2] == -_BASE > some[0]]
    drawn = [some for some in won if some[0] == some[1] == some[2] <= -2 * _BASE]
    is_usual = (len(paid) + len(drawn)) * 3 >= len(won) * 2
    return "mcr/1" if paid and is_usual and len(won) > 1 else ""


def _rules_by_amounts(table: Table) -> str:
    """Return the header of riichi if enough deals have amounts that are typical of riichi, else "".

    For example 3900, or the payments of players who are not ready at a draw.
    """
    columns = [column for group in table.groups for column in group.columns]
    rows = [row for row in table.rows[:_LOOK] if label_of(table.grid.first_text(row))]
    texts = (table.grid.texts(row, columns) for row in rows)
    numbers = [[number_of(strip_marks(text)) for text in some] for some in texts]
    amounts = [[abs(number) for number in some if number] for some in numbers]
    all_amounts = [entry for amount in amounts for entry in amount]
    units = (unit for unit in UNITS if all(each * unit % _STEP == 0 for each in all_amounts))
    unit = next(units, 1)
    paid = sum(any(each * unit in _PAID for each in some) or _is_of_waiting(some, unit)
               for some in amounts)  # fmt: skip
    # Small numbers, read as hundreds, are often such amounts by chance.
    least = max(_TYPICAL, sum(bool(amount) for amount in amounts) / 2) if unit > 1 else _TYPICAL
    texts_of_ends = (table.text(row, role) for row in rows for role in OF_RESULTS)
    if any(not _ENDS.isdisjoint(re.split(r"[\W_]+", text.casefold())) for text in texts_of_ends):
        least -= 1
    return RIICHI if paid >= least else ""


def _is_of_waiting(amounts: Sequence[Decimal], unit: int) -> bool:
    """Return whether four amounts are the payments of a draw in riichi, such as 1500 each.

    `unit` is the number of points that a 1 in a cell stands for.
    """
    return sorted(each * unit for each in amounts) in _WAITING


def _is_of_riichi(table: Table, row: int, rules: RuleSet) -> bool:
    """Return whether a row shows that riichi was played.

    It is enough if the label counts repeats (`1 honba`), a points cell has a riichi mark, the value
    is written as payments such as `1300/2600`, or a cell names a riichi pattern, such as `ippatsu`.
    """
    if _COUNTERS.search(table.text(row, "deal")):
        return True
    players = (column for group in table.groups for column in group.columns)
    if any(marks_riichi(text) for text in table.grid.texts(row, players)):
        return True
    if shares_of(table.text(row, "value"), rules):
        return True
    items = (hand_words(table.text(row, role), rules).items for role in _IN_WORDS)
    return not _OF_RIICHI.isdisjoint(dict(entry for some in items for entry in some))
