"""The table of entries that people get wrong in deals with turns, and the changes to try."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mjlog.auditor.diagnosis.play_suspects.bonus import propose_bonus_tiles
from mjlog.auditor.diagnosis.play_suspects.case import Case, Change
from mjlog.auditor.diagnosis.play_suspects.end import (
    propose_draws,
    propose_last_words,
    propose_turns_for_wins,
)
from mjlog.auditor.diagnosis.play_suspects.indicators import (
    propose_fewer_indicators,
    propose_indicators,
)
from mjlog.auditor.diagnosis.play_suspects.misread import (
    propose_exchanges,
    propose_misread_words,
    propose_other_tiles_taken,
)
from mjlog.auditor.diagnosis.play_suspects.order import (
    propose_dealers,
    propose_other_speakers,
    propose_thrown_to_claims,
    propose_words_before_claims,
    propose_words_left_out,
)
from mjlog.auditor.diagnosis.play_suspects.ready import (
    propose_declarations,
    propose_marks_of_ready,
    propose_needed_declarations,
    propose_never_ready,
    propose_pools,
)
from mjlog.auditor.diagnosis.play_suspects.win import (
    propose_other_discards,
    propose_other_wins,
    propose_shown_hands,
)
from mjlog.model.frozen import value

MOST: Final = 16
"""Most changes that are tried in one deal, because each needs a replay."""

Propose = Callable[[Case], Iterator[Change]]


@value
class Suspect:
    """A kind of entry that people get wrong, as a row of a table.

    `propose` yields corrections. `signs` are the beginnings of error codes: the row is used only if
    the deal has such an error; an empty tuple means always. `needs_sound_play`: use the row only if
    all hands are certain by the turns. `needs_wrong_amounts`: use it only if several amounts or
    items of the sheet are wrong.
    """

    propose: Propose
    signs: tuple[str, ...] = ()
    needs_sound_play: bool = False
    needs_wrong_amounts: bool = False


_CLAIMS: Final = ("claim.held", "claim.latest")
_ORDER: Final = ("claim.latest", "deal.size", "turn.seat", "turn.size")
_END: Final = ("abort.kind", "win.line")
PLAY: Final = (
    Suspect(propose_shown_hands, ("show.hand", "win.")),
    Suspect(propose_other_discards, ("win.",)),
    Suspect(propose_other_tiles_taken, ("deal.copies",)),
    Suspect(propose_draws, _END),
    Suspect(propose_turns_for_wins, _END),
    Suspect(propose_last_words, ("wall.exhausted", "win.line")),
    Suspect(propose_dealers, _ORDER),
    Suspect(propose_bonus_tiles),
    Suspect(propose_other_wins, ("show.hand", "win.")),
    Suspect(propose_thrown_to_claims, _CLAIMS),
    Suspect(
        propose_other_speakers,
        (*_ORDER, "claim.chow", "claim.held", "bonus.held", "deal.bonus_order"),
    ),
    Suspect(propose_words_before_claims),
    Suspect(propose_words_left_out),
    Suspect(propose_exchanges),
    Suspect(propose_misread_words),
    Suspect(propose_marks_of_ready),
    Suspect(propose_needed_declarations),
    Suspect(propose_fewer_indicators, needs_sound_play=True),
    Suspect(propose_indicators, needs_sound_play=True),
    Suspect(propose_never_ready, needs_sound_play=True),
    Suspect(propose_declarations, needs_sound_play=True, needs_wrong_amounts=True),
    Suspect(propose_pools, needs_sound_play=True, needs_wrong_amounts=True),
)
"""The entries of a deal with turns that are doubted, the likeliest first."""


def propose_changes(case: Case) -> Iterator[Change]:
    """Yield changed copies of a deal with turns, which may explain its errors; likeliest first.

    `case` has the deal as written and its errors.
    """
    for suspect in PLAY:
        if suspect.signs and not any(code.startswith(suspect.signs) for code in case.codes):
            continue
        if suspect.needs_sound_play and not case.is_sound:
            continue
        if suspect.needs_wrong_amounts and not case.has_amount_errors:
            continue
        yield from suspect.propose(case)
