"""Findings as they are listed: money first, those of a round together, found by the words shown, a dealer's only their
own."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.urls import reverse

from casino.core.text import plain
from casino.ledger.models import Property
from games.rows import visibility
from games.rows.models import Finding, Round, Table
from tests.admin.conftest import As
from tests.admin.house import House, person
from tests.posting import a_property
from tests.replay.story import STARTS

FINDINGS = "admin:games_finding_changelist"


def listed(as_: As, query: str = "", role: str = "pit_manager") -> list[Finding]:
    answer = as_(role).get(reverse(FINDINGS) + query)
    assert answer.status_code == 200
    return list(answer.context["cl"].result_list)


def test_money_comes_first_although_other_findings_are_newer(house: House, as_: As) -> None:
    rows = listed(as_)
    assert [row.severity for row in rows] == ["money", "procedure", "procedure"]
    assert rows[0].opened_position < max(row.opened_position for row in rows[1:])


def test_the_dearest_round_comes_first_although_others_are_newer(house: House, as_: As) -> None:
    for minutes, code, paid in ((40, "dearer", 2_500_000), (50, "cheaper", 3_400_000)):
        house.story.spin(code, STARTS + timedelta(minutes=minutes), paid_minor=paid)
    house.follow()
    assert [row.stream.rpartition("/")[2] for row in listed(as_)][:3] == ["dearer", "short", "cheaper"]


def test_findings_of_a_round_stand_together_under_its_money(house: House, as_: As) -> None:
    later = STARTS + timedelta(hours=1)
    house.story.spin("twofold", later, paid_minor=2_900_000, spot="straight:17")
    house.follow()
    mixed = Finding.objects.get(stream="audit/RL01/twofold")
    newest = Finding.objects.order_by("-opened_position").values_list("opened_position", flat=True)[0]
    template = house.finding("impossible_spot")
    template.pk = newest + 1_000_000
    template.stream, template.identity, template.round = mixed.stream, "0" * 32, mixed.round
    template.save(force_insert=True)
    assert [row.stream.rpartition("/")[2] for row in listed(as_)][:3] == ["twofold", "twofold", "short"]
    page = as_("pit_manager", "en").get(reverse(FINDINGS)).content.decode()
    assert page.count("2 findings") == 1
    assert reverse("admin:games_round_change", args=[house.round("short").pk]) in page


@pytest.mark.parametrize(
    ("term", "codes"),
    [
        ("tra thuong thieu", {"paid_too_little"}),
        ("Trả thưởng thiếu", {"paid_too_little"}),
        ("PAID little", {"paid_too_little"}),
        ("tiền", {"paid_too_little"}),
        ("short", {"paid_too_little"}),
        ("6.1.1.1 RL01", {"paid_too_little"}),
        ("unclear", {"unclear_bet"}),
        ("paid unclear", set()),
        ("không-có-từ-này", set()),
        ("%", set()),
    ],
)
def test_found_by_the_words_shown_in_either_language(term: str, codes: set[str], house: House, as_: As) -> None:
    rows = listed(as_, f"?q={term.replace('%', '%25')}")
    if codes == {"unclear_bet"}:
        assert [row.stream for row in rows] == ["audit/RL01/unclear"]
    else:
        assert {row.code for row in rows} == codes


def test_marks_and_capitals_are_left_out() -> None:
    assert plain("Đặt cược TRỄ") == "dat cuoc tre"


def test_a_dealer_sees_the_findings_of_their_tables_and_rounds_alone(house: House, as_: As) -> None:
    short = house.finding("paid_too_little")
    address = reverse("admin:games_finding_change", args=[short.pk])
    assert listed(as_, role="dealer") == []
    assert as_("dealer").get(address).status_code == 404
    assert "−500,000" not in as_("dealer", "en").get(reverse("admin:index")).content.decode()
    Round.objects.filter(code="short").update(dealer="dealer")
    assert [row.pk for row in listed(as_, role="dealer")] == [short.pk]
    assert as_("dealer").get(address).status_code == 200
    Table.objects.update(staff={"dealer": "dealer"})
    assert len(listed(as_, role="dealer")) == 3


def test_a_table_of_the_same_name_at_another_property_is_not_theirs(house: House, as_: As) -> None:
    other: Property = a_property("TWO")
    Table.objects.update(property=other, staff={"dealer": "dealer"})
    assert listed(as_, role="dealer") == []


def test_other_posts_and_strangers_are_not_narrowed_by_it(house: House) -> None:
    assert visibility.narrow(person("surveillance"), "finding") == Q()
    assert visibility.narrow(person("dealer"), "round") == Q()
    assert visibility.narrow(AnonymousUser(), "finding") == Q()
