"""A text that is typed is judged as a whole one is, though deals that stay are judged once."""

import random
from pathlib import Path
from unittest.mock import patch

import pytest

from mjlog.auditor import audit as auditing
from mjlog.auditor import kept_deals
from mjlog.editor.record_text import Memory, RecordText

SAMPLES = Path(__file__).parents[2] / "samples"
GAMES = sorted(
    path
    for path in SAMPLES.rglob("*.mjl")
    if path.stat().st_size < 40_000 and path.read_bytes().count(b"\n@") > 2
)
GAME = (SAMPLES / "riichi" / "game-four-players.mjl").read_text("utf-8")


def edited(text: str, chance: random.Random) -> str:
    """A text after one edit: a letter, a word or a line that goes, comes or changes."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(6)
    if kind == 0:
        lines.insert(at, chance.choice(["", "note typed", lines[chance.randrange(len(lines))]]))
    elif kind == 1:
        del lines[at]
    else:
        line = lines[at]
        place = chance.randrange(len(line) + 1)
        typed = chance.choice([*"123456789mpsz-+#.! @ABCD", "", "", " 5m.", " riichi 1"])
        lines[at] = line[:place] + typed + line[place + (kind > 2) :]
    return "\n".join(lines)


def audit_of(record: RecordText) -> object:
    """All that the audit of a text says."""
    report = record.report
    if report is None:
        return None
    return (report.findings, report.verdicts, report.results, report.totals, report.explanations)


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_are_judged_as_the_whole_text(seed: int) -> None:
    chance = random.Random(seed)
    for path in chance.sample(GAMES, 3):
        whole = path.read_text("utf-8", "replace")
        memory, text = Memory(), whole
        for _ in range(12):
            # Some edits are taken back, as people do, so that slips do not pile up.
            text = edited(text if chance.random() < 0.7 else whole, chance)
            typed = RecordText(text, memory=memory)
            if chance.random() < 0.5:  # as one who types on, and then pauses
                typed.problems_at_a_glance()
            assert audit_of(typed) == audit_of(RecordText(text)), text


def numbers_judged(before: str, after: str) -> list[int]:
    """The deals that are judged anew when a text changes."""
    memory = Memory()
    audit_of(RecordText(before, memory=memory))
    judged: list[int] = []
    judging = auditing.audit_deal

    def noting(number, *others):
        judged.append(number)
        return judging(number, *others)

    with patch.object(auditing, "audit_deal", noting):
        audit_of(RecordText(after, memory=memory))
    return judged


def test_a_changed_deal_alone_is_judged_anew() -> None:
    assert numbers_judged(GAME, GAME) == []
    assert numbers_judged(GAME, GAME.replace("4m-3z 1z.", "4m-3z 1z. {so}", 1)) == [1]
    # The tile drawn stays, another one is discarded: nothing of it reaches the next deal.
    line = "2. A:4m-3z 1z. 1m-2z 7m-1z"
    assert numbers_judged(GAME, GAME.replace(line, line.replace("1m-2z", "1m-7p"), 1)) == [1]


def test_a_glance_judges_the_changed_deal_and_explains_nothing() -> None:
    line = "2. A:4m-3z 1z. 1m-2z 7m-1z"
    slip = GAME.replace(line, line.replace("7m-1z", "7m-9s"), 1)
    memory = Memory()
    audit_of(RecordText(GAME, memory=memory))
    typed = RecordText(slip, memory=memory)
    at_a_glance = [each.finding for each in typed.problems_at_a_glance()]
    assert {finding.place.deal for finding in at_a_glance} == {1}
    assert "discard.held" in {finding.code for finding in at_a_glance}
    whole = audit_of(RecordText(slip))
    # Then nothing has to be replayed again as it is written.
    with patch.object(kept_deals, "replay", side_effect=AssertionError):
        assert audit_of(RecordText(slip, memory=memory)) == whole


def test_what_a_deal_leaves_to_the_next_is_judged_there() -> None:
    first = GAME.index("score ")
    changed = f"{GAME[:first]}score 1{GAME[first + 6 :]}"
    assert numbers_judged(GAME, changed)[:2] == [1, 2]
    assert len(numbers_judged(GAME, GAME.replace("preset=tenhou", "preset=ema", 1))) > 2
