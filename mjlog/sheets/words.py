"""What the words on score sheets mean: heads of columns, seats, marks, in four scripts."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, Literal

from mjlog.model.record import NOBODY, SEATS, Seat

Role = Literal[
    "deal", "wind", "dealer", "winner", "from", "how", "han", "fu", "faan", "tai", "value",
    "doubles", "limit", "items", "ready", "tenpai", "sticks", "counters", "kong", "sum", "remark",
    "table", "round", "game", "rank", "next", "bonus", "seat", "player", "rules", "event", "date",
    "place", "final",
    "unit", "change", "total", "start", "pay", "ruling",
]  # fmt: skip
"""What a column or a row of a sheet is about, or an entry of its head."""

_HEADS: Final[dict[Role, str]] = {
    "deal": "deal hand no no. number # kyoku deal_no hand_no 局 局数 局數 局次 场次 場次 盤 盘 手 "
    "把 第几局 第幾局 圈局 局名 回数 deals hands kyoku "
    "spielnummer spielnr spiel-nr deal-nr hand-nr lfd_nr nr.",
    "wind": "wind round_wind prevailing_wind 場風 场风 圈風 圈风 圈 "
    "rundenwind prevailing",
    "dealer": "dealer oya banker east_player 親 庄 莊 庄家 莊家 荘家 东家 親家 dealt_by 起莊 "
    "geber dealer/geber geberin ostspieler",
    "winner": "winner win won_by who_won agari hu mahjong winning_player "
    "和了 和了者 和了家 和家 胡家 赢家 "
    "贏家 胡牌 和牌 和牌者 胡牌者 上がり アガリ あがり 胡 和 食糊 糊家 won "
    "woo wu mah_jongg mahjongg mah-jongg mah_jong mahjong_by went_out 和了プレイヤー 胡牌玩家 "
    "gewinner gewinnerin sieger siegerin gewonnen wer_gewann gewonnen_von wer_hat_gewonnen",
    "from": "from off loser discarder discard deal-in dealt_in thrower thrown_by off_whom paid_by "
    "discarded_by discarded_from discard_by gave_the_tile threw_it "
    "放銃 "
    "放銃者 放铳 放銃家 放炮 點炮 点炮 放槍 放枪 放炮者 点炮者 放枪者 放槍者 出銃 出铳 振込 "
    "振り込み 放铳者 feeder fed_by shooter payer paid "
    "von von_wem verlierer abwerfer abwurf abwurf_von zahler abgeworfen_von eingespielt",
    "how": "how type result outcome t/r/x t/r end kind win_type 結果 结果 方式 種別 终局 和了種類 "
    "和牌方式 胡牌方式 和了方法 和了形 "
    "ergebnis ausgang gewinnart spielausgang",
    "han": "han 飜 翻 飜数 翻数 翻數 ハン はん 番数(飜)",
    "fu": "fu minipoints mini-points 符 符数 符數 ふ "
    "minipunkte fupunkte",
    "faan": "faan fan 番 番数 番數",
    "tai": "tai 台 台数 台數",
    "value": "points pts hand_points value hand_value worth basic_points score_of_hand card_value "
    "点数 點數 打点 打點 底分 牌值 和牌分 胡牌分 得点 分 "
    "punkte handwert wert punktwert handpunkte kartenwert",
    "doubles": "doubles doubling 倍 翻倍 "
    "verdopplungen verdoppelungen verdoppler verdopplung",
    "limit": "limit 满贯 滿貫 満貫",
    "items": "yaku items patterns fan_types elements hand_type 役 役種 役种 台型 牌型 番种 番種 "
    "hand_items 和了内容 和了役 内容 役名 "
    "muster figuren elemente kombinationen",
    "ready": "riichi reach ready riichi_by declared_ready リーチ 立直 听 聽 報聽 报听 ting りーち "
    "リーチ者 立直者 听牌宣告 立直家 "
    "riichi_von riichi-ansage bereit reach_von ansage",
    "tenpai": "tenpai tempai tenpai_noten waiting 聴牌 テンパイ 听牌 聽牌 "
    "wartend",
    "sticks": "sticks riichi_sticks bank riichi_bank pool pot kyotaku deposits 供託 供托 "
    "立直棒 リーチ棒 供託棒 r "
    "pott topf riichi-stäbe stäbe riichistäbe einsatz",
    "counters": "honba repeat repeats repeat_counter counter counters continued 本場 本场 "
    "連荘 连庄 連莊 積棒 积棒 "
    "wiederholung wiederholungen wdh verlängerung verlängerungen",
    "kong": "kongs kong kong_points 槓 杠 カン 杠分 槓分 杠牌 "
    "kans",
    "bonus": "flowers bonus bonus_tiles 花 花牌 "
    "blumen",
    "pay": "payments 支付 支払 "
    "zahlung zahlungen",
    "ruling": "rulings ruling penalties penalty 裁定 処分 判罚 判罰 "
    "strafe strafen",
    "sum": "sum check balance_check 合計 合计 总计 總計 検算 "
    "kontrolle kontrollsumme prüfsumme summe",
    "remark": "remarks remark notes note comments comment memo 備考 备注 備註 メモ 说明 說明 備忘 "
    "bemerkung bemerkungen anmerkung anmerkungen notiz notizen kommentar kommentare",
    "next": "next next_dealer 下局 次局 下庄 下莊 "
    "nächster_geber",
    "table": "table table_no table_number 卓 卓番号 桌 桌號 桌号 台号 台號 卓号 "
    "tisch tischnummer tisch-nr",
    "round": "session hanchan round round_no 回戦 轮 輪 轮次 輪次 回 節 "
    "runde sitzung durchgang",
    "game": "game game_no match 半荘 半莊 ゲーム 场 場 将 將 "
    "spiel partie",
    "rank": "rank placement position 順位 名次 排名 位次 "
    "rang platz platzierung",
    "seat": "seat seats 座位 席 家 座席 "
    "sitz sitzplatz",
    "player": "player players name names 選手 选手 玩家 名前 姓名 プレイヤー 競技者 "
    "spieler spielerin spieler/in",
    "rules": "rules rule_set ruleset ルール 規則 规则 "
    "regeln regelwerk",
    "event": "event tournament club 大会 大會 比賽 比赛 赛事 賽事 活动 "
    "turnier verein veranstaltung",
    "date": "date day 日付 日期 日 開催日 "
    "datum tag",
    "place": "place venue 会場 會場 地点 地點 "
    "ort spielort",
    "unit": "unit units 単位 单位 單位 "
    "einheit",
    "change": "change changes net +/- ± diff difference gain delta 増減 "
    "增減 增减 收支 得失 输赢 輸贏 得失点 收付 点数移動 "
    "änderung änderungen veränderung differenz gewinn/verlust plus/minus",
    "total": "計 计 total totals score scores running_total balance stack 持点 持ち点 累計 "
    "累计 總分 总分 小計 小计 点棒 残り 得分 分数 分數 "
    "stand punktestand gesamt kontostand zwischenstand saldo",
    "final": "final final_score final_scores end_score 終局点 最終 最终 最終得点 最终得分 終了 "
    "final_total 总得分 總得分 合計得点 grand_total "
    "endstand endergebnis endpunkte",
    "start": "start starting starting_points start_points 開始 起始 起始分 配給原点 初始 原点 "
    "startpunkte anfang anfangsstand startwert beginn",
}  # fmt: skip

UNKNOWN: Final = "mcr"
"""Rules that sheets name and mjlog does not have."""
_CALLED: Final[tuple[tuple[str, str], ...]] = (
    (UNKNOWN, "mcr 国标 國標 guobiao 竞赛规则 競賽規則"),
    ("taiwanese/1", "taiwan 台湾 台灣 台麻 十六张 十六張 16张 16張 16枚"),
    ("hongkong-faan/1", "hongkong 香港 港式"),
    ("taiyuan/1", "taiyuan 太原 四柱 fourpillars"),
    ("tibet/1", "tibet 西藏 藏式 チベット"),
    ("riichi/1", "riichi リーチ麻雀 立直麻 立直マ 日本麻雀 日麻 japanese"),
    ("american/1", "american 美式 アメリカ"),
)
"""What people call rule sets above a table."""
_STAKES: Final = (
    re.compile(r"(?:底|base)[ :=]*([0-9]{1,7}).{0,12}?(?:台|unit|tai)[ :=]*([0-9]{1,7})"),
    re.compile(
        r"([0-9]{1,7})[ ]*(?:底|base)[ ,/]*([0-9]{1,7})[ ]*(?:一?台|unit|(?:per|a)?[ ]*tai)"
    ),
)
"""What a win and each tai bring, as tables of Taiwan say it."""

ROLES: Final = frozenset(_HEADS)
"""Every role that a column or an entry can have."""

_SEATS: Final = {
    "east": 0, "e": 0, "東": 0, "东": 0, "東家": 0, "东家": 0, "ton": 0, "a": 0, "ost": 0,
    "south": 1, "s": 1, "南": 1, "南家": 1, "nan": 1, "b": 1, "süd": 1,
    "sued": 1,
    "west": 2, "w": 2, "西": 2, "西家": 2, "sha": 2, "xia": 2, "c": 2,
    "north": 3, "n": 3, "北": 3, "北家": 3, "pei": 3, "bei": 3, "d": 3,
    "nord": 3,
}  # fmt: skip
_NUMBERED: Final = re.compile(r"(?:player|p|seat|選手|选手|玩家|席)?[ _.]?([1-4])")
_WINDS: Final = {"e": "E", "s": "S", "w": "W", "n": "N", "東": "E", "东": "E", "南": "S", "西": "W",
                 "北": "N", "east": "E", "south": "S", "west": "W", "north": "N",
                 "ost": "E", "o": "E", "süd": "S", "sued": "S", "nord": "N"}  # fmt: skip
_SEAT_BEHIND: Final = re.compile(r"(?P<name>.+?) ?[(\[](?P<seat>[^()\[\]]+)[)\]]")
_SEAT_BEFORE: Final = re.compile(
    r"(?P<seat>(?:player|spieler|seat|選手|选手|玩家)? ?[1-4]|[eswn]|[東东南西北]家?|east|south|"
    r"west|north|ost|süd|nord)(?: ?[:=–] ?| - |(?<=[a-zü]{2}) |(?<=[東东南西北家]) )"
    r"(?P<name>[^:=]+)",
    re.IGNORECASE,
)
"""A seat before or behind a name in the same cell."""
_DATE: Final = re.compile(
    r"[0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}日?|[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{2}){1,2}|"
    r"(?:[0-9]{4}年)?[0-9]{1,2}月[0-9]{1,2}日"
)
_DIGITS: Final = {sign: str(n) for n, sign in enumerate("一二三四五六七八九", 1)}
_WIND: Final = r"(east|south|west|north|ost|süd|sued|nord|[eswno東东南西北])"
_REPEATED: Final = (
    r"(?:本場|本场|連荘|连庄|連莊|連庄|連|连|honba|hb|h|bonus|repeat|counter|wdh|wiederholung)"
)
_LABEL: Final = re.compile(
    rf"{_WIND}(?:場|场|風|风|圈)?[ _-]*(?:round|runde|第)?[ _-]*"
    r"([1-9一二三四五六七八九])(?:局|盤|盘)?"
    rf"(?:[ ._·/,+(-]*{_REPEATED}?[.]?[ ]*([0-9]+)[.]?[ ]*{_REPEATED}?[.]?[)]?)?"
)
_OF_WINDS: Final = re.compile(
    r"([東东南西北])(?:場|场|風|风|圈)?[ -]*([東东南西北])(?:風|风)?(?:局|盤|盘)?"
    rf"(?:[ ._·/,+(-]*{_REPEATED}?[ ]*([0-9]+)[ ]*{_REPEATED}?[)]?)?"
)
"""The wind of the round and that of the dealer, as sheets of Taiwan name a deal."""
_OF_ROUND: Final = re.compile(r"[ _-]*(?:場|场|風|风|圈|round|runde|wind)$")
_PLAIN: Final = re.compile(r"(?:deal|hand|no\.?|第|#)?[ ]*([0-9]{1,4})(?:局|盤|盘|把|手)?\.?")


def words_of(text: str) -> frozenset[str]:
    """The words of a list that stand apart by blanks."""
    return frozenset(text.split())


SELF_DRAWN: Final = words_of(
    "t tsumo self self-draw self-drawn self_draw self_drawn zimo zi_mo 自摸 ツモ つもり "
    "自摸和 ツモ和 tsu 摸 selfdraw ツモ上がり drawn "
    "self_pick self-pick self_picked self-picked picked_own wall_pick "
    "selbst selbst_gezogen selbstgezogen eigenzug selbstzug"
)
ON_DISCARD: Final = words_of(
    "r ron discard on_discard 栄 荣 榮 ロン 荣和 栄和 榮和 食和 食糊 出和 点和 點和 放銃 "
    "放铳 點炮 点炮 放枪 放槍 出銃 d/o"
)
NOBODY_WON: Final = words_of(
    "x d draw drawn_game draw_game exhaustive exhaustive_draw washout ryukyoku ryuukyoku "
    "wall wall_game wash 流局 荒牌 流 流れ 流盘 流盤 臭庄 臭莊 黄庄 黃莊 荒庄 荒莊 摸和 "
    "no_win goulash 荒牌平局 荒牌流局 "
    "remis unentschieden kein_gewinner niemand keiner mauerende"
)
_RESULTS: Final = SELF_DRAWN | ON_DISCARD | NOBODY_WON
WON_BY_MARK: Final = words_of("○ ◯ ◎ 〇 ⭕ ⚪")
LOST_BY_MARK: Final = words_of("× ✕ ✖ ╳ ❌ ● ⚫ 放")
"""Marks in a player's column for who won, and for who threw the tile."""
ABORTED: Final = words_of("abort aborted abortive abortive_draw 途中流局 中途流局")
VOID: Final = words_of("void voided 無効 无效 無效")
ABSENT: Final = words_of(
    "out - – — x / sits_out sitting_out bye 抜け 抜け番 輪空 轮空 休 休息 "
    "aussetzer pausiert pause setzt_aus frei"
)
TOTALS: Final = words_of(
    "素点 持点 持ち点 最終持ち点 終局点 終了点 最終点 最后得分 最終分數 "
    "total totals sum final final_score final_scores subtotal 合計 合计 總計 总计 計 "
    "小計 小计 最終 最终 終局 总分 總分 得点合計 最終得点 最终得分 result results "
    "grand_total end 累計 累计 balance 結果 结果 終了 "
    "summe gesamt gesamtsumme endstand ergebnis endergebnis zwischenstand zwischensumme punktestand"
)
RANKS: Final = words_of("rank placement ranking place 順位 顺位 名次 着順 rang platz platzierung")
UMA: Final = words_of("uma oka uma/oka ウマ オカ 順位点 順位點 顺位点 順位ウマ uma+oka 馬")
PLACED: Final = words_of(
    "points_with_uma final_points pt ポイント スコア 標準分 标准分 wertung turnierpunkte "
    "tournament_points"
)
AFTERWARDS: Final = (
    RANKS
    | UMA
    | PLACED
    | words_of("penalty penalties 罰 罚分 罰分 チョンボ strafe strafen strafpunkte chombo")
)
"""Rows below the deals that are about the game's end, and not about points on the table."""


