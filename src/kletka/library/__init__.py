"""Data for people: the rules in words, lessons, puzzles, and what has been proved."""
