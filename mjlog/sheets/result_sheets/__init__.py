"""Sheets of results: a row a game or a player, seasons, standings, messages of chats.

These modules import the layouts and no audit.
"""
