"""What the engine knows of Ydyumby."""
