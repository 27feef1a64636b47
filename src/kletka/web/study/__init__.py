"""Studying games: the analysis board, the review of a finished game, puzzles."""
