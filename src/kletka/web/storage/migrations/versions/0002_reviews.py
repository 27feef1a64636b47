"""Reviews of finished games: half a minute of thinking each, so they outlive the server."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("game", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("reports", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
