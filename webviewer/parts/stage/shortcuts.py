"""The keys that a record's page answers to."""

from __future__ import annotations

from typing import Final

KEYS: Final = (
    ("ArrowRight", "→", "next step"),
    ("ArrowLeft", "←", "step before"),
    ("ArrowDown", "↓", "next turn of the player at the bottom"),
    ("ArrowUp", "↑", "turn before of the player at the bottom"),
    ("PageDown", "PgDn", "next deal"),
    ("PageUp", "PgUp", "deal before"),
    ("Home", "Home", "the hands dealt"),
    ("End", "End", "the end of the deal"),
    ("Space", "Space", "play, and stop"),
    ("m", "m", "play in short, from mark to mark"),
    ("+", "+", "faster"),
    ("-", "−", "slower"),
    ("e", "e", "next fault or note"),
    ("E", "E", "fault or note before"),
    ("c", "c", "next call"),
    ("C", "C", "call before"),
    ("t", "t", "next declaration of ready"),
    ("T", "T", "declaration of ready before"),
    ("n", "n", "next remark or correction"),
    ("N", "N", "remark or correction before"),
    ("g", "g", "go to a step"),
    ("v", "v", "next player at the bottom"),
    ("1", "1–4", "that player at the bottom"),
    ("h", "h", "whose hands are shown"),
    ("r", "r", "claimed tiles in the rivers"),
    ("i", "i", "letters in the corners of tiles"),
    ("b", "b", "the board only, and all again"),
    ("f", "f", "full screen"),
    ("u", "u", "tiles not yet seen"),
    ("w", "w", "the result over the table, and the table"),
    ("s", "s", "share"),
    ("?", "?", "these keys"),
)
"""Each key: the browser's name for it, the text on the page, and what it does.

Elements of the page name the keys that they answer.
"""
