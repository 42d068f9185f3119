"""The house itself: settings, the event ledger, and the two commands that run it."""
