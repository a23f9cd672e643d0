"""The documents that rulebooks are taken from: their names, and where to find them.

A sentence cites a document by its name; after a comma it may name a place in the document. ``; ``
separates documents, as in ``Taiyuan guide, Tiles to Play; our reading``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.model.findings import Source

OUR_READING: Final = Source("our reading", "what a record needs and no source says")
TAIYUAN_GUIDE: Final = Source(
    "Taiyuan guide",
    "Beginner's Guide to Taiyuan Four Pillars Mahjong, by Mahjong Pros: the authority",
    "https://mahjongpros.com/blogs/how-to-play/beginners-guide-to-taiyuan-four-pillars-mahjong",
)
REGIONAL_SHEET: Final = Source(
    "regional sheet",
    "the Chinese rule sheet and the server of a Taiyuan Lisi game",
    "https://github.com/leeminHong1990/TaiYuanLiSiMJ",
)
FAMILY_FORM: Final = Source(
    "family form",
    "a three-player relative of the game, as an assistant program describes it",
    "https://github.com/AllureCurtain/lisi-mahjong-assistant",
)
FOUR_WINDS_TAIWANESE: Final = Source(
    "Four Winds Taiwanese",
    "Four Winds Rule Collection, Taiwanese 16-tile Mah Jong, part 2, Preliminaries",
    "http://www.4windsmj.com/kb/rules/taiwanese/rules02.htm",
)
FOUR_WINDS_AMERICAN: Final = Source(
    "Four Winds American Modern",
    "Four Winds Rule Collection, American Modern, part 3, Playing",
    "http://www.4windsmj.com/kb/rules/american_modern/rules03.htm",
)
FOUR_WINDS: Final = Source(
    "Four Winds",
    "other pages of the same rule collection and of the help of its program",
    "http://www.4windsmj.com/kb/",
)
MAHJONG_TIME: Final = Source(
    "Mahjong Time rules",
    "Mahjong Time, Taiwanese Mahjong Rules: goal of the game, optional rules, penalties, insurance",
    "http://www.mahjongtime.com/mahjong-taiwanese-rules-5.aspx?lang=eng",
)
MAHJONG_TIME_SCORING: Final = Source(
    "Mahjong Time scoring",
    "Mahjong Time, Taiwanese Mahjong Scoring, the beginnings of its two pages",
    "http://www.mahjongtime.com/mahjong-taiwanese-scoring.html",
)
MAHJONG_CLUB: Final = Source(
    "Mahjong Club",
    "Mahjong Club, the same family of texts, the beginning of the page",
    "http://corp.mahjongclub.com/international",
)
RESTATEMENT: Final = Source(
    "the Mahjong Time restatement",
    "a public page and program that restates Mahjong Time's Taiwanese rules and scoring, with its "
    "doubts; its address is not known any more",
)
WIKIDOT: Final = Source(
    "Mahjong Wikidot",
    "Taiwanese scoring and penalties, by another scale",
    "http://mahjong.wikidot.com/rules:taiwanese-scoring",
)
ASSOCIATION_CHART: Final = Source(
    "association chart",
    "the chart of the Taiwanese association, as far as it is kept",
    "http://atawmj.org.tw",
)
OTHER_CHARTS: Final = Source(
    "other charts", "charts of the same scale on public pages, whose addresses were not kept"
)
LOST_PAGE: Final = Source("the page is lost", "a page of Four Winds that nobody keeps any more")
CLASSICAL: Final = Source(
    "classical",
    "point tables of the classical game, as printed in many places; none speaks of this rule set",
)
TIBET_RULES: Final = Source(
    "Tibet rules",
    "Tibet rules, a ladder of games for teaching, in the Japanese Mahjong Wiki: the authority",
    "https://riichi.wiki/Tibet_rules",
)
RIICHI: Final = Source("riichi", "the rulebook of the rule set `riichi`, to which the ladder leads")
TENHOU_LOGS: Final = Source(
    "tenhou.net logs", "measured on the public logs of Tenhou", "https://tenhou.net"
)
TENHOU_MANUAL: Final = Source(
    "Tenhou manual",
    "the manual of Tenhou, read in the English translation of arcturus.su",
    "https://tenhou.net/man/",
)
MAHJONG_SOUL: Final = Source(
    "Mahjong Soul",
    "Mahjong Soul in the Japanese Mahjong Wiki",
    "https://riichi.wiki/Mahjong_Soul",
)
EMA_2012: Final = Source(
    "EMA 2012",
    "rules of the European Mahjong Association, 2012, read at ooyamaneko.net and Mahjong Time",
    "http://mahjong-europe.org",
)
EMA_2016: Final = Source(
    "EMA 2016",
    "Revised EMA Riichi rules, 2016, and the book of these rules at ooyamaneko.net",
    "http://mahjong-europe.org",
)
WRC_2015: Final = Source(
    "WRC 2015",
    "rules of the World Riichi Championship 2015, read at ooyamaneko.net",
    "https://ooyamaneko.net",
)
RONIN: Final = Source(
    "ronin",
    "the rules of the game server ronin, which follow Tenhou",
    "https://github.com/MahjongRepository/ronin",
)
PANTHEON: Final = Source(
    "Pantheon",
    "the rule sets of the tournament program Pantheon",
    "https://github.com/MahjongPantheon/pantheon",
)
SCORERS: Final = Source(
    "mahjong and jansou",
    "the tables of the Python packages mahjong 2.1.0 and jansou 0.14.0, which agree on every hand "
    "that was tried",
    "https://github.com/MahjongRepository/mahjong",
)
COMPARED: Final = Source(
    "rules compared",
    "the rules of Tenhou, Mahjong Soul, EMA, WRC, JPML and the M.League side by side, from the "
    "sources of this list and pages about the leagues; the official texts of EMA 2025, WRC 2022 "
    "and 2025, JPML and the M.League could not be read",
)
YAWNOC: Final = Source(
    "yawnoc",
    "the description of mahjong-scorer, a program for club sheets, MIT-0",
    "https://github.com/yawnoc",
)


def cited(source: str, sources: Sequence[Source]) -> tuple[Source, ...]:
    """Return the documents that the source text of a rulebook sentence names, without duplicates.

    `source` is, for example, ``Taiyuan guide, Tiles to Play; our reading``; `sources` are the known
    documents. An unknown name is ignored.
    """
    longest_first = sorted(sources, key=lambda each: -len(each.name))
    documents: list[Source] = []
    for part in source.split("; ") if source else ():
        for each in longest_first:
            if part == each.name or part.startswith(f"{each.name}, "):
                documents.append(each)
                break
    return tuple(dict.fromkeys(documents))
