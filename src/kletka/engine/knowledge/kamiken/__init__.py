"""What the engine knows of Kamiken."""
