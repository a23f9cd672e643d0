"""The commands of games that are being recorded.

They import the live tables and print what these answer; no rule of a game stands here.
"""
