"""The archive: records kept in a database, found again, and never changed in silence.

`store.Archive` opens one (`database.ArchiveError` says why it cannot) and writes; what is read
goes through `view.View`, which shows a reader no more than the reader may see. The canonical text
of a record is the truth, kept under its digest beside the bytes that it was read from; every other
table is an index, made anew by `store.Archive.rebuild`.

It imports formats, sheets, auditor, report and batch. It never knows pages, commands, or a rule set
by its name: it asks the auditor what a record comes to.
"""
