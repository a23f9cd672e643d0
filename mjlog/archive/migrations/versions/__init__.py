"""The migrations, one file for each version.

They import Alembic and not today's tables: a migration contains the change as it was when it was
written.
"""
