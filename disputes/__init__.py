"""Disputes about a round: a case, its evidence and its decision, moved by section 8 of the rule documents."""
