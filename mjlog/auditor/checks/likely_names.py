"""Warnings about names of rulings, draws and items that are likely misspelt."""

from __future__ import annotations

from mjlog.auditor.checks.items import item_in_other_words, items_joined, likely_items
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.near_words import invert_names, likeness, near_words
from mjlog.model.record import SEATS, Deal, Kept, NoWin, Ruling
from mjlog.notation.reworded_lines import reword_line
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import FALSE_WIN

_ALIKE = 0.8
"""Least share of letters that two names have in common if one is a misspelling of the other."""


_HOWS = frozenset({"wall", "abort", "void"})
"""Ways in which a deal without a win can end in every game."""


def check_names(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a warning for each probably misspelt name on `rule`, `draw` and unreadable lines."""
    return [
        *_check_rulings(deal, number, rules),
        *_check_draws(deal, number, rules),
        *_check_unread_lines(deal, number, rules),
    ]


def _check_rulings(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a warning for each `rule` line whose ruling has a probably misspelt name.

    An unknown name gets a warning only if it is similar to a known name, because a referee may
    decide anything.
    """
    examples = [words.split() for words in rules.names.record_words]
    names_known = {words[2] for words in examples if words[0] == "rule" and len(words) > 2}
    names_known |= {*rules.penalties.ruled, *FALSE_WIN}
    findings: list[Finding] = []
    for line, ruling in deal.with_lines(Ruling):
        if ruling.name in names_known:
            continue
        # A space may be inside the name, as in `false win`.
        names = [ruling.name, *[f"{ruling.name}-{word}" for word, _ in ruling.attributes[:1]]]
        for name in sorted(names_known):
            if max(likeness(written, name) for written in names) >= _ALIKE:
                words = msg(
                    "{rules} has no price for the ruling {name}; did you mean {likely}?",
                    rules=rules.name,
                    name=ruling.name,
                    likely=f"`{name}`",
                )
                place = line.span.place(number, ruling.seat)
                findings.append(
                    Finding.telling(
                        "rule.unknown",
                        "warning",
                        words,
                        place,
                        recorded=ruling.name,
                        expected=name,
                    )
                )
                break
    return findings


def _check_draws(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a warning for each `draw` line with an unknown name that probably means a known one.

    The warning proposes the right line, for example `draw abort four-winds`.
    """
    hows = _hows_by_name(rules)
    by_other_names = invert_names(rules.names.draw_words)
    findings: list[Finding] = []
    for line, draw in deal.with_lines(NoWin):
        # The name may be written without the word for how the deal ended.
        written = draw.name or ("" if draw.how in _HOWS else draw.how)
        if not written or draw.name in hows:
            continue
        name = by_other_names.get(written) or next(iter(near_words(written, hows, 1)), "")
        if name:
            likely = f"draw {hows[name]} {name}"
            words = msg(
                "mjlog knows no draw that is called {name}; {advice}",
                name=written,
                advice=msg("did you mean {likely}?", likely=f"`{likely}`"),
            )
            place = line.span.place(number, draw.by)
            findings.append(
                Finding.telling(
                    "syntax.line", "warning", words, place, recorded=written, expected=name
                )
            )
    return findings


def _hows_by_name(rules: RuleSet) -> dict[str, str]:
    """Return a dict from the name of each draw in the rules to how the draw ends the deal.

    How a draw ends the deal is `wall` (exhausted wall), `abort` or `void`.
    """
    examples = [words.split() for words in rules.names.record_words]
    return {words[2]: words[1] for words in examples if words[0] == "draw" and len(words) > 2}


def _check_unread_lines(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a warning for each unreadable line that probably means a `draw`, `fan` or `kong` line.

    The warning proposes the right line.
    """
    findings: list[Finding] = []
    for line, kept in deal.with_lines(Kept):
        likely = _likely_draw(kept.text, rules) or _likely_items_line(kept.text, rules)
        if likely:
            advice = msg("did you mean {likely}?", likely=f"`{likely}`")
            words = msg("{rules} has other words for it; {advice}", rules=rules.name, advice=advice)
            findings.append(
                Finding.telling(
                    "syntax.line",
                    "warning",
                    words,
                    line.span.place(number),
                    recorded=kept.text,
                    expected=likely,
                )
            )
    return findings


def _likely_draw(text: str, rules: RuleSet) -> str:
    """Return the `draw` line that the text of an unreadable line probably means.

    Return an empty string if the text does not name a draw of these rules.
    """
    words = text.lower().replace(":", " ").split()
    seats = [word.upper() for word in words if word.upper() in tuple(SEATS)]
    name = "-".join([word for word in words if word.upper() not in tuple(SEATS)])
    hows = _hows_by_name(rules)
    name = invert_names(rules.names.draw_words).get(name, name)
    if name not in hows:
        return ""
    return " ".join(["draw", hows[name], name, *[f"by={seat}" for seat in seats[:1]]])


def _likely_items_line(text: str, rules: RuleSet) -> str:
    """Return the `fan` or `kong` line that an unreadable line probably means.

    Misspelt item names are corrected. Return an empty string if the line is not about items, or if
    its text is right already.
    """
    keyword, _, _ = text.partition(" ")
    line = reword_line(text, keyword) if keyword in {"fan", "kong"} else ""
    names = rules.scoring.kong_names if keyword == "kong" else rules.scoring.item_names
    seat, _, items = line.removeprefix(f"{keyword} ").partition(" ")
    likely: list[str] = []
    for item in items.split(", ") if line else ():
        name, blank, points = item.partition(" ")
        if name not in names:
            in_rules = item_in_other_words(name, rules)
            near = [
                each
                for each in likely_items(name, names, rules)[:1]
                if each == in_rules or likeness(name, each) >= _ALIKE
            ]
            name = in_rules or ", ".join(items_joined(name, rules) or near or [name])
        likely.append(f"{name}{blank}{points}")
    fit = f"{keyword} {seat} {', '.join(likely)}"
    return fit if line and fit != line else ""
