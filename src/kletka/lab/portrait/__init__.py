"""The portrait of a game: measured by self-play, told in figures, sentences and plots."""
