"""The migrations, one file for each version.

They import Alembic, but not the present tables: a migration stays as it was written, even if the
tables change later.
"""
