"""Adding files to the archive from a page, and the page that shows the results."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from time import monotonic
from typing import Final

from flask import Flask, Response, abort, current_app, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from mjlog.archive.adding import jobs
from mjlog.archive.adding.reading import Found, found_in_bytes
from mjlog.archive.adding.writer import Policy
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.tokens import token_of
from mjlog.batch.time_limit import limit_time, too_slow
from mjlog.formats import Bounds
from mjlog.model.patience import OutOfTime, go_on
from mjlog.notation.limits import STANDARD
from mjlog.sheets.corrections.copies import to_csv
from webviewer.api.archive_view import the_archive
from webviewer.api.callers import Caller, caller, settings
from webviewer.api.writing import TOGETHER, add_records, most_seconds
from webviewer.i18n import gettext
from webviewer.pages.upload_pages import ENVELOPE, is_from_here
from webviewer.responses import page
from webviewer.sheet_copies import judged_by
from webviewer.uploads import LIMITS, Shelf

FILES: Final = 500
"""The most files in one upload."""
AGAIN: Final = 2
"""Seconds after which a browser loads the page of an unfinished job again."""
BEAT: Final = 5.0
"""Seconds between two notes that a process still works on its jobs."""


def routes(app: Flask, shelf: Shelf) -> None:
    """Add the page for adding files to the archive, and a page for each job that adds them.

    An uploaded score sheet can be added, too: it is read from `shelf`, the temporary store of
    uploads.
    """
    app.extensions["jobs"] = Jobs(app)

    @app.route("/add", methods=["GET", "POST"])
    def adding() -> ResponseReturnValue:
        if request.method == "POST":
            return _begin(shelf)
        return _form("")

    @app.get("/jobs/<name>")
    def job(name: str) -> Response:
        return _job(name)


def _form(problem: str, status: int = 200) -> Response:
    most = settings().most_bytes
    response = page("add.html", problem=problem, megabytes=most >> 20, anybody=_anybody())
    return make_response(response, status)


def _anybody() -> bool:
    return settings().add == "anybody"


def _begin(shelf: Shelf) -> ResponseReturnValue:
    """Start a job that adds the uploaded files to the archive, and redirect to the job's page.

    If the files or the sender are refused, return the form with an error message. End the request
    with 403 if a page of another site sent it.
    """
    if not is_from_here():
        abort(403, "Files can be sent only from the pages of this site.")
    try:
        given, files = _sent(shelf)
    except RequestEntityTooLarge:
        return _form(gettext("Your files are too large to be added at once."), 413)
    author = _author(given)
    if author is None:
        return _form(gettext("To add records takes a token with the right to submit."), 403)
    if not files:
        return _form(gettext("No file was chosen, or it is empty."), 400)
    policy = Policy() if author.has_scope("write") else Policy(state="submitted")
    name = jobs.create_job(the_archive(), files, {"policy": asdict(policy)})
    jobs_of_this_process().start(name, author)
    sheet = shelf.sheet(request.form.get("sheet", ""))
    if sheet is not None:  # its pictures are no longer needed
        shelf.store_sheet(replace(sheet, photograph=None))
    return redirect(url_for("job", name=name), 303)


def _sent(shelf: Shelf) -> tuple[str, list[jobs.File]]:
    """Return the access token that was typed into the form, and the uploaded files.

    Each file is a pair of name and content. If the form names a score sheet that was uploaded
    before, the sheet, with the corrections made on its page, is added to the files. Raise
    RequestEntityTooLarge if the form is too large.
    """
    if settings().most_bytes:
        request.max_content_length = settings().most_bytes + ENVELOPE
    given = request.form.get("token", "").strip()
    came = request.files.getlist("file")[:FILES]
    files = [((each.filename or "file")[:200], each.read()) for each in came]
    copy = shelf.sheet(request.form["sheet"]) if "sheet" in request.form else None
    if copy is not None:
        judged = judged_by(copy, request.form.get("rules", ""))
        if copy.photograph is None:
            files += [(f"{copy.name}.csv", to_csv(grid).encode()) for grid in judged.grids]
        else:  # CSV cannot say where cells were read and who confirmed them
            texts = [game.audit.sheet.text for game in judged.games]
            files += [(f"{copy.name}.mjl", text.encode()) for text in texts]
    return given, [(name, data) for name, data in files if data]


def _author(given: str) -> Caller | None:
    """Return the sender who adds the files, as a `Caller`; None if the sender may not add records.

    `given` is the access token that was typed into the form. If it is empty, the token of the
    request is used.
    """
    own = caller()
    token = token_of(the_archive(), given) if given else own.token
    if token is not None and token.has_scope("submit"):
        return Caller(token, own.login, own.address)
    return own if _anybody() and not given else None


# --------------------------------------------------------------------------- running jobs


def jobs_of_this_process() -> Jobs:
    """Return the queue of jobs that belongs to the current application."""
    jobs: Jobs = current_app.extensions["jobs"]
    return jobs


class Jobs:
    """The queue of jobs (uploads to add to the archive) that this process works on.

    A job that is not done after a limited time waits until the other jobs have had their turn.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._turn = threading.Lock()
        self._waiting: dict[str, Caller] = {}
        self._working: set[str] = set()
        self._last_beat = 0.0

    def start(self, name: str, author: Caller) -> None:
        """Add a job of this sender to the queue, and start a thread that works on the queue.

        `name` is the name of the job.
        """
        self._waiting[name] = author
        threading.Thread(target=self._work, daemon=True).start()

    def look(self) -> None:
        """Take over the unfinished jobs of server processes that have ended.

        The jobs are added to the queue of this process.
        """
        # If the archive cannot be reached, its jobs are taken over later.
        with suppress(ArchiveError), self._app.app_context():
            archive = the_archive()
            for name in jobs.abandoned_jobs(archive):
                if jobs.take_over(archive, name):
                    self.start(name, Caller())

    def _work(self) -> None:
        with self._app.app_context(), self._turn:
            while self._waiting:
                name = next(iter(self._waiting))
                author = self._waiting.pop(name)
                self._working = {name}
                try:
                    if not self._work_on(name, author):
                        self._waiting[name] = author
                except ArchiveError as problem:
                    # The job stays in the archive, and this process takes it over again later.
                    self._app.logger.warning("a job waits: %s", problem)

    def _work_on(self, name: str, author: Caller) -> bool:
        """Continue a job from the record at which it stopped; return whether the job is done.

        After some time, the method returns False, so that other jobs get their turn. `name` is the
        name of the job.
        """
        archive = the_archive()
        begun = jobs.job_of(archive, name)
        if begun is None or begun.is_done:
            return True
        policy = Policy(**begun.policy["policy"])
        contents = _found(jobs.files_of_job(archive, name), policy, self._beat)
        results = list(begun.outcomes)
        until = monotonic() + most_seconds()
        while len(results) < len(contents) and monotonic() < until:
            some = contents[len(results) : len(results) + TOGETHER]
            results += add_records(some, policy, author, until, self._beat)
            jobs.record_progress(archive, name, results, len(contents))
        if len(results) == len(begun.outcomes) < len(contents):
            # A record that took a whole turn would also take the next one.
            slow = Found(contents[len(results)].name, (too_slow(most_seconds()),))
            results += add_records([slow], policy, author, monotonic() + most_seconds())
        is_done = len(results) >= len(contents)
        jobs.record_progress(archive, name, results, len(contents), is_done=is_done)
        return is_done

    def _beat(self) -> None:
        """Write into the archive, at most every five seconds, that the jobs of this process go on.

        Without this sign, other processes would take over the jobs.
        """
        if monotonic() - self._last_beat > BEAT:
            self._last_beat = monotonic()
            jobs.beat(the_archive(), {*self._working, *self._waiting})


