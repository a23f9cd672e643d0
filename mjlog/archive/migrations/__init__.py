"""Changes of the archive's tables from one version to the next, run by Alembic.

They import only the archive's tables. They add columns and indexes, but do not fill new columns:
`mjlog archive verify --rebuild` computes the rows again from the texts.
"""
