"""Simulated tables of the coin toss."""
