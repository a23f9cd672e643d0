"""How deals and games ended: hands, payments, points.

These modules import settlements and no rule of a game.
"""
