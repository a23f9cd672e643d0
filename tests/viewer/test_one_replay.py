"""A page replays its deal once, whatever it shows of it; whoever comes later finds it replayed."""

import sys

import pytest
from kit.places import SAMPLES
from kit.viewers import viewer

from mjlog.referee import replay as fold

pytestmark = pytest.mark.slow

GAME = SAMPLES / "riichi/game-four-players.mjl"
NAME = GAME.stem


@pytest.fixture
def replayed(monkeypatch):
    """The labels of the deals replayed, one each time; every module that replays is watched."""
    labels = []
    replay = fold.replay

    def counted(deal, *arguments, **options):
        labels.append(deal.label)
        return replay(deal, *arguments, **options)

    for module in list(sys.modules.values()):
        if getattr(module, "replay", None) is replay:
            monkeypatch.setattr(module, "replay", counted)
    return labels


def test_a_deal_is_replayed_once_for_all_its_pages(replayed):
    client = viewer(GAME)
    client.get(f"/r/{NAME}/audit")
    assert replayed

    def get(address):
        replayed.clear()
        assert client.get(address).status_code == 200, address
        return replayed

    # The first page has the timeline, the waits of all seats, and the result.
    assert get(f"/r/{NAME}/d1/s143") == ["E1.0"]
    for address in ("d1/s0", "d1/s71", "d1/s143", "d1/steps.json", "d1/print", "d1/s9.svg"):
        assert not get(f"/r/{NAME}/{address}")
    assert get(f"/r/{NAME}/d2/s5") == ["E1.1"]
    assert len(get(f"/r/{NAME}/print")) == len(set(replayed))
    assert not get(f"/r/{NAME}/audit")
