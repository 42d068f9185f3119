"""Simulated tables of niu niu."""
