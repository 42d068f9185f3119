"""Every code of a case has words in both languages, and every event of a case is told in a sentence."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, get_args
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from casino.core.sealed import Sealed
from casino.core.text import Text
from disputes.case import event_words, words
from disputes.case import facts as f
from games.engine.facts import Person
from games.words import event_label, event_sentence, has_event_words
from tests.words.test_words import VIETNAMESE

WHO = Person(post="pit_manager", staff="S-300")
SEALED = Sealed(ref=UUID(int=1), digest="0" * 64, persons=("PS-000000000000",))
AT = datetime(2026, 11, 20, 3, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("codes", "group"),
    [
        (f.RemedyKind, words.REMEDIES),
        (f.Ending, words.ENDINGS),
        (f.Result, words.RESULTS),
        (f.Source, words.SOURCES),
        (f.PartyKind, words.PARTIES),
        (f.EvidenceKind, words.EVIDENCE),
        (f.Why, words.REASONS_TO_PASS),
        (f.PaperKind, words.PAPERS),
        (f.Manner, words.MANNERS),
        (f.Language, {code: words.LANGUAGES[code] for code in get_args(f.Language)}),
        (f.Ground, words.GROUNDS),
        (f.Cause, words.CAUSES),
        (f.MeasureKind, words.MEASURES),
    ],
    ids=lambda value: "" if isinstance(value, dict) else str(get_args(value)[0]),
)
def test_every_code_has_words_in_both_languages(codes: Any, group: dict[str, Text]) -> None:
    assert set(get_args(codes)) == set(group)
    for text in group.values():
        assert text.vi
        assert text.en
        assert not VIETNAMESE.search(text.en)


@pytest.mark.parametrize("name", [*f.FACTS, "command_refused"])
def test_every_event_of_a_case_has_a_name_and_a_sentence(name: str) -> None:
    assert has_event_words(f"case.{name}.v1")
    label = event_label(f"case.{name}.v1")
    assert label.vi != label.en
    assert not VIETNAMESE.search(label.en)


def told(name: str, fact: Any) -> Text:
    return event_sentence(f"case.{name}.v1", event_words.in_zone(fact, ZoneInfo("Asia/Ho_Chi_Minh")), "VND")


def test_moments_are_told_in_the_houses_time() -> None:
    promised = f.TimePromised(until=AT, language="vi", told_by=WHO, manner="in_person")
    assert told("time_promised", promised).vi == "Đến 20/11/2026 10:00; trực tiếp, tiếng Việt."
    assert (
        event_sentence("case.time_promised.v1", promised, "VND").en
        == "By 20/11/2026 03:00 UTC; in person, in Vietnamese."
    )


def test_a_decision_says_remedy_amount_clauses_and_the_second_person() -> None:
    remedy = f.Remedy(
        kind="pay_difference",
        citations=(f.Citation(document="roulette.2020-06-13", clause="5.1.a"),),
        lines=(f.RemedyLine(to_player_minor=500_000, beyond_rules_minor=0),),
    )
    made = f.Decided(decision="D1", remedy=remedy, evidence=(), reasons=SEALED, decided_by=WHO, needs_confirmation=True)
    assert told("decided", made).en == (
        "D1: pay the difference: 500,000\N{NO-BREAK SPACE}VND to the player, under clause 5.1.a. "
        "A second person is to confirm it."
    )


def test_what_the_player_may_keep_is_said_as_that() -> None:
    cited = (f.Citation(document="roulette.2020-06-13", clause="5.1.a"),)
    line = f.RemedyLine(to_player_minor=0, beyond_rules_minor=200_000, difference_minor=200_000)
    offered = f.RemedyProposed(
        proposal="O1", remedy=f.Remedy(kind="other", citations=cited, lines=(line,)), proposed_by=WHO
    )
    assert "the player may keep 200,000\N{NO-BREAK SPACE}VND" in told("remedy_proposed", offered).en
    assert "người chơi được giữ 200.000\N{NO-BREAK SPACE}VND" in told("remedy_proposed", offered).vi


def test_a_refused_attempt_says_who_tried_what_and_when_in_the_procedure() -> None:
    fact = f.CommandRefused(command="decide", code="case_role", staff="S-200", role="pit_supervisor", stage="answer")
    assert told("command_refused", fact).en == (
        "Pit supervisor S-200 tried “Decide” at the stage “waiting for the player's answer”."
    )
    beside = f.CommandRefused(command="gone", code="case_role", staff="S-1", role="auditor")
    assert told("command_refused", beside).vi == "Kiểm toán S-1 thử “gone”."


@pytest.mark.parametrize(
    ("length", "vi", "en"),
    [
        (timedelta(seconds=59), "dưới 1 phút", "under a minute"),
        (timedelta(minutes=1), "1 phút", "1 minute"),
        (timedelta(hours=1, minutes=20), "1 giờ 20 phút", "1 hour 20 minutes"),
        (timedelta(hours=2), "2 giờ", "2 hours"),
        (timedelta(days=3, hours=5, minutes=9), "3 ngày 5 giờ", "3 days 5 hours"),
        (timedelta(days=3, minutes=9), "3 ngày", "3 days"),
        (-timedelta(days=1), "1 ngày", "1 day"),
    ],
)
def test_a_span_is_said_in_its_two_largest_units(length: timedelta, vi: str, en: str) -> None:
    assert words.span(length) == Text(vi, en)


def test_sizes_are_written_as_each_language_does() -> None:
    assert words.size(999).en == "999 bytes"
    assert words.size(18_400).vi == "18 kB"
    assert words.size(2_440_000) == Text("2,4 MB", "2.4 MB")


def test_none_is_told_with_its_cause_and_an_old_one_says_that_none_was_recorded() -> None:
    old = f.NothingFound(item="law", marked_by=WHO, reason=SEALED)
    assert told("nothing_found", old).en == "8.4.8 Law in force: cause not recorded"
    new = f.NothingFound(item="law", marked_by=WHO, reason=SEALED, cause="not_obtained", asked_of=SEALED, asked_at=AT)
    assert told("nothing_found", new).en == "8.4.8 Law in force: asked for and not obtained (20/11/2026 10:00)"


def test_a_request_without_an_answer_says_until_when_it_waited() -> None:
    fact = f.FootageUnanswered(request="F1", due_at=AT, recorded_by=WHO, reason=SEALED)
    assert told("footage_unanswered", fact).en == "F1: not answered by 20/11/2026 10:00."


def test_a_remedy_names_its_measures() -> None:
    measures = (f.Measure(kind="apology"), f.Measure(kind="other", what=SEALED), f.Measure(kind="other", what=SEALED))
    said = event_words.remedy(f.Remedy(kind="other", citations=(), measures=measures), "VND")
    assert said.en.endswith("(an apology to the player, another measure)")
