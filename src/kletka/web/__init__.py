"""The games in a browser: pages, API, live updates, storage, seats and clocks."""
