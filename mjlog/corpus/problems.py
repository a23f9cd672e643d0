"""What keeps a corpus from being audited or asked."""

from __future__ import annotations


class CorpusError(Exception):
    """A problem that the user can solve; its message says how."""
