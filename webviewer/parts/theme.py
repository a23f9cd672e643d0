"""The colours of a page (light or dark): those in the address, else those the browser prefers."""

from __future__ import annotations

from typing import Any, Final

from flask import Flask, request, url_for

from webviewer.i18n import UNSPOKEN

THEMES: Final = ("light", "dark")


def install(app: Flask) -> None:
    """Let visitors choose light or dark colours, and add the choice to the links of all pages."""
    app.context_processor(_colours)
    app.url_defaults(_keep_theme)


def requested_theme() -> str:
    """Return the parameter `theme` of the address, `light` or `dark`; empty if it is neither."""
    theme = request.args.get("theme", "")
    if theme in THEMES:
        return theme
    return ""


def _keep_theme(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint not in UNSPOKEN and request and requested_theme():
        values.setdefault("theme", requested_theme())


def _colours() -> dict[str, Any]:
    return {"theme": requested_theme() if request else "", "themes": _themes}


def _themes() -> list[tuple[str, str]]:
    """Return the themes (`light`, `dark`) except the requested one, as pairs of name and address.

    The address leads to this page in the colours of that theme.
    """
    endpoint, values = request.endpoint, {**request.args, **(request.view_args or {})}
    if endpoint is None or request.method == "POST":
        endpoint, values = "index", {}
    return [
        (theme, url_for(endpoint, **values | {"theme": theme}))
        for theme in THEMES
        if theme != requested_theme()
    ]