_EDGES: Final = " \t\n:*.。"  # the marks around a head


@lru_cache(maxsize=16384)
def plain(text: str) -> str:
    """The word as the lists have it: one width, small letters, one sign between its parts.

    >>> plain("  Riichi　Sticks: "), plain("ＨＡＮ")
    ('riichi_sticks', 'han')
    """
    word = unicodedata.normalize("NFKC", text).casefold().strip(_EDGES)
    word = re.sub(r"\((?:x|×|\*)?[0-9,]*\)$", "", word).strip()
    return re.sub(r"[\s_]+", "_", word)


def core(word: str) -> str:
    """The word of a list without what stands in brackets behind it, and without a question mark.

    >>> core("uma_(15/5)"), core("riichi?")
    ('uma', 'riichi')
    """
    return re.sub(r"_?[(\[][^()\[\]]*[)\]]$", "", word).strip("?_")


_ROLES: Final = {plain(word): role for role, words in _HEADS.items() for word in words.split()}


@lru_cache(maxsize=16384)
def role_of(text: str) -> Role | None:
    """What a column with that head is about; None for a word that is not known, such as a name."""
    word = plain(text)
    found = _ROLES.get(word) or _ROLES.get(core(word))
    if found is None and "/" in word:  # 局/Deal
        parts = {_ROLES.get(part.strip("_")) for part in word.split("/")}
        if parts == {"han", "fu"}:
            return "han"
        return parts.pop() if len(parts) == 1 else None
    return found


