"""The ledger: the record of what happened, as immutable events in PostgreSQL.

Where is what: ``prepare`` (an event becomes bytes), ``recorder`` (bytes become rows, in one transaction), ``reading``
(rows come out again), ``mapper`` (what the eventsourcing library asks for), ``application`` (the
:class:`~casino.ledger.application.Ledger` that the other rooms use), ``follow`` (read models keep up), ``verify``
(the whole log recomputed), ``partitions`` and ``grants`` (what the database owner does).
"""
