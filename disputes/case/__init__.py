"""A case: its facts, its state and its procedure. Pure: no Django and no database."""
