"""Several servers on one PostgreSQL, behind nginx."""
