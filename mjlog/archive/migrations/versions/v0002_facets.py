"""Adds an index on all columns that are needed to count the records by rules, status and event."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_INDEX = "ix_records_facets"


def upgrade() -> None:
    columns = ["rules", "status", "event_id", "seen_from", "date", "deals"]
    op.create_index(_INDEX, "records", columns, unique=False)


def downgrade() -> None:
    op.drop_index(_INDEX, "records")
