"""What a game came to: standings, points with places counted, what a slip changed, a single hand.

It imports the audit and works on the report of one. It judges nothing.
"""
