"""Runs migrations on the connection that `mjlog.archive.migrating` hands over."""

from alembic import context

from mjlog.archive.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes a table by making a new one
    transactional_ddl=True,
    include_name=lambda name, kind, _: kind != "table" or not str(name).startswith("word_index"),
)
with context.begin_transaction():
    context.run_migrations()
