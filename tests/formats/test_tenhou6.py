"""Tenhou's JSON: rows without an order, Japanese results, addresses, tournaments."""

import json
from html import escape
from urllib.parse import quote, unquote

import pytest
from kit.places import SAMPLES
from kit.records import faults
from riichi_deals import RIICHI_RON, game, lines, words

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.formats.registry import export
from mjlog.formats.tenhou_json.order import Rows, ordered
from mjlog.formats.tenhou_json.tiles import CODES, TILES, call_of
from mjlog.notation import read

HANDS = [
    [11, 12, 13, 14, 15, 16, 21, 21, 27, 28, 29, 32, 33],
    [31, 39, 11, 19, 21, 29, 41, 42, 43, 44, 45, 46, 47],
    [12, 13, 13, 14, 24, 24, 25, 25, 26, 36, 37, 38, 39],
    [15, 16, 17, 17, 18, 22, 22, 23, 28, 34, 35, 53, 37],
]
NAMES = ["Ann", "Bea", "Cid", "Dan"]


def deal(rows, result, head=(0, 0, 0), dora=(21,), ura=()):
    """The seventeen parts; `rows` are pairs of draws and discards by seat."""
    parts = [list(head), [25000] * 4, list(dora), list(ura)]
    for hand, (taken, given) in zip(HANDS, [*rows, *[([], [])] * 4], strict=False):
        parts += [hand, list(taken), list(given)]
    return [*parts, result]


def body(*deals, **more):
    return {
        "title": ["", ""],
        "name": NAMES,
        "rule": {"disp": "般南喰赤", "aka": 1},
        "log": list(deals),
        **more,
    }


def one(*deals, **more):
    (source,) = load(json.dumps(body(*deals, **more), ensure_ascii=False).encode())
    assert source.format == "tenhou6"
    return source.game


def test_a_round_and_a_call():
    rows = [([45], [29]), ([], []), (["29p2929"], [12]), ([17], [60])]
    found = one(deal(rows, ["流局", [1500, -1500, -1500, 1500]]))
    assert words(found.deals[0]) == "A:5z-9p C:+99p-2m D:7m."
    assert faults(found) == []


@pytest.mark.parametrize(
    ("text", "kind", "tile", "source"),
    [
        ("c232224", "chow", "3p", 3),
        ("p292929", "pung", "9p", 3),
        ("29p2929", "pung", "9p", 2),
        ("2929p29", "pung", "9p", 1),
        ("m47474747", "kong", "7z", 3),
        ("47m474747", "kong", "7z", 2),
        ("474747m47", "kong", "7z", 1),
        ("k51151515", "added", "0m", 3),
        ("15k511515", "added", "0m", 2),
        ("1515k5115", "added", "0m", 1),
        ("424242a42", "concealed", "", 0),
        ("f44", "north", "4z", 0),
        ("r60", "riichi", "", 0),
        ("r23", "riichi", "3p", 0),
    ],
)
def test_calls(text, kind, tile, source):
    from mjlog.model.tiles import NAMES as WORDS  # noqa: PLC0415

    call = call_of(text)
    assert (call.kind, "" if call.tile is None else WORDS[call.tile], call.source) == (
        kind,
        tile,
        source,
    )


@pytest.mark.parametrize(
    "text", ["", "c", "c11", "x111111", "p1112", "c999999", "r", "1111a1111", "f4444"]
)
def test_what_is_no_call(text):
    with pytest.raises(Exception, match=r"no call|no tile"):
        call_of(text)


def row(taken, given):
    """A seat's row from codes and strings."""
    incoming = tuple(call_of(each) if isinstance(each, str) else TILES[each] for each in taken)
    outgoing = tuple(
        call_of(each) if isinstance(each, str) else None if each == 60 else TILES[each]
        for each in given
    )
    return Rows(incoming, outgoing)


