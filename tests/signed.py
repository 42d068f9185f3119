"""Every weighty act is signed, as if each person had a passkey, and what it brought is held against what was signed.

For tests that want the commands and events of real pages and of the API, without enrolling anybody: the middleware of
the second factor signs with a device in software instead of asking.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.db import connection
from django.http import HttpRequest

from casino.accounts.signature_check import RecordBefore
from casino.core.errors import Problem
from casino.core.passkey import SignedCommand
from casino.core.signature_rules import Command, Recorded, difference, recorded
from casino.factors import signed_commands, step_up
from casino.factors.middleware import SecondFactorMiddleware
from casino.ledger import signing
from tests.core.test_passkey import Device

_BROUGHT = """
SELECT p.code, e.position, i.stream, e.type, e.actor, e.body FROM ledger_event e
JOIN ledger_property p ON p.id = e.property_id
JOIN ledger_index i ON i.property_id = e.property_id AND i.position = e.position
WHERE e.origin = %s ORDER BY e.position
"""


class Brought(msgspec.Struct, frozen=True):
    """An event with the command that brought it, and the record behind it."""

    command: Command
    event: Recorded
    record: Any

    @property
    def fault(self) -> str | None:
        return difference(self.command, self.event, self.record)


def brought_by(made: SignedCommand) -> list[Brought]:
    """What stands in the record under a signed command."""
    said = made.said
    assert said is not None
    with connection.cursor() as cursor:
        cursor.execute(_BROUGHT, [bytes.fromhex(made.digest)])
        rows = cursor.fetchall()
    return [
        Brought(
            said,
            recorded(stream=stream, full_type=kind, actor=actor, body=bytes(body)),
            RecordBefore(code, "default", position),
        )
        for code, position, stream, kind, actor, body in rows
    ]


def _fields(request: HttpRequest) -> dict[str, Any]:
    if request.path_info.startswith("/api/"):
        found: dict[str, Any] = msgspec.json.decode(request.body)
        return found
    return signed_commands.form_fields(request)


def sign_everything(monkeypatch: pytest.MonkeyPatch) -> list[Brought]:
    """From now on; the list grows with what is recorded. AssertionError where an event is not what was signed."""
    seen: list[Brought] = []
    device = Device()
    call = SecondFactorMiddleware.__call__

    def ask(_self: SecondFactorMiddleware, request: HttpRequest) -> None:
        act = step_up.act_of(request)
        if act is None or not request.user.is_authenticated or not signed_commands.may_sign(request, act):
            return
        try:
            composed = signed_commands.composed(request, act, _fields(request), signed_commands.file_digests(request))
        except (msgspec.MsgspecError, UnicodeDecodeError, Problem):
            return
        if composed is not None:
            made = device.sign(composed.command)
            signing.signed_by(made, {text.encode(): salt for text, salt in composed.salts})
            request.signed_in_test = made  # type: ignore[attr-defined]

    def carry(self: SecondFactorMiddleware, request: HttpRequest) -> Any:
        answer = call(self, request)
        made = getattr(request, "signed_in_test", None)
        if made is not None:
            found = brought_by(made)
            seen.extend(found)
            faults = [f"{each.command.act} -> {each.event.name}: {each.fault}" for each in found if each.fault]
            assert not faults, faults
        return answer

    monkeypatch.setattr(SecondFactorMiddleware, "_question", ask)
    monkeypatch.setattr(SecondFactorMiddleware, "__call__", carry)
    return seen
