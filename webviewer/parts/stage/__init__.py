"""The parts of pages about the table: its state step by step, the timeline, hidden hands.

These modules import frames of the replay; no rule of a game is here.
"""
