"""The transparency log's pure half: all that is needed to build, sign, witness, mirror and verify one.

No Django, no database, no settings, and no clock of its own: a moment is an argument. The server's follower feeds
leaves and asks for a checkpoint; a verifier reads the same files; ``tableproof-witness`` is the one process here. The
texts are those of the repository C2SP/C2SP as ADR 64 names them; ``docs/transparency.md`` says what of them is used and
how.

Bottom up: ``wire`` (base64, numbers), ``merkle`` (RFC 6962 and 9162, subtrees), ``tiles`` and ``store`` (tlog-tiles),
``building`` and ``proving`` (a tree from leaves, proofs from tiles), ``notes``, ``checkpoints``, ``cosigning``,
``keyfiles`` and ``tokens`` (who signs), ``proofs`` and ``policy`` (what a verifier is handed, and whom it trusts),
``witnessing`` and ``mirroring`` (two protocols as pure functions), ``witness_client`` (the log's side of them),
``stamps`` (RFC 3161), ``witness`` (the command). Proved by ``tests/transparency``, and with foreign programs by
``tests/interop``.
"""
