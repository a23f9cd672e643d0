"""Handles ``--fetch``: downloads the log of a replay, given its address.

It downloads only from servers that `mjlog.formats.unread` lists, and only if the user gives the
option. No page of the web server downloads anything.
"""

from __future__ import annotations

from typing import Any, Final

import click

option: Final = click.option(
    "--fetch",
    is_flag=True,
    help="Get the log behind the address of a replay of Tenhou from its server.",
)
LARGEST: Final = 4 << 20
"""Largest size of a log in bytes; a long game has about 100,000."""
SILENCE: Final = 20
"""Seconds that a server may send nothing."""
PATIENCE: Final = 120
"""Seconds that the download of a log may take in all."""


def fetched(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Download the game logs behind addresses of replays, and return the paths of all inputs.

    In the result, the path of the downloaded file replaces the address; other paths stay. The files
    are deleted when the command ends. Raises UsageError if no path is the address of a replay, or
    if a log cannot be downloaded.
    """
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from mjlog.formats import unread

    logs = [unread.log_of(path.encode()) for path in paths]
    if not any(logs):
        words = "--fetch takes the address of a replay, as https://tenhou.net/0/?log=NAME"
        raise click.UsageError(words)
    folder = Path(click.get_current_context().with_resource(TemporaryDirectory()))
    files = []
    for path, log in zip(paths, logs, strict=True):
        if log is None:
            files.append(path)
            continue
        file = folder / f"{len(files)}-{log.name}"
        file.write_bytes(_answer(log.address))
        files.append(str(file))
    return tuple(files)


def _answer(address: str) -> bytes:
    """Download the file at an address. Raises UsageError with the reason if that fails."""
    import time
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import HTTPRedirectHandler, Request, build_opener

    class NoDetours(HTTPRedirectHandler):
        """Ignores redirections, so that nothing is downloaded from another server."""

        def redirect_request(self, *_: Any) -> None:
            """Return None, which makes `urllib` follow no redirection."""

    # The address is built by mjlog; only the name of the log in it comes from the user.
    request = Request(address, headers={"User-Agent": "mjlog"})  # noqa: S310
    end = time.monotonic() + PATIENCE
    answer = b""
    try:
        with build_opener(NoDetours).open(request, timeout=SILENCE) as stream:
            while piece := stream.read1(1 << 16):
                answer += piece
                if len(answer) > LARGEST or time.monotonic() > end:
                    raise click.UsageError(f"{address}: the log is too large or comes too slowly")
    except HTTPError as problem:
        problem.close()
        raise click.UsageError(f"{address}: the server answers {problem.code}") from None
    except (OSError, HTTPException) as problem:
        reason = getattr(problem, "reason", None) or problem
        raise click.UsageError(f"{address}: the server cannot be asked ({reason})") from None
    if not answer:
        raise click.UsageError(f"{address}: the answer is empty")
    return answer
