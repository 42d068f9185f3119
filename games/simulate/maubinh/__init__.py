"""Simulated tables of mậu binh."""
