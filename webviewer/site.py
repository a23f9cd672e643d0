"""The address at which others reach this site."""

from __future__ import annotations

from flask import current_app, request


def site_of() -> str:
    """Return the site's address in the settings, without a slash at the end; empty if not set."""
    address: str = current_app.config.get("SITE", "")
    return address


def absolute(path: str) -> str:
    """Return the complete address of a path on this site, which a visitor can give to others."""
    if site_of():
        return site_of() + path
    here = request.url_root.rstrip("/")
    return here.removesuffix(request.script_root) + path
