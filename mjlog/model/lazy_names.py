"""Lets a package load a module only when one of its names is first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, str], known: dict[str, Any]
) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package.

    `homes` has for each module the names in it, in one string. Each name that is used is added to
    `known`, the package's own dictionary. The function raises AttributeError for any other name.
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    def found(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        known[name] = getattr(import_module(f"{package}.{home[name]}"), name)
        return known[name]

    return found
