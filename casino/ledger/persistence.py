"""The eventsourcing library's way to our recorder: the module that ``PERSISTENCE_MODULE`` names."""

from __future__ import annotations

from typing import Any, NoReturn

from eventsourcing.persistence import InfrastructureFactory, TrackingRecorder

from casino.ledger.recorder import LedgerRecorder, utc_now

PROPERTY: str = "LEDGER_PROPERTY"
USING: str = "LEDGER_USING"


class Factory(InfrastructureFactory[TrackingRecorder]):
    """Makes the recorder of the property named in the environment of the application. The other recorders of the
    library have no use here: read models keep their checkpoint in ``ledger_follower``, and there are no snapshots."""

    def application_recorder(self) -> LedgerRecorder:
        return LedgerRecorder(str(self.env[PROPERTY]), using=str(self.env[USING]), clock=utc_now)

    def aggregate_recorder(self, purpose: str = "events") -> NoReturn:
        raise NotImplementedError(f"the ledger keeps no {purpose} apart from its record")

    def tracking_recorder(self, tracking_recorder_class: type[Any] | None = None) -> NoReturn:
        raise NotImplementedError("followers keep their checkpoint by casino.ledger.follow")

    def process_recorder(self) -> NoReturn:
        raise NotImplementedError("followers keep their checkpoint by casino.ledger.follow")
