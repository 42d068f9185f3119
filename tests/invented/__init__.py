"""A game that nobody plays, whole: ``tests/architecture/test_a_new_game.py`` lays it into a copy of this house."""