def _found(files: list[jobs.File], policy: Policy, beat: Callable[[], None]) -> list[Found]:
    """Read the records in the files of a job; return a `Found` for each record.

    If reading a file takes too long, the rest of this file is replaced by one `Found` with an error
    message. Files of a sender whose records wait for publication have narrower limits. The settings
    limit the number of records. `beat` is called again and again during the work.
    """
    limits = STANDARD if policy.state == "published" else LIMITS
    size = settings().most_bytes or 1 << 30
    bounds = Bounds(member=size, total=4 * size)
    contents: list[Found] = []
    for name, data in files:
        try:
            with limit_time(most_seconds(), beat):
                for each in found_in_bytes(data, name, bounds, limits):
                    go_on()
                    contents.append(each)
        except OutOfTime:
            contents.append(Found(name, (too_slow(most_seconds()),)))
    return contents[: settings().most_records or None]


# --------------------------------------------------------------------------- the page of a job


def _job(name: str) -> Response:
    """Return the page that shows the progress of a job: the result for each record.

    Until the job is done, the browser reloads the page by itself. If the process that worked on the
    job has ended, this process continues the job. End the request with 404 if there is no such job.
    """
    archive = the_archive()
    job = jobs.job_of(archive, name)
    if job is None:
        abort(404, "There is no such job, or it ended more than a day ago.")
    if not job.is_done and jobs.take_over(archive, name):
        jobs_of_this_process().start(name, Caller())
    outcomes = Counter(each["outcome"] for each in job.outcomes)
    answer = make_response(page("job.html", job=job, counts=outcomes))
    if not job.is_done:
        answer.headers["Refresh"] = str(AGAIN)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
