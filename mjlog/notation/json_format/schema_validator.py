"""Validates documents by the record's schema, with jsonschema and three shortcuts.

In the schema, the value of one member decides which other members an act or a line has: twenty
`if`s, each in the `else` of the `if` before it. To test every condition and look up every reference
again would take most of the time of reading a record. Turns and lines also repeat: a turn or line
that was valid once is valid everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from mjlog.shared_files import shared_file

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

SCHEMA: Final = "record.schema.json"
_HERE: Final = "#/$defs/"
_OFTEN: Final = frozenset({f"{_HERE}turn", f"{_HERE}line"})
_KEPT, _SHORT = 5_000, 300
"""Maximum number of valid elements that are remembered, and their maximum length."""
Errors = Iterator["ValidationError"]
Schema = Mapping[str, Any]


@cache
def schema_validator() -> Draft202012Validator:
    """Return a validator for the JSON schema of a record that is faster than jsonschema's own.

    It looks up a `$ref` directly, tests only the branch of an `if` that applies, and skips a turn
    or line if an equal one was found valid earlier.
    """
    from jsonschema import Draft202012Validator, validators  # loads slowly, and is seldom needed

    schema = json.loads(shared_file("schemas", SCHEMA).decode())
    shared: Schema = schema["$defs"]

    def validate_reference(
        validator: Any, reference: str, instance: object, _schema: Schema
    ) -> Errors:
        """Validate `instance` by the definition that a `$ref` names, and return the errors."""
        errors: Errors = validator.descend(instance, shared[reference.removeprefix(_HERE)])
        return errors

    def validate_branch(
        validator: Any, _condition: Schema, instance: object, schema: Schema
    ) -> Errors:
        """Validate `instance` by the branch of an `if` that applies to it, and return the errors.

        Return nothing if no branch applies.
        """
        branch = _branch(instance, schema)
        return validator.descend(instance, branch) if branch is not None else iter(())

    sound: set[tuple[str, str]] = set()

    def validate_elements(
        validator: Any, element: Schema, instance: object, _schema: Schema
    ) -> Errors:
        """Validate the elements of a list by the schema `element`, and yield the errors.

        A turn or a line is skipped if an equal one was found valid earlier.
        """
        sort = element.get("$ref", "")
        for at, item in enumerate(instance if isinstance(instance, list) else ()):
            element_key = (sort, repr(item)) if sort in _OFTEN else None
            if element_key is None or element_key not in sound:
                errors = list(validator.descend(item, element, path=at))
                if element_key is not None and not errors:
                    _remember(sound, element_key)
                yield from errors

    keywords = {"$ref": validate_reference, "if": validate_branch, "items": validate_elements}
    extended: Any = validators
    quick: type[Draft202012Validator] = extended.extend(Draft202012Validator, keywords)
    return quick(schema)


def _remember(sound: set[tuple[str, str]], element: tuple[str, str]) -> None:
    if len(element[1]) <= _SHORT:
        if len(sound) >= _KEPT:
            sound.clear()
        sound.add(element)


def _branch(instance: object, schema: Schema) -> Schema | None:
    """Return the part of an ``if … then … else`` schema that a value must follow; None if none.

    The `else` part may be another `if`. Each condition says that a member has a certain value. As
    the standard demands, such a condition is true for a value that is not an object.
    """
    rest: Schema | None = schema
    while rest is not None and "if" in rest:
        ((name, word),) = rest["if"]["properties"].items()
        if not isinstance(instance, dict) or instance.get(name) == word["const"]:
            return rest.get("then")
        rest = rest.get("else")
    return rest
