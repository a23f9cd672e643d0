"""Corpora: very many records, audited in shards, with reports as Parquet tables and queries.

An interrupted run continues where it stopped, and the report is the same whoever does the work. The
package imports the packages from the model up to batch, and from the archive the renaming of
players. It names no rule set, and uses no terminal and no web page.
"""
