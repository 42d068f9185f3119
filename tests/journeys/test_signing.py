"""In the browser: an administrator whose post must sign is shown the command, and one touch confirms and signs it. What
the browser's own device answered is kept, and holds without this server."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.db import connection
from playwright.sync_api import CDPSession

from casino.accounts import signatures
from casino.clock import now as clock
from casino.core import passkey
from casino.factors.models import Passkey
from casino.ledger.models import Property
from casino.ledger.verify import verify
from tests.admin.house import person
from tests.disputes.library.conftest import PDF
from tests.journeys.conftest import Walk, also
from tests.journeys.test_second_factor import WORDS, asked_again, device, localhost, password, start
from tests.threads import in_thread

__all__ = ["device", "localhost", "start"]
pytestmark = [pytest.mark.e2e, pytest.mark.slow]

SIGN = {"vi": "Ký bằng khóa truy cập", "en": "Sign with your passkey"}
LETTER = {"vi": "Nguyên văn", "en": "To the letter"}


def demand(role: str = "administrator") -> None:
    signatures.demand(
        mode="all",
        role=role,
        by="person:administrator",
        set_by="administrator",
        command_id=uuid4(),
        now=clock(),
    )


def kept() -> list[tuple[passkey.SignedCommand, int, bytes]]:
    """Each kept command, how many entries name it, and the origin that they have."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.command, a.credential, a.authenticator, a.client, a.signature, count(e.*), max(e.origin)"
            " FROM ledger_assertion a LEFT JOIN ledger_event e ON e.origin = a.digest GROUP BY a.property_id, a.digest"
        )
        return [(passkey.SignedCommand(*map(bytes, row[:5])), row[5], bytes(row[6])) for row in cursor.fetchall()]


def enrol(step: Walk, said: dict[str, str]) -> None:
    page = step.page
    step.follow(page.get_by_role("link", name=said["add"]))
    step.follow(page.get_by_role("button", name=said["add"]))
    page.locator(".tp-factors-codes li").nth(9).wait_for()
    step.follow(page.get_by_role("link", name=said["kept"]))


@pytest.mark.parametrize(("language", "width", "dark"), [("vi", 390, True), also("en", 1280, False)])
def test_one_touch_confirms_and_signs(
    start: Callable[..., Walk], device: Callable[..., CDPSession], language: str, width: int, dark: bool
) -> None:
    said, step = WORDS[language], start(width=width, dark=dark)
    page = step.page
    device(step)
    password(step, language)
    enrol(step, said)
    in_thread(demand)
    step.go("/admin/auth/user/add/")
    page.fill("#id_username", "nguoi.moi")
    page.select_option("#id_post", "dealer")
    step.follow(page.locator("form.tp-form button.tp-button-primary"))
    page.locator(".tp-signed").wait_for()
    asked_again(step)
    step.fits()
    page.locator(".tp-signed summary", has_text=LETTER[language]).click()
    shown: Any = page.locator(".tp-signed-text").inner_text()
    step.fits()
    assert msgspec.json.decode(shown)["said"]["post"] == "dealer"
    assert not in_thread(lambda: User.objects.filter(username="nguoi.moi").exists())
    step.twice(page.get_by_role("button", name=SIGN[language]))
    page.locator(".tp-secret").wait_for()
    page.wait_for_load_state()
    assert in_thread(lambda: User.objects.filter(username="nguoi.moi").count()) == 1
    [(made, entries, origin)] = in_thread(kept)
    assert made.command.decode() == shown
    assert entries >= 1
    assert made.digest == origin.hex()
    row = in_thread(lambda: Passkey.objects.get())
    key = passkey.Key(bytes(row.credential_id), bytes(row.public_key), row.rp_id, tuple(row.origins))
    assert made.fault(key) is None
    other = msgspec.structs.replace(made, command=made.command.replace(b"dealer", b"healer"))
    assert other.fault(key) == "another command was signed"
    code = in_thread(lambda: Property.objects.order_by("pk").values_list("code", flat=True)[0])
    assert in_thread(lambda: verify(code).fault) is None


@pytest.mark.parametrize(("language", "width", "dark"), [("en", 390, False), also("vi", 1280, True)])
def test_a_file_is_chosen_once_more_beside_the_touch(
    start: Callable[..., Walk], device: Callable[..., CDPSession], language: str, width: int, dark: bool
) -> None:
    said, step = WORDS[language], start(width=width, dark=dark)
    page = step.page
    device(step)
    who = in_thread(lambda: person("director_of_table_games", may_log_in=True))
    password(step, language, who.username)
    enrol(step, said)
    in_thread(lambda: demand("director_of_table_games"))
    step.go("/admin/disputes/libraryversion/enter/")
    page.select_option("#id_kind", "controls")
    for name, value in {"code": "ICS-7", "title_vi": "Chuẩn số 7", "title_en": "No. 7", "version": "1"}.items():
        page.fill(f"#id_{name}", value)
    page.fill("#id_valid_from", "2026-01-01")
    file: Any = {"name": "ks-07.pdf", "mimeType": "application/pdf", "buffer": PDF}
    page.set_input_files("#id_file", file)
    step.follow(page.locator("form[enctype] button.tp-button-primary"))
    page.locator(".tp-signed").wait_for()
    asked_again(step)
    step.fits()
    sign = page.get_by_role("button", name=SIGN[language])
    sign.click()
    assert in_thread(kept) == [], "the browser asks for the file before the passkey"
    page.set_input_files("#id_again_file", file)
    step.follow(sign)
    page.get_by_text("ICS-7").first.wait_for()
    [(made, entries, origin)] = in_thread(kept)
    assert (made.digest, entries) == (origin.hex(), 2)
    assert made.said is not None
    assert made.said.said["file"]["data"] == hashlib.sha256(PDF).hexdigest()
