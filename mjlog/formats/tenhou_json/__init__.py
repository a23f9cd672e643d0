"""Tenhou's JSON (``tenhou.net/6``), read and written; the order of its rows of acts."""
