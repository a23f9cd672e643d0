"""Reads sheets of results: a row for each game or player, seasons, standings, messages of chats.

These modules import the layouts and no audit.
"""
