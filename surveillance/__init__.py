"""Cameras, clocks and recordings: the second of footage that shows an event."""
