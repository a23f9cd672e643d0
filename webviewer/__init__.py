"""The web viewer: records in a list, and every step of every deal as a page of its own."""

from webviewer.app import create_app

__all__ = ["create_app"]
