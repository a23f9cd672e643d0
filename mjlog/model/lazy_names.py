"""Lets a package load a module only when one of its names is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, str], known: dict[str, Any]
) -> Callable[[str], Any]:
    """Return a ``__getattr__`` function for a package, which imports its modules only when needed.

    A module is imported when one of its names is used for the first time. `homes` maps each module
    of `package` to its names, separated by blanks. `known` is the `globals()` of the package, to
    which a used name is added. The returned function raises AttributeError for an unknown name.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def found(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        known[name] = getattr(import_module(f"{package}.{home[name]}"), name)
        return known[name]

    return found
