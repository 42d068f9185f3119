"""Reads of personal data leave a trace: who, what, when, from where; searched by those who answer for them."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from disputes.reads import log
from disputes.reads.models import PersonalRead, ReadKind
from tests.admin.house import person
from tests.posting import a_property

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _roles() -> None:
    from casino.access.roles import ensure_roles

    ensure_roles()


def test_a_read_is_kept_once_and_from_each_place() -> None:
    owner = a_property()
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.7")
    request.user = person("shift_manager")
    log.note(request, owner, ReadKind.CASE, "2026-00001")
    log.note(request, owner, ReadKind.CASE, "2026-00001")
    [row] = PersonalRead.objects.all()
    assert (row.staff, row.role, row.about, row.address) == ("shift.manager", "shift_manager", "2026-00001", "10.0.0.7")
    request.META["REMOTE_ADDR"] = "10.0.0.8"
    log.note(request, owner, ReadKind.CASE, "2026-00001")
    log.note(request, owner, ReadKind.PAPER, "2026-00001/P1")
    assert PersonalRead.objects.count() == 3


def test_of_a_search_whom_it_found_is_kept_and_not_the_name() -> None:
    request = RequestFactory().get("/?q=Nguyen")
    request.user = person("pit_manager")
    log.note(request, a_property(), ReadKind.SEARCH, "", {"PS-000000000002", "PS-000000000001"})
    row = PersonalRead.objects.get()
    assert row.persons == ["PS-000000000001", "PS-000000000002"]
    assert "Nguyen" not in str(vars(row))


@pytest.mark.parametrize(
    ("role", "sees"),
    [
        ("dealer", False),
        ("pit_manager", False),
        ("shift_manager", False),
        ("senior_management", True),
        ("regulator", True),
        ("auditor", True),
        ("administrator", False),
    ],
)
def test_who_searches_them(role: str, sees: bool) -> None:
    assert person(role).has_perm("disputes.view_personalread") is sees
