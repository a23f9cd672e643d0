"""The archive: records in a database, with a log of all changes, searches and statistics.

`store.Archive` opens an archive and writes to it; `view.View` shows a reader only what this reader
may see. The canonical text of a record is stored under its digest, with the bytes of the original
file; most other tables are an index, which can be computed again from the texts.

It imports formats, sheets, auditor, report and batch. It contains no pages, no commands and no name
of a rule set: the auditor judges the records.
"""
