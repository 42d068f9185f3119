"""No bytes and no damage to a good batch make the page fail; and whatever is damaged, every whole line still counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.core.errors import Problem
from games.ingest.bodies import JSON, NDJSON, split
from games.ingest.quarantine import storable
from games.ingest.wire import Read, glimpse, read_event
from tests.api.conftest import Poster
from tests.ingest.conftest import House

CALM = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
GOOD: dict[str, Any] = {
    "id": "6f2b7c1e-0000-4000-8000-000000000001",
    "type": "roulette.bet_placed.v1",
    "table": "RL01",
    "round": "r1",
    "occurred_at": "2026-06-13T20:15:00+07:00",
    "sequence": 7,
    "correlation": "c",
    "entered_later": True,
    "data": {"bet": "b1", "spot": "split:14-17", "stake_minor": 5, "player": "P1", "seat": 3},
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A good event with fields replaced or taken out, or bytes of it changed."""
    event: dict[str, Any] = {**GOOD, "id": str(draw(st.uuids())), "data": dict(GOOD["data"])}
    for place in (event, event["data"]):
        for key in draw(st.lists(st.sampled_from(sorted(place)), max_size=2, unique=True)):
            if draw(st.booleans()):
                place.pop(key, None)
            elif isinstance(event.get("data"), dict):
                place[key] = draw(ANYTHING)
        if not isinstance(event.get("data"), dict):
            break
    raw = bytearray(json.dumps(event).encode())
    for _n in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(raw) - 1))
        cut = draw(st.integers(0, 3))
        raw[at : at + cut] = draw(st.binary(max_size=4))
    return bytes(raw).replace(b"\n", b" ")


def outcome(read: Callable[[], Any]) -> Any:
    """What was read, or the problem; any other exception goes up."""
    try:
        return read()
    except Problem as problem:
        return problem


@given(st.binary(max_size=300) | damaged())
def test_reading_ends_in_an_event_or_a_problem(raw: bytes) -> None:
    found = outcome(lambda: read_event(raw, max_bytes=65_536))
    if isinstance(found, Problem):
        assert found.text.vi
        assert "\x00" not in found.text.en + (found.field or "")
    else:
        assert isinstance(found, Read)
    assert glimpse(raw) is not None


@given(st.binary(max_size=200) | st.lists(damaged(), max_size=3).map(lambda parts: b"[" + b",".join(parts) + b"]"))
def test_splitting_ends_in_events_or_a_problem(body: bytes) -> None:
    for kind in (JSON, NDJSON):
        found = outcome(lambda kind=kind: split(body, kind, limit=50))  # type: ignore[misc]
        if isinstance(found, Problem):
            assert found.status in (400, 413)
        else:
            assert found.events


@given(st.text())
def test_what_is_stored_of_a_name_has_no_nul(text: str) -> None:
    assert "\x00" not in storable(text)


@CALM
@given(body=st.binary(max_size=400), kind=st.sampled_from(["application/json", "application/x-ndjson"]))
def test_rubbish_is_answered(post: Poster, body: bytes, kind: str) -> None:
    assert post(body, kind).status_code in (200, 400, 413)


@CALM
@given(st.lists(damaged(), min_size=1, max_size=4))
def test_every_line_of_a_damaged_batch_is_answered(post: Poster, house: House, lines: list[bytes]) -> None:
    whole = house.raw()
    response = post.events(*lines, whole)
    assert response.status_code == 200, response.content
    results = response.json()["results"]
    assert results[-1]["status"] == "recorded"
    for result in results:
        assert ("position" in result) != ("code" in result)


@CALM
@given(
    st.dictionaries(
        st.sampled_from(
            [
                "Authorization",
                "Tableproof-Device",
                "Tableproof-Timestamp",
                "Tableproof-Clock",
                "Tableproof-Signature",
                "Content-Encoding",
                "Accept",
                "Accept-Language",
            ]
        ),
        st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=40)
        | st.sampled_from(["Bearer S1.x", "K1", "2026-06-13T20:15:00Z", "gzip", "A" * 86 + "==", "vi", "*/*;q=x"]),
    )
)
def test_no_header_makes_it_fail(post: Poster, headers: dict[str, str]) -> None:
    response = post(b"{}", token=None, **headers)
    assert response.status_code in (401, 429)


@pytest.mark.parametrize("name", ["Tableproof-Clock", "Tableproof-Timestamp", "Content-Encoding", "Accept-Language"])
@CALM
@given(value=st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=40))
def test_no_header_of_a_known_device_makes_it_fail(post: Poster, house: House, name: str, value: str) -> None:
    response = post(house.raw(), **{name: value})
    assert response.status_code in (200, 400, 401, 415, 429)
