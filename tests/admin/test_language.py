"""Vietnamese unless chosen otherwise, and every text of the screens in both languages."""

from __future__ import annotations

import io
import re

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.admin import messages
from tests.admin.conftest import As
from tests.admin.house import House

CATALOGUE = messages.ROOT / "locale" / "vi" / "LC_MESSAGES" / "django"
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")


@pytest.mark.django_db
def test_the_first_page_is_vietnamese_whatever_the_browser_prefers() -> None:
    page = Client(headers={"Accept-Language": "en-US"}).get(reverse("admin:login"))
    assert '<html lang="vi"' in page.content.decode()
    assert "Đăng nhập" in page.content.decode()


@pytest.mark.django_db
def test_the_switch_is_a_plain_form_and_is_remembered() -> None:
    client = Client()
    address = reverse("admin:login")
    answer = client.post(reverse("set_language"), {"language": "en", "next": address})
    assert answer.status_code == 302
    assert answer.headers["Location"] == address
    assert '<html lang="en"' in client.get(address).content.decode()
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"


def test_every_text_has_its_vietnamese() -> None:
    catalogue = translation.trans_real.translation("vi")._catalog  # type: ignore[attr-defined]
    missing, broken = [], []
    for message, plural in {**messages.of_theme(), **messages.ours()}.items():
        said = catalogue.get((message, 0) if plural else message) or catalogue.get(message)
        if not said:
            missing.append(message)
        elif {m.group() for m in PLACEHOLDER.finditer(said)} != {m.group() for m in PLACEHOLDER.finditer(message)}:
            broken.append(message)
    assert missing == []
    assert broken == []


def test_the_compiled_catalogue_is_the_written_one() -> None:
    with CATALOGUE.with_suffix(".po").open("rb") as file:
        written = read_po(file, locale="vi")
    fresh = io.BytesIO()
    write_mo(fresh, written)
    assert fresh.getvalue() == CATALOGUE.with_suffix(".mo").read_bytes(), "run: make messages"


def test_no_english_is_left_on_vietnamese_pages(house: House, as_: As) -> None:
    client = as_("pit_manager", "vi")
    addresses = [
        reverse("admin:index"),
        reverse("admin:games_round_changelist"),
        reverse("admin:games_finding_changelist"),
        reverse("admin:games_round_change", args=[house.round("short").pk]),
        reverse("admin:games_finding_change", args=[house.finding("paid_too_little").pk]),
        reverse("admin:games_statistics"),
        reverse("admin:games_projection_changelist"),
    ]
    english = re.compile(
        r">\s*(Filters|Type to search|Rounds?|Findings?|Table|Due|Stake|Recorded|Clauses?|Show|Open)\s*<"
    )
    for address in addresses:
        assert not english.findall(client.get(address).content.decode()), address
