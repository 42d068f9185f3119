"""Erasing somebody from the log of Surveillance: their words and name are gone for good, the record stays whole."""

from __future__ import annotations

from typing import Any

from casino.commands.execution import Done
from casino.ledger.application import get_ledger
from casino.ledger.verify import verify
from casino.vault import is_erased, open_text, persons_named
from disputes.case.erasing import ASK_LASTS
from surveillance.execution import service
from surveillance.record import facts as f
from surveillance.record import journal as j
from surveillance.record.erasing import EraseFromIncident
from surveillance.record.parts import Subject
from surveillance.record.state import Incident as IncidentState
from surveillance.rows import readmodel, sealed_words
from surveillance.rows.log_models import Incident
from tests.replay.story import CODE
from tests.surveillance.test_service import refused
from tests.surveillance.watch import AT, ROUND, Watch

NAME, OTHER = "Lê Thị Bích", "Trần Văn Cường"
GROUND = "Nghị định 13/2023/NĐ-CP, điều 16: theo đơn của khách."


def entered(
    watch: Watch, *persons: j.Somebody, account: str = "Bà Bích đổi phỉnh.", disposition: Any = "closed"
) -> str:
    said = j.EnterIncident(kind="cheating", happened_at=AT, account=account, disposition=disposition, table="RL01",
                           persons=persons, subjects=(Subject(kind="round", stream=ROUND),))  # fmt: skip
    return watch.do(said).code


def texts(number: str) -> set[str]:
    return set(sealed_words.opened(CODE, get_ledger(CODE).stream(f"incident/{number}"), "en").values())


def erase(watch: Watch, number: str, person: str, who: str = "surveillance") -> Done:
    """One of senior management asks, and somebody else confirms."""
    watch.do(EraseFromIncident(person=person, ground=GROUND), number, who="senior_management")
    return watch.do(EraseFromIncident(person=person), number, who=who)


def test_a_person_is_erased_and_every_event_and_proof_stands(watch: Watch) -> None:
    number = entered(watch, j.Somebody(name=NAME, contact="0900 111 222"), j.Somebody(name=OTHER))
    row = Incident.objects.get()
    bich, cuong = row.persons
    before = [bytes(each[-1]) for each in get_ledger(CODE).stream_rows(f"incident/{number}")]
    erase(watch, number, bich)
    assert is_erased(CODE, bich)
    assert not is_erased(CODE, cuong)
    assert persons_named(CODE, NAME) == set()
    assert persons_named(CODE, OTHER) == {cuong}
    assert texts(number) == {"(erased)", OTHER, GROUND}, "what was said of both is gone; who the other is stays"
    assert [bytes(each[-1]) for each in get_ledger(CODE).stream_rows(f"incident/{number}")][:1] == before
    assert verify(CODE).fault is None
    row.refresh_from_db()
    assert (row.erased, row.persons, row.subjects, row.additions) == ([bich], [bich, cuong], [ROUND], 0)
    refused("footage_changes_nothing", watch, EraseFromIncident(person=bich, ground=GROUND), number,
            who="senior_management")  # fmt: skip


def test_nobody_is_erased_while_an_entry_of_theirs_is_open(watch: Watch) -> None:
    number = entered(watch, j.Somebody(name=NAME), disposition="open")
    [bich] = Incident.objects.get().persons
    asked = EraseFromIncident(person=bich, ground=GROUND)
    refused("incident_person_open", watch, asked, number, who="senior_management")
    watch.do(j.AddToIncident(disposition="closed", account="Đã khép: nhầm người."), number)
    watch.do(asked, number, who="senior_management")
    watch.do(j.AddToIncident(disposition="open", account="Mở lại: có phim mới."), number)
    refused("incident_person_open", watch, EraseFromIncident(person=bich), number)
    assert not is_erased(CODE, bich)


