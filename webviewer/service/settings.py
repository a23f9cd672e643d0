"""The settings of a server, from the command line, the environment, a file, or defaults.

A setting in an earlier one of these sources has priority. The file is TOML with the names of
`Settings`. Variables of the environment have these names in capitals after `MJLOG_`; several values
are separated by commas.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self
from urllib.parse import urlsplit

from webviewer.hosts import is_loopback

PREFIX: Final = "MJLOG_"
READ: Final = ("public", "token", "header")
ADD: Final = ("token", "anybody")
_SITE: Final = re.compile(r"https?://[a-z0-9.-]+(?::[0-9]{1,5})?", re.IGNORECASE)


class SettingsError(ValueError):
    """Raised if a setting is invalid; the message names the setting and the allowed values."""


def _setting(default: Any, words: str, **more: Any) -> Any:
    """Return a dataclass field of `Settings` with a default and a description in words.

    `more` are further metadata of the field, such as its limits.
    """
    return field(default=default, metadata={"words": words, **more})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server.

    For `most_bytes`, `most_records`, `most_seconds`, `reads_per_minute` and `writes_per_minute`, 0
    means no limit.
    """

    archive: str = _setting("", "the archive: a path or the URL of a database")
    host: str = _setting("127.0.0.1", "the address to listen on")
    port: int = _setting(0, "the port to listen on; 0 is any free one", most=65_535)
    workers: int = _setting(
        1, "processes that answer; more than one needs granian", least=1, most=64
    )
    threads: int = _setting(8, "requests that one process answers at a time", least=1, most=256)
    shared: str = _setting("", "a folder that the workers share; if not set, the server makes one")
    answer_for: tuple[str, ...] = _setting((), "further names of this site")
    site: str = _setting("", "the address of this site in shared links, as https://…")
    origins: tuple[str, ...] = _setting((), "sites whose pages may send requests; * is all")
    read: str = _setting("public", "who may read: public, token or header", one_of=READ)
    add: str = _setting("token", "who may add: token or anybody", one_of=ADD)
    login_header: str = _setting("X-Remote-User", "the header in which the proxy names the user")
    trusted_proxies: tuple[str, ...] = _setting(
        (), "addresses of proxies whose headers are trusted"
    )
    reads_per_minute: int = _setting(-1, "requests of one reader; -1: 1200 if others can reach it")
    writes_per_minute: int = _setting(-1, "writes of one writer; -1: 120 if others can reach it")
    most_bytes: int = _setting(32 << 20, "bytes of one request")
    most_records: int = _setting(2_000, "records of one request")
    most_seconds: int = _setting(
        60, "seconds for reading and judging in one request, or one step of a job"
    )
    keep_answers_hours: int = _setting(24, "hours for which an Idempotency-Key is stored")
    drain_seconds: int = _setting(30, "seconds that a stopping server waits for open requests")
    log: str = _setting("", "where requests are logged: a folder, - for standard error, or nowhere")
    log_days: int = _setting(30, "days after which files of the log are deleted")
    log_addresses: bool = _setting(False, "whether logs in a folder have the addresses of clients")

    def __post_init__(self) -> None:
        """Check all settings; raise SettingsError if one is invalid or two conflict."""
        for each in fields(self):
            _check(each.name, getattr(self, each.name), each.metadata)
        for proxy in self.trusted_proxies:
            _check_address(proxy)
        if self.site and not _SITE.fullmatch(self.site):
            raise SettingsError("site must be an address without a path, as https://example.org")
        if self.read == "header" and not self.trusted_proxies:
            raise SettingsError("read = header needs trusted_proxies: whose header is believed")
        if self.log_addresses and self.log in {"", "-"}:
            raise SettingsError("log_addresses needs log = FOLDER, where old ones are deleted")

    @property
    def is_open(self) -> bool:
        """Whether other machines can reach the server, directly or through a trusted proxy."""
        return bool(self.trusted_proxies) or not is_loopback(self.host)

    @property
    def reads(self) -> int:
        """The number of requests that one reader may make per minute; 0 means no limit.

        If `reads_per_minute` is -1, the number is 1200 for a server that other machines can reach,
        and 0 otherwise.
        """
        return self.reads_per_minute if self.reads_per_minute >= 0 else 1_200 * self.is_open

    @property
    def writes(self) -> int:
        """The number of writes that one writer may make per minute; 0 means no limit.

        If `writes_per_minute` is -1, the number is 120 for a server that other machines can reach,
        and 0 otherwise.
        """
        return self.writes_per_minute if self.writes_per_minute >= 0 else 120 * self.is_open

    @classmethod
    def of(cls, *sources: Mapping[str, Any]) -> Self:
        """Merge settings from several sources; a setting in an earlier source has priority.

        Raise SettingsError if a setting is invalid, or if two contradict each other.
        """
        merged: dict[str, Any] = {}
        for source in sources:
            merged = {**source, **merged}
        return cls(**merged)


