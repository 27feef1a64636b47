"""How each game speaks with people: options, names, notation, refusals, text, territory."""
