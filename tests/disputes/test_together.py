"""Several people at one moment: one of them goes first, the others are told, and nothing is written twice or half.

The threads meet at the point where it matters: each has worked out its command from the same state, and none has
written yet. Transactions end here, in a database of the test's own.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from casino.commands.execution import Done
from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.ledger import verify
from casino.ledger.application import get_ledger
from casino.vault.models import SealedContent
from casino.vault.sealing import open_many
from disputes.case import commands as c
from disputes.case.state import Stage
from disputes.execution import service
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from games.rows.models import Round
from tests.conftest import FreshDatabase
from tests.disputes.court import Court, remedy
from tests.replay.story import CODE

PATIENCE_SECONDS = 30

Call = Callable[[], Done]


@pytest.fixture
def court(fresh_database: FreshDatabase, person_keys: Path) -> Court:
    """In a database where transactions end."""
    return Court()


def command(
    court: Court, who: str, asked: c.Command, *, number: str | None = None, command_id: UUID | None = None
) -> Call:
    """Somebody about to give a command, having seen the case as it stands now."""
    number = number or court.number
    opening = isinstance(asked, c.OpenCase)
    given: dict[str, Any] = {
        "actor": actor_of(court.user(who), CODE, court.now),
        "seen_version": 0 if opening else stored.load(CODE, number).version,
        "command_id": command_id or uuid4(),
        "now": court.now,
    }
    return lambda: service.execute(CODE, None if opening else number, asked, **given)


@contextmanager
def meeting(patch: pytest.MonkeyPatch, people: int, *, before: bool) -> Iterator[None]:
    """Everybody waits for the others once the command is worked out, or ``before`` that, having loaded the case; a
    second attempt waits for nobody. Who moves money works it out under the lock of the log, one after the other."""
    gate = threading.Barrier(people, timeout=PATIENCE_SECONDS)
    been: set[int] = set()
    decide: Callable[..., list[Fact]] = service.decide  # type: ignore[attr-defined]

    def together(*args: Any) -> list[Fact]:
        def wait(here: bool) -> None:
            if here and threading.get_ident() not in been:
                been.add(threading.get_ident())
                gate.wait()

        wait(before)
        try:
            return decide(*args)
        finally:
            wait(not before)

    with patch.context() as patched:
        patched.setattr(service, "decide", together)
        yield


def at_once(patch: pytest.MonkeyPatch, *calls: Call, before: bool = False) -> list[Done | str]:
    """What each came to: done, or the code of the problem."""

    def run(call: Call) -> Done | str:
        try:
            return call()
        except Problem as problem:
            return problem.code
        finally:
            connection.close()

    with meeting(patch, len(calls), before=before), ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return list(pool.map(run, calls, timeout=PATIENCE_SECONDS))


def at_end(call: Call) -> Done:
    """Call, and leave no connection behind."""
    try:
        return call()
    finally:
        connection.close()


def told(results: list[Done | str]) -> Counter[str]:
    return Counter(each if isinstance(each, str) else each.status for each in results)


def counts() -> dict[str, int]:
    return {
        "events": get_ledger(CODE).head()[0],
        "sealed": SealedContent.objects.count(),
        "receipts": Receipt.objects.count(),
    }


def more(before: dict[str, int]) -> dict[str, int]:
    now = counts()
    return {name: now[name] - before[name] for name in now}


def test_of_two_people_on_one_case_one_goes_first_and_the_other_is_told(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    court.open()
    before, version = counts(), court.case.version
    first = command(court, "pit_supervisor", c.AddNote(note="Từ giám sát."))
    second = command(court, "pit_manager", c.PassOn(why="cannot_be_resolved", reason="Từ quản lý."))
    assert told(at_once(monkeypatch, first, second)) == {"recorded": 1, "case_changed": 1}
    assert court.case.version == version + 1
    assert more(before) == {"events": 1, "sealed": 1, "receipts": 1}
    assert get_ledger(CODE).stream(f"refusal/{court.number}") == [], "too late is no attempt at what is not allowed"


def test_a_double_click_is_recorded_once(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    court.open()
    before = counts()
    asked, once = c.AddNote(note="Một lần."), uuid4()
    clicks = [command(court, "pit_supervisor", asked, command_id=once) for _ in range(3)]
    results = at_once(monkeypatch, *clicks)
    assert told(results) == {"recorded": 1, "duplicate": 2}
    assert len({(done.code, done.version) for done in results if isinstance(done, Done)}) == 1
    assert more(before) == {"events": 1, "sealed": 1, "receipts": 1}


def test_a_double_click_of_which_one_is_quicker_than_the_other_looks_is_recorded_once(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second has found no receipt, and sees the case as the first has left it: withdrawn."""
    court.open()
    before = counts()
    again = command(court, "pit_supervisor", c.Withdraw(said="Thôi."), command_id=uuid4())
    load = stored.load
    looked: list[Any] = []

    def after_the_first(*args: Any) -> Any:
        if not looked:
            looked.append(args)
            with ThreadPoolExecutor(1) as pool:
                assert pool.submit(at_end, again).result().status == "recorded"
        return load(*args)

    monkeypatch.setattr(service, "load", after_the_first)
    assert again().status == "duplicate"
    assert court.case.stage is Stage.CLOSED
    assert more(before)["receipts"] == 1
    assert not get_ledger(CODE).stream(f"refusal/{court.number}")


