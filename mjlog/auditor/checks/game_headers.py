"""Checks of the headers about the end of a game: ``Final-Score``, ``Final-Points``, ``Ranking``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Final

from mjlog.auditor.checks.final_headers import CODES, misshapen, numbers_of
from mjlog.auditor.checks.sums_alone import NO_RULES
from mjlog.auditor.context import Context
from mjlog.auditor.deal_check import perhaps_of_the_house
from mjlog.auditor.open_questions import noted_finals
from mjlog.auditor.totals import Totals, all_known, end_of_game, ranked, tied
from mjlog.model.findings import Answer, Claim, Finding, Verdict, answered
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, Sentence, Who, either, msg, to_message
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
        """Add a verdict on a header and return the verdict; `words` is the reason.

        `words` is None if the header agrees.
        """
        item = "ranking" if header.key == "Ranking" else header.key
        verdict = Verdict(answer, Claim("header", item=item), header.span.place(), words)
        self.verdicts.append(verdict)
        return verdict

    def differs(self, code: str, header: Header, why: Message, words: Message, due: str) -> None:
        """Add the verdict that a header differs for the reason `why`, and the error `words`.

        `due` is the right value of the header; empty if unknown. The error is left out if house
        rules may decide the value.
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
        """Report each header with one of these keys whose value is not well formed."""
        game = self.context.game
        for header in [header for header in game.headers if header.key in keys]:
            why = misshapen(header, game.seats)
            if why is not None:
                self.differs(CODES[header.key], header, why, why, "")


def check_game_headers(points: Totals, pool: int | None, context: Context) -> HeaderAnswers:
    """Check the headers about the end of a game, and return the verdicts and findings.

    The headers are `Final-Score`, `Final-Points` and `Ranking`. `points` are everybody's points and
    `pool` the points on the table after the last deal. If these are unknown, only the form of the
    headers is checked.
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
        if pool:  # who takes what is left on the table, such rules do not say
            answers.check_shape("Final-Score")
        else:
            whole = tuple(float(number) for number in totals)
            _check_final("Final-Score", "final.score", [whole], "", answers)
    return answers


def _check_last_totals(totals: Sequence[int], answers: HeaderAnswers) -> None:
    """Check `Final-Score` under unknown rules: it must have everybody's last totals.

    If each number differs from the player's total by whole stakes or not at all, the header is
    unverified: players may have taken stakes from the table at the end.
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
    """Return `points_due` if the headers about the end of the game confirm them, else `points`.

    `points` are the last totals as recorded, `points_due` the right totals, or empty if the
    recorded totals are right.
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
    """Check `Final-Score` and `Final-Points` by rules that compute final points.

    `final_points` is the function of the rules, `points` and `pool` are the last points of the
    players and on the table.
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
    """Check a header of numbers: the header is right if it equals one of the rows in `due`.

    If `due` is empty, the header is unverified for the reason `why`. A wrong header is also only
    unverified if house rules, or payments that the sheet has no line for, may explain it. If the
    record does not have the header, nothing happens.
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
        words = msg("{header} should be {due}", header=key, due=either(ways))
        if context.house:
            answers.answer("unverified", header, perhaps_of_the_house(context.house, words))
        elif (
            key == "Final-Score"
            and not (context.game.has_turns or context.rules.is_unknown)
            and any(may_have_moved(stated, points) for points in due)
        ):
            answers.answer("unverified", header, _MOVED)
        else:
            answers.differs(code, header, words, words, ways[0])


def may_have_moved(stated: tuple[float, ...] | str, due: tuple[float, ...]) -> bool:
    """Return whether payments between players that nobody recorded may explain the final points.

    `stated` are the recorded final points, `due` the right ones. Their sums must be equal. Return
    False if the numbers are the same in another order: that is a mistake of the writer.
    """
    if isinstance(stated, str) or len(stated) != len(due):
        return False
    return sum(stated) == sum(due) and sorted(stated) != sorted(due)


def _check_ranking(header: Header, last: Totals, answers: HeaderAnswers) -> None:
    """Check a `Ranking:` header, for example `C D=A B`, by everybody's last points.

    If the last points are unknown, check only the form of the header; if the form is right, the
    header is unverified.
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
        # Rules say how ties are told.
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
