"""The games as OpenSpiel, PettingZoo and vectorised learning see them."""
