"""What is asked of an archive: records, wins, figures, standings, and the files that answer.

These modules import the storage and change nothing in it.
"""
