"""The pages of accounts, in both languages: what is seen, what is asked, what is shown once."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.accounts import acts
from tests.accounts.conftest import Cast


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined,no-any-return]


def secret_of(page: str) -> str:
    found = re.search(r'<p class="tp-secret"><code>([a-z0-9-]{19})</code>', page)
    assert found, "a one-time password is shown"
    return found.group(1)


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            "en",
            ("Everything recorded", "Post asked for", "Auditor.", "adm", "Waits for a second person", "Give a post"),
        ),
        ("vi", ("Đề nghị giao chức vụ", "Kiểm toán.", "Chờ người thứ hai", "Giao chức vụ", "Khóa tài khoản")),
    ],
)
def test_the_page_of_an_account_tells_its_history_from_the_record(
    cast: Cast, language: str, parts: tuple[str, ...]
) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    page = text(cast.browser("adm", language).get(reverse("admin:auth_user_change", args=[cast["nobody"].pk])))
    for part in parts:
        assert part in page, part


@pytest.mark.parametrize("language", ["en", "vi"])
def test_what_waits_is_found_on_the_overview_the_list_and_its_page(cast: Cast, language: str) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    page = reverse("admin:casino_accountchange_change", args=[cast.waiting.pk])
    for name in ("gm", "adm2"):
        browser = cast.browser(name, language)
        for address in (reverse("admin:index"), reverse("admin:casino_accountchange_changelist")):
            assert page in text(browser.get(address))
        assert 'value="confirm"' in text(browser.get(page))
    own = text(cast.browser("adm", language).get(page))
    assert 'value="confirm"' not in own
    assert 'value="withdraw"' in own
    assert ("Whoever asked does not confirm it" if language == "en" else "Người đề nghị không tự xác nhận") in own
    assert page not in text(cast.browser("adm", language).get(reverse("admin:index")))
    looking = text(cast.browser("auditor", language).get(page))
    assert 'value="confirm"' not in looking
    assert 'value="withdraw"' not in looking
    assert cast.browser("shift", language).get(page).status_code == 404, "who stands at the tables sees postings only"


def test_who_asks_and_who_confirms_are_each_shown_a_part_once(cast: Cast) -> None:
    asked = cast.do("adm", "gm", "password")
    first = secret_of(text(asked))
    assert "no-store" in asked["Cache-Control"]
    change = cast.waiting
    answer = cast.say("director", change, "confirm")
    second = secret_of(text(answer))
    assert first != second
    page = reverse("admin:casino_accountchange_change", args=[change.pk])
    for name in ("adm", "adm2", "director", "auditor"):
        shown = text(cast.browser(name).get(page))
        assert first not in shown
        assert second not in shown


def test_a_second_click_is_told_so_and_changes_nothing(cast: Cast) -> None:
    address = reverse("admin:auth_user_do", args=[cast["nobody"].pk, "post"])
    said = {"command_id": str(uuid4()), "post": "dealer"}
    browser = cast.browser("adm")
    assert browser.post(address, said).status_code == 302
    said["post"] = "auditor"
    assert browser.post(address, said).status_code == 409
    assert cast.groups("nobody") == {"dealer"}


def test_a_refusal_keeps_its_reason_beside_the_record(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    change = cast.waiting
    assert cast.say("gm", change, "refuse", reason="Never met them.").status_code == 302
    page = text(cast.browser("adm").get(reverse("admin:casino_accountchange_change", args=[change.pk])))
    assert "Never met them." in page
    assert "Not confirmed" in page


def test_a_word_that_is_none_does_nothing(cast: Cast) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    assert cast.say("gm", cast.waiting, "perhaps").status_code == 403
    assert cast.waiting


@pytest.mark.parametrize("key", ["0", "abc", "99999999999999999999999", "１"])
def test_keys_that_are_none_are_not_found(cast: Cast, key: str) -> None:
    base = reverse("admin:auth_user_changelist")
    browser = cast.browser("adm")
    for address in (f"{base}{key}/change/", f"{base}{key}/do/post/", f"{base}{cast['gm'].pk}/do/nothing/"):
        assert browser.get(address).status_code == 404, address
    changes_list = reverse("admin:casino_accountchange_changelist")
    assert browser.get(f"{changes_list}{key}/change/").status_code == 404


def test_everybody_finds_their_own_history(cast: Cast) -> None:
    acts.change_names(cast["dealer"].pk, first_name="Hoa", last_name="", **cast.by("adm"))
    page = text(cast.browser("dealer").get(reverse("admin:auth_user_change", args=[cast["dealer"].pk])))
    assert "Names changed" in page
    assert reverse("admin:auth_user_do", args=[cast["dealer"].pk, "names"]) not in page
    assert reverse("admin:password_change") in page


@pytest.mark.parametrize("language", ["en", "vi"])
@pytest.mark.parametrize("action", ["names", "post", "take", "password", "email", "close"])
def test_every_form_opens(cast: Cast, action: str, language: str) -> None:
    browser = cast.browser("adm", language)
    assert browser.get(reverse("admin:auth_user_do", args=[cast["sup"].pk, action])).status_code == 200
    assert browser.get(reverse("admin:auth_user_add")).status_code == 200
    assert browser.get(reverse("admin:casino_posting_add")).status_code == 200
