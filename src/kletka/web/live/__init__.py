"""Games being played: their state, rooms, clocks, bots and connections."""
