"""Where nothing stands, and where somebody may not: a page of our own, in the person's language, without a trace."""

from __future__ import annotations

import html

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import translation

from casino.access.models import Refusal
from games.api import base
from tests.admin.conftest import As
from tests.admin.house import House


@pytest.mark.parametrize(
    ("language", "said"), [("vi", "Không có gì ở đây"), ("en", "Nothing stands here")], ids=["vi", "en"]
)
def test_an_address_that_is_none(client: Client, db: None, language: str, said: str) -> None:
    client.cookies["django_language"] = language
    answer = client.get("/admin-that-is-none/<script>")
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 404
    assert said in page
    assert f'<html lang="{language}"' in page
    assert "script>" not in page


@pytest.mark.parametrize("language", ["vi", "en"])
def test_what_somebody_may_not_says_why_where_a_reason_was_given(language: str) -> None:
    reason = "Only at <RL01>."
    with translation.override(language):
        answer = base.no_entry(RequestFactory().get("/admin/"), PermissionDenied(reason))
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "Only at &lt;RL01&gt;." in page
    assert {"vi": "không có quyền", "en": "not yours to see"}[language] in html.unescape(page)


@pytest.mark.parametrize(("language", "said"), [("vi", "Lỗi thuộc về hệ thống"), ("en", "The fault is ours")])
def test_our_own_fault_and_a_request_that_cannot_be_read(language: str, said: str) -> None:
    request = RequestFactory().get("/admin/")
    with translation.override(language):
        assert said in html.unescape(base.failed(request).content.decode())
        unread = base.bad_request(request)
    assert unread.status_code == 400
    assert "Tableproof" in unread.content.decode()


def test_a_refusal_names_the_page_by_its_title(house: House, as_: As) -> None:
    assert as_("dealer", "en").get(reverse("admin:auth_user_changelist")).status_code == 403
    row = Refusal.objects.get()
    for name, arguments in (("changelist", []), ("change", [row.pk])):
        page = as_("administrator", "en").get(reverse(f"admin:casino_refusal_{name}", args=arguments))
        assert page.status_code == 200
        assert "admin:auth_user" not in page.content.decode()
