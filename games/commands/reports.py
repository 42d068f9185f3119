"""Answers to decisions that a device reported: the person named, or one above, confirms or denies in an own session.

Also the second person of a ruling that asks for one although it was made in an own session (roulette 6.6 on a bet that
was not flagged): another than who ruled, of a post to which the clause leaves it; and the second word about a void
(``games.engine.grounds``): somebody who is not involved, of a post that its clause admits; and of what was entered
later (``games.engine.statements``). Proved by ``tests/service/test_reports.py``, ``test_second_words.py`` and
``test_statements.py``.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from casino.commands.execution import Carried
from casino.core.commands import Command
from casino.core.errors import ERRORS, Problem
from casino.core.events import Fact, NewEvent, RecordedEvent
from casino.core.interest import Interest, Tie
from casino.core.messages import Catalogue
from games import catalogue
from games.commands import correcting
from games.commands.execution import OnTable, carries, type_of
from games.commands.step import answers
from games.engine import grounds, reported, statements
from games.engine.facts import Person, ReportConfirmed, ReportDenied, RulingMade
from games.engine.fold import state_class
from games.rows import matters, on_duty
from games.rows.replay import Replayer

_WORDS: Final = Catalogue(__file__)

ERRORS.register_all(
    {
        "report_unknown": 404,
        "report_not_yours": 403,
        "report_answered": 409,
    }
)


_OTHERS: Final = Interest(bars=(Tie.NAMED, Tie.DEALT, Tie.GAINS, Tie.MADE, Tie.RULED, Tie.ALLOWED))
"""Who answers what a device reported of them says their own word, and may say it again; it is others who are barred."""


@answers(
    on="round",
    interest=_OTHERS,
)
class ConfirmReport(Command, frozen=True):
    """It was so."""

    report: UUID


@answers(
    on="round",
    interest=_OTHERS,
)
class DenyReport(Command, frozen=True):
    """It was not so."""

    report: UUID


@carries(ConfirmReport, DenyReport)
class _Answering(OnTable):
    """The answer on its way; the latest counts. ``seen`` is the version of the round on which it was decided."""

    command: ConfirmReport | DenyReport
    seen = 0

    def carry_out(self) -> Carried:
        code, report, by = self.property_code, self.command.report, self.by
        recorded = correcting.round_of(code, self.stream)
        about = next((event for event in recorded if event.id == report), None)
        named = None if about is None else _named(about)
        if about is None or (named is None and not _is_word(about) and not about.entered_later):
            raise Problem("report_unknown", "report", report=report)
        fact = self._fact()
        if not may_answer(code, self.stream, about, named, by, confirm=isinstance(fact, ReportConfirmed)):
            raise Problem("report_not_yours")
        if named is None or by.staff != named.staff:
            self.check_interest(matters.of_fact(code, self.stream, report))
        said = [event.data for event in recorded if getattr(event.data, "report", None) == report]
        if said and type(said[-1]) is type(fact) and not _is_another_persons(said[-1], by):
            raise Problem("report_answered")
        self.seen = recorded[-1].version
        event = NewEvent(
            id=self.command_id,
            stream=self.stream,
            type=type_of(recorded, type(fact)),
            data=fact,
            actor=self.signed_by,
            occurred_at=self.now,
            expected_version=self.seen + 1,
        )
        [appended] = self.ledger.append([event])
        self.rounds = (self.stream,)
        return Carried(self.stream, appended, [fact])

    def _fact(self) -> Fact:
        if isinstance(self.command, ConfirmReport):
            return ReportConfirmed(report=self.command.report, confirmed_by=self.by)
        return ReportDenied(report=self.command.report, denied_by=self.by)

    def overtaken(self) -> None:
        """Something was said of the round meanwhile."""
        now = self.ledger.stream(self.stream)[-1].version
        if now != self.seen:
            raise Problem("round_changed", seen=self.seen, now=now)

    def came_to(self, first: RecordedEvent) -> bool:
        return bool(first.data == self._fact())


def may_answer(
    property_code: str, stream: str, about: RecordedEvent, named: Person | None, by: Person, *, confirm: bool
) -> bool:
    """Whether this person, who acts at the table, may confirm (or deny) it."""
    if about.entered_later and statements.may_answer(by, about.version, Replayer(property_code).round(stream).state):
        return True
    if named is None:
        replay = Replayer(property_code).round(stream)
        return replay.book is not None and grounds.may_answer(
            by, about.version, replay.state, replay.book, catalogue.GAMES[replay.state.game].steps.grounds
        )
    if about.actor.startswith("device:") and reported.may_answer(by, named):
        return True
    if not confirm or by.staff == named.staff or not isinstance(about.data, RulingMade):
        return False
    book = Replayer(property_code).round(stream).book
    return on_duty.may_rule_under(by, book, about.data.clause)


def _named(event: RecordedEvent) -> Person | None:
    game, _, name = event.type.rpartition(".v")[0].partition(".")
    return reported.decided_by(state_class(game), name, event.data)


def _is_word(event: RecordedEvent) -> bool:
    """Is it a word by which a round may be void?"""
    game, _, name = event.type.rpartition(".v")[0].partition(".")
    declared = catalogue.GAMES[game].steps.grounds
    return declared is not None and name in declared.persons


def _is_another_persons(said: Fact, by: Person) -> bool:
    return isinstance(said, ReportConfirmed) and said.confirmed_by.staff != by.staff
