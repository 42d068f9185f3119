"""Every list of the admin, and what somebody may write into its address: never a failure of ours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.console.theme import RecordAdmin
from tests.admin.house import House

LISTS = sorted(f"{model._meta.app_label}_{model._meta.model_name}" for model in admin.site._registry)
HOSTILE = (
    "persons__contains=x",
    "id__range=1",
    "id__range=1,x",
    "pk__in=x",
    "code__regex=(",
    "username__iregex=*",
    "user__password__startswith=pbkdf2",
    "table__nothing=1",
    "received_at__year=99999",
    "is_active__exact=maybe",
    "day=2026-99-99",
    "amount=x",
    "status=%00",
    "q=%00",
    "q=" + "x" * 3000,
    "p=-1",
    "p=x",
    "p=99999999999999999999",
    "o=99.-x.1e9",
    "all=1",
    "_popup=1",
    "_to_field=nothing",
    "e=1",
    "nothing=1",
    "property__code__in=",
    "__=1",
    "__proto__=1",
    "id__exact__exact=1",
)
LOOKUPS = ("contains=x", "range=1", "regex=(", "in=x")
SHARES = 5
"""What is written into addresses is tried at each list: a fifth of it in a quick run, another one at the next list, and
the rest by ``.ci/run``. All lists are of one kind (below)."""


@pytest.fixture
def root(house: House) -> Client:
    """Somebody for whom every list opens."""
    client = Client()
    client.force_login(User.objects.create_superuser("root"), backend="casino.backends.PostingBackend")
    return client


@pytest.mark.parametrize("share", [0, *(pytest.param(share, marks=pytest.mark.slow) for share in range(1, SHARES))])
@pytest.mark.parametrize("name", LISTS)
def test_no_address_of_a_list_makes_it_fail(name: str, share: int, root: Client) -> None:
    page = reverse(f"admin:{name}_changelist")
    assert root.get(page).status_code == 200
    for query in [*HOSTILE, *_of_fields(name)][(LISTS.index(name) + share) % SHARES :: SHARES]:
        assert root.get(f"{page}?{query}").status_code in (200, 302, 400), query


def _of_fields(name: str) -> Iterator[str]:
    """Every lookup of a field that the list is filtered by. By another field nothing is looked up, whatever the lookup:
    each is tried with one, and all lookups are."""
    model_admin = admin.site._registry[_model(name)]
    filters = " ".join(map(str, model_admin.list_filter))
    for number, field in enumerate(model_admin.model._meta.get_fields()):
        lookups = LOOKUPS if field.name in filters else (LOOKUPS[number % len(LOOKUPS)],)
        yield from (f"{field.name}__{lookup}" for lookup in lookups)


def _model(name: str) -> type:
    return next(m for m in admin.site._registry if f"{m._meta.app_label}_{m._meta.model_name}" == name)


@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_one_of_ours_so_that_a_new_one_is_held_too(name: str) -> None:
    assert isinstance(admin.site._registry[_model(name)], RecordAdmin)


@pytest.mark.parametrize("name", LISTS)
def test_every_filter_of_a_list_is_still_taken(name: str, root: Client) -> None:
    page = reverse(f"admin:{name}_changelist")
    for each in admin.site._registry[_model(name)].list_filter:
        parameter = getattr(each, "parameter_name", None) or (each[0] if isinstance(each, tuple) else f"{each}__exact")
        assert root.get(f"{page}?{parameter}=1").status_code in (200, 302), parameter
    for own in ("q=a", "o=1", "p=1", "e=1"):
        assert root.get(f"{page}?{own}").status_code in (200, 302), own
