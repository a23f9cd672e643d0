"""Adds records to an archive: reads and judges files, writes rows, follows a folder.

These modules import the storage and the audit, and no page.
"""
