"""Words the errors of the JSON schema for people."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

TYPES: Final = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "an object",
    "boolean": "true or false",
    "null": "null",
}
_SHOWN: Final = 40


def words(error: ValidationError) -> str:
    """Put an error of jsonschema into words: what the document has, and what is expected."""
    sentence = _SENTENCES.get(str(error.validator))
    if sentence:
        return sentence(error)
    return f"this breaks the schema ({error.validator})"


def _shown(value: object) -> str:
    """Return a value as JSON, cut after 40 characters, to be quoted in a message."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    if len(text) <= _SHOWN:
        return text
    return text[: _SHOWN - 1] + "…"


def _type(error: ValidationError) -> str:
    wanted: Any = error.validator_value
    names = [TYPES.get(name, name) for name in ([wanted] if isinstance(wanted, str) else wanted)]
    choices = [", ".join(names[:-1]), names[-1]] if len(names) > 1 else names
    return f"{_shown(error.instance)} stands where {' or '.join(choices)} is expected"


def _required(error: ValidationError) -> str:
    """Name all missing members of an object in one sentence.

    jsonschema reports one error for each missing member; the sentence is the same for all of these
    errors.
    """
    needed: Any = error.validator_value
    there: Any = error.instance
    missing = [name for name in needed if name not in there]
    many = "member" if len(missing) == 1 else "members"
    verb = "is" if len(missing) == 1 else "are"
    return f"the {many} {', '.join(missing)} {verb} missing"


def _none_of(error: ValidationError) -> str:
    allowed: Any = error.validator_value
    return f"{_shown(error.instance)} is none of {', '.join(map(str, allowed))}"


def _few(error: ValidationError) -> str:
    there: Any = error.instance
    return f"{len(there)} stand in the list, {error.validator_value} at least are expected"


def _unknown(error: ValidationError) -> str:
    schema: Any = error.schema
    there: Any = error.instance
    strange = [
        name
        for name in there
        if name not in schema.get("properties", {}) and not name.startswith("x_")
    ]
    named = ", ".join(_shown(name) for name in strange[:5])
    return f"no such member is known here: {named}; names of one's own begin with x_"


_SENTENCES: Final[dict[str, Callable[[ValidationError], str]]] = {
    "type": _type,
    "required": _required,
    "additionalProperties": _unknown,
    "enum": _none_of,
    "const": lambda error: (
        f"{_shown(error.instance)} stands where {_shown(error.validator_value)} is expected"
    ),
    "pattern": lambda error: f"{_shown(error.instance)} is not written as what belongs here is",
    "anyOf": lambda error: f"{_shown(error.instance)} has none of the forms that may stand here",
    "minimum": lambda error: (
        f"{_shown(error.instance)} is too small; {error.validator_value} is the least"
    ),
    "maximum": lambda error: (
        f"{_shown(error.instance)} is too large; {error.validator_value} is the most"
    ),
    "minItems": _few,
}
