"""Single changes of a record.

Each of which makes a legal and truly scored deal illegal or falsely scored.

Every kind is a function of a deal (or of a whole game) and of chance that answers the changed one,
or None where there is no place for it. Where the change of a tile need not contradict anything
(another game might have gone so), a fold of its own, which only counts tiles, tells whether it
does; nothing here asks the referee.
"""

from tampering import calls, dealing, endings, laid_open, moves, sheets
from tampering.tools import KINDS_OF_CHANGES
from tampering.whole_games import KINDS_OF_CHANGES_OF_GAMES

__all__ = [
    "KINDS_OF_CHANGES",
    "KINDS_OF_CHANGES_OF_GAMES",
    "calls",
    "dealing",
    "endings",
    "laid_open",
    "moves",
    "sheets",
]
