"""What the engine knows of Vyun."""
