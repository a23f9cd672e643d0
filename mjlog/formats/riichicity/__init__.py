"""Riichi City, a game as JSON that holds JSON strings, read and never written."""
