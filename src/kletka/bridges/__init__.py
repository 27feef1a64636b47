"""The games as OpenSpiel, PettingZoo, Gymnasium and vectorised learning see them."""
