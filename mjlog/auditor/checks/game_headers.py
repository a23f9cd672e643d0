"""Checks of the headers about the end of a game: ``Final-Score``, ``Final-Points``, ``Ranking``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Final

from mjlog.auditor.checks.final_headers import CODES, misshapen, numbers_of
from mjlog.auditor.checks.sums_alone import NO_RULES
from mjlog.auditor.context import Context
from mjlog.auditor.deal_check import house_rules_message
from mjlog.auditor.open_questions import noted_finals
from mjlog.auditor.totals import Totals, all_known, end_of_game, ranked, tied
from mjlog.model.findings import Answer, Claim, Finding, Verdict, answered
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, Sentence, Who, join_choices, msg, to_message
from mjlog.model.record import SEATS, Header
from mjlog.model.settlement import known_points
from mjlog.referee.rulebook import Finals

_ENDS: Final = frozenset({"Final-Score", "Final-Points"})
_MOVED: Final = msg(
    "it would be right if points had changed hands for which the sheet has no line"
).lacking("result")


@dataclass(eq=False, slots=True)
class HeaderAnswers:
    """The verdicts and findings about the headers that say how a game ended."""

    context: Context
    findings: list[Finding] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)

    def answer(self, answer: Answer, header: Header, words: Message | None) -> Verdict:
        """Add a verdict about a header to `verdicts`, and return the verdict.

        `answer` is, for example, "agrees". `words` is the reason, or None if the header agrees.
        """
        item = "ranking" if header.key == "Ranking" else header.key
        verdict = Verdict(answer, Claim("header", item=item), header.span.place(), words)
        self.verdicts.append(verdict)
        return verdict

    def differs(self, code: str, header: Header, why: Message, words: Message, due: str) -> None:
        """Add the verdict "differs" about a header, and an error.

        `why` is the reason in the verdict, `words` the message of the error, and `due` the right
        value of the header, or an empty string if unknown. No error is added if house rules may
        decide the value.
        """
        self.findings += self.context.error(
            code,
            words,
            header.span.place(),
            recorded=header.value,
            expected=due,
            verdict=self.answer("differs", header, why),
        )

    def check_shape(self, *keys: str) -> None:
        """Add an error for each header with one of these keys if its value is not well formed.

        An example is a `Final-Score` with three numbers in a game of four players.
        """
        game = self.context.game
        for header in [header for header in game.headers if header.key in keys]:
            why = misshapen(header, game.seats)
            if why is not None:
                self.differs(CODES[header.key], header, why, why, "")


def check_game_headers(points: Totals, pool: int | None, context: Context) -> HeaderAnswers:
    """Check the headers `Final-Score`, `Final-Points` and `Ranking`; return verdicts and findings.

    `points` are everybody's points and `pool` the points on the table after the last deal. If the
    points are unknown, only the form of the headers is checked.
    """
    answers = HeaderAnswers(context)
    game, rules = context.game, context.rules
    ranking = game.headed("Ranking")
    if ranking is not None:
        _check_ranking(ranking, points, answers)
    if _ENDS.isdisjoint([header.key for header in game.headers]):
        return answers
    totals, final_points = known_points(points), rules.progress.final_points
    if len(totals) != game.seats or not game.deals or (pool is None and not rules.is_unknown):
        answers.check_shape("Final-Score", "Final-Points")
    elif pool is None:
        answers.check_shape("Final-Points")
        _check_last_totals(totals, answers)
    elif final_points is not None:
        _check_finals(final_points, totals, pool, answers)
    else:
        answers.check_shape("Final-Points")
        if pool:  # unknown rules do not say who takes what is left on the table
            answers.check_shape("Final-Score")
        else:
            whole = tuple(float(number) for number in totals)
            _check_final("Final-Score", "final.score", [whole], "", answers)
    return answers


def _check_last_totals(totals: Sequence[int], answers: HeaderAnswers) -> None:
    """Compare `Final-Score` with everybody's last totals, if the rules are unknown.

    The verdict is added to `answers`. If each number that differs from the player's total differs
    by a multiple of the stake, the verdict is "unverified": stakes left on the table may have been
    given to players at the end.
    """
    game, stake = answers.context.game, answers.context.rules.pot.step
    due = [tuple(float(number) for number in totals)]
    stated = numbers_of(game, "Final-Score")
    if stated is not None and stake:
        differences = zip(stated, totals, strict=True)
        if not any((number - total) % stake for number, total in differences):
            due = []
    _check_final("Final-Score", "final.score", due, NO_RULES, answers)


def totals_by_headers(points: Totals, points_due: Totals, context: Context) -> Totals:
    """Decide which totals to use for the check of the headers about the end of the game.

    `points` are the last recorded totals. `points_due` are the right totals, or empty if `points`
    are right. Return `points_due` if the `Final-Score` header, or else the `Ranking` header, agrees
    with them; otherwise return `points`.
    """
    due, game = known_points(points_due), context.game
    if not due:
        return points
    stated = {header.key: header.value for header in game.headers}
    final = stated.get("Final-Score")
    if final is None:
        is_confirmed = stated.get("Ranking") == ranked(due)
    else:
        is_confirmed = _numbers(final) == tuple(due)
    return due if is_confirmed else points


def _check_finals(
    final_points: Callable[..., Finals], points: Sequence[int], pool: int, answers: HeaderAnswers
) -> None:
    """Check the headers `Final-Score` and `Final-Points` by rules that compute final points.

    Verdicts and errors are added to `answers`. `final_points` is the function of the rules that
    computes final points, `points` are the totals after the last deal, and `pool` is the number of
    points left on the table.
    """
    context = answers.context
    end = end_of_game(points, pool, context.game, context.rules.progress)
    due, before = final_points(*end), len(answers.verdicts)
    places = [tuple(round(float(number), 1) for number in way) for way in due.places]
    before_finals = len(answers.findings)
    _check_final("Final-Score", "final.score", [due.score], due.why, answers)
    _check_final("Final-Points", "final.points", places, due.why, answers)
    agreed = answered(answers.verdicts[before:], {"agrees"})
    noted = noted_finals(answers.findings[before_finals:], agreed, context.rules, end)
    answers.findings[before_finals:] = noted


def _check_final(
    key: str, code: str, due: Sequence[tuple[float, ...]], why: Sentence, answers: HeaderAnswers
) -> None:
    """Compare the header `key` with the right final points, and add a verdict to `answers`.

    `due` has one or more tuples of numbers by seat; the header is right if it has the numbers of
    one of these tuples. If `due` is empty, the verdict is "unverified" for the reason `why`. The
    verdict about a wrong header is "unverified", too, if house rules or unrecorded payments may
    explain the numbers. Nothing happens if the record does not have the header.
    """
    context = answers.context
    header = context.game.headed(key)
    if header is None:
        return
    stated = _numbers(header.value)
    if not due:
        number_before = len(answers.verdicts)
        answers.check_shape(key)
        if len(answers.verdicts) == number_before:
            answers.answer("unverified", header, to_message(why))
    elif stated in due:
        answers.answer("agrees", header, None)
    else:
        digits = 0 if key == "Final-Score" else 1
        ways = [" ".join([f"{number:.{digits}f}" for number in way]) for way in due]
        ways = [*dict.fromkeys(ways)]
        words = msg("{header} should be {due}", header=key, due=join_choices(ways))
        if context.house:
            answers.answer("unverified", header, house_rules_message(context.house, words))
        elif (
            key == "Final-Score"
            and not (context.game.has_turns or context.rules.is_unknown)
            and any(may_have_moved(stated, points) for points in due)
        ):
            answers.answer("unverified", header, _MOVED)
        else:
            answers.differs(code, header, words, words, ways[0])


def may_have_moved(stated: tuple[float, ...] | str, due: tuple[float, ...]) -> bool:
    """Return whether unrecorded payments between players may explain wrong final points.

    `stated` are the recorded final points (text if a word is no number), `due` the right points.
    Payments do not change the sum, so both sums must be equal. Return False if both have the same
    numbers in another order, because this is a mistake in writing.
    """
    if isinstance(stated, str) or len(stated) != len(due):
        return False
    return sum(stated) == sum(due) and sorted(stated) != sorted(due)


def _check_ranking(header: Header, last: Totals, answers: HeaderAnswers) -> None:
    """Compare a `Ranking:` header, such as `C D=A B`, with everybody's points after the last deal.

    A verdict is added to `answers`. If the points are unknown, check only the form of the header; a
    well-formed header is then "unverified".
    """
    game, rules = answers.context.game, answers.context.rules
    points = all_known(last)
    if points is None or not game.deals or (rules.is_unknown and rules.pot.used):
        number_before = len(answers.verdicts)
        answers.check_shape("Ranking")
        if len(answers.verdicts) == number_before:
            why = msg("the final points are not known").lacking("points")
            answers.answer("unverified", header, why)
        return
    groups = tied(points, game.first_dealer)
    ways = [groups]
    if rules.progress.seat_breaks_ties:
        ways.append([*"".join(groups)])
    stated = [sorted(word.split("=")) for word in header.value.split()]
    is_right = stated in [[sorted(group) for group in way] for way in ways]
    if rules.is_unknown and misshapen(header, game.seats) is None:
        # Unknown rules do not say how ties are broken, so any order of tied players is right.
        seats = [SEATS.index(letter) for way in stated for letter in way]
        in_order = [points[seat] for seat in seats]
        is_right = in_order == sorted(points, reverse=True)
    if is_right:
        answers.answer("agrees", header, None)
        return
    due = ranked(points)
    why = msg("the order is {due}", due=Who(due))
    words = msg("the points give the order {due}", due=Who(due))
    answers.differs("next.rank", header, why, words, due)


def _numbers(words: str) -> tuple[float, ...] | str:
    """Return the numbers in the value of a header, or the unchanged text if a word is no number."""
    try:
        return tuple(float(word) for word in words.split())
    except ValueError:
        return words
