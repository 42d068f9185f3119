"""Addresses with places: only those that are known, filled and quoted, and nothing that a browser would run."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from casino.core.errors import Problem
from surveillance.record import errors as _errors  # noqa: F401 - the table
from surveillance.record.templates import check_address, check_link, filled

AT = datetime(2026, 11, 22, 20, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("template", "code"),
    [
        ("https://nvr/{camera}?from={start}&to={end_iso}", None),
        ("milestone://open/{camera}/{start_unix}", None),
        ("https://nvr/{password}", "recorder_template"),
        ("https://nvr/{camera", "recorder_template"),
        ("https://nvr/{}", "recorder_template"),
        ("https://nvr/{camera.__class__}", "recorder_template"),
        ("https://nvr/{{camera}}", "recorder_template"),
        ("javascript://%0aalert(1)", "recorder_template_scheme"),
        ("data://x", "recorder_template_scheme"),
        ("file:///etc/{camera}", "recorder_template_scheme"),
    ],
)
def test_a_template_for_the_makers_client(template: str, code: str | None) -> None:
    if code is None:
        return check_link(template)
    with pytest.raises(Problem) as raised:
        check_link(template)
    assert raised.value.code == code
    return None


@pytest.mark.parametrize(
    "address", ["rtsp://10.0.0.9/{camera}", "rtsps://nvr:322/onvif?c={camera}", "rtsp://[fe80::1]/a"]
)
def test_an_address_of_a_replay(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize(
    "address", ["http://nvr/", "rtsp://", "rtsp://u:p@nvr/", "rtsp://nvr/{start}", "rtsp://nvr:x/", "rtsp://[x/"]
)
def test_what_is_no_address_of_a_replay(address: str) -> None:
    with pytest.raises(Problem):
        check_address(address)


def test_places_are_filled_in_utc_and_quoted() -> None:
    hanoi = AT.astimezone(timezone(timedelta(hours=7)))
    made = filled("x://o/{camera}?{start}/{end_iso}/{start_unix}", camera="a b/&#", begins_at=hanoi, ends_at=AT)
    assert made == f"x://o/a%20b%2F%26%23?20261122T200500Z/2026-11-22T20%3A05%3A00Z/{int(AT.timestamp())}"