def rules_called(text: str) -> str:
    """The rule set that people call so, with the stakes that they name; empty where it is none.

    >>> rules_called("台灣十六張 底100 台50"), rules_called("EMA Riichi"), rules_called("Friday")
    ('taiwanese/1 base=100 unit=50', 'riichi/1', '')
    """
    word = unicodedata.normalize("NFKC", text).casefold()
    close = re.sub(r"[\s_-]+", "", word)
    name = next((name for name, said in _CALLED if any(each in close for each in said.split())), "")
    return f"{name} {stakes_called(text)}".strip() if name.startswith("taiwanese") else name


def stakes_called(text: str) -> str:
    """The stakes of Taiwan that a text names, as options; empty for none.

    >>> stakes_called("底30 台10")
    'base=30 unit=10'
    """
    word = unicodedata.normalize("NFKC", text).casefold()
    told = next(filter(None, (pattern.search(word) for pattern in _STAKES)), None)
    return f"base={int(told[1])} unit={int(told[2])}" if told else ""


def is_absent(text: str) -> bool:
    """Whether an entry says that there is nobody or nothing, such as a player who sat out."""
    return plain(text) in ABSENT


def is_total(text: str) -> bool:
    """Whether a row of that name has the totals of the game."""
    return plain(text) in TOTALS


