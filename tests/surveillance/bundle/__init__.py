"""Bundles: what is written, what is read, and what is found in one that was tampered with."""
