"""Simulated tables of roulette."""
