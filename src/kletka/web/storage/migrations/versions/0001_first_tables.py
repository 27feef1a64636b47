"""Games, their events, and who holds which seat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("setup", sa.JSON, nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("creator", sa.String(64)),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("watched_by_server", sa.Boolean, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("result", sa.String(64)),
    )
    op.create_index("ix_games_public_created", "games", ["public", "created"])
    op.create_index("ix_games_over", "games", ["over"])
    op.create_table(
        "events",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("event", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "holders",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    for table in ("holders", "events", "games"):
        op.drop_table(table)
