"""The second factor: codes of an authenticator app (TOTP), passkeys, recovery codes, and what is asked again for.

Who must have one, the step after the password, and the question before weighty acts stand in one middleware, so that no
page can forget them. Whoever wants to know of a change listens to ``changes``: ``casino.accounts`` does, which records
it and carries out a reset. Decision and alternatives: ``docs/adr/0049-second-factor.md``. Proved by ``tests/factors``,
``tests/accounts/test_factors.py`` and ``tests/journeys/test_second_factor.py``.
"""
