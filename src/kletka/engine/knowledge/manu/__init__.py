"""What the engine knows of Manu."""
