"""The web viewer: records in a list, and every step of every deal as a page of its own.

It may import every room but the command line and the bots. It knows no rule set by its name, and
decides nothing about mahjong: what is right or wrong stands in the findings and settlements.
"""

from webviewer.app import create_app

__all__ = ["create_app"]
