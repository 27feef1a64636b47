"""What Alembic runs to bring a database up to date; the connection is given by the store."""

from alembic import context

from kletka.web.storage.models import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
