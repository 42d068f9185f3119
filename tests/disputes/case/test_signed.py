"""Every weighty command on a case, with random words, amounts and moments: what is signed of it is what the events say
that it comes to, and a command altered in any member is not. A command that is declared is here by itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from casino.core import passkey
from casino.core.commands import read_command
from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.core.signature_rules import COMMAND, Command, Recorded, difference
from casino.core.signed_form import signed_form
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case import signature_rules as _commanded  # noqa: F401 - the rules
from disputes.case.context import Actor
from disputes.case.decide import decide
from disputes.case.procedure import PROCEDURE
from disputes.case.state import Stage
from tests.disputes.case.stages import NUMBER, WAYS, brought_to, tries
from tests.disputes.case.world import World, actor, remedy

WEIGHTY: Final = [code for code, step in PROCEDURE.items() if step.weighty]
ID: Final = UUID(int=16207)
STREAM: Final = f"case/{NUMBER}"
NOBODYS: Final = {"answer_at_table", "confirm", "close_without_complaint", "close_complaint"}
"""Commands of which a stage may leave nothing to be said but that they were given."""
FEW: Final = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


def salt(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def hidden(text: str) -> str:
    return passkey.words(salt(text), text)


def seal(content: str | bytes, persons: tuple[str, ...], **_about: Any) -> Sealed:
    """As the vault seals what was signed: under the salt of the signature."""
    assert isinstance(content, str)
    digest = hidden(content.strip()).removeprefix("sha256:")
    return Sealed(ref=uuid5(ID, content), digest=digest, persons=persons)


def offered(world: World) -> None:
    WAYS[Stage.AT_TABLE](world)
    world.do(NUMBER, actor("pit_supervisor", "way-ps"), c.ProposeRemedy(remedy=remedy()))


def taking_back(world: World) -> None:
    """Settled at the table, and the player has to give money back."""
    WAYS[Stage.AT_TABLE](world)
    supervisor = actor("pit_supervisor", "way-ps")
    back = c.Line(to_player_minor=-200_000, table="RL01", round="r1", bet="b2")
    world.do(NUMBER, supervisor, c.ChangeRounds(rounds=(f.RoundRef(table="RL01", round="r1", bets=("b2",)),)))
    world.do(NUMBER, supervisor, c.ProposeRemedy(remedy=replace(remedy("take_back", None), lines=(back,))))
    world.do(NUMBER, supervisor, c.AnswerAtTable(agreed=True))


def way_of(code: str) -> Iterator[World]:
    """Worlds in which the command might be given."""
    if code == "answer_at_table":
        world = World()
        offered(world)
        yield world
    if code == "give_up_money":
        world = World()
        taking_back(world)
        yield world
    for stage in PROCEDURE[code].posts:
        world = brought_to(stage)
        world.second = None
        yield world


@cache
def given_rightly(code: str) -> tuple[World, Actor, c.Command]:
    """A world, a person and a command of this code that goes through."""
    for world in way_of(code):
        stage = world.cases[STREAM].stage
        world.now += timedelta(minutes=1)
        for post in PROCEDURE[code].posts.get(stage, ()):
            command = tries(world)[code]
            try:
                decide(world.cases[STREAM], command, world.context(actor(post.value, f"{post.value}-9")))
            except Problem:
                continue
            return world, actor(post.value, f"{post.value}-9"), command
    raise AssertionError(f"{code}: give a way to it in which it goes through")


SENTENCES: Final = st.text("Đặng khách ơi nói rõ “ạ” 1", max_size=20).map(
    lambda text: f" Khách {text} đã xem phim rồi. "
)


@st.composite
def remedies(draw: st.DrawFn) -> c.AskedRemedy:
    """Any amount on the disputed bet, with what is to be said of one that the rules do not owe."""
    measures = draw(st.lists(st.sampled_from(["apology", "equipment_checked"]), unique=True, max_size=2))
    made = tuple(c.AskedMeasure(kind=each) for each in measures)  # type: ignore[arg-type]
    more = (c.AskedMeasure(kind="other", what=draw(SENTENCES)),) if draw(st.booleans()) else ()
    amount = draw(st.integers(1, 9_000_000))
    return remedy("refund", amount, deviation=draw(SENTENCES), measures=made + more)


@st.composite
def varied(draw: st.DrawFn, command: c.Command, world: World) -> c.Command:
    """The same command with other words, amounts and moments."""
    said: dict[str, Any] = {}
    for field in msgspec.structs.fields(type(command)):
        if field.name in ("reasons", "reason", "said", "note", "legal_ground"):
            said[field.name] = draw(SENTENCES)
        elif field.name == "reasons_en":
            said[field.name] = draw(st.none() | SENTENCES)
        elif field.name == "agreed":
            said[field.name] = draw(st.booleans())
        elif field.name == "result":
            said[field.name] = "upheld"
        elif field.name == "remedy":
            said[field.name] = draw(remedies())
        elif field.name == "amount_minor":
            said[field.name] = draw(st.integers(1, 200_000))
        elif field.name == "moved_at":
            said[field.name] = world.now - timedelta(seconds=draw(st.integers(0, 50)))
    return replace(command, **said)


class Told(msgspec.Struct, frozen=True):
    """The record: the case, and what the command adds to it."""

    events: list[Recorded]

    def event(self, event_id: UUID | None) -> Recorded | None:
        return next((each for each in self.events if each.id == event_id), None)

    def stream(self, name: str) -> list[Recorded]:
        return [each for each in self.events if each.stream == name]


def recorded(place: int, fact: Any, person: str) -> Recorded:
    """As it is stored, and read by a verifier."""
    return Recorded(
        stream=STREAM,
        name=f.NAMES[type(fact)].rpartition(".v")[0],
        id=ID if place == 0 else uuid5(ID, str(place)),
        actor=f"person:{person}",
        correlation=str(ID),
        data=msgspec.json.decode(msgspec.json.encode(fact)),
    )


def signed(code: str, person: str, said: Any) -> Command:
    made = passkey.command(
        property_code="P", person=person, act=f"cases:{code}", command_id=ID, nonce="00",
        about={"stream": STREAM}, said=said, statement=COMMAND,
    )  # fmt: skip
    found = passkey.SignedCommand(made, b"", b"", b"", b"").said
    assert found is not None
    return found


def altered(said: Any) -> Iterator[tuple[str, Any]]:
    """What was said, altered in one member each."""
    if isinstance(said, dict | list):
        for name in said if isinstance(said, dict) else range(len(said)):
            for path, other in altered(said[name]):
                copy: Any = dict(said) if isinstance(said, dict) else list(said)
                copy[name] = other
                yield f"{name}.{path}", copy
        if isinstance(said, list):
            yield "more", [*said, said[0] if said else {"kind": "apology", "what": None}]
    elif isinstance(said, bool):
        yield "", not said
    elif isinstance(said, int):
        yield "", said + 1
    elif isinstance(said, str) and said[:2] == "20" and "T" in said:
        yield "", said.replace("20", "21", 1)
    else:
        yield "", f"{said or ''}x"


@pytest.mark.parametrize("code", WEIGHTY)
@FEW
@given(data=st.data())
def test_what_is_signed_is_what_the_events_say(code: str, data: st.DataObject) -> None:
    world, who, right = given_rightly(code)
    command = data.draw(varied(right, world))
    case = world.cases[STREAM]
    body = msgspec.json.decode(msgspec.json.encode(command))
    read = read_command(type(command), {**body, "seen_version": case.version})
    try:
        facts = decide(case, read, replace(world.context(who), seal=seal))
    except Problem:
        assume(False)
    said = signed_form(read, hidden)
    before = [recorded(-1, each.data, "before") for each in world.events[STREAM]]
    before = [replace(each, id=uuid5(ID, f"{n}"), correlation=None) for n, each in enumerate(before)]
    events = [recorded(place, fact, who.staff) for place, fact in enumerate(facts)]
    record = Told([*before, *events])
    faults = [difference(signed(code, who.staff, said), each, record) for each in events]
    assert faults == [None] * len(events)
    for path, other in altered(said):
        unlike = signed(code, who.staff, other)
        assert any(difference(unlike, each, record) for each in events), f"{path} may be altered"
