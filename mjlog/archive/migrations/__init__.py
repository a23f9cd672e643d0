"""Changes of the archive's tables from one version to the next, run by Alembic.

They import only the archive's tables. They move columns, and do not fill them: `mjlog archive
verify --rebuild` makes the rows again from the texts.
"""
