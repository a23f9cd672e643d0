"""Lets a package load a module only when one of its names is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, str], known: dict[str, Any]
) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a package that imports a module only when a name of it is used.

    `homes` maps each module of `package` to the names that the module defines, separated by blanks.
    `known` is the dictionary of the package (its `globals()`); a name is added to it when first
    used. For unknown names the returned function raises AttributeError.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def found(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        known[name] = getattr(import_module(f"{package}.{home[name]}"), name)
        return known[name]

    return found
