"""The archive: records kept in a database with a log of all changes, for searches and statistics.

`store.Archive` opens an archive and writes to it; it raises `database.ArchiveError` if it cannot.
All reading goes through `view.View`, which shows a reader only the records that this reader may
see. The canonical text of a record is the truth. It is kept under its digest, next to the bytes
that it was read from. The other tables are an index, which `mjlog archive verify --rebuild` makes
again from the texts.

This package imports formats, sheets, auditor, report and batch. It contains no pages, no commands
and no name of a rule set: the auditor judges the records.
"""
