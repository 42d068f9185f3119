"""An invented command of a case, whole: an interpreter is called for a party who speaks none of the house's languages.

One declaration (the struct with its step), an event with what it means for the case, and the function that makes it:
what ``CONTRIBUTING.md`` names, and nothing else. ``tests/disputes/admin/doing/test_a_new_command.py`` brings it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal

from casino.core import interest
from casino.core.commands import NOW, Command, asked
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.core.messages import Catalogue
from disputes.case import facts as f
from disputes.case import stages, state
from disputes.case.commands.parts import NOTE, Moment, Words
from disputes.case.context import Context
from disputes.case.step import decides, step
from games.engine.facts import Code, Minor, Person

_WORDS: Final = Catalogue(__file__)

Spoken = Literal["zh", "ko"]
SPOKEN = _WORDS.table("spoken")


@step(
    clause="8.3",
    posts=stages.at((state.Stage.PIT_MANAGER,), stages.MANAGERS),
    interest=interest.BARS,
    weighty=True,
    rehearsed=True,
)
class CallInterpreter(Command, frozen=True):
    """Somebody speaks for a party."""

    party: Annotated[Code, asked(_WORDS, "call_interpreter-party", choices="parties")]
    spoken: Annotated[Spoken, asked(_WORDS, "call_interpreter-spoken", words=SPOKEN)]
    interpreter: Annotated[Code, asked(_WORDS, "call_interpreter-interpreter")]
    comes_at: Annotated[Moment, asked(_WORDS, "call_interpreter-comes_at", begins=NOW)]
    sworn: Annotated[bool, asked(_WORDS, "call_interpreter-sworn")]
    fee_minor: Annotated[Minor | None, asked(_WORDS, "call_interpreter-fee_minor")] = None
    note: Annotated[Words | None, NOTE] = None


@f.recorded("interpreter_called")
class InterpreterCalled(Fact, frozen=True):
    """Who speaks for whom."""

    party: Code
    spoken: Spoken
    interpreter: Code
    comes_at: datetime
    sworn: bool
    called_by: Person
    fee_minor: Minor | None = None
    note: f.Sealed | None = None


@state.APPLY.register(InterpreterCalled)
def _called(case: state.Case, fact: InterpreterCalled, event: object) -> None:
    case.assigned_to = fact.called_by.staff


@decides(CallInterpreter)
def call_interpreter(case: state.Case, command: CallInterpreter, ctx: Context) -> list[Fact]:
    """8.3: nobody is told in a language that they do not speak."""
    if command.party not in case.parties:
        raise Problem("case_party_unknown", "party", party=command.party)
    note = None if command.note is None else ctx.seal(command.note, case.persons)
    return [
        InterpreterCalled(
            party=command.party,
            spoken=command.spoken,
            interpreter=command.interpreter,
            comes_at=command.comes_at,
            sworn=command.sworn,
            called_by=ctx.person,
            fee_minor=command.fee_minor,
            note=note,
        )
    ]
