"""Finds the rules of a game of Mahjong Soul from its mode, its room and its `detail_rule`.

A ranked game does not state its rules; the rules of its room apply. A game in a friendly room or a
tournament states them, but the server leaves out members that are 0 or false. Member names are
compared without underscores, because some tools write underscores and others do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from mjlog.formats.json_parts import Object, integer_in

_EAST, _SOUTH = 1, 2
_THREE_PLAYERS: Final = 10
"""Number that is added to a mode for three players."""
_ROOMS_OF_ONE_ROUND: Final = frozenset({2, 5, 8, 11, 15, 17, 19, 21, 23, 25})
_ROOMS_OF_TWO_ROUNDS: Final = frozenset({3, 6, 9, 12, 16, 18, 20, 22, 24, 26})
"""Numbers of the ranked rooms with two rounds, from bronze to throne."""

_OFF: Final[tuple[tuple[str, tuple[str, str]], ...]] = (
    ("shiduan", ("open_tanyao", "false")),
    ("canjifei", ("bust", "false")),
    ("haveliujumanguan", ("nagashi_mangan", "false")),
    ("havegangbiaodora", ("kong_dora", "none")),
    ("havelidora", ("ura", "false")),
    ("haveganglidora", ("kong_ura", "false")),
    ("haveyifa", ("ippatsu", "false")),
)
"""Options of riichi that a member sets if it is false."""
_ON: Final[tuple[tuple[str, *tuple[tuple[str, str], ...]], ...]] = (
    ("haveqieshangmanguan", ("round_up_mangan", "true")),
    ("mingdoraimmediatelyopen", ("kong_dora", "at_once")),
    ("disableleijiyiman", ("counted_yakuman", "false")),
    ("disabledoubleyakuman", ("double_yakuman", "false")),
    ("disablecompositeyakuman", ("several_yakuman", "false")),
    ("enableshiti", ("swap_calling", "allowed")),
    ("enablenontsumoliqi", ("riichi_needs_draw", "false")),
    ("disabledoublewindfourfu", ("double_wind_fu", "2")),
    ("disableangangguoshi", ("orphans_rob_concealed", "false")),
    ("disablemultiyukaman", ("double_yakuman", "false"), ("several_yakuman", "false")),
)
"""Options of riichi that a member sets if it is true."""
_ABORTS: Final = ("havesifenglianda", "havesigangsanle", "havesijializhi", "havejiuzhongjiupai")
_HOUSE: Final[Mapping[str, str]] = {
    "guyimode": "local-yaku",
    "dora3mode": "three-dora",
    "beginopenmode": "open-deal",
    "jiuchaomode": "nests",
    "muyumode": "wooden-fish",
    "openhand": "open-hands",
    "xuezhandaodi": "bloody-end",
    "huansanzhang": "exchange-of-three",
    "chuanma": "sichuan",
    "revealdiscard": "dark-discards",
    "fieldspellmode": "field-spells",
    "zhanxing": "astrology",
    "tianmingmode": "fate",
    "yongchangmode": "chants",
    "hunzhiyijimode": "soul-strike",
    "wanxiangxiuluomode": "masks",
    "beishuizhizhanmode": "last-stand",
    "amusementswitches": "events",
    "enablerenhe": "renhou",
    "enablebaopaiextendsettings": "liability",
}
"""Modes that change payments or play, and for which riichi has no option."""
_LOWEST_HAN: Final = 1


class Spelled(NamedTuple):
    """The rules of a game: the value of the header `Rules:`, and words for further house rules.

    House rules are rules that no option of mjlog can express.
    """

    header: str
    house: tuple[str, ...]


def spelled_rules(head: Object, seats: int) -> Spelled:
    """Convert the rules of a Mahjong Soul game to the value of a record's ``Rules:`` header.

    The returned `Spelled` has this value, and a word for each rule that no option of mjlog can
    express. `head` is the header of the server's response, with mode, room and detailed rules;
    `seats` is the number of players.
    """
    config = _table(head, "config")
    mode = _table(config, "mode")
    detail = {
        name.replace("_", "").lower(): value for name, value in _table(mode, "detail_rule").items()
    }
    options = dict(_length_options(integer_in(mode.get("mode")) or 0, _table(config, "meta")))
    house: list[str] = []
    if detail:
        options |= dict(_detail_options(detail, seats))
        house += _house_rules(detail, seats)
    preset = "mahjongsoul" if seats == 4 else "mahjongsoul-sanma"
    words = [f"preset={preset}", *(f"{name}={value}" for name, value in options.items())]
    return Spelled(" ".join(["riichi/1", *words]), tuple(house))


def _table(value: Object, name: str) -> Object:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def _length_options(mode: int, meta: Object) -> Iterator[tuple[str, str]]:
    room = integer_in(meta.get("mode_id")) or 0
    rounds = mode % _THREE_PLAYERS
    if not mode and room in _ROOMS_OF_ONE_ROUND:
        rounds = _EAST
    if not mode and room in _ROOMS_OF_TWO_ROUNDS:
        rounds = _SOUTH
    if rounds == _EAST:
        yield "length", "east"
    elif rounds != _SOUTH:
        yield "length", "unknown"


def _detail_options(detail: Mapping[str, Any], seats: int) -> Iterator[tuple[str, str]]:
    """Yield the options of mjlog that differ from Mahjong Soul's usual rules, as name and value.

    `detail` is the object `detail_rule` of a tournament or a friendly room. A tournament lists
    every rule that is true, so a missing member means false. A friendly room lists only a few
    numbers, so a missing member means the usual value. `seats` is the number of players.
    """
    is_whole = any(name.startswith("have") for name in detail)

    def says(name: str, *, usual: bool) -> bool:
        return bool(detail.get(name, usual and not is_whole))

    yield from (option for name, option in _OFF if not says(name, usual=True))
    for name, *options in _ON:
        if says(name, usual=False):
            yield from options
    if not any(says(name, usual=True) for name in _ABORTS):
        yield "abortive_draws", "false"
    for name, value in (("havesanjiahele", "double"), ("havetoutiao", "nearest")):
        if says(name, usual=False):
            yield "multiple_ron", value
    for option, name in (("dealer_repeats", "lianzhuang"), ("leading_dealer_ends", "zhongju")):
        win, ready = (says(f"have{how}{name}", usual=True) for how in ("hele", "tingpai"))
        yield from _unusual(option, _BY_WIN_OR_READY[win, ready], "tenpai")
    if seats == 3 and not says("havezimosun", usual=True):
        yield "three_player_tsumo", "halved"
    yield from _number_options(detail, seats)
    if not says("havenanruxiru", usual=True):
        yield "target", "0"


_BY_WIN_OR_READY: Final = {
    (True, True): "tenpai",
    (True, False): "win",
    (False, True): "only_tenpai",
    (False, False): "never",
}


def _unusual(option: str, value: str, usual: str) -> Iterator[tuple[str, str]]:
    if value != usual:
        yield option, value


def _number_options(detail: Mapping[str, Any], seats: int) -> Iterator[tuple[str, str]]:
    start, target = (25000, 30000) if seats == 4 else (35000, 40000)
    numbers = {name: number for name, value in detail.items() if (number := integer_in(value))}
    yield from _unusual("start_points", str(numbers.get("initpoint", start)), str(start))
    yield from _unusual("target", str(numbers.get("fandian", target)), str(target))
    if "doracount" in detail and not numbers.get("doracount"):
        yield "red_fives", "0"
    counters = numbers.get("changbangvalue", 300) // 3 * (seats - 1)
    yield from _unusual("honba_points", str(counters), str(100 * (seats - 1)))
    if noten := numbers.get("notingfafu1"):
        yield from _unusual("noten_points", str(noten), "1000")
    if returned := numbers.get("jingsuanyuandian"):
        yield "return_points", str(returned)
    places = [numbers.get(f"shunweima{place}", 0) for place in range(2, seats + 1)]
    if any(places):
        yield "uma", "places:" + "_".join(str(place) for place in places)


def _house_rules(detail: Mapping[str, Any], seats: int) -> Iterator[str]:
    """Yield a word such as `minimum-han` for each rule that no option of mjlog can express.

    `detail` has the detailed rules of a tournament or a friendly room. The words become the
    record's header `X-House-Rules`. `seats` is the number of players.
    """
    for name, word in _HOUSE.items():
        if detail.get(name):
            yield word
    numbers = {name: number for name, value in detail.items() if (number := integer_in(value))}
    if numbers.get("fanfu", _LOWEST_HAN) > _LOWEST_HAN:
        yield "minimum-han"
    if numbers.get("liqibangvalue", 1000) != 1000:
        yield "stick-value"
    if numbers.get("doracount", 0) > (3 if seats == 4 else 2):
        yield "red-fives"
    given = [name in detail and bool(detail[name]) for name in _ABORTS]
    if any(given) and not all(given):
        yield "some-abortive-draws"
    if "havebiaodora" in detail and not detail["havebiaodora"]:
        yield "no-dora"
    first = numbers.get("notingfafu1", 1000)
    rest = [numbers.get(f"notingfafu{place}", 0) for place in (2, 3)]
    if seats == 4 and any(rest) and rest != [first * 3 // 2, first * 3]:
        yield "noten-points"
