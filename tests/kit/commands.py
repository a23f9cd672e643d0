"""The command line in this process."""

from typing import Any

from click.testing import CliRunner, Result

from mjlog.cli.main import main


def run(*arguments: object, **rest: Any) -> Result:
    """The command `mjlog`; a crash is a failure of the test."""
    words = [str(argument) for argument in arguments]
    done = CliRunner().invoke(main, words, catch_exceptions=False, **rest)
    assert "Traceback" not in done.output
    return done