def test_the_order_needs_a_search():
    # C may call A's first 9p or A's second one; only the second leaves a tile for everybody.
    rows = [
        row([45, 29], [29, 60]),
        row([17], [60]),
        row([18, "29p2929"], [60, 12]),
        row([19, 46], [60, 60]),
    ]
    steps, complete = ordered(rows, 0)
    assert complete
    assert [step.seat for step in steps] == [0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 2, 2, 3, 3]


def test_rows_that_fit_together_only_in_part():
    steps, complete = ordered([row([45], [60]), row([], []), row([17], [60]), row([], [])], 0)
    assert not complete
    assert len(steps) == 2
    found = one(deal([([45], [60]), ([], []), ([17], [60])], ["流局", [0, 0, 0, 0]]))
    (finding,) = (finding for finding in found.findings if finding.code == "format.order")
    assert (
        finding.message
        == "draws, calls and discards fit together for 2 acts only; mjlog leaves out the rest"
    )
    assert words(found.deals[0]) == "A:5z."


def test_a_hostile_number_of_choices_ends():
    rows = [row([11] * 60 + ["p111111"] * 60, [11] * 120) for _ in range(3)]
    rows.append(row(["c393837"], [11]))
    assert ordered(rows, 0)[1] is False


def test_kongs_turn_indicators_up_as_tenhou_does():
    rows = [([45, 22, 18], ["111111a11", "r60"]), ([], [])]
    found = one(deal([([11, 22], ["111111a11", 60])], [], dora=(21, 34)))
    assert words(found.deals[0]) == "A:1m*1111m=4s/2p-2p."
    rows = [([45], [29]), ([], []), ([], []), (["292929m29", 46], [0, 60])]
    found = one(deal(rows, [], dora=(21, 34)))
    assert words(found.deals[0]) == "A:5z-9p D:+999p/6z=4s-6z."


def test_wins():
    found = game(RIICHI_RON)
    text = export(found, "tenhou6").text
    assert (
        '["和了",[6800,0,0,-5800],[0,3,0,"30符3飜5800点","立直(1飜)","一発(1飜)","平和(1飜)"]]'
        in text
    )


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (["流局", [1500, -1500, -1500, 1500]], ["draw wall", "tenpai A D"]),
        (["流局", [0, 0, 0, 0]], ["draw wall"]),
        (["全員聴牌"], ["draw wall", "tenpai A B C D"]),
        (["全員不聴"], ["draw wall", "tenpai"]),
        (["流し満貫", [12000, -4000, -4000, -4000]], ["draw wall nagashi-mangan by=A"]),
        (["四風連打"], ["draw abort four-winds"]),
        (["四家立直"], ["draw abort four-riichi"]),
        (["四槓散了"], ["draw abort four-kongs"]),
        (["三家和了"], ["draw abort triple-ron"]),
    ],
)
def test_washouts(result, expected):
    found = one(deal([([45], [60])], result))
    assert lines(found, "draw", "tenpai") == expected
    assert faults(found) == []


def test_nine_terminals_name_who_declared_them():
    assert lines(one(deal([([45], [])], ["九種九牌"])), "draw") == [
        "draw abort nine-terminals by=A"
    ]


def test_yakuman_liability_and_unknown_words():
    info = [0, 0, 1, "役満16000点∀", "大三元(役満)", "字一色(役満)", "謎(1飜)"]
    found = one(deal([([45], [])], ["和了", [96000, -96000, 0, 0], info]))
    assert lines(found, "fan", "pay") == [
        "fan A yakuman-daisangen 1, yakuman-tsuuiisou 1, share 16000, yakuman ?",
        "pay B>A 96000",
    ]
    assert faults(found) == ["format.attribute"]


@pytest.mark.parametrize(
    ("words", "items"),
    [
        (["役満64000点", "四暗刻単騎(役満)"], "yakuman-suuankou-tanki 2"),
        (["役満32000点", "四暗刻単騎(役満)"], "yakuman-suuankou-tanki 1"),
        (["役満64000点", "四暗刻(役満)"], "yakuman-suuankou 1"),
        (
            ["役満96000点", "四暗刻単騎(役満)", "字一色(役満)"],
            "yakuman-suuankou-tanki 2, yakuman-tsuuiisou 1",
        ),
    ],
)
def test_a_limit_hand_that_counts_twice_by_its_points(words, items):
    win = ["和了", [0, 64000, -64000, 0], [1, 2, 1, *words]]
    (line,) = lines(one(deal([([45], [])], win)), "fan")
    assert line.startswith(f"fan B {items}, points ")


