"""What hangs on the walls of a venue: cards of tables, result sheets, the time, the screen.

It imports what pages do, and the tournament. It never writes a record, and shows nothing that the
tables do not give to everybody.
"""
