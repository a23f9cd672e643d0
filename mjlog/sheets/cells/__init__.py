"""Reads the meaning of a single cell: numbers, heads, results, hands, payments.

These modules import no layout and no file; the words are in tables, one for each language.
"""
