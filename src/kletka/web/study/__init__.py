"""Study tools: analysis, positions set up by hand, reviews of finished games, puzzles."""