def test_an_address():
    made = json.dumps(body(deal([([45], [60])], ["流局", [0] * 4])), ensure_ascii=False)
    for address in (
        f"https://tenhou.net/6/#json={made}",
        f"http://tenhou.net/5/#json={quote(made)}",
    ):
        (source,) = load(address.encode())
        assert words(source.game.deals[0]) == "A:5z."


def test_one_deal_a_line_is_one_game_as_long_as_it_goes_on():
    ends = ["流局", [0] * 4]
    rows = [([45], [60])]
    texts = [
        json.dumps(body(deal(rows, ends, head=head))) for head in ((0, 0, 0), (1, 0, 0), (0, 0, 0))
    ]
    sources = list(load("\n".join(texts).encode(), "x"))
    assert [(source.path, len(source.game.deals)) for source in sources] == [("x:1", 2), ("x:2", 1)]
    assert sources[0].game.deals[1].span.line == 2


def test_one_address_a_line_is_read_like_one_deal_a_line():
    rows, ends = [([45], [60])], ["流局", [0] * 4]
    texts = [json.dumps(body(deal(rows, ends, head=(hand, 0, 0)))) for hand in range(3)]
    addresses = [f"https://tenhou.net/6/#json={text}" for text in texts]
    (source,) = load(f"\n{addresses[0]}\n\n{quoted(addresses[1])}\n".encode())
    assert [deal.span.line for deal in source.game.deals] == [1, 3]
    broken = "\n".join([addresses[0], "https://tenhou.net/6/#json={", texts[2]])
    lost, kept = load(broken.encode())
    assert ([f.code for f in lost.findings], lost.findings[0].place.line) == (["format.json"], 2)
    assert len(kept.game.deals) == 2


def quoted(address):
    start, mark, text = address.partition("#json=")
    return start + mark + quote(text)


def test_rules():
    ends = deal([([45], [60])], ["流局", [0] * 4])
    assert one(ends).rules == "riichi/1 preset=tenhou length=south"
    assert (
        one(ends, rule={"disp": "鳳東赤", "aka51": 1}).rules
        == "riichi/1 preset=tenhou length=east open_tanyao=off"
    )
    assert one(ends, ref="2019050417gm-0009-0000-4f2a8622").header("Date") == "2019-05-04"
    assert one(ends, ref="231014-84c11a6f-b3f7-4363-966e-25f37886cfbf").rules.startswith(
        "riichi/1 preset=mahjongsoul"
    )
    assert (
        one(ends, sc=[25000, 1.5, 25000, 0, 25000, 0, 25000, -1.5]).header("Final-Points")
        == "1.5 0 0 -1.5"
    )


def test_a_game_without_red_fives_has_none_whatever_its_codes():
    found = one(deal([([53, "c525351"], [60])], []), ref="2019050417gm-000b-0000-4f2a8622")
    assert found.rules == "riichi/1 preset=tenhou length=south red_fives=0"
    assert lines(found, "deal")[3] == "deal D 56778m2238p4557s"
    assert words(found.deals[0]).startswith("A:5s.")


