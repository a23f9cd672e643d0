"""Adding files to the archive from a page, and the page that tells what came of them."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import asdict
from typing import Any, Final

from flask import Flask, Response, abort, current_app, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from mjlog.archive import jobs
from mjlog.archive.reading import Found, found_in_bytes
from mjlog.archive.tokens import token_of
from mjlog.archive.writer import Policy
from mjlog.formats import Bounds
from mjlog.notation.limits import STANDARD
from webviewer.api.callers import Caller, caller, settings
from webviewer.api.who import the_archive
from webviewer.api.writing import TOGETHER, kept
from webviewer.i18n import gettext
from webviewer.pages.upload_pages import ENVELOPE, is_from_here
from webviewer.responses import page
from webviewer.uploads import LIMITS

FILES: Final = 500
"""How many files may come in one upload."""
AGAIN: Final = 2
"""Seconds after which a page of a job that is not done is loaded again."""
LONG: Final = 3_600.0
_TURN: Final = threading.Lock()
"""Jobs of one process are done one after the other."""


def routes(app: Flask) -> None:
    """The form, and the pages of jobs."""

    @app.route("/add", methods=["GET", "POST"])
    def adding() -> ResponseReturnValue:
        if request.method == "POST":
            return _begin()
        return _form("")

    @app.get("/jobs/<name>")
    def job(name: str) -> Response:
        return _job(name)


def _form(problem: str, status: int = 200) -> Response:
    most = settings().most_bytes
    told = page("add.html", problem=problem, megabytes=most >> 20, anybody=_anybody())
    return make_response(told, status)


def _anybody() -> bool:
    return settings().add == "anybody"


def _begin() -> ResponseReturnValue:
    """Takes files in and begins with them; whoever sent them is led to the page of the job."""
    if not is_from_here():
        abort(403, "A file can be brought from the pages of this site only.")
    try:
        given, files = _sent()
    except RequestEntityTooLarge:
        return _form(gettext("What you send is larger than what can be added at once."), 413)
    author = _author(given)
    if author is None:
        return _form(gettext("To add records takes a token with the right to submit."), 403)
    if not files:
        return _form(gettext("No file was chosen, or it is empty."), 400)
    policy = Policy() if author.may("write") else Policy(state="submitted")
    name = jobs.begin(the_archive(), files, {"policy": asdict(policy)})
    _start(name, author)
    return redirect(url_for("job", name=name), 303)


def _sent() -> tuple[str, list[jobs.File]]:
    """The token and the files that came. Raises RequestEntityTooLarge."""
    if settings().most_bytes:
        request.max_content_length = settings().most_bytes + ENVELOPE
    given = request.form.get("token", "").strip()
    came = request.files.getlist("file")[:FILES]
    files = (((each.filename or "file")[:200], each.read()) for each in came)
    return given, [(name, data) for name, data in files if data]


def _author(given: str) -> Caller | None:
    """Who sends the files, where that is somebody who may."""
    own = caller()
    token = token_of(the_archive(), given) if given else own.token
    if token is not None and token.may("submit"):
        return Caller(token, own.login, own.address)
    return own if _anybody() and not given else None


# --------------------------------------------------------------------------- doing it


def _start(name: str, author: Caller) -> None:
    app: Any = current_app
    known = app._get_current_object()  # noqa: SLF001 - Flask's own way to hand it to a thread
    threading.Thread(target=_do, args=(known, name, author), daemon=True).start()


def _do(app: Flask, name: str, author: Caller) -> None:
    """Adds what the files hold, some records at a time, from where the job stands."""
    with app.app_context(), _TURN:
        archive = the_archive()
        begun = jobs.job_of(archive, name)
        if begun is None or begun.is_done:
            return
        policy = Policy(**begun.policy["policy"])
        found = _found(jobs.files_of_job(archive, name), policy)
        told = list(begun.told)
        while len(told) < len(found):
            some = found[len(told) : len(told) + TOGETHER]
            told += kept(some, policy, author, LONG)
            jobs.note(archive, name, told, len(found))
        jobs.note(archive, name, told, len(found), is_done=True)


def _found(files: list[jobs.File], policy: Policy) -> list[Found]:
    """The records of the files; strangers may not send what takes long to judge."""
    limits = STANDARD if policy.state == "published" else LIMITS
    size = settings().most_bytes or 1 << 30
    bounds = Bounds(member=size, total=4 * size)
    found = [each for name, data in files for each in found_in_bytes(data, name, bounds, limits)]
    return found[: settings().most_records or None]


# --------------------------------------------------------------------------- telling of it


def _job(name: str) -> Response:
    """What has come of a job so far; the page is loaded again until it is done."""
    archive = the_archive()
    found = jobs.job_of(archive, name)
    if found is None:
        abort(404, "There is no such job, or it was forgotten a day after it was done.")
    if not found.is_done and jobs.take_over(archive, name):
        _start(name, Caller())
    told = Counter(each["outcome"] for each in found.told)
    answer = make_response(page("job.html", job=found, counts=told))
    if not found.is_done:
        answer.headers["Refresh"] = str(AGAIN)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
