"""Answers questions to an archive: records, wins, statistics, standings, and exports as files.

These modules import the storage and change nothing in it.
"""
