"""Templates with translations put in before they are compiled: one set for each language.

Most words of a page are the same on all its pages. Translating them for each page would take a
quarter of the page's time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from flask import Flask, current_app
from jinja2 import BytecodeCache, Environment, Template
from jinja2.bccache import Bucket
from jinja2.ext import Extension
from jinja2.lexer import Token

from mjlog.text.languages import NAMES, language
from webviewer.i18n import spoken

CALL: Final = ["name", "lparen", "string", "rparen"]
"""The types of the tokens of ``_("words")``."""
TEMPLATES: Final = 200
"""Templates kept in each language; the viewer has fewer."""


class Words(Extension):
    """A Jinja extension that translates texts when a template is compiled.

    ``_("words")`` is replaced by the translated text; sentences with fields are left as calls.
    """

    tag: ClassVar[str] = "en"

    def filter_stream(self, stream: Any) -> Iterator[Token]:
        """Replace each call such as `_("words")` in a template by its translation, as a string.

        `stream` has the tokens of the template, from Jinja; yield them with these replacements.
        Translations are then made once, when the template is compiled.
        """
        tokens: list[Token] = list(stream)
        left = 0
        for at, token in enumerate(tokens):
            left -= 1
            call = tokens[at : at + len(CALL)]
            if token.value == "_" and [part.type for part in call] == CALL:
                left = len(CALL)
                words = language(self.tag).gettext(call[2].value)
                yield Token(token.lineno, "string", words.replace("%%", "%"))
            elif left <= 0:
                yield token


class Compiled(BytecodeCache):
    """A cache of the compiled templates of one language; its keys contain the language."""

    def __init__(self, cache: BytecodeCache, tag: str) -> None:
        self._cache, self._tag = cache, tag

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        """Return a compiled template from Jinja's cache, as a `Bucket`; Jinja calls this method.

        The template is compiled for one language. The bucket is empty if the template was not
        compiled for this language yet. `name` is the template's name, and `source` its text.
        """
        return self._cache.get_bucket(environment, name, f"{filename} {self._tag}", source)

    def set_bucket(self, bucket: Bucket) -> None:
        """Store a compiled template, given as a `Bucket`, in the cache; Jinja calls this method."""
        self._cache.set_bucket(bucket)


OF_LANGUAGE: Final = {tag: type("Words", (Words,), {"tag": tag}) for tag in NAMES}


def install(app: Flask) -> None:
    """Prepare the application to compile each template once for each language."""
    app.extensions["templates"] = {}


def template(name: str) -> Template:
    """Return a compiled template in the language of the response."""
    environments: dict[str, Environment] = current_app.extensions["templates"]
    tag = spoken().tag
    if tag not in environments:
        env = current_app.jinja_env
        environments[tag] = env.overlay(
            extensions=[OF_LANGUAGE[tag]],
            cache_size=TEMPLATES,
            bytecode_cache=env.bytecode_cache and Compiled(env.bytecode_cache, tag),
        )
    return environments[tag].get_template(name)


def macros(name: str) -> Any:
    """Return an object with a template's macros as attributes, in the response's language."""
    return template(name).module
