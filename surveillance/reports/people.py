"""The accounts of the people who signed events of a report: their streams hold the passkeys with which they signed.

All accounts stand in the log of the house's first property (``casino.accounts.service``): only in its reports can
they be shown, in those of others a person's signature counts as one that cannot be checked (``docs/bundle.md``).
Proved by ``tests/surveillance/reports/test_disclosing.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.contrib.auth import get_user_model
from django.db.models import Q

from casino.access.roles import staff_code
from casino.accounts import service
from casino.core.origin import SignedBatch
from casino.core.passkey import SignedCommand
from casino.ledger.models import Property
from surveillance.reports import stored

Signed = SignedBatch | SignedCommand


class Signers:
    """Notes who signed what passes by."""

    def __init__(self) -> None:
        self._persons: set[str] = set()

    def noting(self, signed: Iterable[Signed]) -> Iterator[Signed]:
        """The same, noted."""
        for each in signed:
            if isinstance(each, SignedCommand) and each.said is not None:
                self._persons.add(each.said.person)
            yield each

    def streams(self, owner: Property, upto: int) -> list[str]:
        """The account streams of all of them and of those who signed in these, in order; none where accounts stand in
        the log of another property."""
        if service.house().pk != owner.pk:
            return []
        found: set[str] = set()
        while more := {service.stream_of(pk) for name in self._persons for pk in _accounts(name)} - found:
            found |= more
            for each in stored.signed_in(owner, sorted(more), upto):
                self._persons |= set() if each.said is None else {each.said.person}
        return sorted(found)


def _accounts(person: str) -> list[int]:
    """The accounts that events name so: one, since staff codes are given once."""
    users = get_user_model().objects
    named = users.filter(Q(staff_code__code=person) | Q(username=person))
    plain = users.filter(pk=int(end)) if (end := person.rpartition(":")[2]).isdecimal() else users.none()
    return sorted({user.pk for user in (*named, *plain) if staff_code(user) == person})
