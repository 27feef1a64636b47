"""What a move, a watcher, a game and a bot cost: the constants of the model in docs/scale.md."""
