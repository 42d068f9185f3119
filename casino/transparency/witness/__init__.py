"""``tableproof-witness``: cosigns the checkpoints of logs, and on request keeps a copy of them.

``config`` (a TOML file), ``state`` (what it must never forget), ``protocol`` (requests to answers), ``mirror`` (entries
and tiles), ``server`` (HTTP over h11, bounded), ``command``. Proved by ``tests/transparency/test_witness*.py``.
"""
