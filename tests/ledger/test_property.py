"""A property: what it may be made with."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from casino.core.errors import Problem
from casino.ledger.models import Property

NAMES = {"name_vi": "Thử", "name_en": "Trial"}
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("currency", ["ABC", "XXX", "XAU", "CLF", "DEM", "BGN", "vnd", ""])
def test_a_property_is_not_made_in_a_currency_that_is_none(currency: str) -> None:
    with pytest.raises(Problem) as refused:
        Property.objects.create(code="NEW", currency=currency, **NAMES)
    assert refused.value.code == "unknown_currency"
    with pytest.raises(Problem):
        Property.objects.get_or_create(code="NEW", defaults={"currency": currency, **NAMES})
    assert not Property.objects.filter(code="NEW").exists()


@pytest.mark.parametrize("currency", ["PHP", "KWD", "JPY"])
def test_a_property_is_made_in_any_currency_there_is(currency: str) -> None:
    owner = Property(code="NEW", currency=currency, **NAMES)
    owner.full_clean()
    owner.save()
    owner.currency = "ABC"
    with pytest.raises(Problem):
        owner.save()
    owner.refresh_from_db()
    assert owner.currency == currency


def test_a_form_says_so_in_the_language_of_the_page() -> None:
    for language, words in (("vi", "Không có loại tiền ABC"), ("en", "There is no currency ABC")):
        with translation.override(language), pytest.raises(ValidationError) as refused:
            Property(code="NEW", currency="ABC", **NAMES).full_clean()
        [message] = refused.value.message_dict["currency"]
        assert message.startswith(words)


def test_one_of_before_the_check_is_still_saved_for_other_reasons() -> None:
    owner = Property.objects.create(code="OLD", **NAMES)
    Property.objects.filter(pk=owner.pk).update(currency="ABC")
    owner.refresh_from_db()
    owner.name_en = "Renamed"
    owner.save()
    assert Property.objects.get(pk=owner.pk).name_en == "Renamed"
