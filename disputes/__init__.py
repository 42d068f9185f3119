"""Disputes about a round: a case, its evidence and its decision. Empty until the dispute desk is built."""
