"""The bundle: one file from which anybody checks, offline, what was recorded and what it came to (``docs/bundle.md``).

Pure: no Django, no database, no clock, no network. Bottom up: ``layout`` (names, limits, the manifest), ``container``
(the zip, strictly), ``events``, ``rounds`` and ``data`` (judgement and what is written of it, the same for both sides),
``writing``; then the verifier, ``tableproof-verify``. Proved by ``tests/surveillance/bundle``.
"""
