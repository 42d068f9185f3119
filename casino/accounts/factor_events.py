"""What happens to somebody's second factor, as events of their account, in the transaction that changed it.

A reset that two persons agreed on is recorded by its command (``changes``); one made on the server alone comes here,
and says so by naming no ask. What a person calls a device stands beside it and not in the record, and no secret does.
Proved by ``tests/accounts/test_factors.py``.
"""

from __future__ import annotations

from base64 import b64encode
from uuid import uuid4

from casino.accounts import facts as f
from casino.accounts.service import writing
from casino.core.events import Fact
from casino.factors.changes import Change, PublicKey
from casino.ledger.models import Property


def record(change: Change) -> None:
    """Write the event of a change. Without a property there is no record yet, and nobody with rights."""
    if change.recorded or not Property.all_houses.exists():
        return
    with writing(change.account, by=f"person:{change.by}", command_id=uuid4(), now=change.at) as account:
        account.record(fact_of(change))


def fact_of(change: Change) -> Fact:
    """The fact that says it."""
    match change.kind:
        case "recovery_codes_made":
            return f.RecoveryCodesMade(codes=change.digest)
        case "recovery_code_used":
            return f.RecoveryCodeUsed()
        case "reset":
            return f.FactorsReset()
    kind, _, number = (change.factor or "").partition(":")
    if change.kind == "removed":
        return f.FactorRemoved(kind=kind, device=int(number))  # type: ignore[arg-type]
    key = _key(change.key) if change.key is not None else None
    return f.FactorAdded(kind=kind, device=int(number), key=key, secret=change.digest)  # type: ignore[arg-type]


def _key(key: PublicKey) -> f.PasskeyKey:
    return f.PasskeyKey(
        credential_id=b64encode(key.credential_id).decode(),
        public_key=b64encode(key.public_key).decode(),
        algorithm=key.algorithm,
        rp_id=key.rp_id,
        origins=key.origins,
    )
