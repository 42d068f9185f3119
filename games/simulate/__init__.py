"""Simulated tables: rounds as table equipment would send them, with faults put in on purpose and labelled.

Everything comes from a seed. What a bet was owed is stated here from plain tables of its own; nothing is imported from
``games.engine``, so that simulator and judgement check each other. One module a game.
"""
