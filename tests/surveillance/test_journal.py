"""The log of Surveillance, reviews and spot checks: only additions, persons sealed, samples drawn again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from casino.ledger.application import get_ledger
from casino.vault import erase_person, open_text, persons_named
from surveillance.execution import service, spot_checks
from surveillance.record import journal as j
from surveillance.record.parts import Subject
from surveillance.record.showing import PlaceRecording
from surveillance.record.state import Incident as IncidentState
from surveillance.rows import sealed_words
from surveillance.rows.log_models import Incident, Review, SpotCheck
from tests.replay.story import CODE, STARTS
from tests.surveillance.test_service import refused
from tests.surveillance.watch import AT, ROUND, Watch, signed

NAME = "Lê Thị Bích"
ENTRY = j.EnterIncident(
    kind="cheating",
    happened_at=AT,
    account="Bà Bích đặt thêm phỉnh sau khi bóng dừng.",
    disposition="open",
    table="RL01",
    persons=(j.Somebody(name=NAME, contact="0900 111 222"),),
    subjects=(Subject(kind="round", stream=ROUND),),
)


def test_an_entry_is_numbered_by_the_year_of_the_house(watch: Watch) -> None:
    watch.court.now = datetime(2027, 12, 31, 16, 57, 30, tzinfo=UTC)  # 23:57:30 in the zone of the house
    numbers = [watch.do(ENTRY).code for _each in range(3)]  # a minute after one another
    assert numbers == ["2027-00001", "2027-00002", "2028-00001"]


def test_an_entry_names_nobody_in_the_record(watch: Watch) -> None:
    first = watch.do(ENTRY).code
    stored = b"".join(bytes(row[-1]) for row in get_ledger(CODE).stream_rows(f"incident/{first}"))
    assert "Bích".encode() not in stored
    row = Incident.objects.get()
    assert (row.number, row.subjects, row.additions) == (first, [ROUND], 0)
    assert persons_named(CODE, "bich le") >= set(row.persons)
    incident: IncidentState = service.load(CODE, f"incident/{first}")
    assert sealed_words.identity(CODE, incident.identities[0]) == {"name": NAME, "contact": "0900 111 222"}


def test_nothing_is_edited_and_additions_add(watch: Watch) -> None:
    number = watch.do(ENTRY).code
    known = Incident.objects.get().persons[0]
    watch.do(j.AddToIncident(account="Đã báo Quản lý Ca.", disposition="reported", persons=(j.Somebody(known=known),)),
             number)  # fmt: skip
    row = Incident.objects.get()
    assert (row.disposition, row.additions, row.persons) == ("reported", 1, [known])
    texts = sealed_words.opened(CODE, get_ledger(CODE).stream(f"incident/{number}"), "vi")
    assert {"Bà Bích đặt thêm phỉnh sau khi bóng dừng.", "Đã báo Quản lý Ca."} <= set(texts.values())
    refused("incident_adds_nothing", watch, j.AddToIncident(disposition="reported"), number)
    refused("incident_person", watch, j.AddToIncident(persons=(j.Somebody(),)), number)
    refused("footage_not_your_post", watch, j.AddToIncident(account="Ghi thêm."), number, who="shift_manager")
    refused("footage_unknown", watch, j.AddToIncident(account="Ghi thêm."), "2020-00001")


def test_erasing_somebody_takes_every_word_about_them(watch: Watch) -> None:
    number = watch.do(ENTRY).code
    person = Incident.objects.get().persons[0]
    watch.do(j.AddToIncident(account="Bà Bích quay lại lúc nửa đêm."), number)
    erase_person(CODE, person, now=watch.now)
    events = get_ledger(CODE).stream(f"incident/{number}")
    assert set(sealed_words.opened(CODE, events, "en").values()) == {"(erased)"}
    assert open_text(CODE, events[0].data.account) is None
    watch.do(j.AddToIncident(account="Ca sau không thấy gì thêm."), number)
    later = sealed_words.opened(CODE, get_ledger(CODE).stream(f"incident/{number}")[-1:], "en")
    assert set(later.values()) == {"Ca sau không thấy gì thêm."}


def test_a_number_is_given_once_and_none_is_lost(watch: Watch) -> None:
    key = uuid4()
    first = watch.do(ENTRY, command_id=key)
    assert watch.do(ENTRY, command_id=key).stream == first.stream
    ahead = j.EnterIncident(
        kind="other", happened_at=watch.now + timedelta(days=1), account="Ngày mai.", disposition="open"
    )
    refused("footage_ahead", watch, ahead)
    assert watch.do(ENTRY).code.endswith("-00002")


def test_film_is_placed_at_no_moment_that_is_yet_to_come(watch: Watch) -> None:
    """A recorder's clock may be ahead, by a day at most."""
    watch.set_up()
    slip = PlaceRecording(camera="CAM-A", shown_from=datetime(9999, 1, 1, tzinfo=UTC))
    refused("footage_ahead", watch, slip, "REC-1")
    ahead = PlaceRecording(camera="CAM-A", shown_from=watch.now + timedelta(hours=20))
    assert watch.do(ahead, "REC-1").status == "recorded"


def test_an_officer_says_what_the_footage_of_a_finding_shows(watch: Watch) -> None:
    watch.set_up()
    finding, link = watch.finding(), watch.link().code
    said = j.ReviewFinding(
        stream=finding.stream, identity=finding.identity, verdict="otherwise", links=(link,), note="Trả đủ."
    )
    watch.looks()
    watch.do(said)
    row = Review.objects.get()
    assert (row.verdict, row.links, row.identity) == ("otherwise", [link], finding.identity)
    nothing = j.ReviewFinding(stream=finding.stream, identity="nothing", verdict="as_recorded")
    refused("footage_subject_unknown", watch, nothing)
    refused("footage_not_your_post", watch, said, who="pit_manager")


def test_a_spot_check_is_looked_through(watch: Watch) -> None:
    asking = j.DrawSpotCheck(table="RL01", begins_at=STARTS, ends_at=STARTS + timedelta(hours=1), size=3)
    code = watch.do(asking).code
    early_look = j.LookAtRound(round="round/RL01/right", verdict="as_recorded")
    refused("spotcheck_round", watch, early_look, code)  # nothing is drawn yet
    signed(CODE)
    spot_checks.draw(CODE, now=AT)
    first = SpotCheck.objects.get().rounds[0]
    watch.do(j.LookAtRound(round=first, verdict="not_visible"), code)
    assert (SpotCheck.objects.get().left, SpotCheck.objects.get().looked) == (2, {first: "not_visible"})
    refused("spotcheck_round", watch, j.LookAtRound(round=first, verdict="as_recorded"), code)
    refused("spotcheck_round", watch, j.LookAtRound(round="round/RL01/none", verdict="as_recorded"), code)
    early = STARTS - timedelta(days=2)
    none = j.DrawSpotCheck(table="RL01", begins_at=early, ends_at=early + timedelta(hours=1))
    refused("spotcheck_none", watch, none)
    both = j.DrawSpotCheck(table="RL01", dealer="S-1", begins_at=STARTS, ends_at=AT)
    refused("spotcheck_of", watch, both)
