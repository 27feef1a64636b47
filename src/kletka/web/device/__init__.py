"""Kletka in a browser without its server: the same rules and pictures, as plain Python."""
