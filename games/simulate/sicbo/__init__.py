"""Simulated tables of sic bo."""
