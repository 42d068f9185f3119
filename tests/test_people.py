"""People's names stand in the order in which Vietnamese names are written."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User

from casino.access.people import full_name


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [("Dũng", "Phạm", "Phạm Dũng"), ("Thị Ngọc Ánh", "Nguyễn", "Nguyễn Thị Ngọc Ánh"), ("", "Lê", "Lê"), ("", "", "u")],
)
def test_the_family_name_goes_first(first: str, last: str, shown: str) -> None:
    assert full_name(User(username="u", first_name=first, last_name=last)) == shown


def test_nobody_has_no_name() -> None:
    assert full_name(AnonymousUser()) == ""
