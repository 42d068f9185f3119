"""The engine: what every game shares of recording, folding and judging a round. Pure: no Django, no database, no clock.

The games themselves stand beside it, a folder each; ``games.catalogue`` lists them.
"""
