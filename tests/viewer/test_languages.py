"""The pages in every language.

Catalogs without gaps, the language that is asked for, and no word left in English.
"""

from __future__ import annotations

import ast
import re
import runpy
import string
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from flask.testing import FlaskClient
from kit.places import ROOT

import mjlog
from mjlog.text.languages import DOMAIN, FINDINGS, NAMES, RULEBOOKS, compiled, known_tag, language
from webviewer import create_app

TRANSLATED = [tag for tag in NAMES if tag != "en"]
FAIR_COPY = "/r/everything-fair-copy/d1/s3"


@pytest.fixture(scope="module")
def tool() -> dict:
    return runpy.run_path(str(ROOT / "docs" / "messages.py"))


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(ROOT / "samples" / "taiyuan").test_client()


def catalog(tag: str) -> list[Message]:
    """Both catalogs of a language."""
    found = []
    for domain in (DOMAIN, FINDINGS):
        with Path(str(compiled(tag, domain))).with_suffix(".po").open("rb") as stream:
            found += [message for message in read_po(stream) if message.id]
    return found


def forms(text: str | list[str] | tuple[str, ...]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def fields(text: str, message: Message) -> set[str]:
    """The places that a message leaves open, in whichever of the two ways it is written."""
    # A sentence in braces may hold a per cent sign, which Babel takes for a format: "{percent} %
    # of".
    if (message.python_format and "{" not in text) or "%(" in text:
        return set(message_fields(text))
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def message_fields(text: str) -> list[str]:
    class Asked(dict):
        def __missing__(self, name: str) -> str:
            self[name] = ""
            return "0"

    asked = Asked()
    text % asked
    return list(asked)


@pytest.mark.slow
def test_catalogs_hold_exactly_the_messages_of_the_program(tool):
    stale = [file.name for file, content in tool["files"]() if tool["is_stale"](file, content)]
    assert not stale, "make messages writes them anew"


def test_every_message_of_a_page_is_written_where_it_is_made():
    """In the code of pages, messages are looked for as texts: a variable would hide one."""
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted((ROOT / "webviewer").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in {"Message", "msg"}
        and isinstance(call.args[0], ast.Name)
    ]
    assert not hidden


@pytest.mark.parametrize("tag", TRANSLATED)
def test_every_message_is_translated(tag):
    missing = [
        message.id for message in catalog(tag) if message.fuzzy or not all(forms(message.string))
    ]
    assert not missing


@pytest.mark.parametrize("tag", TRANSLATED)
def test_a_translation_has_the_fields_of_its_message(tag):
    for message in catalog(tag):
        said = set().union(*(fields(form, message) for form in forms(message.id)))
        for form in forms(message.string):
            assert fields(form, message) == said, message.id


def test_traditional_and_simplified_are_two_scripts():
    """A catalog that was copied and not converted would show it."""
    simplified, traditional = (
        "".join(form for message in catalog(tag) for form in forms(message.string))
        for tag in ("zh-Hans", "zh-Hant")
    )
    assert not set("萬條東風發財紅聽槓記錄點這個後開頭對應碼結顯單") & set(simplified)
    assert not set("万条东风发财红听杠记录点这个后开头对应码结显单") & set(traditional)


@pytest.mark.parametrize("tag", NAMES)
def test_a_page_is_in_the_language_its_address_names(client, tag):
    page = client.get(f"{FAIR_COPY}?lang={tag}", headers={"Accept-Language": "ja"})
    assert f'<html lang="{tag}">' in page.text
    assert page.headers["Content-Language"] == tag


@pytest.mark.parametrize(
    ("header", "tag"),
    [
        ("zh-TW,zh;q=0.8", "zh-Hant"),
        ("fr, ja;q=0.5, en;q=0.3", "ja"),
        ("zh-CN", "zh-Hans"),
        ("fr", "en"),
        ("", "en"),
    ],
)
def test_else_in_the_language_that_the_browser_asks_for(client, header, tag):
    page = client.get("/", headers={"Accept-Language": header})
    assert f'<html lang="{tag}">' in page.text
    assert "Accept-Language" in page.headers["Vary"]


def test_links_keep_the_language_only_where_the_address_names_it(client):
    assert 'href="/?lang=ja"' in client.get("/?lang=ja").text
    asked = client.get("/", headers={"Accept-Language": "ja"}).text
    assert '<a href="/">mjlog</a>' in asked
    assert client.get("/r/everything-fair-copy?lang=ja").headers["Location"].endswith("?lang=ja")


def test_a_language_that_is_none_changes_nothing(client):
    page = client.get('/?lang="><script>')
    assert page.status_code == 200
    assert "<script>" not in page.text
    assert '<html lang="en">' in page.text


def test_errors_speak_too(client):
    assert "見つかりません" in client.get("/nowhere?lang=ja").text


def test_every_language_of_the_list_is_there():
    assert [language(tag).tag for tag in NAMES] == [known_tag(tag) for tag in NAMES] == list(NAMES)
    with pytest.raises(KeyError):
        language("tlh")


@pytest.mark.parametrize("tag", TRANSLATED)
@pytest.mark.parametrize("domain", [DOMAIN, FINDINGS, RULEBOOKS])
def test_the_headers_of_a_catalog_say_what_is_true(tag, domain):
    with compiled(tag, domain).open("rb") as stream:
        headers = GNUTranslations(stream).info()
    assert headers["project-id-version"] == f"mjlog {mjlog.__version__}"
    assert headers["last-translator"] == headers["language-team"] == "The mjlog maintainers"
    assert headers["language"] == tag.replace("-", "_")
    assert not headers.keys() & {"generated-by", "pot-creation-date", "report-msgid-bugs-to"}


def test_catalogs_are_compared_by_what_they_say(tool, tmp_path):
    """Another release of Babel writes other bytes; another translation is another meaning."""
    text = Path(str(compiled("ja"))).with_suffix(".po").read_text(encoding="utf-8")
    file = tmp_path / "mjlog.po"
    head, *messages = text.split("\n\n")
    other = [head.replace('8bit"', '8bit\\n"\n"Generated-By: Babel 99.0\\n"'), *messages[::-1]]
    file.write_text("\n\n".join(other) + "\n", encoding="utf-8")
    assert not tool["is_stale"](file, text.encode())
    file.write_text(text.replace("当方の解釈", "われわれの解釈"), encoding="utf-8")
    assert tool["is_stale"](file, text.encode())


WIN_WITHOUT_ITS_WORD = re.compile(
    r"(?<![牌杠槓与與])和(?=牌(?![墙牆山河])|了)|(?<=[谁誰能])和(?!局)|飜"
)
"""The word for a win that riichi and MCR alone have, in the names of their hands."""


@pytest.mark.parametrize("tag", ["zh-Hans", "zh-Hant"])
def test_a_win_has_one_word_in_chinese(tag):
    wrong = [
        text
        for message in catalog(tag)
        if message.context not in {"riichi", "mcr", "tibet", "zungjung"}
        for text in forms(message.string)
        if WIN_WITHOUT_ITS_WORD.search(text)
    ]
    assert wrong == []


def test_han_are_those_of_riichi_alone_in_japanese():
    counted = [message for message in catalog("ja") if re.search(r"\bfaan\b", str(message.id))]
    assert counted
    assert [each.string for each in counted if "翻" in str(each.string)] == []
