"""A replay of a whole record as one HTML file, which needs no server and no network.

The file contains the pages of every deal in every language, compressed. Its script finds in them
what the viewer's script would request from a server. The fragment of the file's address names a
step, as in ``#/d2/s57``.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Flask
from markupsafe import Markup, escape

from mjlog.model.record import NOBODY
from mjlog.notation import write
from mjlog.referee.sheet_table import front_seat
from mjlog.text.languages import NAMES
from webviewer import i18n
from webviewer.assets import Files
from webviewer.caches import templates
from webviewer.caches.templates import macros
from webviewer.pages.step_page import ENDS, FixedParts, StepPage
from webviewer.parts import player_names, theme
from webviewer.parts.stage.deal_view import Deals
from webviewer.parts.stage.fragments import Painter
from webviewer.parts.stage.step_deltas import whole_document
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.view_options import ViewOptions, turns_of
from webviewer.records.library import Record
from webviewer.responses import page

NAME: Final = "replay"
"""The name of the record in addresses while its pages are made."""
PIECES: Final = re.compile(
    r'(?<=\n)|(?=<(?:section|ol|div|table)\b)|(?<=</li>)|(?<=\]\],)|(?<=",)(?=")'
)
"""Places where pages and documents are cut, so that equal pieces are stored once."""
TRANSCRIPT: Final = re.compile(r'<ol class="transcript".*?</ol>', re.DOTALL)
LINK: Final = re.compile(r'<a href="[^"]*">')
"""The beginning of a line of the transcript, which the script adds again."""
ORIGIN: Final = re.compile(f"(?:http://localhost)?/r/{NAME}/")
FINDING: Final = re.compile(
    r"#/d(?P<deal>\d+)(?=\?)[^\"\\]*?\b(?P<list>finding|fault)=(?P<which>first|last)[^\"\\]*"
)
"""The address of a finding, which a server would redirect to a step."""
VIEW: Final = re.compile(r"(?<=\d|n)\?seat=[^\"\\]*")
ADDRESSES: Final = {
    "step": "/r/<name>/d<int:deal>/s<int:step>",
    "deal": "/r/<name>/d<int:deal>",
    "steps": "/r/<name>/d<int:deal>/steps.json",
}
"""The pages that links of the file lead to."""


class BareStep(StepPage):
    """The page of a step without the parts that differ from step to step.

    A replay file contains this page once for each deal; its script fills in the parts.
    """

    @cached_property
    def parts(self) -> Mapping[str, Markup]:  # type: ignore[override]
        """A dict that returns empty HTML for every part of the page that changes from step to step.

        The script of the replay file fills in these parts.
        """
        return defaultdict(Markup)


def replay_file(record: Record) -> str:
    """Return the replay of a record as one HTML file that needs no server.

    Raise ValueError if no deal of the record can be shown step by step.
    """
    if not record.playable:
        raise ValueError("no rule set of mjlog shows a deal of it step by step")
    app = page_maker()
    files = Files(Path(app.root_path, "static"))
    style = "".join(files.bare(name).decode() for name in ("viewer.css", "beside.css"))
    script = files.bare("replay-file.js").decode()
    texts = dict(_texts(app, record))
    with app.test_request_context("/"):
        return page(
            "replay_file.html",
            record=record,
            tags=tuple(NAMES),
            notation=escape(write(record.game)),
            packed=Markup(_packed(texts, files.bare("tiles.svg").decode())),  # noqa: S704  base64
            style=Markup(style),  # noqa: S704  a file of mjlog
            script=Markup(script),  # noqa: S704  a file of mjlog
            policy=file_policy(style, script),
        )


@lru_cache(maxsize=1)
def page_maker() -> Flask:
    """Return a Flask application that can render pages of records, but answers no requests.

    It is used to write pages into files. It is created once.
    """
    app = Flask(__package__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    i18n.install(app)
    templates.install(app)
    theme.install(app)
    app.jinja_env.globals["sitting"] = player_names.sitting
    for endpoint, rule in ADDRESSES.items():
        app.add_url_rule(rule, endpoint)
    return app


def _texts(app: Flask, record: Record) -> Iterator[tuple[str, str]]:
    """Yield what a replay file contains, as pairs of an address within the file and a text.

    For each deal and language, there are two pairs: for the page, and for a JSON document with all
    steps, from which the page's script draws any step.
    """
    deals = Deals(Pages())
    for tag in NAMES:
        pages: dict[str, StepPage] = {}
        texts: dict[str, str] = {}
        for number in range(1, len(record.game.deals) + 1):
            with app.test_request_context(f"/r/{NAME}/d{number}/s0?lang={tag}"):
                pages[str(number)] = shown = _shown(deals, record, number)
                texts[f"/d{number}/s?lang={tag}"] = page("replay_page.html", page=shown, name=NAME)
                steps = whole_document(
                    shown.painter, (turns_of(each) for each in range(record.game.seats))
                )
                texts[f"/d{number}/steps.json?lang={tag}"] = json.dumps(
                    steps, ensure_ascii=False, separators=(",", ":")
                )
        stops = {deal: shown.timeline.stops for deal, shown in pages.items()}
        for address, text in texts.items():
            yield address, _within_file(text, stops)


def _within_file(text: str, stops: Mapping[str, Mapping[str, Sequence[int]]]) -> str:
    """Replace addresses in a page's text by addresses within the file, such as `#/d2/s57`.

    `stops` has the steps with findings of each deal, so that links to the first or last finding can
    be replaced, too. Parameters such as the seat at the bottom are removed.
    """

    def step_of(found: re.Match[str]) -> str:
        steps = stops[found["deal"]].get(found["list"], ()) or (0,)
        return f"#/d{found['deal']}/s{steps[ENDS[found['which']]]}"

    text = ORIGIN.sub("#/", text)
    text = TRANSCRIPT.sub(lambda found: LINK.sub("<a>", found[0]), text)
    return VIEW.sub("", FINDING.sub(step_of, text))


def _shown(deals: Deals, record: Record, number: int) -> StepPage:
    """Return the page of the first step of a deal; raise ValueError if the deal cannot be shown."""
    deal_view = deals.of(record, number)
    if deal_view is None:
        raise ValueError(f"deal {number} cannot be shown step by step")
    player_names.seat_players(record.game, deal_view.rules, deal_view.deal)
    view = ViewOptions(below=front_seat(deal_view.deal, record.game.seats), usual=NOBODY)
    shown = BareStep(deal_view, view, 0, Painter(deal_view, view, macros("panels.html"), ""), NAME)
    return replace(shown, still=FixedParts.drawn(shown, macros("still.html")))


def _packed(texts: Mapping[str, str], sprite: str) -> str:
    """Pack the texts and the tile pictures of a replay file into one compressed string.

    The string is JSON, deflated, in base64. Texts are cut in pieces, and each different piece is
    stored once. The pieces are sorted, because sorted pieces compress better.
    """
    cut = [PIECES.split(text) for text in texts.values()]
    lines = sorted({piece for pieces in cut for piece in pieces})
    numbers = {line: number for number, line in enumerate(lines)}
    pages = {
        address: [numbers[piece] for piece in pieces]
        for address, pieces in zip(texts, cut, strict=True)
    }
    bundle = {"sprite": sprite, "lines": lines, "pages": pages}
    words = json.dumps(bundle, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(words.encode("utf-8", "replace"), 9)).decode()


def file_policy(style: str, script: str = "") -> str:
    """Return a Content-Security-Policy that allows this style and this script, but no requests.

    Without a script, no script is allowed.
    """
    allowed = _hash(script) if script else "'none'"
    return f"default-src 'none'; style-src {_hash(style)}; script-src {allowed}; base-uri 'none'"


def _hash(text: str) -> str:
    """Return a text's hash as a Content-Security-Policy needs it to allow a script or a style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
