"""The address of this site as others reach it."""

from __future__ import annotations

from flask import current_app, request


def site_of() -> str:
    """Return the address in the set-up, without a slash at its end; empty for none."""
    address: str = current_app.config.get("SITE", "")
    return address


def absolute(path: str) -> str:
    """Return the whole address of a path of this site, for a visitor to pass on."""
    if site_of():
        return site_of() + path
    here = request.url_root.rstrip("/")
    return here.removesuffix(request.script_root) + path
