"""The compiled part of the engine: search tree, playouts, exact solving."""
