"""Coin toss, invented: its facts, its judgement, its words, its drawing, its document. ``game.py`` describes it."""
