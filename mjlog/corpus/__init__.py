"""Corpora: very many records, audited in shards, with reports as Parquet tables and queries.

An interrupted run continues where it stopped, and the report is the same whoever does the work. The
package imports the rooms from the model up to batch, and the archive's renaming. It knows no rule
set by name, no terminal and no page.
"""
