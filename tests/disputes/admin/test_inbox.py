"""The inbox: segments with their counts, filters, search, and who sees what of it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.access.roles import PERMITS, ROLES, permissions_of
from casino.vault import erase_person
from disputes.rows.models import Case as CaseRow
from tests.disputes.admin.conftest import ELSEWHERE, As, Docket
from tests.replay.story import CODE

ADDRESS = "/admin/disputes/case/"


def page(client: Client, query: str = "") -> str:
    response = client.get(f"{ADDRESS}?{query}" if query else ADDRESS)
    assert response.status_code == 200
    return str(response.content.decode())


def listed(client: Client, query: str) -> set[str]:
    """The numbers in the list."""
    table = page(client, query).partition('id="result_list"')[2]
    return set(re.findall(r">(\d{4}-\d{5})<", table))


def segments(client: Client) -> dict[str, int]:
    found = re.findall(r'tp-segment-(\w+)".*?<strong[^>]*>(\d+)</strong>', page(client, "inbox=all"))
    return {code: int(count) for code, count in found}


def named(docket: Docket, *names: str) -> set[str]:
    return {docket.numbers[name] for name in names}


# --- Segments ---------------------------------------------------------------------------------------------------------


def test_each_post_has_its_own_counts(docket: Docket, as_: As) -> None:
    assert segments(as_("pit_supervisor")) == {"mine": 2, "waiting": 2, "overdue": 2, "all": 7}
    assert segments(as_("pit_manager")) == {"mine": 1, "waiting": 3, "overdue": 2, "all": 7}
    assert segments(as_("senior_management")) == {"mine": 0, "waiting": 1, "overdue": 2, "all": 7}
    assert segments(as_("surveillance")) == {"mine": 0, "waiting": 1, "overdue": 2, "all": 7}


def test_those_beside_the_posts_have_nothing_in_hand(docket: Docket, as_: As) -> None:
    assert segments(as_("auditor")) == segments(as_("regulator")) == {"overdue": 2, "all": 7}


def test_a_supervisor_of_another_table_sees_only_the_case_without_one(docket: Docket, as_: As) -> None:
    elsewhere = as_(User.objects.get(username=ELSEWHERE))
    assert segments(elsewhere) == {"mine": 0, "waiting": 0, "overdue": 0, "all": 1}
    assert listed(elsewhere, "inbox=all") == named(docket, "withdrawn")


def test_the_inbox_begins_with_what_waits(docket: Docket, as_: As) -> None:
    assert listed(as_("senior_management"), "") == named(docket, "complained")
    assert listed(as_("surveillance"), "") == named(docket, "collecting")
    assert listed(as_("auditor"), "") == set(docket.numbers.values())
    assert 'tp-segment-waiting" href="/admin/disputes/case/?inbox=waiting" aria-current="page"' in page(
        as_("senior_management")
    )


def test_each_segment_lists_what_it_counts(docket: Docket, as_: As) -> None:
    client = as_("pit_manager")
    assert listed(client, "inbox=mine") == named(docket, "collecting")
    assert listed(client, "inbox=overdue") == {
        row.number for row in CaseRow.objects.filter(due_at__lt=docket.now + timedelta(minutes=1))
    }
    assert listed(client, "inbox=all") == set(docket.numbers.values())
    assert listed(client, "inbox=nonsense") == listed(client, "inbox=waiting")


def test_what_runs_out_first_stands_first_and_what_is_closed_last(docket: Docket, as_: As) -> None:
    table = page(as_("auditor"), "inbox=all").partition('id="result_list"')[2]
    numbers = list(dict.fromkeys(re.findall(r">(\d{4}-\d{5})<", table)))
    assert numbers[0] == docket.numbers["offered"]
    assert numbers[-1] == docket.numbers["withdrawn"]
    assert "sortpriority" not in table


# --- Filters ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("stage=pit_manager", ("collecting",)),
        ("stage=closed", ("withdrawn",)),
        ("stage=open&amount=unknown", ()),
        ("stage=closed&amount=unknown", ("withdrawn",)),
        ("amount=unknown", ("withdrawn",)),
        ("amount=0", ("offered", "collecting", "complained", "confirming", "decided")),
        ("amount=4", ("hostile",)),
        ("amount=9", ("offered", "collecting", "complained", "confirming", "decided", "hostile", "withdrawn")),
        ("table=RL01&stage=answer", ("decided",)),
        ("table=RL02", ()),
        ("game=roulette&stage=confirmation", ("confirming",)),
        ("clause=roulette+5.1.a", ("offered", "complained", "confirming", "decided")),
        ("clause=sicbo+5.1.a", ()),
        ("ending=withdrawn", ("withdrawn",)),
        ("day=2026-06-13&stage=answer", ()),
        ("day=never", ()),
    ],
)
def test_filters(docket: Docket, as_: As, query: str, names: tuple[str, ...]) -> None:
    assert listed(as_("auditor"), query) == named(docket, *names)


def test_the_gaming_day_of_a_case_is_a_choice(docket: Docket, as_: As) -> None:
    row = docket.row("decided")
    assert row.gaming_day is not None
    found = listed(as_("auditor"), f"day={row.gaming_day.isoformat()}&stage=answer")
    assert found == named(docket, "decided")


def test_ranges_of_amounts_are_those_of_the_house(docket: Docket, as_: As) -> None:
    shown = page(as_("auditor", "en"), "inbox=all")
    for words in ("up to 1,000,000", "5,000,000\N{NO-BREAK SPACE}VND – 10,000,000", "above 50,000,000", "not known"):
        assert words in shown


def test_choices_show_nothing_of_other_tables(docket: Docket, as_: As) -> None:
    shown = page(as_(User.objects.get(username=ELSEWHERE)), "inbox=all")
    assert '<option value="RL01"' not in shown
    assert "roulette 5.1.a" not in shown


# --- Search -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("{hostile}", ("hostile",)),
        ("p-7", ("hostile",)),
        ("P-7 RL01", ("hostile",)),
        ("RL01/short", ("offered", "collecting", "complained", "hostile", "confirming", "decided")),
        ("short P-7", ("hostile",)),
        ("tran binh", ("collecting",)),
        ("Bình Trần", ("collecting",)),
        ("TRAN", ("collecting",)),
        ("tran nobody", ()),
        ("round", ()),
        ("%", ()),
        ("   ", ("offered", "collecting", "complained", "hostile", "confirming", "decided", "withdrawn")),
    ],
)
def test_search(docket: Docket, as_: As, asked: str, names: tuple[str, ...]) -> None:
    client = as_("auditor")
    query = asked.format(**docket.numbers)
    found = client.get(ADDRESS, {"q": query, "inbox": "all"}).content.decode()
    assert set(re.findall(r">(\d{4}-\d{5})<", found.partition('id="result_list"')[2])) == named(docket, *names)


def asked(client: Client, words: str, **kept: str) -> tuple[str, set[str]]:
    """Search as the page does: where the answer stands, and what it lists."""
    answer = client.post(f"{ADDRESS}search/", {"q": words, **kept}, follow=True)
    assert answer.status_code == 200
    where = answer.redirect_chain[-1][0]
    table = answer.content.decode().partition('id="result_list"')[2]
    return where, set(re.findall(r">(\d{4}-\d{5})<", table))


def test_the_page_asks_by_form_so_that_no_name_stands_in_an_address(docket: Docket, as_: As) -> None:
    client = as_("auditor", "en")
    form = page(client).partition('id="changelist-search"')[2].partition("</form>")[0]
    assert 'method="post"' in form
    assert "csrfmiddlewaretoken" in form
    where, found = asked(client, "Trần Bình")
    assert found == named(docket, "collecting")
    assert "Tr" not in where
    assert re.search(r"person=PS-[0-9a-f]{12}", where)
    where, found = asked(client, docket.numbers["hostile"])
    assert found == named(docket, "hostile")
    assert where.endswith(f"q={docket.numbers['hostile']}")


def test_what_is_found_nowhere_stands_in_no_address_either(docket: Docket, as_: As) -> None:
    """It may be the name of somebody who was erased."""
    where, found = asked(as_("auditor"), "Đã Bị Xóa")
    assert found == set()
    assert where == f"{ADDRESS}?inbox=all&person=-"


def test_a_search_keeps_the_filters(docket: Docket, as_: As) -> None:
    client = as_("pit_manager")
    where, found = asked(client, "RL01", inbox="mine", stage="pit_manager", nonsense="x")
    assert where == f"{ADDRESS}?inbox=mine&stage=pit_manager&q=RL01"
    assert found == named(docket, "collecting")
    assert asked(client, "   ")[0] == f"{ADDRESS}?inbox=all&q="
    assert client.post(f"{ADDRESS}search/", {"q": "\x00"}).status_code == 302


def test_only_those_who_may_see_cases_search_them(docket: Docket, as_: As) -> None:
    for role in ("dealer", "administrator"):
        assert as_(role).post(f"{ADDRESS}search/", {"q": "tran"}).status_code == 403
    assert asked(as_(User.objects.get(username=ELSEWHERE)), "Trần Bình")[1] == set()


def test_a_search_looks_beyond_what_waits(docket: Docket, as_: As) -> None:
    assert listed(as_("pit_supervisor"), "q=tran") == named(docket, "collecting")


def test_a_name_is_found_only_among_the_cases_that_one_may_see(docket: Docket, as_: As) -> None:
    assert listed(as_(User.objects.get(username=ELSEWHERE)), "q=tran&inbox=all") == set()


def test_who_was_erased_is_not_found_any_more(docket: Docket, as_: As) -> None:
    client = as_("auditor")
    assert listed(client, "q=tran&inbox=all") == named(docket, "collecting")
    witness = next(p for p in docket.row("collecting").persons if p not in docket.row("decided").persons)
    for person in docket.row("collecting").persons:
        erase_person(CODE, person, now=docket.now)
    assert witness in docket.row("collecting").persons
    assert listed(client, "q=tran&inbox=all") == set()


def test_by_telephone_which_stands_in_no_address_and_goes_with_the_erased(docket: Docket, as_: As) -> None:
    client = as_("auditor")
    where, found = asked(client, "0900-000-000")
    assert named(docket, "decided") <= found
    assert "0900" not in where
    assert asked(client, "+84 900 000 000")[1] == found
    where, nobody = asked(client, "0900 000 001")
    assert (where, nobody) == (f"{ADDRESS}?inbox=all&person=-", set())
    elsewhere = as_(User.objects.get(username=ELSEWHERE))
    assert asked(elsewhere, "0900000000")[1] == found & listed(elsewhere, "inbox=all") < found
    for person in docket.row("decided").persons:
        erase_person(CODE, person, now=docket.now)
    assert asked(client, "0900000000")[1] == found - named(docket, "decided")


def test_by_amount(docket: Docket, as_: As) -> None:
    row = docket.row("decided")
    assert row.amount_minor
    written = f"{row.amount_minor:,}".replace(",", ".")
    found = listed(as_("auditor"), f"inbox=all&q={written}")
    expected = CaseRow.objects.filter(amount_minor=row.amount_minor).values_list("number", flat=True)
    assert found == set(expected)
    assert listed(as_("auditor"), f"inbox=all&q={written}1") == set()


def test_a_search_without_keys_says_so_and_finds_numbers_still(docket: Docket, as_: As, settings: object) -> None:
    from django.test import override_settings

    client = as_("auditor", "en")
    with override_settings(PERSON_KEYS_DIR=""):
        shown = client.get(ADDRESS, {"q": docket.numbers["hostile"], "inbox": "all"}).content.decode()
    assert "PERSON_KEYS_DIR" in shown
    assert docket.numbers["hostile"] in shown.partition('id="result_list"')[2]


# --- What a row says -------------------------------------------------------------------------------------------------


def test_a_row_says_stage_clock_amount_place_and_hands_in_both_languages(docket: Docket, as_: As) -> None:
    vietnamese, english = (page(as_("auditor", language), "inbox=all") for language in ("vi", "en"))
    for words in ("quá hạn", "còn", "Quản lý Pit xem xét", "500.000", "Cò Quay", "chưa ai nhận", "người chơi rút"):
        assert words in vietnamese
    for words in ("overdue by", "left", "with the pit manager", "500,000", "Roulette", "nobody yet", "withdrawn"):
        assert words in english
    assert "tp-clock-overdue" in english


def test_the_inbox_offers_to_open_a_case_to_those_who_may(docket: Docket, as_: As) -> None:
    assert "/admin/disputes/case/open/" in page(as_("pit_supervisor"))
    for role in ("auditor", "surveillance", "head_of_operations"):
        assert "/admin/disputes/case/open/" not in page(as_(role))


def test_who_has_cases_in_hand_may_hand_them_over(docket: Docket, as_: As) -> None:
    assert "/admin/disputes/case/hand-over/" in page(as_("pit_supervisor"))
    assert "/admin/disputes/case/hand-over/" not in page(as_("senior_management"))


# --- Rights and limits -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ROLES)
def test_only_those_who_may_see_cases_see_the_inbox(docket: Docket, as_: As, role: str) -> None:
    allowed = set(PERMITS["disputes.cases"].permissions) <= set(permissions_of(role))
    assert as_(role).get(ADDRESS).status_code == (200 if allowed else 403)
    assert as_(role).get(docket.address("decided")).status_code == (200 if allowed else 403)


def test_nothing_is_added_changed_or_deleted_here(docket: Docket, as_: As) -> None:
    client = as_("senior_management")
    key = docket.row("decided").pk
    assert client.get(f"{ADDRESS}add/").status_code == 403
    assert client.post(f"{ADDRESS}{key}/delete/", {"post": "yes"}).status_code == 403


def test_odd_parameters_are_no_failure(docket: Docket, as_: As) -> None:
    client = as_("auditor")
    assert client.get(ADDRESS, {"q": "\x00"}).status_code == 400
    assert client.get(ADDRESS, {"q": "'" * 500}).status_code == 200
    assert client.get(ADDRESS, {"nonsense": "1"}).status_code == 400
    assert client.get(ADDRESS, {"amount": "-1", "stage": "x", "o": "99"}).status_code == 200


def test_queries_do_not_grow_with_the_cases(docket: Docket, as_: As) -> None:
    client = as_("pit_manager")
    client.get(ADDRESS)

    def queries(query: str) -> int:
        with CaptureQueriesContext(
            connection,
        ) as caught:
            client.get(f"{ADDRESS}?{query}")
        return len(caught)

    few, many = queries("inbox=mine"), queries("inbox=all")
    assert few == many
    assert many <= 40
