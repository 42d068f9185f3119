"""What every answer carries: the content policy, and no way to be framed."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
def test_the_admin_has_the_relaxed_policy_and_nothing_else_has_it(client: Client) -> None:
    admin = client.get("/admin/login/").headers["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval'" in admin
    assert "style-src 'self' 'unsafe-inline'" in admin
    other = client.get("/healthz").headers["Content-Security-Policy"]
    assert "unsafe" not in other
    for policy in (admin, other):
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/api/v1/openapi.json", "/api/v1/no-such-thing"])
def test_data_may_load_nothing(client: Client, address: str) -> None:
    answer = client.get(address)
    assert "json" in answer.headers["Content-Type"]
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.django_db
def test_nobody_may_frame_a_page_or_guess_its_type(client: Client) -> None:
    headers = client.get("/admin/login/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_a_page_says_its_language_which_is_vietnamese_by_default(client: Client) -> None:
    assert client.get("/admin/login/").headers["Content-Language"] == "vi"
