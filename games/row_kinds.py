"""What of the games' tables is not compared with the record, and why. What is, stands with the read models
(``games.rows.read_models``) and in ``games.ingest.row_kinds``. Proved by ``tests/checkpoints/test_row_kinds.py``."""

from __future__ import annotations

from casino.ledger.row_kinds import left_out

left_out("what a follower has still to do; it goes as that is done", "games.WatchDue", "games.JudgingAnew")
left_out("when each follower ran last, and what stopped it", "games.Projection")
left_out("studies of other rules: they decide nothing, and expire", "games.RuleStudy")
