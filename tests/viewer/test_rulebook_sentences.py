"""A page cites a rulebook in its language, and in English where nobody translated the sentence."""

from __future__ import annotations

import pytest

from mjlog.text import languages
from mjlog.text.languages import Language
from webviewer import create_app, i18n

SENTENCE = "Discards lie open."


class Catalog(languages.NullTranslations):
    """Knows one sentence."""

    def gettext(self, message: str) -> str:
        return "打出的牌明放。" if message == SENTENCE else message


@pytest.mark.parametrize(
    ("sentence", "shown", "marked"),
    [(SENTENCE, "打出的牌明放。", ""), ("No such sentence.", "No such sentence.", ' lang="en"')],
)
def test_a_sentence_in_the_language_of_the_page(
    monkeypatch: pytest.MonkeyPatch, sentence: str, shown: str, marked: str
) -> None:
    app = create_app()
    monkeypatch.setattr(i18n, "language", lambda _: Language("zh-Hans", Catalog()))
    with app.test_request_context("/?lang=zh-Hans"):
        assert i18n.gettext(sentence) == shown
        assert str(i18n.foreign(sentence)) == marked
