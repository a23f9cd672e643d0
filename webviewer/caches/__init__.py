"""The viewer's caches: responses, the list of records, rows of the list, templates.

A cache imports records and parts, and returns exactly what would be made without it. It never
decides what somebody may see.
"""
