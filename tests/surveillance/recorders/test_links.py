"""Link templates: what they write, and everything that is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.errors import Problem
from surveillance.recorders.links import link, template

HANOI = ZoneInfo("Asia/Ho_Chi_Minh")
START = datetime(2026, 11, 20, 21, 14, 0, 250_000, tzinfo=UTC)
END = START + timedelta(seconds=30)


@pytest.mark.parametrize(
    ("form", "utc", "hanoi"),
    [
        ("{start}", "2026-11-20T21%3A14%3A00Z", "2026-11-21T04%3A14%3A00%2B07%3A00"),
        ("{start:iso_ms}", "2026-11-20T21%3A14%3A00.250Z", "2026-11-21T04%3A14%3A00.250%2B07%3A00"),
        ("{start:basic}", "20261120T211400Z", "20261121T041400"),
        ("{start:basic_ms}", "20261120T211400.250Z", "20261121T041400.250"),
        ("{start:unix}", "1795209240", "1795209240"),
        ("{start:unix_ms}", "1795209240250", "1795209240250"),
        ("{start:%Y-%m-%d}/{start:%H.%M.%S}", "2026-11-20/21.14.00", "2026-11-21/04.14.00"),
        ("{start:unix}-{end:unix}", "1795209240-1795209271", "1795209240-1795209271"),
        ("{end:%H%M}", "2115", "0415"),
    ],
)
def test_each_format(form: str, utc: str, hanoi: str) -> None:
    made = template(f"https://vms.local/play?c={{camera}}&s={{start:unix}}&t={form}", "viewer")
    for zone, expected in ((UTC, utc), (HANOI, hanoi)):
        address = link(made, camera="RL 03/2&x=1", start=START, end=END, zone=zone)
        assert address == f"https://vms.local/play?c=RL%2003%2F2%26x%3D1&s=1795209240&t={expected}"


def test_a_makers_own_scheme_and_a_replay_address() -> None:
    made = template("vmsclient:open/{camera}/{start:unix_ms}", "viewer")
    assert link(made, camera="3", start=START, end=END, zone=UTC) == "vmsclient:open/3/1795209240250"
    made = template("rtsp://recorder:554/replay?channel={camera}", "rtsp")
    assert link(made, camera="3", start=START, end=END, zone=UTC) == "rtsp://recorder:554/replay?channel=3"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("https://vms/?c={camera}&s={begin}", "viewer"),
        ("https://vms/?c={camera}&s={start:nice}", "viewer"),
        ("https://vms/?c={camera}&s={start:%Z}", "viewer"),
        ("https://vms/?c={camera}&s={start:%-d}", "viewer"),
        ("https://vms/?c={camera}&s={start:}", "viewer"),
        ("https://vms/?c={camera:x}&s={start}", "viewer"),
        ("https://vms/?c={camera}&s={start", "viewer"),
        ("https://vms/?c={{camera}}&s={start}", "viewer"),
        ("https://vms/?c={camera.__class__}&s={start}", "viewer"),
        ("https://vms/?s={start}", "viewer"),
        ("https://vms/?c={camera}", "viewer"),
        ("https://{camera}/?s={start}", "viewer"),
        ("https://vms{camera}.example/?s={start}", "viewer"),
        ("https://u:p@vms/?c={camera}&s={start}", "viewer"),
        ("https:/vms?c={camera}&s={start}", "viewer"),
        ("https://vms:99999/?c={camera}&s={start}", "viewer"),
        ("javascript:open('{camera}{start}')", "viewer"),
        ("JavaScript:open('{camera}{start}')", "viewer"),
        ("data:text/html,{camera}{start}", "viewer"),
        ("{camera}://x/{start}", "viewer"),
        ("//vms/{camera}/{start}", "viewer"),
        ("https://vms/ ?c={camera}&s={start}", "viewer"),
        ("https://vms/\n?c={camera}&s={start}", "viewer"),
        ("https://vms/" + "x" * 1000 + "{camera}{start}", "viewer"),
        ("https://vms/{camera}", "rtsp"),
        ("rtsp://vms/1", "rtsp"),
    ],
)
def test_what_is_not_understood_is_refused_when_it_is_entered(text: str, kind: str) -> None:
    with pytest.raises(Problem) as raised:
        template(text, kind)  # type: ignore[arg-type]
    assert raised.value.code == "recorder_link"


def test_values_that_cannot_be_are_refused() -> None:
    made = template("https://vms/{camera}/{start}", "viewer")
    for camera in ("", "a\nb", "x" * 201, ".", ".."):
        with pytest.raises(Problem):
            link(made, camera=camera, start=START, end=END, zone=UTC)
    with pytest.raises(Problem):
        link(made, camera="1", start=END, end=START, zone=UTC)
    with pytest.raises(ValueError, match="zone"):
        link(made, camera="1", start=START.replace(tzinfo=None), end=END, zone=UTC)


@settings(max_examples=100)
@given(st.text(min_size=1, max_size=30))
def test_no_camera_name_leaves_its_place(camera: str) -> None:
    made = template("https://vms/{camera}/{start:unix}?end={end:unix}", "viewer")
    try:
        address = link(made, camera=camera, start=START, end=END, zone=UTC)
    except Problem:
        return
    name = address.removeprefix("https://vms/").removesuffix("/1795209240?end=1795209271")
    assert not set(name) & set("/?#&=:@ \n'\"<>\\")
