"""Simulated tables of baccarat."""
