"""The command line: one module a command, `main` puts them together.

It may import every room. It decides nothing about mahjong: it reads arguments, asks, and prints.
"""
