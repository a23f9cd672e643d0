"""How records come into an archive: read, judged, written, followed in a folder.

These modules import the storage and the audit; they change no text of a record.
"""
