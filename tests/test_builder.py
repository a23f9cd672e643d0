"""`Builder`: records made act by act."""

import pickle

import pytest
from kit.places import LEGAL, slug
from kit.sizes import each

import mjlog
from mjlog.bots.generate import games
from mjlog.model.go_arounds import go_around_of, go_arounds
from mjlog.model.record import (
    MANNER_DRAWN,
    SEATS,
    AddedKong,
    Claim,
    ConcealedKong,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Irregularity,
    Ready,
    Replace,
    Reveal,
    SetOut,
    Take,
    Win,
)
from mjlog.model.tiles import PILLAR, text
from mjlog.notation.lines.line_order import BEFORE
from mjlog.notation.writer import line_text

RULES = (
    "taiyuan", "taiwanese", "tibet preset=tibet-7", "riichi", "riichi preset=tenhou-sanma",
    "american",
)  # fmt: skip
HANDS = {
    "A": ("1457m8p149s4z", "27m5s1z"),
    "B": ("5m178p6s2367z", "19m2p2s"),
    "C": ("6m345p47s555z", "33m2p4z"),
    "D": ("34m7p1248s17z", "2m67p8s"),
}


def build(builder, act):
    """Makes an act by the method that people would use."""
    seat = SEATS[act.seat]
    match act:
        case Draw():
            builder.draw(text([act.tile]), seat=seat)
        case Replace():
            builder.replace(text([act.tile]), seat=seat)
        case Discard():
            tile = text([act.tile | PILLAR if act.pillar else act.tile])
            marks = {"ready": act.ready, "face_down": act.face_down}
            builder.discard(tile, drawn=act.manner == MANNER_DRAWN, seat=seat, **marks)
        case Claim():
            builder.call(text(act.tiles), seat=seat)
        case ConcealedKong():
            builder.kong(text(act.tiles), seat=seat)
        case AddedKong():
            builder.kong(text([act.tile]), seat=seat)
        case SetOut():
            builder.set_out(text(act.tiles), seat=seat)
        case Reveal():
            builder.reveal(text([act.tile]), seat=seat)
        case Win():
            builder.win(seat=seat)
        case Take() | Ready():
            pass  # said by what follows
        case _:
            raise AssertionError(act)


def rebuilt(game, *, legal):
    builder = mjlog.Builder(game.rules, *game.players, legal=legal, Event=game.header("Event"))
    for head in game.headers:
        if head.key not in {"Rules", "Event", *SEATS}:
            builder.header(head.key, head.value)
    for deal in game.deals:
        more = {name: word for name, word in deal.attributes if name != "dealer"}
        builder.new_deal(deal.label, dealer=SEATS[deal.dealer], **more)
        before = [each.content for each in deal.lines if each.content.keyword in BEFORE]
        for content in before:
            if isinstance(content, Dealt):
                pillars = None if content.pillars is None else text(content.pillars)
                builder.deal(SEATS[content.seat], text(content.tiles), pillars=pillars)
            elif not isinstance(content, Exchange):
                builder.line(line_text(content))
        exchanges = [content for content in before if isinstance(content, Exchange)]
        numbers = go_arounds(deal, game.seats)
        for turn, number in zip(deal.turns, numbers, strict=True):
            only_bonus = all(isinstance(act, SetOut | Replace) for act in turn.acts)
            while exchanges and not only_bonus and not go_around_of(exchanges[0]):
                builder.line(line_text(exchanges.pop(0)))
            for act in turn.acts:
                if isinstance(act, Discard | Ready | ConcealedKong | AddedKong):
                    while exchanges and go_around_of(exchanges[0]) == number:
                        builder.line(line_text(exchanges.pop(0)))
                build(builder, act)
        for line in deal.lines:
            if line.content.keyword not in BEFORE:
                builder.line(line_text(line.content))
    return builder.game()


@pytest.mark.slow
@pytest.mark.parametrize("legal", [False, True])
@pytest.mark.parametrize("header", RULES)
def test_a_made_up_game_built_anew_has_the_same_text(header, legal):
    for game in games(header, seed=11, deals=3):
        built = rebuilt(game, legal=legal)
        assert mjlog.write(built) == mjlog.write(game)
        assert built.deals == game.deals
        assert mjlog.audit(built).counts()["differs"] == 0


@pytest.mark.slow
@each(LEGAL[::4], slug)
def test_a_legal_record_can_be_played_word_by_word(path):
    game = mjlog.read(path.read_bytes())
    report = mjlog.audit(game)
    builder = mjlog.Builder(game.rules, *game.players)
    for deal in game.deals:
        acts = [act for turn in deal.turns for act in turn.acts]
        if deal.ledger or any(isinstance(act, Irregularity) for act in acts):
            return  # a builder refuses what a later correction takes back
        if next(iter(go_arounds(deal, game.seats)), 1) > 1:
            return  # a builder begins where the deal begins
        builder.new_deal(deal.label or "1", dealer=SEATS[max(0, deal.dealer)])
        for turn in deal.turns:
            builder.play(f"{SEATS[turn.seat]}:{turn.word}")
    built = builder.game()
    assert [deal.turns for deal in built.deals] == [deal.turns for deal in game.deals]
    assert report.game is game


