"""Stored games: database tables, migrations, and a store that only appends events."""