@lru_cache(maxsize=4096)
def seat_of(text: str) -> Seat:
    """The seat that a word names, whatever the script; `NOBODY` for another word.

    >>> seat_of("South"), seat_of("北家"), seat_of("Player 2"), seat_of("Ann")
    (1, 3, 1, -1)
    """
    word = plain(text)
    seat = _SEATS.get(word)
    if seat is not None:
        return seat
    numbered = _NUMBERED.fullmatch(word)
    return int(numbered[1]) - 1 if numbered else NOBODY


@lru_cache(maxsize=4096)
def seat_and_name(text: str) -> tuple[Seat, str]:
    """The seat that stands beside a name, and the name; `NOBODY` where none does.

    >>> seat_and_name("Player 2: Ann"), seat_and_name("East Ann"), seat_and_name("田中(東)")
    ((1, 'Ann'), (0, 'Ann'), (0, '田中'))
    >>> seat_and_name("南家:田中"), seat_and_name("北家 田中")
    ((1, '田中'), (3, '田中'))
    >>> seat_and_name("Ann Lee"), seat_and_name("D. Lee")
    ((-1, 'Ann Lee'), (-1, 'D. Lee'))
    """
    word = " ".join(unicodedata.normalize("NFKC", text).split())
    behind = _SEAT_BEHIND.fullmatch(word)
    before = _SEAT_BEFORE.fullmatch(word)
    parts = (behind["seat"], behind["name"]) if behind else ("", word)
    if before:
        parts = before["seat"], before["name"]
    seat = seat_of(parts[0])
    return (NOBODY, text) if seat == NOBODY else (seat, parts[1].strip())


