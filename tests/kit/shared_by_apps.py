"""Results that every application compiles for itself, compiled here once for a whole process."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

Builder = Callable[..., tuple[str, str]]


def share_templates(folder: Path) -> None:
    """Keeps compiled templates in a folder, where the next application finds them."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(folder)}


def share_routes() -> None:
    """Keeps what writes the address of a route; the same words of a route make the same."""
    compiled = Rule._compile_builder
    kept: dict[Any, Builder] = {}

    def builder(rule: Rule, append_unknown: bool = True) -> Builder:
        words = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
        if words not in kept:
            kept[words] = compiled(rule, append_unknown)
        return kept[words]

    Rule._compile_builder = builder  # type: ignore[method-assign]
