"""Results of a game: standings, final points, the effect of slips, and the score of a single hand.

It imports the audit and works on its report. It judges nothing.
"""
