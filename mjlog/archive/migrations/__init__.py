"""Changes of the archive's tables from one version to the next, run by Alembic.

It imports nothing of the archive but its tables. Never knows what stands in them: a migration moves
columns, and what follows from texts is made anew by `mjlog archive verify --rebuild`.
"""
