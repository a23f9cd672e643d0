"""Prints for commands: files, progress, results and tiles on a terminal.

These modules import no command.
"""