def test_three_players():
    hands = deal([([44, 45], ["f44", 60])], [])
    hands[1] = [35000, 35000, 35000, 0]
    hands[13:16] = [[], [], []]
    found = one(hands, name=["a", "b", "c", ""], rule={"disp": "三般南喰赤", "aka": 1})
    assert (found.seats, words(found.deals[0])) == (3, "A:4z&4z/5z-5z.")
    assert found.rules.startswith("riichi/1 preset=tenhou-sanma")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda parts: parts.pop(), "has not the 17 parts of a deal"),
        (lambda parts: parts.__setitem__(0, [99, 0, 0]), "is no round there is"),
        (lambda parts: parts.__setitem__(4, [99]), "'haipai' has 99, which is no tile"),
        (lambda parts: parts.__setitem__(5, ["zzz"]), "'zzz' is no call"),
        (lambda parts: parts.__setitem__(1, [1]), "'scores' has 1 numbers, 4 are expected"),
        (lambda parts: parts.__setitem__(16, ["?"]), "knows no deal that ends with '?'"),
        (lambda parts: parts.__setitem__(16, ["和了", [0] * 4, 5]), "does not say who wins"),
    ],
)
def test_what_is_wrong_is_told(change, words):
    parts = deal([([45], [60])], ["流局", [0] * 4])
    change(parts)
    assert any(words in finding.message for finding in one(parts).findings)


def test_text_that_breaks_off():
    text = json.dumps(body(deal([([45], [60])], ["流局", [0] * 4])))
    (source,) = load(text[:200].encode())
    assert source.game is None
    assert "cannot be read as JSON" in source.findings[0].message
    (source,) = load(text[:200].encode(), form="tenhou6")
    assert source.findings[0].code == "format.json"


def test_every_code_is_a_tile():
    assert len(CODES) == len(TILES) == 37


@pytest.mark.logs
@pytest.mark.slow
def test_real_games_find_their_order_and_are_not_accused(logs):
    deals = 0
    for source in load(logs / "riichi" / "tenhou6_json"):
        deals += len(source.game.deals)
        assert "format.order" not in faults(source.game), source.path
        # one was edited by hand so that another wins than is paid, one is of a tournament with its
        # own limits
        if not source.path.endswith(("confusing_nakis_2.json", "example_arml_game.json")):
            accused = {
                finding.code
                for finding in audit(source.game).findings
                if finding.severity == "error"
            }
            assert not accused, source.path
    assert deals == 597


def test_a_deal_is_shown_to_others_by_its_address():
    whole_game = read((SAMPLES / "riichi" / "game-four-players.mjl").read_bytes())
    addresses = export(whole_game, "tenhou-link").text.splitlines()
    assert len(addresses) == len(whole_game.deals)
    assert all(line.startswith("https://tenhou.net/6/#json={") for line in addresses)
    for line, deal in zip(addresses, whole_game.deals, strict=True):
        (source,) = load(line.encode())
        assert [turn.word for turn in source.game.deals[0].turns] == [
            turn.word for turn in deal.turns
        ]
    (whole,) = load("\n".join(addresses).encode())
    assert len(whole.game.deals) == len(whole_game.deals)


def test_a_page_with_addresses_of_the_viewer_is_the_game_in_them():
    text = (SAMPLES / "riichi/game-four-players.mjl").read_text(encoding="utf-8")
    played = read(text)
    links = export(played, "tenhou-link").text.split()
    whole = f"https://tenhou.net/5/#json={quote(export(played, 'tenhou6').text)}"
    (alone,) = load("\n".join(links).encode(), "links.txt")
    pages = {
        "frames": "".join(f'<iframe src="{escape(link)}&amp;ts=0"></iframe>' for link in links),
        "text": f"<pre>{escape(chr(10).join(links))}</pre>",
        "plain": "".join(f"<a href='{escape(unquote(link))}'>deal</a>" for link in links),
        "both": f'<a href="{whole}&ts=1">all</a>' + "".join(f"<a href='{a}'>1</a>" for a in links),
    }
    for name, page in pages.items():
        html = f"<!doctype html><html><body>{page}</body></html>"
        (source,) = load(html.encode(), f"{name}.html")
        assert source.game.deals == alone.game.deals, name


def test_an_address_in_a_page_that_breaks_off_is_named_with_its_line():
    page = b'<html>\n<a href="https://tenhou.net/6/#json=%7B%22name%22:[%22a">x</a></html>'
    (source,) = load(page, "page.html")
    assert source.findings[0].code.startswith("format.")
