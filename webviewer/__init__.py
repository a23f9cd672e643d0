"""The web viewer: a list of records, and a page for every step of every deal.

It may import every room except the command line and the bots. It knows no rule set by its name and
decides nothing about mahjong: it shows the findings and settlements that other rooms computed.
"""

from webviewer.app import create_app

__all__ = ["create_app"]
