"""The web viewer: a list of records, and a page for every step of every deal.

It may import every package of mjlog except the command line and the bots. It names no rule set and
decides nothing about mahjong: it shows findings and settlements that other packages computed.
"""

from webviewer.app import create_app

__all__ = ["create_app"]
