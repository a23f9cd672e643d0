"""Results in messages of chat bots, as each file in `mjlog/sheets/chats` reads them."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

RONHORN = (
    "Game concluded!\nhttps://game.example/?paipu=1\n"
    "Ann (East): 42100 (+32.1)\nBob (West): 28300 (+8.3)\n"
    "Cid (North): 21900 (-8.1)\nDee (South): 7700 (-32.3)\n"
)
SLACK = "終局\n田中 421\n鈴木 283\n佐藤 200+19\n高橋 77\n\n高橋350鈴木300田中200佐藤150 終局\n"
LINE = "@麻雀点数管理bot r 山田 32000 @鈴木 28000 佐藤 24000 田中 16000\n"
COPIED = (
    "【麻雀対局結果】2025/1/3\n\nルール: 25000点持ち / 30000点返し / ウマ: 10-20\n\n"
    "1位: 田中 45.3pt (35300点)\n2位: 鈴木 10.1pt (30100点)\n"
    "3位: 佐藤 -18.4pt (21600点)\n4位: 高橋 -37.0pt (13000点)\n"
)
STATBOARD = (
    "12.03.2024 Ann 41000 Bob 29000 Cid 18000 Dee 12000\n"
    "12.03.2024 Bob 35000 Ann 30000 Cid 25000 Dee 10000\n"
    "19.03.24 Dee 40000 Eve 30000 Cid 20000 Bob 10000\n"
)


@pytest.mark.parametrize(
    ("text", "games", "right", "slip"),
    [
        (RONHORN, 1, "-8.1", "-18.1"),
        (SLACK, 2, "283", "284"),
        (LINE, 1, "28000", "28100"),
        (COPIED, 1, "21600", "22600"),
        (STATBOARD, 3, "35000", "53000"),
    ],
)
def test_messages_of_bots_are_results(text, games, right, slip):
    def judged(text):
        audits = [audited(game) for game in read_sheet(text).games]
        wrong = [finding for audit in audits for finding in audit.findings
                 if finding.severity == "error"]  # fmt: skip
        return len(audits), len(wrong)

    assert judged(text) == (games, 0)
    assert judged(text.replace(right, slip)) == (games, 1)


def test_copied_totals_of_an_evening_add_up_to_nothing():
    text = "【対局結果】2025/01/03\n1位: Ann Lee +62\n2位: Bo +11\n3位: Cy -20\n4位: Di -53 (飛)\n"
    (game,) = read_sheet(text).games
    audit = audited(game)
    assert [verdict.answer for verdict in audit.verdicts] == ["given"] * 4


def test_the_numbers_of_games_in_messages_are_not_told_as_unread():
    assert read_sheet(STATBOARD).findings == ()
    assert [
        finding for game in read_sheet(STATBOARD).games for finding in game.draft.findings
    ] == []
