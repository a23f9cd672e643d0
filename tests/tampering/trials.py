"""Changed records before the audit: whether each change is noticed."""

from dataclasses import dataclass, replace
from unittest.mock import patch

from mjlog.auditor.audit import audit
from mjlog.model.record import Dealt, Discard, Points, Take
from mjlog.model.tiles import UNKNOWN
from mjlog.notation import read, write
from mjlog.rules import load
from tampering.tools import KINDS_OF_CHANGES, NoPlaceError
from tampering.whole_games import KINDS_OF_CHANGES_OF_GAMES

OF_THE_END = {"Final-Score", "Final-Points", "Ranking"}


@dataclass(frozen=True)
class Trial:
    """One change of a record and what the audit said of it."""

    kind: str
    before: str
    after: str
    noticed: bool

    @property
    def difference(self):
        """The lines that went and those that came."""
        old, new = self.before.splitlines(), self.after.splitlines()
        return [f"-{line}" for line in old if line not in new] + [
            f"+{line}" for line in new if line not in old
        ]


def complaints(text):
    """What the audit has to say against a record.

    Without asking which option, or which entry read otherwise, would explain it: that takes nine
    tenths of the time and puts one error in the place of others.
    """
    with (
        patch(
            "mjlog.auditor.diagnosis.diagnose_deal.name_options",
            lambda _, findings, *__, **___: findings,
        ),
        patch("mjlog.auditor.diagnosis.rereading.propose_changes", lambda *_: iter(())),
    ):
        return complaints_explained(text)


def complaints_explained(text):
    """What the audit has to say against a record, read in whichever way explains most."""
    return [f for f in audit(read(text)).findings if f.severity != "note"]


def trials(game, chance, times=1):
    """Every kind of change, that many times each, of every deal of a game by itself.

    And of the game as a whole.

    What is accused as it stands is left out, and what does not say every tile and turn, or says
    that a slip stood.
    """
    for number in range(len(game.deals)):
        yield from _tried(alone(game, number), KINDS_OF_CHANGES, _in_its_deal, chance, times)
    yield from _tried(game, KINDS_OF_CHANGES_OF_GAMES, _as_a_whole, chance, times)


def _tried(game, changes, apply, chance, times):
    before = write(game)
    if not all(_is_told(deal, game.seats) for deal in game.deals) or complaints(before):
        return
    for kind, change in changes.items():
        for _ in range(times):
            changed = apply(change, game, chance)
            if changed is not None and (after := write(changed)) != before:
                yield Trial(kind, before, after, bool(complaints(after)))


def _is_told(deal, seats):
    """Whether the hands and turns of a deal tell every tile that was dealt, drawn or thrown.

    And nobody slipped.
    """
    hands = [line.content for line in deal.lines if isinstance(line.content, Dealt)]
    acts = [act for turn in deal.turns for act in turn.acts]
    tiles = [
        *(tile for hand in hands for tile in hand.tiles),
        *(getattr(act, "tile", 0) for act in acts),
    ]
    return (
        len(hands) == seats
        and acts
        and UNKNOWN not in tiles
        and not _leaves_out_a_draw(acts)
        and not any(turn.stood for turn in deal.turns)
    )


def _leaves_out_a_draw(acts):
    """Whether somebody who has discarded draws a tile that the turn does not name.

    Before the first discard the dealer draws none.
    """
    discarded = set()
    for act in acts:
        if isinstance(act, Take) and act.seat in discarded:
            return True
        if isinstance(act, Discard):
            discarded.add(act.seat)
    return False


def _in_its_deal(change, game, chance):
    deal = _as_a_whole(change, game.deals[0], chance)
    return None if deal is None else replace(game, deals=(deal,))


def _as_a_whole(change, record, chance):
    try:
        return change(record, chance)
    except NoPlaceError:
        return None


def alone(game, number):
    """One deal as a record of its own, its header telling what everybody has."""
    deal = game.deals[number]
    if deal.attribute("scores") is None and None not in (points := points_before(game, number)):
        deal = replace(deal, attributes=(*deal.attributes, ("scores", ",".join(map(str, points)))))
    return replace(
        game, headers=tuple(h for h in game.headers if h.key not in OF_THE_END), deals=(deal,)
    )


def points_before(game, number):
    """What everybody had before a deal, by the totals of the one before."""
    contents = [line.content for deal in reversed(game.deals[:number]) for line in deal.lines]
    told = next(
        (c.points for c in contents if isinstance(c, Points) and c.keyword == "score"), None
    )
    return told or (load(game.rules).progress.start_points,) * game.seats
