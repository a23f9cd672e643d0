"""Adds records to an archive: reads and judges files, writes rows, follows a folder.

These modules import the storage and the audit; they change no text of a record.
"""
