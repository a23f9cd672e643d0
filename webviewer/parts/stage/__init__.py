"""The stage: the table step by step, its timeline, and what a view hides.

These modules import frames of the replay; no rule of a game stands here.
"""
