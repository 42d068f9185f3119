"""Fairness watched: evidence against fair wheels, dice and shoes that may be looked at for ever
(``docs/fairness.md``)."""
