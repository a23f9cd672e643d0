"""Heads and results in thirteen languages: the same deals, read alike."""

import tomllib

import pytest
from kit.places import ROOT

from mjlog.sheets.audit import audited
from mjlog.sheets.cells.words import label_of, roles_of
from mjlog.sheets.reading import read_sheet

LANGUAGES = ROOT / "mjlog" / "sheets" / "languages"
HEADS = {
    "fr": "Donne,Gagnant,Donneur,Han,Fu;tsumo",
    "it": "Mano,Vincitore,Scartatore,Han,Fu;pescata",
    "es": "Mano,Ganador,Descartador,Han,Fu;del muro",
    "nl": "Spel,Winnaar,Verliezer,Han,Fu;zelf getrokken",
    "pl": "Rozdanie,Zwyciezca,Od kogo,Han,Fu;z muru",
    "ru": "Раздача,Победитель,С кого,Хан,Фу;цумо",
    "pt": "Mão,Vencedor,Descartador,Han,Fu;autocompra",
    "ko": "국,화료,방총,판,부;쯔모",
    "sv": "Giv,Vinnare,Kastare,Han,Fu;självdragen",
    "en": "DealNo,Winners,Disc.,Han,Fu;tsumo",
}


@pytest.mark.parametrize("language", HEADS)
def test_heads_of_a_language_are_read(language):
    heads, drawn = HEADS[language].split(";")
    text = (
        f"{heads},Anna,Boris,Chiara,Dmitri\n"
        "E1,Boris,Chiara,2,30,0,2000,-2000,0\n"
        f"E2,Boris,{drawn},3,30,-2000,6000,-2000,-2000\n"
        "E2 r1,Anna,Dmitri,1,30,1300,0,0,-1300\n"
    )
    (game,) = read_sheet(text).games
    assert [*game.draft.findings] == []
    audit = audited(game)
    assert not [each for each in audit.findings if each.severity == "error"]
    assert sum(each.answer == "given" for each in audit.verdicts) >= 12


def test_labels_count_repeats_in_each_way():
    labels = ("E1 r1", "E2 b1", "東1局1本場", "E1-0", "동1국 2본장", "Est 3", "Wschód 2")
    assert [*map(label_of, labels)] == ["E1.1", "E2.1", "E1.1", "E1.0", "E1.2", "E3", "E2"]


def test_an_abbreviation_of_several_words_is_none():
    assert roles_of("Pun.") == ()  # puntos, punten, punti, punti del tavolo
    assert roles_of("D.") == ()


@pytest.mark.parametrize("path", sorted(LANGUAGES.glob("*.toml")), ids=lambda path: path.stem)
def test_each_language_says_where_its_words_come_from(path):
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert len(table["source"].split()) > 3


@pytest.mark.parametrize(
    "heads",
    [
        "Player,Games,Points", "Spieler,Spiele,Punkte", "Joueur,Parties,Points",
        "Giocatore,Partite,Punti", "Jugador,Partidas,Puntos", "Speler,Gespeeld,Punten",
        "Gracz,Gry,Punkty", "Игрок,Игр,Очки", "名前,対局数,得点", "이름,대국수,점수",
        "姓名,场数,得分",
    ],
)  # fmt: skip
def test_a_number_of_games_played_is_no_number_of_a_game(heads):
    rows = ["Anna,12,120.5", "Boris,8,20.0", "Chiara,10,-40.5", "Dmitri,12,-100.0"]
    (game,) = read_sheet("\n".join([heads, *rows])).games
    assert (game.draft.name, game.draft.players) == ("", ("Anna", "Boris", "Chiara", "Dmitri"))
    assert [each for each in audited(game).findings if each.is_error] == []


@pytest.mark.parametrize("head", ["番型", "番種", "番种", "牌型"])
def test_chinese_heads_of_patterns_are_known(head):
    assert roles_of(head) == ("items",)
