"""What the text of one cell means: numbers, heads, results, hands, payments.

These modules import no layout and no file; the words stand in tables, a language each.
"""
