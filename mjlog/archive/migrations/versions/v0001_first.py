"""Makes the first tables."""

import sqlalchemy as sa
from alembic import op

from mjlog.archive.storage.database import make_search_index

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=True),
        sa.Column("headers", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_answers")),
    )
    with op.batch_alter_table("answers", schema=None) as batch_op:
        batch_op.create_index("ix_answers_expires", ["expires"], unique=False)

    op.create_table(
        "changes",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_changes")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("changes", schema=None) as batch_op:
        batch_op.create_index("ix_changes_digest", ["digest"], unique=False)

    op.create_table(
        "events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("statistics", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("key", name=op.f("uq_events_key")),
    )
    op.create_table(
        "files",
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("modified", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("digests", sa.Text(), nullable=False),
        sa.Column("refused", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("path", name=op.f("pk_files")),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("policy", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.create_index("ix_jobs_made", ["made"], unique=False)

    op.create_table(
        "meta",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_meta")),
    )
    op.create_table(
        "originals",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_originals")),
        sa.UniqueConstraint("sha256", name=op.f("uq_originals_sha256")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column(
            "merged_into", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True
        ),
        sa.Column("joined_to", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("pseudonym", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["merged_into"], ["players.id"], name=op.f("fk_players_merged_into")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("pseudonym", name=op.f("uq_players_pseudonym")),
    )
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_players_key"), ["key"], unique=False)
        batch_op.create_index(batch_op.f("ix_players_merged_into"), ["merged_into"], unique=False)

    op.create_table(
        "removals",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_removals")),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.Column("revoked", sa.BigInteger(), nullable=True),
        sa.Column("used", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("name", name=op.f("uq_tokens_name")),
        sa.UniqueConstraint("sha256", name=op.f("uq_tokens_sha256")),
    )
    op.create_table(
        "writes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_writes")),
    )
    with op.batch_alter_table("writes", schema=None) as batch_op:
        batch_op.create_index("ix_writes_at", ["at"], unique=False)

    op.create_table(
        "records",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("amends", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("rules_header", sa.Text(), nullable=False),
        sa.Column("event_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("date", sa.Text(), nullable=False),
        sa.Column("round", sa.Text(), nullable=False),
        sa.Column("table_name", sa.Text(), nullable=False),
        sa.Column("seats", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.BigInteger(), nullable=False),
        sa.Column("turns", sa.BigInteger(), nullable=False),
        sa.Column("errors", sa.BigInteger(), nullable=False),
        sa.Column("warnings", sa.BigInteger(), nullable=False),
        sa.Column("notes", sa.BigInteger(), nullable=False),
        sa.Column("agrees", sa.BigInteger(), nullable=False),
        sa.Column("differs", sa.BigInteger(), nullable=False),
        sa.Column("given", sa.BigInteger(), nullable=False),
        sa.Column("unverified", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("visibility", sa.Text(), nullable=False),
        sa.Column("public_from", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("seen_from", sa.BigInteger(), nullable=False),
        sa.Column("licence", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.Column("change", sa.BigInteger(), nullable=False),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_records_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_records")),
        sa.UniqueConstraint("digest", name=op.f("uq_records_digest")),
    )
    with op.batch_alter_table("records", schema=None) as batch_op:
        batch_op.create_index("ix_records_amends", ["amends"], unique=False)
        batch_op.create_index("ix_records_change", ["change", "seen_from"], unique=False)
        batch_op.create_index("ix_records_date", ["date", "id", "seen_from"], unique=False)
        batch_op.create_index("ix_records_deals", ["deals", "id"], unique=False)
        batch_op.create_index("ix_records_engine", ["engine"], unique=False)
        batch_op.create_index("ix_records_errors", ["errors", "id"], unique=False)
        batch_op.create_index("ix_records_event", ["event_id", "id", "seen_from"], unique=False)
        batch_op.create_index("ix_records_public_from", ["public_from"], unique=False)
        batch_op.create_index("ix_records_rules", ["rules", "id", "seen_from"], unique=False)
        batch_op.create_index("ix_records_status", ["status", "id", "seen_from"], unique=False)
        batch_op.create_index("ix_records_turns", ["turns", "id"], unique=False)

    op.create_table(
        "seatings",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column(
            "player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seatings_player_id")),
        sa.PrimaryKeyConstraint("digest", "seat", name=op.f("pk_seatings")),
    )
    with op.batch_alter_table("seatings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seatings_player_id"), ["player_id"], unique=False)

    op.create_table(
        "deal_seats",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("change", sa.BigInteger(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=True),
        sa.Column("self_drawn", sa.Boolean(), nullable=True),
        sa.Column("dealt_in", sa.Boolean(), nullable=True),
        sa.Column("winners_paid", sa.BigInteger(), nullable=True),
        sa.Column("value", sa.BigInteger(), nullable=True),
        sa.Column("unit", sa.Text(), nullable=True),
        sa.Column("is_ready", sa.Boolean(), nullable=True),
        sa.Column("ready", sa.BigInteger(), nullable=True),
        sa.Column("melds", sa.BigInteger(), nullable=True),
        sa.Column("waits", sa.Text(), nullable=True),
        sa.Column("wait_kinds", sa.BigInteger(), nullable=True),
        sa.Column("wait_shape", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_deal_seats_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", "seat", "number", name=op.f("pk_deal_seats")),
    )
    op.create_table(
        "deals",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("dealer", sa.BigInteger(), nullable=True),
        sa.Column("how", sa.Text(), nullable=True),
        sa.Column("unit", sa.Text(), nullable=True),
        sa.Column("turns", sa.BigInteger(), nullable=False),
        sa.Column("go_arounds", sa.BigInteger(), nullable=False),
        sa.Column("errors", sa.BigInteger(), nullable=False),
        sa.Column("winners", sa.BigInteger(), nullable=True),
        sa.Column("row", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_deals_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", "number", name=op.f("pk_deals")),
    )
    op.create_table(
        "findings",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("severity", sa.Text(), nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_findings_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", "number", name=op.f("pk_findings")),
    )
    with op.batch_alter_table("findings", schema=None) as batch_op:
        batch_op.create_index("ix_findings_code_record", ["code", "record_id"], unique=False)

    op.create_table(
        "items",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_items_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", "number", "seat", "name", name=op.f("pk_items")),
    )
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.create_index("ix_items_name_record", ["name", "record_id"], unique=False)

    op.create_table(
        "origins",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column(
            "original_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("added", sa.BigInteger(), nullable=False),
        sa.Column("findings", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["original_id"], ["originals.id"], name=op.f("fk_origins_original_id")
        ),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_origins_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", "original_id", name=op.f("pk_origins")),
    )
    with op.batch_alter_table("origins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_origins_original_id"), ["original_id"], unique=False)

    op.create_table(
        "reports",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("engine", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_reports_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", "engine", name=op.f("pk_reports")),
    )
    op.create_table(
        "seats",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column(
            "player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=True),
        sa.Column("change", sa.BigInteger(), nullable=True),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("place", sa.BigInteger(), nullable=True),
        sa.Column("placed", sa.BigInteger(), nullable=True),
        sa.Column("placed_due", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id")),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_seats_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index("ix_seats_player_record", ["player_id", "record_id"], unique=False)

    op.create_table(
        "texts",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_texts_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", name=op.f("pk_texts")),
    )
    op.create_table(
        "words",
        sa.Column(
            "record_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["record_id"], ["records.id"], name=op.f("fk_words_record_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("record_id", name=op.f("pk_words")),
    )
    make_search_index(op.get_bind())


def downgrade() -> None:
    op.drop_table("words")
    op.drop_table("texts")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index("ix_seats_player_record")

    op.drop_table("seats")
    op.drop_table("reports")
    with op.batch_alter_table("origins", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_origins_original_id"))

    op.drop_table("origins")
    with op.batch_alter_table("items", schema=None) as batch_op:
        batch_op.drop_index("ix_items_name_record")

    op.drop_table("items")
    with op.batch_alter_table("findings", schema=None) as batch_op:
        batch_op.drop_index("ix_findings_code_record")

    op.drop_table("findings")
    op.drop_table("deals")
    op.drop_table("deal_seats")
    with op.batch_alter_table("seatings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seatings_player_id"))

    op.drop_table("seatings")
    with op.batch_alter_table("records", schema=None) as batch_op:
        batch_op.drop_index("ix_records_turns")
        batch_op.drop_index("ix_records_status")
        batch_op.drop_index("ix_records_rules")
        batch_op.drop_index("ix_records_public_from")
        batch_op.drop_index("ix_records_event")
        batch_op.drop_index("ix_records_errors")
        batch_op.drop_index("ix_records_engine")
        batch_op.drop_index("ix_records_deals")
        batch_op.drop_index("ix_records_date")
        batch_op.drop_index("ix_records_change")
        batch_op.drop_index("ix_records_amends")

    op.drop_table("records")
    with op.batch_alter_table("writes", schema=None) as batch_op:
        batch_op.drop_index("ix_writes_at")

    op.drop_table("writes")
    op.drop_table("tokens")
    op.drop_table("removals")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_players_merged_into"))
        batch_op.drop_index(batch_op.f("ix_players_key"))

    op.drop_table("players")
    op.drop_table("originals")
    op.drop_table("meta")
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.drop_index("ix_jobs_made")

    op.drop_table("jobs")
    op.drop_table("files")
    op.drop_table("events")
    with op.batch_alter_table("changes", schema=None) as batch_op:
        batch_op.drop_index("ix_changes_digest")

    op.drop_table("changes")
    with op.batch_alter_table("answers", schema=None) as batch_op:
        batch_op.drop_index("ix_answers_expires")

    op.drop_table("answers")
