"""Corpora: very many records audited in shards, reports as Parquet, questions asked of them.

A run that is broken off goes on where it stopped; the report is the same whoever works on it. It
imports the rooms from the model up to batch, and the renaming of the archive. It knows no rule set
by name, no terminal and no page.
"""
