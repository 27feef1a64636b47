"""Several servers on one database: which are alive, which keeps each game, who is connected."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("keeper", sa.String(16)))
    op.add_column("events", sa.Column("writer", sa.String(16)))
    op.create_table(
        "servers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("place", sa.String(255), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("up", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("game", sa.String(16), primary_key=True),
        sa.Column("server", sa.String(16), primary_key=True),
        sa.Column("seats", sa.String(64), nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("servers")
    op.drop_column("events", "writer")
    op.drop_column("games", "keeper")
