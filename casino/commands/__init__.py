"""Carrying commands out, in one way for every room. How a command is declared stands in ``casino.core.commands``."""
