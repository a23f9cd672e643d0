"""The address at which others reach this site."""

from __future__ import annotations

from flask import current_app, request


def site_of() -> str:
    """Return the site's address in the settings, without a slash at its end; empty if not set."""
    address: str = current_app.config.get("SITE", "")
    return address


def absolute(path: str) -> str:
    """Return the whole address of a path of this site, so that a visitor can pass it on."""
    if site_of():
        return site_of() + path
    here = request.url_root.rstrip("/")
    return here.removesuffix(request.script_root) + path
