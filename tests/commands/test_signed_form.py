"""Every command that a room declares, as it is signed: read from a body, the same as what is carried out; no word of it
is told; and another command is seen to be another. A command that is declared is here by itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

import msgspec
import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from casino.accounts.commands import ACCOUNTS
from casino.core.commands import Command, code_of, read_command
from casino.core.errors import Problem
from casino.core.passkey import SignedCommand, command, words
from casino.core.signature_rules import CODE, COMMAND
from casino.core.signed_form import _arms, _members, signed_form
from casino.house.commands import SETTINGS
from casino.ledger import signing
from disputes.case.procedure import PROCEDURE
from disputes.library.service import LIBRARY
from games.commands.step import COMMANDS as OF_GAMES
from surveillance.record.commands import COMMANDS
from surveillance.reports.execution import REPORTS
from tests.commands.varied import commands

STEPS: Final = {f"{room}:{code}": step.struct for room, steps in (("case", PROCEDURE), ("library", LIBRARY.steps),
                ("footage", COMMANDS), ("account", ACCOUNTS.steps), ("settings", SETTINGS.steps), ("games", OF_GAMES),
                ("reports", REPORTS.steps))
                for code, step in steps.items()}  # fmt: skip
ID: Final = UUID(int=7)
FEW: Final = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))


def salt(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def hidden(text: str) -> str:
    return words(salt(text), text)


def values_of(said: Any) -> Iterator[Any]:
    """All that a command says, member by member."""
    if isinstance(said, dict | list):
        for each in said.values() if isinstance(said, dict) else said:
            yield from values_of(each)
    else:
        yield said


def texts_of(value: Any, kind: inspect.Type) -> Iterator[str]:
    """Every text in a command that is not declared open."""
    if isinstance(value, msgspec.Struct):
        for name, of in _members(type(value)).items():
            yield from texts_of(getattr(value, name), of)
        return
    for arm, is_open in _arms(kind, is_open=False):
        if isinstance(value, tuple) and isinstance(arm, inspect.VarTupleType):
            for each in value:
                yield from texts_of(each, arm.item_type)
        elif isinstance(value, str) and isinstance(arm, inspect.StrType) and not is_open:
            yield value


@pytest.mark.parametrize("name", STEPS)
@FEW
@given(data=st.data())
def test_what_is_read_is_what_is_signed_and_what_is_carried_out(name: str, data: st.DataObject) -> None:
    struct = STEPS[name]
    meant, other = data.draw(commands(struct)), data.draw(commands(struct))
    body = msgspec.json.decode(msgspec.json.encode(meant))
    read = read_command(struct, {"command_id": str(ID), "seen_version": 3, **body})
    said = signed_form(read, hidden)
    closed = {text.strip() for text in texts_of(read, inspect.type_info(struct))}
    with signing.one_request():
        signing.signed_by(signed(said, meant), {text.encode(): salt(text) for text in closed})
        assert refusal(meant) is None
        assert refusal(other) == (None if signed_form(other, hidden) == said else "signature_other_command")
    told = list(values_of(said))
    assert all(hidden(text) in told for text in closed)
    assert not {text for text in closed if " " in text} & {each for each in told if isinstance(each, str)}


def signed(said: Any, meant: Command) -> SignedCommand:
    about = {CODE: code_of(type(meant))}
    made = command(
        property_code="P", person="S", act="x", command_id=ID, nonce="0", about=about, said=said, statement=COMMAND
    )
    return SignedCommand(made, b"", b"", b"", b"")


def refusal(command: Command, command_id: UUID = ID) -> str | None:
    """By which code the command is refused before it is carried out."""
    try:
        signing.check(command, command_id, "TST")
    except Problem as problem:
        return problem.code
    return None


def test_what_is_brought_besides_under_another_id_is_not_what_was_signed() -> None:
    command = STEPS["case:reopen"](reason="Phim mới.")
    with signing.one_request():
        signing.signed_by(signed({}, command), {})
        assert refusal(command) == "signature_other_command"
        assert refusal(command, UUID(int=8)) is None


def test_another_command_that_says_the_same_is_not_what_was_signed() -> None:
    confirmed = STEPS["games:confirm_ask"](ask=ID)
    with signing.one_request():
        signing.signed_by(signed(signed_form(confirmed, hidden), confirmed), {})
        assert refusal(confirmed) is None
        assert refusal(STEPS["games:refuse_ask"](ask=ID)) == "signature_other_command"


@pytest.mark.django_db
def test_what_is_only_read_is_not_carried_out_and_leaves_nothing() -> None:
    command = STEPS["case:confirm"]()

    def view() -> None:
        User.objects.create(username="on-the-way")
        signing.check(command, ID, "TST")
        raise AssertionError("carried out")

    assert signing.read(view) == (command, "TST", None)
    assert signing.read(lambda: User.objects.create(username="no command")) is None
    assert not User.objects.exists()
    assert not signing.is_reading()


def test_where_a_signature_is_due_nothing_is_carried_out_without_one() -> None:
    command = STEPS["case:confirm"]()
    with signing.one_request():
        signing.due()
        assert refusal(command) == "signature_needed"
        signing.signed_by(signed({}, command), {})
        assert refusal(command) is None
    assert refusal(command) is None, "it ends with its request"


def test_texts_are_hidden_unless_they_are_declared_open() -> None:
    class Forgotten(Command, frozen=True):
        name: str

    assert signed_form(Forgotten(name="Nguyễn Văn Ẩn"), hidden)["name"] == hidden("Nguyễn Văn Ẩn")
