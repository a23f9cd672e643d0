"""The parts of pages about ends of deals and games: hands, payments, points.

These modules import settlements and no rule of a game.
"""
