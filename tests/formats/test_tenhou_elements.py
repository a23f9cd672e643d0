"""The quick road and expat read the same elements from the same bytes.

Or the quick one steps back.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tenhou_logs import init, log, moves, washout

from mjlog.formats.tenhou_xml.elements import parse_with_expat, quick

PLAIN = log(
    init(),
    moves("T112 D112 U113 E113"),
    '<REACH who="1" step="1"/>',
    washout(),
    init(),
    moves("T0"),
)
BITS = [
    b"<",
    b">",
    b"/",
    b'"',
    b"'",
    b" ",
    b"\n",
    b"&lt;",
    b"=",
    b"T12",
    b"<!-- -->",
    b"\xc3\xa9",
    b"\x00",
    b"<T1/>",
    b"<T1 />",
]


def test_a_plain_log_takes_the_quick_road():
    found = quick(PLAIN)
    assert found is not None
    assert found == parse_with_expat(PLAIN)
    discards = sum(1 for play in found.plays if play is not None and play.is_turn)
    assert len(found.offsets) + discards == PLAIN.count(b"<") - 1


def test_a_line_break_at_the_end_is_plain_enough():
    assert quick(PLAIN + b"\n") == parse_with_expat(PLAIN + b"\n")


@pytest.mark.parametrize(
    "parts",
    [
        '<GO type="9"/><T1/><D2/>',
        '<N who="3" m="42031" /><G4/><T1/><D1/>',
        '<REACH who="0" step="1"/><D4/><DORA hai="9"/><T5/><D5/><DORA hai="10"/>',
        "<T1/><E2/><F3/><G4/>",
        "<T1/><D2/><D3/>",
        "<D2/><T1/><T2/><D3/>",
    ],
)
def test_both_roads_put_a_discard_to_its_draw_alone(parts):
    data = f'<mjloggm ver="2.3">{parts}</mjloggm>'.encode()
    found = quick(data)
    assert found is not None
    assert found == parse_with_expat(data)
    latest = {found.latest(place) for place in range(len(found.plays))}
    offsets = {place for place in range(len(data) - 1) if data.startswith(b"<", place)}
    assert latest | set(found.offsets) == offsets - {data.rindex(b"<")}


@pytest.mark.parametrize("parts", ["<T1/><D2/>", "<T1/>", "<D2/>", '<T1/><GO type="9"/>'])
def test_a_log_without_its_root_goes_to_expat(parts):
    assert quick(f'<mjloggm ver="2.3">{parts}</mjloggm>'.encode()) is not None
    assert quick(f"{parts}</mjloggm>".encode()) is None


@given(st.integers(0, len(PLAIN)), st.integers(0, 3), st.sampled_from(BITS))
def test_both_roads_agree_on_damaged_logs(place, gone, bit):
    data = PLAIN[:place] + bit + PLAIN[place + gone :]
    found = quick(data)
    assert found is None or found == parse_with_expat(data)


@given(
    st.lists(
        st.sampled_from(
            [
                "<T1/>",
                "<N who='1'/>",
                '<N m="1" who="2" />',
                "<GO",
                "/>",
                '<a b="c"/>',
                "x",
                "</mjloggm>",
            ]
        )
    )
)
def test_both_roads_agree_on_elements_put_together(parts):
    data = f"<mjloggm>{''.join(parts)}</mjloggm>".encode()
    found = quick(data)
    assert found is None or found == parse_with_expat(data)
