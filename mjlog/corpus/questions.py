"""Queries that suit every report: findings, rates, distributions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

_RATES: Final = """
count(*) AS records, sum(deals)::BIGINT AS deals, sum(errors)::BIGINT AS errors,
sum(warnings)::BIGINT AS warnings,
round(100 * avg((errors + warnings = 0)::INT), 1) AS clean_percent,
round(100.0 * sum(errors) / nullif(sum(deals), 0), 2) AS errors_per_100_deals,
round(100.0 * sum(agree) / nullif(sum(agree + differ + given + unverified), 0), 1)
    AS agree_percent,
round(100.0 * sum(differ) / nullif(sum(agree + differ + given + unverified), 0), 2)
    AS differ_percent,
round(100.0 * sum(unverified) / nullif(sum(agree + differ + given + unverified), 0), 1)
    AS unverified_percent
FROM records WHERE state IN ('read', 'failed')
"""


@dataclass(frozen=True, slots=True)
class Question:
    """A query that users select by its name, with a title for its chart.

    `bars` are two columns of the result: labels and lengths of the chart's bars. `shape` says
    whether the bars are horizontal (`rows`) or upright (`columns`).
    """

    title: str
    sql: str
    bars: tuple[str, str]
    shape: Literal["rows", "columns"] = "rows"
    parts: tuple[str, ...] = ()
    """Columns for whose values there are separate plots."""


QUESTIONS: Final = {
    "findings": Question(
        "Findings by code",
        """
        SELECT code, severity, count(*) AS findings, count(DISTINCT path) AS records,
        round(1000.0 * count(*) / nullif((SELECT count(*) FROM deals), 0), 2) AS per_1000_deals
        FROM findings GROUP BY code, severity ORDER BY findings DESC, code, severity
        """,
        ("code", "findings"),
    ),
    "rules": Question(
        "By rule set",
        f"SELECT rules, seats, {_RATES} GROUP BY rules, seats ORDER BY deals DESC, rules, seats",
        ("rules", "errors_per_100_deals"),
    ),
    "events": Question(
        "By event",
        f"SELECT event, {_RATES} GROUP BY event ORDER BY errors DESC, event",
        ("event", "errors_per_100_deals"),
    ),
    "players": Question(
        "By player",
        """
        SELECT player, rules, seats, count(*) AS records, sum(deals)::BIGINT AS deals,
        round(100.0 * sum(won) / nullif(sum(deals), 0), 1) AS won_percent,
        round(100.0 * sum(dealt_in) / nullif(sum(deals), 0), 1) AS dealt_in_percent,
        sum(net)::BIGINT AS net, sum(due)::BIGINT AS due, sum(findings)::BIGINT AS findings,
        round(100.0 * sum(findings) / nullif(sum(deals), 0), 2) AS findings_per_100_deals
        FROM players GROUP BY player, rules, seats
        ORDER BY findings DESC, deals DESC, player, rules, seats
        """,
        ("player", "findings"),
    ),
    "outcomes": Question(
        "How deals end",
        """
        SELECT rules, seats, outcome, deals,
        round(100.0 * deals / sum(deals) OVER (PARTITION BY rules, seats), 1) AS percent FROM (
            SELECT split_part(split_part(rules, ' ', 1), '/', 1) AS rules, seats,
            coalesce(how, 'not told') AS outcome, count(*) AS deals FROM deals GROUP BY ALL
        ) ORDER BY rules, seats, deals DESC, outcome
        """,
        ("outcome", "percent"),
        parts=("rules", "seats"),
    ),
    "values": Question(
        "What hands are worth",
        """
        SELECT split_part(split_part(rules, ' ', 1), '/', 1) AS rules, seats, unit, value,
        count(*) AS deals FROM deals WHERE value IS NOT NULL
        GROUP BY ALL ORDER BY rules, seats, unit, value
        """,
        ("value", "deals"),
        "columns",
        ("rules", "seats", "unit"),
    ),
    "lengths": Question(
        "Go-arounds of a deal",
        """
        SELECT split_part(split_part(rules, ' ', 1), '/', 1) AS rules, seats, go_arounds,
        count(*) AS deals FROM deals WHERE turns > 0 GROUP BY ALL ORDER BY rules, seats, go_arounds
        """,
        ("go_arounds", "deals"),
        "columns",
        ("rules", "seats"),
    ),
    "claims": Question(
        "Claims by kind",
        """
        SELECT kind, count(*) AS claims, count(*) FILTER (answer = 'agrees') AS agree,
        count(*) FILTER (answer = 'given') AS given, count(*) FILTER (answer = 'differs') AS differ,
        count(*) FILTER (answer = 'unverified') AS unverified,
        round(100.0 * count(*) FILTER (answer = 'differs') / count(*), 2) AS differ_percent
        FROM claims GROUP BY kind ORDER BY claims DESC, kind
        """,
        ("kind", "differ_percent"),
    ),
    "unchecked": Question(
        "What was lacking to check a claim",
        """
        SELECT lack, count(*) AS claims, count(DISTINCT path) AS records FROM claims
        WHERE answer = 'unverified' GROUP BY lack ORDER BY claims DESC, lack
        """,
        ("lack", "claims"),
    ),
}
"""Queries by the names that users type."""
