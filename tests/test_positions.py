"""`for position in deal.steps(rules)`: the table after each step, as a value."""

import pickle
from itertools import pairwise

import pytest
from kit.places import EVERY, LEGAL, ROOT, slug
from kit.sizes import each

import mjlog
from mjlog.bots.generate import games
from mjlog.model.record import NOBODY, Claim, ConcealedKong, Discard, Exchange, Reveal, Win
from mjlog.model.tiles import UNKNOWN, canonical
from mjlog.referee import painter_slot

BROKEN = [path for path in EVERY if path not in LEGAL]
RULES = ("taiyuan", "taiwanese", "tibet preset=tibet-7", "riichi", "american")
FAIR_COPY = ROOT / "samples/taiyuan/everything-fair-copy.mjl"


def read(path):
    return mjlog.read(path.read_bytes())


def playable(game):
    """The deals of a record that can be replayed, with its rule set."""
    try:
        rules = mjlog.rules.load(game.rules)
    except mjlog.RulesError:
        return None, ()
    return rules, game.deals if game.seats in rules.play.spec.seats else ()


def seen(table):
    """What somebody sees of a live table."""
    return [
        (hand.tiles(), hand.unknown, hand.pillars_unknown, tuple(hand.river), len(hand.melds))
        for hand in table.hands
    ]


def tiles_of(position):
    """The same of a position."""
    hands = zip(position.hands, position.rivers, position.melds, strict=True)
    return [(hand, tuple(river), len(melds)) for hand, river, melds in hands]


def as_row(tiles, unknown, unseen_pillars, *rest):
    row = (*(UNKNOWN,) * unseen_pillars, *canonical(tiles), *(UNKNOWN,) * unknown)
    return (row, *rest)


@pytest.mark.slow
@each([*LEGAL, *BROKEN], slug, one_in=6)
def test_a_position_is_what_a_watcher_of_the_replay_sees(path):
    game = read(path)
    rules, deals = playable(game)
    for deal in deals:
        watched, acts = [], []

        def watch(table, _turn, act, watched=watched, acts=acts):
            assert min(number for hand in table.hands for number in hand.count) >= 0
            watched.append([as_row(*hand) for hand in seen(table)])
            acts.append(act)

        played = mjlog.replay(deal, rules, seats=game.seats, watch=watch)
        positions = list(deal.steps(rules, seats=game.seats))
        assert [position.last for position in positions] == acts
        assert [tiles_of(position) for position in positions][1:] == watched[1:]
        assert positions[-1].findings == played.findings


@pytest.mark.slow
@each(BROKEN, slug, one_in=9)
def test_findings_come_with_their_steps(path):
    game = read(path)
    rules, deals = playable(game)
    for deal in deals:
        positions = list(deal.steps(rules, seats=game.seats))
        for position in positions[:-1]:
            assert all(finding.place.step <= position.step for finding in position.findings)
        for finding in positions[-1].findings:
            if 0 < finding.place.step < len(positions) - 1:
                assert finding not in positions[finding.place.step - 1].findings
                assert finding in positions[finding.place.step].findings


def test_positions_may_be_asked_in_any_order():
    deal = read(FAIR_COPY).deals[0]
    rules = mjlog.rules.load("taiyuan/1")
    positions = list(deal.steps(rules))
    forwards = [tiles_of(position) for position in positions]
    assert [tiles_of(position) for position in reversed(positions)] == forwards[::-1]


def test_asking_for_legal_acts_changes_nothing():
    deal = read(FAIR_COPY).deals[0]
    rules = mjlog.rules.load("taiyuan/1")
    quietly = [tiles_of(position) for position in deal.steps(rules)]
    for position, before in zip(deal.steps(rules), quietly, strict=True):
        position.legal_acts()
        assert tiles_of(position) == before


@pytest.mark.slow
@pytest.mark.parametrize("header", RULES)
def test_what_legal_players_do_is_among_the_legal_acts(header):
    for game in games(header, seed=5, deals=4):
        rules = mjlog.rules.load(game.rules)
        for deal in game.deals:
            positions = list(deal.steps(rules, seats=game.seats))
            for before, after in pairwise(positions):
                act = after.last
                assert before.is_legal(act), (before, act)
                if isinstance(act, Exchange | Reveal) or act.seat == NOBODY:
                    continue
                assert any(_alike(act, legal) for legal in before.legal_acts(act.seat)), act


def _alike(act, legal):
    """Whether it is the same act, but for which equal tiles it takes and what nobody has seen."""
    if isinstance(act, Claim | ConcealedKong):
        return type(act) is type(legal) and len(act.tiles) == len(legal.tiles)
    if type(act).__name__ in {"Draw", "Replace"}:
        return type(act) is type(legal)
    return act == legal


def test_an_illegal_act_names_the_law():
    deal = read(FAIR_COPY).deals[0]
    position = next(deal.steps(mjlog.rules.load("taiyuan/1")))
    wrong = Discard(1, 0)
    assert position.is_legal(wrong) is False
    assert position.broken_by(wrong)[0].text
    assert wrong not in position.legal_acts()


def test_waits_are_those_of_a_resting_hand():
    deal = read(FAIR_COPY).deals[0]
    *_, last = deal.steps(mjlog.rules.load("taiyuan/1"))
    assert isinstance(last.last, Win)
    assert last.to_act == NOBODY
    assert last.waits(last.winners[0]) is None or str(last.waits(last.winners[0]))
    assert all(last.waits(seat) is not None for seat in range(4) if seat != last.last.seat)


def test_a_position_is_a_value():
    game = read(FAIR_COPY)
    rules = mjlog.rules.load(game.rules)
    one = list(game.deals[0].steps(rules))[40]
    other = pickle.loads(pickle.dumps(one))  # noqa: S301  what was just written
    assert other == one
    assert hash(other) == hash(one)
    assert other.hands == one.hands
    assert one != list(game.deals[0].steps(rules))[41]
    with pytest.raises(AttributeError):
        one.hands = ()
    with pytest.raises(AttributeError):
        one.anything = 1


def test_a_position_shows_itself():
    deal = read(FAIR_COPY).deals[0]
    position = list(deal.steps(mjlog.rules.load("taiyuan/1")))[2]
    assert repr(position) == "Position(deal '1', step 2 of 88, after A:7m-4z, B to act)"
    assert str(position.hands[0]) == "12'457'77m8p145'9s1'z"
    assert position.svg() == position.svg(seat="A")
    assert position.svg().startswith("<svg ")
    assert position._repr_html_().startswith("<figure><svg ")
    with pytest.raises(ValueError, match="nobody sits at 'E'"):
        position.svg(seat="E")


def test_a_position_is_drawn_by_whoever_is_named(monkeypatch):
    position = next(iter(read(FAIR_COPY).deals[0].steps(mjlog.rules.load("taiyuan/1"))))
    monkeypatch.setattr(painter_slot, "_loaders", [])
    with pytest.raises(LookupError, match="nobody draws positions here"):
        position.svg()
    painter_slot.draw_with(lambda: lambda drawn, **how: f"{drawn.step} {sorted(how)}")
    assert position.svg() == "0 ['open_hands', 'seat', 'size']"


def test_all_sit_down_or_the_steps_are_refused():
    deal = read(FAIR_COPY).deals[0]
    with pytest.raises(ValueError, match="who does not sit at a table of 3"):
        deal.steps(mjlog.rules.load("taiyuan/1"), seats=3)
