"""Lists that are no score sheets are refused with a word for what they are."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

RATINGS = [
    (
        "Platz;Name;Land;Wertung;Spiele;Änderung\n1;Anke;GER;1874;112;+13\n2;Boris;AUT;1820;96;-4\n"
        "3;Chiara;ITA;1799;64;+21\n4;Dmitri;LAT;1765;130;-9\n5;Eva;DEN;1702;58;0\n"
    ),
    (
        "No.,Player,Country,Elo,Change,Games,Last event\n1,Ute,DE,1784,+12,96,Kiel 2024\n"
        "2,Rui,PT,1751,-8,120,Porto 2024\n3,Sven,SE,1730,+0,64,Lund 2023\n"
        "4,Maja,SE,1698,+21,48,Lund 2024\n"
    ),
    (
        "順位\t名前\tレーティング\t対局数\n1\t青木\t1912.4\t230\n2\t石井\t1850.1\t118\n"
        "3\t上田\t1623.9\t75\n4\t江口\t1490.0\t98\n"
    ),
]
STATISTICS = [
    (
        "player,hands,winRate,dealInRate,riichiRate,avgWin\nIlse,1820,0.230,0.135,0.214,7103\n"
        "Marek,2411,0.232,0.144,0.159,6248\nNoor,973,0.181,0.103,0.172,6720\n"
        "Rhea,1544,0.196,0.143,0.200,6149\n"
    ),
    (
        "Spieler;Spiele;Siegquote;Abwurfquote;Schnitt\nAnke;120;22,4;11,8;6120\nBert;98;20,1;12,7;5890\n"
        "Cora;77;23,3;10,2;6410\nDirk;54;19,8;13,5;6001\n"
    ),
    (
        "姓名,对局数,和牌率,放铳率,立直率,平均打点\n甲一,120,0.22,0.11,0.19,6120\n"
        "乙二,98,0.20,0.13,0.17,5800\n丙三,77,0.23,0.10,0.18,6400\n丁四,54,0.19,0.14,0.21,6000\n"
    ),
]
GAMES = [
    (
        "日付,開始,卓,種別,牌譜,対局者\n"
        "2024/05/02,20:14,L1001,四鳳南喰赤,https://example.invalid/log?220,青・石・上・江\n"
        "2024/05/02,21:03,L1001,四鳳南喰赤,https://example.invalid/log?221,青・石・岡・江\n"
    ),
    (
        "No,Date,Room,Id,Link\n1,2024-10-03,Gold,241003-1,https://example.invalid/p/1\n"
        "2,2024-10-04,Jade,241004-2,https://example.invalid/p/2\n"
    ),
]


@pytest.mark.parametrize(
    ("text", "word"),
    [*((text, "ratings") for text in RATINGS), *((text, "statistics") for text in STATISTICS),
     *((text, "list of games") for text in GAMES)],
)  # fmt: skip
def test_a_list_is_refused_and_called_what_it_is(text, word):
    file = read_sheet(text)
    assert not file.games
    assert [(each.code, each.severity) for each in file.findings] == [("sheet.layout", "error")]
    assert word in str(file.findings[0].message)


STANDINGS = [
    # Totals as large as ratings, and the country of each player.
    (
        "Rank,Player,Country,R1,R2,Points\n1,Ann,GER,900,974,1874\n2,Bob,AUT,820,1000,1820\n"
        "3,Cid,ITA,799,1000,1799\n4,Dee,LAT,765,1000,1765\n5,Eve,DEN,702,1000,1702\n"
    ),
    # Rates beside counts of places.
    (
        "Rank,Player,Games,1st,2nd,3rd,4th,Avg place,Top rate,Last rate\n"
        "1,Nils,9,4,1,3,1,2.11,0.44,0.11\n2,Aya,13,5,3,2,3,2.23,0.38,0.23\n"
        "3,Derek,12,4,3,2,3,2.33,0.33,0.25\n4,Rob,14,2,6,5,1,2.36,0.14,0.07\n"
    ),
    # The points of each game, and its address.
    (
        "Date,Ann,Bob,Cid,Dee,Log\n2024-10-03,42000,31000,17000,10000,https://example.invalid/p/1\n"
        "2024-10-04,20000,35000,25000,20000,https://example.invalid/p/2\n"
    ),
]


@pytest.mark.parametrize("text", STANDINGS)
def test_results_that_look_like_lists_are_read(text):
    games = read_sheet(text).games
    assert games
    assert not [each for game in games for each in audited(game).findings if each.is_error]
