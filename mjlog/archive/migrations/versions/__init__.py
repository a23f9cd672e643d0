"""The migrations, one file a version.

It imports Alembic alone. Never knows today's tables: a migration says what it changed when it was
written.
"""