KINDS: Final[Mapping[str, str]] = MappingProxyType({e.name: str(e.type) for e in fields(Settings)})


def _check(name: str, value: Any, rules: Mapping[str, Any]) -> None:
    allowed = rules.get("one_of")
    if allowed and value not in allowed:
        raise SettingsError(f"{name} must be one of: {', '.join(allowed)}")
    if isinstance(value, bool) or not isinstance(value, int):
        return
    least = rules.get("least", -1 if name.endswith("_per_minute") else 0)
    most = rules.get("most", 1 << 40)
    if not least <= value <= most:
        raise SettingsError(f"{name} must be a number from {least} to {most}")


def _check_address(words: str) -> None:
    try:
        ip_network(words)
    except ValueError:
        problem = f"trusted_proxies: {words!r} is neither an address nor a network"
        raise SettingsError(problem) from None


# --------------------------------------------------------------------------- sources


def settings_of_file(path: str | Path) -> dict[str, Any]:
    """Read settings from a TOML file, and return a dict from the settings' names to values.

    Raise SettingsError if the file cannot be read, or if a name or a type in it is wrong.
    """
    try:
        settings = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise SettingsError(f"{path}: {problem}") from None
    return {name: _typed(str(path), name, value) for name, value in settings.items()}


def settings_of_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Read settings from environment variables such as `MJLOG_PORT`; return a dict by name.

    Raise SettingsError if a value cannot be parsed.
    """
    settings = {}
    for name, kind in KINDS.items():
        variable = f"{PREFIX}{name.upper()}"
        if variable in environment:
            settings[name] = _FROM_WORDS[kind](variable, environment[variable].strip())
    return settings


def _number(name: str, words: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,15}", words):
        raise SettingsError(f"{name} must be a whole number")
    return int(words)


def _truth(name: str, words: str) -> bool:
    truths = {
        "1": True,
        "true": True,
        "yes": True,
        "0": False,
        "false": False,
        "no": False,
        "": False,
    }
    if words.lower() not in truths:
        raise SettingsError(f"{name} must be true or false")
    return truths[words.lower()]


def _list(_: str, words: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in words.split(",") if part.strip())


_FROM_WORDS: Final[dict[str, Callable[[str, str], Any]]] = {
    "str": lambda _, words: words,
    "int": _number,
    "bool": _truth,
    "tuple[str, ...]": _list,
}


def _typed(path: str, name: str, value: Any) -> Any:
    """Return the value of a setting from a file, after checking its name and type.

    A list is returned as a tuple. Raise SettingsError if there is no such setting, or if the type
    is wrong; the message names `path`, the file.
    """
    if name not in KINDS:
        raise SettingsError(f"{path}: there is no setting {name!r}; there are: {', '.join(KINDS)}")
    is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
    kind = "tuple[str, ...]" if is_list else type(value).__name__
    if kind != KINDS[name]:
        raise SettingsError(f"{path}: {name} must be {_NAMES[KINDS[name]]}")
    return tuple(value) if is_list else value


_NAMES: Final = {
    "str": "text",
    "int": "a whole number",
    "bool": "true or false",
    "tuple[str, ...]": "a list of texts",
}


# --------------------------------------------------------------------------- printing


def setting_lines(settings: Settings) -> Iterator[str]:
    """Yield each setting as a line of TOML text, with its description as a comment.

    Passwords in URLs are replaced by `***`.
    """
    for each in fields(settings):
        value = getattr(settings, each.name)
        words = _toml_value(masked(value) if isinstance(value, str) else value)
        yield f"{each.name} = {words}  # {each.metadata['words']}"


def _toml_value(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_toml_value(each) for each in value)}]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def masked(words: str) -> str:
    """Replace the password and the query in a URL by `***`; return other texts unchanged.

    >>> masked("postgresql://club:secret@db/games?password=secret")
    'postgresql://club:***@db/games?***'
    """
    if "://" not in words:
        return words
    try:
        parts = urlsplit(words)
    except ValueError:
        return "***"
    user, has_password, _ = parts.netloc.rpartition("@")[0].partition(":")
    host = parts.netloc.rpartition("@")[2]
    whose = f"{user}{':***' if has_password else ''}@" if user or has_password else ""
    query = "***" if parts.query else ""
    return parts._replace(netloc=whose + host, query=query).geturl()