def label_of(text: str) -> str:
    """The name of a deal as records have it; empty where the text is none.

    >>> [label_of(each) for each in ("東2局1本場", "East 1", "s3-0", "7", "Deal 12", "Ann")]
    ['E2.1', 'E1', 'S3.0', '7', '12', '']
    >>> [label_of(each) for each in ("E1 h1", "E1 (2)", "East 1, 1 honba", "S4 +3")]
    ['E1.1', 'E1.2', 'E1.1', 'S4.3']
    >>> [label_of(each) for each in ("Ost 1", "Süd 4, 2. Wdh.", "東風南局", "O1")]
    ['E1', 'S4.2', 'E2', 'E1']
    """
    word = unicodedata.normalize("NFKC", text).casefold().strip(" .:")
    name, _, result = word.rpartition(" ")
    if name and result.strip("()") in _RESULTS:
        word = name.strip()
    found = _LABEL.fullmatch(word)
    if found:
        number = _DIGITS.get(found[2], found[2])
        counter = f".{int(found[3])}" if found[3] else ""
        return f"{_WINDS[found[1]]}{number}{counter}"
    if by_winds := _OF_WINDS.fullmatch(word):
        counter = f".{int(by_winds[3])}" if by_winds[3] else ""
        return f"{_WINDS[by_winds[1]]}{_SEATS[by_winds[2]] + 1}{counter}"
    counted = _PLAIN.fullmatch(word)
    return str(int(counted[1])) if counted else ""


def wind_of(text: str) -> str:
    """The letter of a wind; empty where the text names none.

    >>> wind_of("East round"), wind_of("東風"), wind_of("Ost"), wind_of("Ann")
    ('E', 'E', 'E', '')
    """
    return _WINDS.get(_OF_ROUND.sub("", plain(text)), "")


def is_seat_name(text: str) -> bool:
    """Whether the text is nothing but the name of a seat or wind."""
    return plain(text) in _SEATS or _NUMBERED.fullmatch(plain(text)) is not None


def is_date(text: str) -> bool:
    """Whether the text is a date.

    >>> [is_date(each) for each in ("2025-03-14", "14.3.25", "3/14/2025", "3月14日", "3.9", "E1")]
    [True, True, True, True, False, False]
    """
    return _DATE.fullmatch(unicodedata.normalize("NFKC", text).strip()) is not None


def seat_letters(text: str) -> tuple[Seat, ...]:
    """The seats of letters side by side, such as ``AC``; empty for other words."""
    word = plain(text).upper()
    if word and set(word) <= set(SEATS) and len(set(word)) == len(word):
        return tuple(SEATS.index(letter) for letter in word)
    return ()


_CELL: Final = re.compile(r"[^\t;|,\n\r]+")


def known_words(text: str) -> int:
    """How many cells of a text are words of score sheets."""
    return sum(
        role_of(word) is not None or is_seat_name(word) for word in _CELL.findall(text)[:2000]
    )
