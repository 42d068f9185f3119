"""What was in force when: what people entered, and the rule books of the program."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from casino.ledger.models import Property
from disputes.library import reading
from games.catalogue import shipped
from tests.disputes.library.conftest import HOUSE, Enter, version

AT = datetime(2026, 11, 20, 15, 7, tzinfo=UTC)


def labels(found: list[reading.Held]) -> list[tuple[str, str]]:
    return [(held.document, held.version) for held in found]


def test_the_rule_book_of_the_game_is_there_without_an_event(house: str) -> None:
    [held] = reading.in_force(house, "rules", AT, "roulette")
    assert (held.document, held.number, held.is_book) == ("roulette.2020-06-13", "01/13.06.2020", True)
    assert {h.game for h in reading.in_force(house, "rules", AT)} == set(shipped().games())
    assert reading.in_force(house, "law", AT) == []


def test_a_rule_book_begins_at_midnight_of_its_own_zone(house: str) -> None:
    book = shipped().by_id("roulette.2020-06-13")
    assert labels(reading.in_force(house, "rules", book.effective_at, "roulette")) == [(book.id, "2020-06-13")]
    assert reading.in_force(house, "rules", book.effective_at - timedelta(seconds=1), "roulette") == []


def test_the_version_of_the_moment_by_the_calendar_of_the_house(enter: Enter, further: Enter) -> None:
    enter(first=version("1", date(2026, 1, 1)))
    further(version("2", date(2026, 11, 21)))
    midnight = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)  # in Ho Chi Minh City
    before = midnight - timedelta(seconds=1)
    assert labels(reading.in_force(HOUSE, "procedures", before)) == [("SOP-ROU", "1")]
    assert labels(reading.in_force(HOUSE, "procedures", midnight)) == [("SOP-ROU", "2")]
    Property.objects.filter(code=HOUSE).update(time_zone="UTC")
    assert labels(reading.in_force(HOUSE, "procedures", midnight)) == [("SOP-ROU", "1")]


def test_a_document_of_another_game_is_left_out(enter: Enter) -> None:
    enter("ALL")
    enter("ROU", game="roulette")
    enter("SIC", game="sicbo")
    assert [code for code, _ in labels(reading.in_force(HOUSE, "procedures", AT, "roulette"))] == ["ALL", "ROU"]
    assert len(reading.in_force(HOUSE, "procedures", AT)) == 3
    assert reading.in_force(HOUSE, "controls", AT) == []


def test_withdrawn_as_a_mistake_or_to_a_day(enter: Enter, further: Enter, take_out: Enter) -> None:
    enter(first=version("1", date(2026, 1, 1)))
    further(version("2", date(2026, 10, 1)))
    take_out("2")
    assert labels(reading.in_force(HOUSE, "procedures", AT)) == [("SOP-ROU", "1")]
    take_out("1", in_force_to=date(2026, 11, 19))
    assert reading.in_force(HOUSE, "procedures", AT) == []
    assert labels(reading.in_force(HOUSE, "procedures", AT - timedelta(days=2))) == [("SOP-ROU", "1")]


def test_what_may_be_cited(enter: Enter, further: Enter, take_out: Enter) -> None:
    enter()
    further(version("2", date(2026, 6, 1)))
    take_out("2")
    known = {
        (document, label): reading.citable(HOUSE, document, label) is not None
        for document, label in (
            ("SOP-ROU", None),
            ("SOP-ROU", "1"),
            ("SOP-ROU", "2"),
            ("SOP-ROU", "3"),
            ("NONE", None),
            ("roulette.2020-06-13", None),
            ("roulette.2020-06-13", "2020-06-13"),
            ("roulette.2020-06-13", "2020-06-14"),
        )
    }
    assert list(known.values()) == [True, True, False, False, False, True, True, False]
    take_out("1")
    assert reading.citable(HOUSE, "SOP-ROU") is None


def test_a_version_is_found_by_its_label_and_the_newest_without(enter: Enter, further: Enter) -> None:
    enter()
    further(version("2", date(2026, 6, 1)))
    newest, first = reading.find(HOUSE, "SOP-ROU"), reading.find(HOUSE, "SOP-ROU", "1")
    assert newest is not None
    assert first is not None
    assert (newest.version, first.version, first.title.en) == ("2", "1", "Procedure at roulette")


def test_another_house_has_another_library(enter: Enter) -> None:
    enter()
    Property.objects.create(code="OTHER", name_vi="Khác", name_en="Other")
    assert reading.in_force("OTHER", "procedures", AT) == []
    assert reading.citable("OTHER", "SOP-ROU") is None
