"""The transparency log of each property, kept by this server: tiles, checkpoints, witnesses, and the whole verified.

The pure half is ``casino.transparency``; ``docs/transparency.md`` says what is served and proved, ADR 70 how it is kept
here. Bottom up: ``models`` (what the database remembers), ``places`` (folders, keys, origin), ``leaves`` (entries of
the ledger), ``building`` (the follower), ``signing`` (checkpoint and heartbeat), ``publishing`` (what the world reads),
``witnesses`` and ``transport`` (asking others), ``log_health`` (is anything wrong?), ``tasks``, ``views``,
``verifying``. Proved by ``tests/checkpoints``.
"""
