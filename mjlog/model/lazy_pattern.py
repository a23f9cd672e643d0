"""Regular expressions that are compiled when they are first used; most runs need few of them."""

from __future__ import annotations

import re
from typing import Any, Final, cast

_ASKED: Final = ("match", "fullmatch", "search", "findall", "finditer", "sub", "pattern")


def lazy_pattern(written: str) -> re.Pattern[str]:
    """Return a regular expression that is compiled only when it is first used.

    `written` is the pattern as text. Used for constants of modules, so that imports are fast.

    >>> lazy_pattern("[0-9]+").fullmatch("12") is not None
    True
    """
    return cast("re.Pattern[str]", _Late(written))


class _Compiled:
    """A pattern that has been compiled: its methods are attributes of the object."""


class _Late(_Compiled):
    """A pattern that has not been compiled yet."""

    def __init__(self, written: str) -> None:
        self._written = written

    def __getattr__(self, name: str) -> Any:
        """Compile the regular expression at its first use, and return the attribute `name` of it.

        The object then becomes a `_Compiled`, whose attributes are faster to read. Raise
        AttributeError for a name that patterns do not have.
        """
        if name not in _ASKED:
            raise AttributeError(name)
        compiled = re.compile(self._written)
        for each in _ASKED:
            setattr(self, each, getattr(compiled, each))
        self.__class__ = _Compiled  # type: ignore[assignment]  # which has no __getattr__
        return getattr(compiled, name)
