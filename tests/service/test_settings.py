"""Settings: from where they come, which are refused, and what is told of them."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from webviewer.service.settings import (
    Settings,
    SettingsError,
    masked,
    setting_lines,
    settings_of_environment,
    settings_of_file,
)


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mjlog.toml"
    file.write_text('port = 1\nworkers = 3\nread = "token"\nanswer_for = ["a.example"]\n')
    environment = settings_of_environment({"MJLOG_PORT": "2", "MJLOG_WORKERS": "4", "HOME": "/"})
    settings = Settings.of({"port": 3}, environment, settings_of_file(file))
    assert (settings.port, settings.workers, settings.read) == (3, 4, "token")
    assert settings.answer_for == ("a.example",)


def test_the_environment_knows_every_setting() -> None:
    words = {
        "MJLOG_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8",
        "MJLOG_LOG": "/logs",
        "MJLOG_LOG_ADDRESSES": "true",
        "MJLOG_MOST_BYTES": "5",
    }
    settings = Settings.of(settings_of_environment(words))
    assert settings.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")
    assert (settings.log_addresses, settings.most_bytes) == (True, 5)


@pytest.mark.parametrize(
    "words",
    [
        'colour = "red"',
        'port = "80"',
        "port = 70000",
        "workers = 0",
        "workers = true",
        'read = "friends"',
        "answer_for = [1]",
        "most_bytes = -1",
        'read = "header"',
        'trusted_proxies = ["proxy"]',
        "log_addresses = true",
        'log = "-"\nlog_addresses = true',
        "port = ",
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(tmp_path: Path, words: str) -> None:
    file = tmp_path / "mjlog.toml"
    file.write_text(words)
    with pytest.raises(SettingsError):
        Settings.of(settings_of_file(file))


@pytest.mark.parametrize(
    ("name", "words"), [("PORT", "many"), ("PORT", "1e3"), ("LOG_ADDRESSES", "maybe")]
)
def test_the_environment_is_refused_too(name: str, words: str) -> None:
    with pytest.raises(SettingsError, match=f"MJLOG_{name}"):
        settings_of_environment({f"MJLOG_{name}": words})


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"none\.toml"):
        settings_of_file(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("settings", "reads", "writes"),
    [
        ({}, 0, 0),
        ({"host": "0.0.0.0"}, 1200, 120),  # noqa: S104 - nothing listens
        ({"trusted_proxies": ("127.0.0.1",)}, 1200, 120),
        ({"host": "::", "reads_per_minute": 0, "writes_per_minute": 5}, 0, 5),
        ({"reads_per_minute": 7}, 7, 0),
    ],
)
def test_limits_hold_where_others_reach_the_server(
    settings: dict[str, Any], reads: int, writes: int
) -> None:
    assert (Settings(**settings).reads, Settings(**settings).writes) == (reads, writes)


def test_what_is_in_force_is_told_without_secrets(tmp_path: Path) -> None:
    settings = Settings(archive="postgresql://club:hunter2@db/games?sslpassword=hunter2")
    lines = list(setting_lines(settings))
    assert len(lines) == len(fields(Settings))
    assert not [line for line in lines if "hunter2" in line]
    (tmp_path / "again.toml").write_text("\n".join(lines))
    assert Settings.of(settings_of_file(tmp_path / "again.toml")).archive.startswith(
        "postgresql://club:***@db/"
    )


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("club.sqlite", "club.sqlite"),
        ("postgresql://db/games", "postgresql://db/games"),
        ("postgresql://club@db/games", "postgresql://club@db/games"),
        ("postgresql://club:a@b:c@db/games", "postgresql://club:***@db/games"),
        ("postgresql://[db/games", "***"),
    ],
)
def test_an_address_is_masked(words: str, shown: str) -> None:
    assert masked(words) == shown
