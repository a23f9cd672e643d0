"""Adds a column for the tiles of winning hands, for searches; `mjlog archive audit` fills it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("deal_seats") as table:
        table.add_column(sa.Column("hand", sa.Text(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("deal_seats") as table:
        table.drop_column("hand")
