"""The other pages: first page, tables, devices, quarantine, state of the log, statistics, accounts, side bar, theme."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from casino.checkpoints import building
from casino.checkpoints.models import Log
from games.admin.devices import hex_dump, readable
from games.models import Device, Projection, Quarantine, Table
from tests.admin.conftest import As
from tests.admin.house import House

NOW = datetime(2026, 6, 13, 12, tzinfo=UTC)


def page_of(as_: As, address: str, role: str = "pit_manager", language: str = "en") -> str:
    answer = as_(role, language).get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def refused(house: House, body: bytes) -> Quarantine:
    return Quarantine.objects.create(
        property=house.property,
        device_code="RL01-CHIPS",
        is_authenticated=True,
        received_at=NOW,
        last_received_at=NOW,
        code="not_json",
        message_vi="Không phải JSON.",
        message_en="Not JSON.",
        body=body,
        body_sha256=sha256(body).hexdigest(),
        body_length=len(body),
    )


def test_the_first_page_counts_what_stands_open(house: House, as_: As) -> None:
    page = page_of(as_, reverse("admin:index"))
    assert "rounds on 13/06/2026" in page
    assert "Wrong payments to look at" in page
    assert "RL01/short" in page
    assert "−500,000" in page


def test_the_first_page_keeps_to_what_a_person_may_see(house: House, as_: As) -> None:
    page = page_of(as_, reverse("admin:index"), "dealer")
    assert "State of the log" not in page
    assert "Quarantine" not in page
    nobody = page_of(as_, reverse("admin:index"), "administrator")
    assert "RL01/short" not in nobody


def test_a_table_shows_what_it_has_and_how_it_came(house: House, as_: As) -> None:
    page = page_of(as_, reverse("admin:games_table_change", args=[Table.objects.get().pk]))
    assert "Table registered" in page
    assert "10,000\N{NO-BREAK SPACE}VND" in page
    assert "every other bet" in page


def test_a_device_shows_its_numbers_and_gaps(house: House, as_: As) -> None:
    device = Device.objects.create(
        property=house.property, code="RL01-CHIPS", kind="chip_reader", token_sha256="0" * 64, created_at=NOW
    )
    address = reverse("admin:games_device_change", args=[device.pk])
    assert "None: every number up to the highest is there." in page_of(as_, address)
    device.gaps.create(first=7, last=9, noticed_at=NOW)
    page = page_of(as_, address)
    assert "<td>7</td><td>9</td>" in page
    assert "0" * 64 not in page
    assert "RL01-CHIPS" in page_of(as_, reverse("admin:games_device_changelist"))


def test_refused_bytes_are_shown_and_never_run(house: House, as_: As) -> None:
    row = refused(house, b'{"note": "<script>alert(1)</script>"}\x00\x07')
    page = page_of(as_, reverse("admin:games_quarantine_change", args=[row.pk]))
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "\u2400\u2407" in page
    assert "Not JSON." in page
    assert "Không phải JSON." in page_of(as_, reverse("admin:games_quarantine_changelist"), language="vi")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"plain\ntext", "plain\ntext"),
        ("Cược".encode(), "Cược"),
        (b"\xff\xfe\x00", None),
        (b"", ""),
        ("a\u202eb".encode(), "a\\u202eb"),
        ("Cược".encode() + "ợ".encode()[:-1], "Cược"),
        (b"\x1b[31mred", "\u241b[31mred"),
    ],
)
def test_bytes_as_text_hide_nothing(body: bytes, expected: str | None) -> None:
    assert readable(body) == expected


def test_a_hex_dump_has_offset_bytes_and_characters() -> None:
    assert hex_dump(b"AB\x00").split() == ["000000", "41", "42", "00", "AB·"]


def test_a_stopped_follower_is_seen(house: House, as_: As) -> None:
    address = reverse("admin:games_projection_changelist")
    assert "a follower needs attention" not in page_of(as_, reverse("admin:index"))
    Projection.objects.update_or_create(
        property=house.property, name="games", defaults={"failed_at": NOW, "error": "UnknownEvent: x.y.v1"}
    )
    page = page_of(as_, address)
    assert "stopped" in page
    assert "UnknownEvent: x.y.v1" in page
    assert "a follower needs attention" in page_of(as_, reverse("admin:index"))


def test_the_transparency_log_says_how_it_stands_and_what_stopped_it(
    house: House, as_: As, settings: Any, tmp_path: Path
) -> None:
    address = reverse("admin:games_projection_changelist")
    assert "TRANSPARENCY_DIR" in page_of(as_, address)
    settings.TRANSPARENCY_DIR = str(tmp_path / "transparency")
    assert building.advance(house.property.code, datetime.now(UTC))
    page = page_of(as_, address)
    assert f"/{house.property.code}</dd>" in page
    assert "nobody outside the house" in page
    assert "needs attention" not in page_of(as_, reverse("admin:index"))
    Log.objects.update(error="set_back 5 < 7", failed_at=NOW)
    assert "shorter than a signed checkpoint: the database was set back. 5 &lt; 7" in page_of(as_, address)
    assert "cơ sở dữ liệu đã bị lùi lại. 5 &lt; 7" in page_of(as_, address, language="vi")
    assert "the transparency log needs attention" in page_of(as_, reverse("admin:index"))


def test_statistics_count_results_and_leave_void_spins_out(house: House, as_: As) -> None:
    page = page_of(as_, reverse("admin:games_statistics"))
    assert "<strong>5</strong> spins counted" in page
    assert "Fewer than 185 spins" in page
    assert "36 degrees of freedom" in page
    assert "about 26 % of the time" in page


@pytest.mark.parametrize(
    ("query", "spins"),
    [
        ("?last=2", 2),
        ("?since=2026-06-14", 0),
        ("?until=2026-06-13", 5),
        ("?table=*", 5),
        ("?table=none", 0),
        ("?run=x", 0),
    ],
)
def test_statistics_of_a_part(query: str, spins: int, house: House, as_: As) -> None:
    assert f"<strong>{spins}</strong> spins counted" in page_of(as_, reverse("admin:games_statistics") + query)


def test_statistics_say_what_they_could_not_read(house: House, as_: As) -> None:
    page = page_of(as_, reverse("admin:games_statistics") + "?since=yesterday&last=-1")
    assert page.count('role="alert"') == 2


def test_the_administrator_keeps_accounts_and_sees_no_rounds(house: House, as_: As) -> None:
    page = page_of(as_, reverse("admin:auth_user_changelist"), "administrator")
    assert "Administrator" in page
    assert reverse("admin:games_round_changelist") not in page
    assert as_("pit_manager").get(reverse("admin:auth_user_changelist")).status_code == 403


def test_one_entry_of_the_side_bar_is_marked(house: House, as_: As) -> None:
    from casino.navigation import sidebar

    answer = as_("pit_manager").get(reverse("admin:games_statistics"))
    items = [item for group in sidebar(answer.wsgi_request) for item in group["items"]]
    assert [item["link"] for item in items if item["active"]] == [reverse("admin:games_statistics")]


def test_pages_ask_nothing_of_the_outside(house: House, as_: As) -> None:
    for address in (reverse("admin:index"), reverse("admin:games_round_change", args=[house.round("short").pk])):
        page = page_of(as_, address)
        assert 'src="http' not in page
        assert 'href="http' not in page
        assert "@import" not in page


def test_without_a_script_the_page_is_still_shown(house: House, as_: As) -> None:
    assert "<noscript><style>html[x-cloak]" in page_of(as_, reverse("admin:index"))


def test_a_table_says_what_its_game_needs(house: House, as_: As) -> None:
    address = reverse("admin:games_table_change", args=[Table.objects.get(code="RL01").pk])
    assert "<dt>Decks</dt>" not in page_of(as_, address)
    house.story.tell("table/RL01", "table.game_settings_set", NOW, decks=8, seats=7)
    house.story.tell("table/RL01", "table.insurance_set", NOW, offered=False)
    shown = page_of(as_, address)
    for part in ("<dt>Decks</dt><dd>8</dd>", "<dt>Seats</dt><dd>7</dd>", "<dt>Insurance</dt><dd>not offered</dd>"):
        assert part in shown, part
