"""Games on disk: tables, migrations, and a store that appends and never rewrites."""