def test_words_from_before_they_were_named_go_as_well_and_the_entry_goes_on(watch: Watch) -> None:
    number = entered(watch, account="Một bà áo đỏ đổi phỉnh, có lẽ là bà Bích.")
    watch.do(j.AddToIncident(account="Đúng là bà Bích.", persons=(j.Somebody(name=NAME),)), number)
    person = Incident.objects.get().persons[0]
    erase(watch, number, person)
    assert texts(number) == {"(erased)", GROUND}
    state: IncidentState = service.load(CODE, f"incident/{number}")
    assert state.entered is not None
    assert state.own not in (None, state.entered.own), "a new key of its own"
    watch.do(j.AddToIncident(account="Không còn gì thêm."), number)
    assert texts(number) == {"(erased)", GROUND, "Không còn gì thêm."}


def test_somebody_in_several_entries_is_erased_in_all_and_each_says_so(watch: Watch) -> None:
    first = entered(watch, j.Somebody(name=NAME))
    person = Incident.objects.get().persons[0]
    second = entered(watch, j.Somebody(known=person), account="Bà ấy quay lại.")
    third = entered(watch, j.Somebody(name=OTHER), account="Người khác.")
    erase(watch, second, person)
    for number in (first, second):
        kinds = [type(event.data) for event in get_ledger(CODE).stream(f"incident/{number}")]
        asked = [f.IncidentErasureAsked] if number == second else []
        assert kinds == [f.IncidentEntered, *asked, f.IncidentPersonErased]
        assert Incident.objects.get(number=number).erased == [person]
    assert texts(third) == {"Người khác.", OTHER}


def test_everything_of_an_entry_is_erased_and_nothing_is_added(watch: Watch) -> None:
    number = entered(watch, j.Somebody(name=NAME), j.Somebody(name=OTHER))
    own = service.load(CODE, f"incident/{number}").own
    erase(watch, number, own)
    assert texts(number) == {"(erased)", GROUND}
    assert set(Incident.objects.get().erased) == set(Incident.objects.get().persons)
    refused("incident_erased", watch, j.AddToIncident(account="Thêm."), number)


def test_who_may_why_and_whom(watch: Watch) -> None:
    number = entered(watch, j.Somebody(name=NAME, contact="0900 111 222"))
    person = Incident.objects.get().persons[0]
    asked = EraseFromIncident(person=person, ground=GROUND)
    for who in ("shift_manager", "pit_manager", "director_of_table_games"):
        refused("footage_not_your_post", watch, asked, number, who=who)
    refused("case_erasure_asks", watch, asked, number, who="surveillance")
    senior = "senior_management"
    refused("incident_person_unknown", watch, EraseFromIncident(person="PS-0123456789ab", ground=GROUND), number,
            who=senior)  # fmt: skip
    for ground in ("Bà Lê Thị Bích yêu cầu.", "Theo đơn yêu cầu xóa của 0900111222."):
        refused("incident_ground_names", watch, EraseFromIncident(person=person, ground=ground), number, who=senior)
    refused("case_no_sentence", watch, EraseFromIncident(person=person, ground="."), number, who=senior)
    watch.do(asked, number, who=senior)
    refused("case_erasure_second", watch, asked, number, who=senior)
    assert not is_erased(CODE, person)
    watch.court.now += ASK_LASTS
    refused("case_erasure_asks", watch, asked, number, who="surveillance")


def test_somebody_of_a_case_is_not_named_by_their_reference(watch: Watch) -> None:
    watch.set_up().asked()
    party = next(iter(watch.case().persons))
    refused("incident_person", watch, j.EnterIncident(
        kind="other", happened_at=AT, account="Người của hồ sơ.", disposition="open", persons=(j.Somebody(known=party),)
    ))  # fmt: skip


def test_the_rows_are_the_same_when_they_are_written_anew(watch: Watch) -> None:
    number = entered(watch, j.Somebody(name=NAME))
    erase(watch, number, Incident.objects.get().persons[0])
    before = list(Incident.objects.values())
    readmodel.rebuild(CODE)
    assert list(Incident.objects.values()) == before
    entry = get_ledger(CODE).stream(f"incident/{number}")[0]
    assert open_text(CODE, entry.data.account) is None
