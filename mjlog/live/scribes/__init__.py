"""Helps a scribe: shorthand, keypad, questions, proposals.

These modules import the replay; they write no line themselves.
"""
