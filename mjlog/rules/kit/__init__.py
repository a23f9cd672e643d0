"""The kit: a rule set made of a table of patterns, the usual play, and a function that pays.

`docs/adding-a-rule-set.md` explains it step by step. The pieces:

- `table` reads the rows of patterns, `rulebook` the sentences, `options` and `presets` the
  choices; `Table.chosen` returns the patterns that count under the chosen options;
- `play_as_usual` returns the clauses of nearly every game with their sentences, each replaceable;
- a `Shape` says when a hand is complete, for waits, the score and the finding `win.shape`;
- a `Tariff` says what each player pays, if no player pays for another;
- `Worth` says how patterns make points, `Game` puts all pieces together, and `Family` makes the
  game of each choice of options.

It imports the model, the referee and what rule sets share, and knows no rule set.
"""

from mjlog.model.findings import Source
from mjlog.referee.parts import Penalties
from mjlog.referee.rulebook import Spec, copies, settings
from mjlog.rules.kit.assembled_game import Course, Family, Game, Sources
from mjlog.rules.kit.counting import (
    Counted,
    Principles,
    Seen,
    sum_of_patterns,
    sum_once,
    sum_with_limits,
)
from mjlog.rules.kit.feeding import Feeding, collect_feeding
from mjlog.rules.kit.hand import (
    DIFFERENT_PAIRS,
    FLOWERS,
    KNITTED,
    ORPHANS,
    PAIRS,
    SETS,
    SINGLES,
    Reading,
    Shape,
    WinningHand,
    WinningSet,
)
from mjlog.rules.kit.patterns import Pattern, Table, table
from mjlog.rules.kit.play import Customs, Section, Usual, play_as_usual
from mjlog.rules.kit.scoring import PatternScorer, Worth, scoring
from mjlog.rules.kit.tariff import Tariff
from mjlog.rules.kit.terms import CLASSES, HAPPENINGS, WORDS, Term
from mjlog.rules.shared.option_table import options, presets
from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.text_rows import RowError

__all__ = [
    "CLASSES",
    "DIFFERENT_PAIRS",
    "FLOWERS",
    "HAPPENINGS",
    "KNITTED",
    "ORPHANS",
    "PAIRS",
    "SETS",
    "SINGLES",
    "WORDS",
    "Counted",
    "Course",
    "Customs",
    "Family",
    "Feeding",
    "Game",
    "Pattern",
    "PatternScorer",
    "Penalties",
    "Principles",
    "Reading",
    "RowError",
    "Section",
    "Seen",
    "Shape",
    "Source",
    "Sources",
    "Spec",
    "Table",
    "Tariff",
    "Term",
    "Usual",
    "WinningHand",
    "WinningSet",
    "Worth",
    "collect_feeding",
    "copies",
    "options",
    "play_as_usual",
    "presets",
    "rulebook",
    "scoring",
    "settings",
    "sum_of_patterns",
    "sum_once",
    "sum_with_limits",
    "table",
]
