"""What the engine knows of each game, beyond its rules."""
