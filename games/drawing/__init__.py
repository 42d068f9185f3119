"""Drawings of rounds as SVG, one module a game. Pure: no Django, no database; each drawing stands on its own."""
