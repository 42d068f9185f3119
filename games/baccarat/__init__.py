"""Baccarat: its facts, its judgement, its words, its drawing, its documents. ``game.py`` describes it to the house."""
