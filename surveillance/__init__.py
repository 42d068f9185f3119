"""Cameras, clocks and recordings of a round. Empty until surveillance is built."""
