"""Programs that choose moves: the engine's levels, inventors' styles, chance, other engines."""
