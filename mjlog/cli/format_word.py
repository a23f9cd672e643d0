"""The type of the options ``--to`` and ``--from``, whose value is the name of a format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    Words = click.ParamType[str]
else:  # older releases of click have no type parameter here
    Words = click.ParamType

OWN: Final = ("mjl", "json")
"""mjlog's own text and JSON: written without another program's limits."""


class FormatWord(Words):
    """Type of a command-line option whose value is the name of a format, such as ``tenhou6``.

    With `written`, the formats that mjlog can write are accepted, otherwise those that it can read.
    The names are looked up only when the option is used, because other packages can add formats.
    """

    name = "format"

    def __init__(self, *, written: bool) -> None:
        """Choose the accepted formats: those that mjlog can write if `written`, else can read."""
        self.written = written

    def words(self) -> list[str]:
        """Return the names of all formats that the option accepts."""
        from mjlog.formats.known import formats

        named = [each.target for each in formats() if each.write is not None or not self.written]
        others = ("csv", "xlsx", "html", "site", "webp", "gif") if self.written else ("sheet",)
        return [*OWN, *(word for word in named if word not in OWN), *others]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value if it is the name of an accepted format.

        Otherwise end the command with a usage error that lists the accepted names.
        """
        allowed = self.words()
        if value not in allowed:
            from mjlog.formats.known import failures

            words = [f"{value!r} is not one of {', '.join(repr(each) for each in allowed)}."]
            words += [f"({failure})" for failure in failures.values()]
            self.fail(" ".join(words), param, ctx)
        return value

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return the accepted names in the form in which ``--help`` prints them."""
        del param, ctx
        return f"[{'|'.join(self.words())}]"