def test_a_case_opened_by_a_double_click_is_one_case(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = c.OpenCase(claim="Thiếu tiền.", players=(c.Outsider(name="Trần Thị B"),), table="RL01")
    once = uuid4()
    results = at_once(monkeypatch, *(command(court, "pit_supervisor", asked, command_id=once) for _ in range(2)))
    assert told(results) == {"recorded": 1, "duplicate": 1}
    numbers = {done.code for done in results if isinstance(done, Done)}
    assert len(numbers) == 1
    assert list(CaseRow.objects.values_list("number", flat=True)) == list(numbers)
    court.open()
    assert int(court.number[5:]) == int(numbers.pop()[5:]) + 1, "the second click used up no number"


def test_cases_opened_at_once_have_numbers_of_their_own(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    people = ("pit_supervisor", "pit_manager", "shift_manager", "senior_management")
    calls = [
        command(court, who, c.OpenCase(claim=f"Từ {who}.", players=(c.Outsider(name="B"),), table="RL01"))
        for who in people
    ]
    results = at_once(monkeypatch, *calls)
    assert told(results) == {"recorded": len(people)}
    numbers = sorted(done.code for done in results if isinstance(done, Done))
    year = numbers[0][:4]
    assert numbers == [f"{year}-{n:05d}" for n in range(1, len(people) + 1)]
    assert sorted(CaseRow.objects.values_list("number", flat=True)) == numbers


def test_two_cases_do_not_pay_one_bet_twice(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both worked out that 500,000 is missing; the round takes one of them, and then nothing is missing."""
    numbers = []
    for _ in range(2):
        court.open()
        court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
        numbers.append(court.number)
    before = counts()
    agreed = c.AnswerAtTable(agreed=True)
    calls = [command(court, "pit_supervisor", agreed, number=number) for number in numbers]
    results = at_once(monkeypatch, *calls, before=True)
    # Who comes second has looked at the round before the first one's payment, and at what was done before after it.
    refusals = {"case_round_changed", "case_needs_second"}
    assert (told(results)["recorded"], len(refusals & told(results).keys())) == (1, 1)
    row = Round.objects.get(code="short")
    assert (row.remedied_minor, row.difference_minor) == (500_000, 0)
    stages = {number: stored.load(CODE, number).stage for number in numbers}
    assert sorted(stages.values()) == [Stage.AT_TABLE, Stage.CLOSING]
    assert more(before)["receipts"] == 1
    [open_case] = [number for number, stage in stages.items() if stage is Stage.AT_TABLE]
    court.number = open_case
    with pytest.raises(Problem) as refused:
        court.do("pit_supervisor", agreed)
    assert refused.value.code == "case_round_changed"


def test_a_case_is_merged_although_the_other_moves_meanwhile(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who merges has seen their own case; what the other one was told at that moment is no reason to stop."""
    court.open()
    into = court.number
    court.open()
    merged = court.number
    merge = command(court, "pit_manager", c.Merge(into=into), number=merged)
    note = command(court, "pit_supervisor", c.AddNote(note="Ghi thêm."), number=into)
    results = told(at_once(monkeypatch, merge, note))
    assert results in ({"recorded": 2}, {"recorded": 1, "case_changed": 1})
    assert stored.load(CODE, merged).is_closed, "the merger goes through, whoever was first"
    assert stored.load(CODE, into).absorbed == [merged]
    versions = [event.version for event in get_ledger(CODE).stream(f"case/{into}")]
    assert versions == list(range(1, len(versions) + 1))


def test_what_is_written_while_somebody_is_erased_does_not_outlive_them(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    court.open()
    court.do("pit_supervisor", c.Withdraw())
    player = court.case.players[0].person
    assert player is not None
    asks = c.ErasePerson(person=player, law="court_order", legal_ground="Bản án 12 buộc xóa hồ sơ khách.")
    erase = command(court, "senior_management", asks)
    note = command(court, "pit_manager", c.AddNote(note="Về Nguyễn Văn Ẩn."))
    results = told(at_once(monkeypatch, erase, note))
    assert results["recorded"] == 1
    assert set(results) <= {"recorded", "case_changed", "person_erased"}
    assert court.case.erased == set(), "asked for, and not confirmed"
    if player not in court.case.erasures:  # the note was first (and Court.do would confirm it at once)
        command(court, "senior_management", asks)()
    confirms = c.ErasePerson(person=player)
    erase = command(court, "director_of_table_games", confirms)
    results = told(at_once(monkeypatch, erase, command(court, "pit_manager", c.AddNote(note="Về Nguyễn Văn Ẩn nữa."))))
    assert results["recorded"] == 1
    assert set(results) <= {"recorded", "case_changed", "person_erased"}
    if court.case.erased == set():
        court.do("director_of_table_games", confirms)
    assert all(opened is None for opened in open_many(CODE, court.case.texts).values())


def test_afterwards_the_record_is_whole(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many people at one case, each again when told that it changed, until everybody has had a say."""
    court.open()
    people = ("pit_supervisor", "pit_manager", "shift_manager", "surveillance", "senior_management")
    waiting = list(people)
    rounds = 0
    while waiting:
        calls = [command(court, who, c.AddNote(note=f"Từ {who}.")) for who in waiting]
        results = at_once(monkeypatch, *calls)
        assert told(results)["recorded"] == 1, "each time exactly one goes first"
        waiting = [who for who, result in zip(waiting, results, strict=True) if result == "case_changed"]
        rounds += 1
    assert rounds == len(people)
    assert len(court.case.notes) == len(people)
    assert verify.verify(CODE).fault is None
    assert CaseRow.objects.get(number=court.number).version == court.case.version
