"""The migrations, one file a version.

Imports Alembic alone. Never knows today's tables: a migration says what it changed when it was
written.
"""