def begun(**more):
    builder = mjlog.Builder("taiyuan/1", "East", "South", "West", "North", **more)
    builder.new_deal(dealer="A")
    for seat, (tiles, pillars) in HANDS.items():
        builder.deal(seat, tiles, pillars=pillars)
    return builder


def test_a_record_is_made_in_a_few_lines():
    builder = begun(legal=True)
    builder.draw("7m").discard("4z").draw("3m").discard("2z")
    game = builder.game()
    assert [turn.word for turn in game.deals[0].turns] == ["7m-4z", "3m-2z"]
    assert mjlog.audit(game).findings[0].code == "result.missing"
    assert builder.position.to_act == 2
    assert repr(builder) == "<Builder taiyuan/1: deal 1, 2 turns, legal acts only>"
    assert str(builder) == mjlog.write(game)


def test_legal_acts_can_be_laid_as_they_are():
    builder = begun(legal=True).draw("7m")
    act = builder.position.legal_acts()[0]
    builder.act(act)
    assert builder.game().deals[0].turns[0].acts[-1] == act


def test_the_sheet_comes_line_by_line():
    builder = begun().no_win("wall").net(0, 0, 0, 0).score(30, 30, 30, 30)
    builder.pay({"A>C": 12, "B>C": None}, cause="false-win").line("note nobody won")
    lines = [line_text(line.content) for line in builder.game().deals[0].lines]
    assert lines[4:] == [
        "draw wall",
        "net 0 0 0 0",
        "pay A>C 12, B>C ? for=false-win",
        "score 30 30 30 30",
        "note nobody won",
    ]


@pytest.mark.parametrize(
    ("nonsense", "words"),
    [
        (lambda b: b.draw("0z"), "'0z' is no tile"),
        (lambda b: b.draw("12m"), "'12m' is 2 tiles; one is asked for"),
        (lambda b: b.draw("7m", seat="E"), "nobody sits at 'E'; seats are A to D"),
        (lambda b: b.draw("5z").discard("4z").draw("5z"), "5z"),
        (lambda b: b.draw("7m").discard("9p"), "9p"),
        (lambda b: b.draw("7m").discard("4z", drawn=True), "is not the one just drawn"),
        (lambda b: b.draw().discard("4z", drawn=True), "name the tile when it is drawn"),
        (lambda b: b.play("A:7m-4z-5z"), "is no turn"),
        (lambda b: b.line("pay A>E 12"), "is no line of a deal"),
        (lambda b: b.line("scribble"), "is no line of a deal"),
        (lambda b: b.net(1, 2), "cannot be about this table: the line has 2 numbers for 4 players"),
        (lambda b: b.no_win("wall").draw("7m"), "the deal is over: it ended without a winner"),
        (lambda b: b.draw("7m").win().draw("3m", seat="B"), "the deal is over: A has won"),
        (lambda b: b.draw("7m").kong("1234m"), "1234m"),
        (lambda b: b.discard("4z", seat="A").call("99p", seat="B"), "99p|9p"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(nonsense, words):
    builder = begun()
    with pytest.raises(mjlog.BuildError, match=words) as refused:
        nonsense(builder)
    assert isinstance(refused.value, ValueError)
    kept = [turn.word for turn in builder.game().deals[0].turns]
    assert len(kept) <= 1


def test_a_builder_without_a_deal_says_so():
    with pytest.raises(mjlog.BuildError, match="there is no deal yet"):
        mjlog.Builder("taiyuan/1").draw("7m")
    with pytest.raises(mjlog.BuildError, match="riichi is not played by 2"):
        mjlog.Builder("riichi/1", "Ada", "Bo")
    with pytest.raises(mjlog.RulesError):
        mjlog.Builder("whist/1")


def test_an_illegal_act_is_recorded_or_refused_with_its_clause():
    recorded = begun().draw("7m").discard("4z").draw("3m", seat="C").game()
    assert "turn.seat" in {finding.code for finding in mjlog.audit(recorded).findings}
    strict = begun(legal=True).draw("7m").discard("4z")
    with pytest.raises(mjlog.IllegalActError) as refused:
        strict.draw("3m", seat="C")
    finding = refused.value.finding
    assert finding.code == "turn.seat"
    assert finding.clause.number in str(refused.value)
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301  what was just written
    assert again.finding == finding
    assert strict.draw("3m").position.to_act == 1


def test_a_builder_can_be_sent_on():
    builder = begun(legal=True).draw("7m")
    again = pickle.loads(pickle.dumps(builder))  # noqa: S301  what was just written
    assert str(again.discard("4z")) == str(builder.discard("4z"))
