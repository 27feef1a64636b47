"""The portrait of a game: figures measured by self-play, with sentences and plots."""
