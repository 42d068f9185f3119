"""The other pages: first page, tables, devices, quarantine, state of the log, statistics, accounts, side bar, theme."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import override

from casino.checkpoints import building
from casino.checkpoints.models import Authority, Log
from casino.clock import now as clock
from casino.ledger.application import get_ledger
from casino.ledger.models import Follower
from games.admin import statistics
from games.admin.devices import hex_dump, readable
from games.admin.health import SignedShare
from games.engine.origin import Part
from games.ingest.models import Device, Quarantine
from games.rows.models import Projection, Round, RoundStatus, Table
from games.rows.origins import shares
from tests.admin.conftest import As
from tests.admin.house import House, person
from tests.transparency.test_stamps import Authority as Stamping
from tests.transparency.test_stamps import authority

__all__ = ["authority"]

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


@pytest.mark.parametrize(("language", "said"), [("en", "none is open now"), ("vi", "hiện không bàn nào mở")])
def test_after_the_day_the_first_page_says_where_there_was_play(
    house: House, as_: As, language: str, said: str
) -> None:
    """As in the demonstration, whose day is over: "0 of 9 open" would look as if nothing was there."""
    figure = re.compile(r"<strong>(\d+ / \d+)</strong> <span>([^<]*)</span></a></li>\s*</ul>")
    Table.objects.update(is_open=True)
    assert figure.findall(as_("pit_manager", language).get(reverse("admin:index")).content.decode())[0][0] == "1 / 1"
    Table.objects.update(is_open=False)
    Table.objects.create(pk=-1, property=house.property, code="RL99", changed_at=NOW, first_position=1, last_position=1)
    [(count, words)] = figure.findall(as_("pit_manager", language).get(reverse("admin:index")).content.decode())
    assert count == "1 / 2"
    assert said in words


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


@pytest.mark.parametrize(
    ("language", "allow", "without", "left_out"),
    [
        ("en", "Two persons can allow it", "goes on without", "Recorded, and left out of lists"),
        ("vi", "Hai người có thể cho phép", "đi tiếp và bỏ qua", "Đã ghi, nhưng không có trong danh sách"),
    ],
)
def test_what_a_follower_stops_at_and_what_it_goes_on_without_is_named(
    house: House, as_: As, language: str, allow: str, without: str, left_out: str
) -> None:
    address, code = reverse("admin:games_projection_changelist"), house.property.code
    row = Projection.objects.get_or_create(property=house.property, name="games")[0]
    event = get_ledger(code).get(3)
    assert event is not None
    stream = event.stream
    Follower.objects.filter(property=house.property, name="games").update(position=2)
    Projection.objects.filter(pk=row.pk).update(failed_at=NOW, error="UnknownEvent: x.y.v1")
    page = page_of(as_, address, language=language)
    assert allow in page
    assert f"setting ask pass_over 'games {stream}' --property {code}" in page
    Projection.objects.filter(pk=row.pk).update(failed_at=None, error="")
    assert left_out not in page_of(as_, reverse("admin:index"), role="regulator", language=language)
    Follower.objects.filter(property=house.property, name="games").update(passed_over=[3])
    page = page_of(as_, address, language=language)
    for said in (without, stream, "manage.py rebuild_readmodel"):
        assert said in page
    assert left_out in page_of(as_, reverse("admin:index"), role="regulator", language=language)


def test_the_transparency_log_says_how_it_stands_and_what_stopped_it(
    house: House, as_: As, settings: Any, tmp_path: Path
) -> None:
    address = reverse("admin:games_projection_changelist")
    assert "TRANSPARENCY_DIR" in page_of(as_, address)
    settings.TRANSPARENCY_DIR = str(tmp_path / "transparency")
    assert building.advance(house.property.code, clock())
    page = page_of(as_, address)
    assert f"/{house.property.code}</dd>" in page
    assert "nobody outside the house" in page
    assert "needs attention" not in page_of(as_, reverse("admin:index"))
    Log.objects.update(error="set_back 5 < 7", failed_at=NOW)
    assert "shorter than a signed checkpoint: the database was set back. 5 &lt; 7" in page_of(as_, address)
    assert "cơ sở dữ liệu đã bị lùi lại. 5 &lt; 7" in page_of(as_, address, language="vi")
    assert "the transparency log needs attention" in page_of(as_, reverse("admin:index"))


STAMPS = '[[authority]]\nname = "{0}"\nurl = "http://127.0.0.1:9/tsr"\nroots = ["root.pem"]\n'


@pytest.mark.parametrize(
    ("language", "fresh", "kept", "refused"),
    [
        ("en", "not asked yet", "stamps</span>", "gave no stamp"),
        ("vi", "chưa hỏi", "đóng dấu</span>", "không đóng dấu"),
    ],
)
def test_the_page_says_how_authorities_for_time_stamps_stand(
    house: House,
    as_: As,
    settings: Any,
    tmp_path: Path,
    authority: Stamping,
    language: str,
    fresh: str,
    kept: str,
    refused: str,
) -> None:
    address = reverse("admin:games_projection_changelist")
    settings.TRANSPARENCY_DIR = str(tmp_path / "transparency")
    assert building.advance(house.property.code, clock())
    assert "tsa.example" not in page_of(as_, address, language=language)
    (tmp_path / "root.pem").write_bytes((authority.folder / "root.pem").read_bytes())
    settings.TRANSPARENCY_STAMPS = str(tmp_path / "stamps.toml")
    (tmp_path / "stamps.toml").write_text(STAMPS.format("tsa.example"))
    page = page_of(as_, address, language=language)
    assert "tsa.example" in page
    assert fresh in page
    row = Authority.objects.create(log=Log.objects.get(), name="tsa.example", size=17, answered_at=NOW)
    page = page_of(as_, address, language=language)
    assert kept in page
    assert re.search(r'class="tp-number" data-label="[^"]+">17</td>', page)
    assert "needs attention" not in page_of(as_, reverse("admin:index"))
    row.error = "stamp_refused status 503"
    row.save()
    page = page_of(as_, address, language=language)
    assert refused in page
    assert "status 503" in page
    assert "the transparency log needs attention" in page_of(as_, reverse("admin:index"))


@pytest.mark.parametrize(("language", "nobody"), [("en", "nobody but the house"), ("vi", "chỉ có cơ sở")])
def test_the_page_says_which_share_is_signed(house: House, as_: As, language: str, nobody: str) -> None:
    """Of events and of money, as the command line says it; in this house nothing is signed."""
    page = page_of(as_, reverse("admin:games_projection_changelist"), language=language)
    assert nobody in page
    found = [int(each) for each in re.findall(r'data-label="[^"]+">(\d+) %</td>', page)]
    assert found == [0, 0, 100, 0, 0, 100], "events, and money in the one currency"
    events = shares(house.property.code).events
    assert (events.by_device, events.by_person, events.total > 0) == (0, 0, True)


@pytest.mark.parametrize(
    ("part", "percents"),
    [
        (Part(total=3, by_device=1, by_person=1), (33, 33, 34)),
        (Part(total=1000, by_device=999, by_person=0), (99, 0, 1)),
        (Part(total=0, by_device=0, by_person=0), (0, 0, 0)),
    ],
)
def test_the_share_of_signers_is_never_rounded_up(part: Part, percents: tuple[int, int, int]) -> None:
    share = SignedShare("", part)
    assert (share.device, share.person, share.house) == percents


def test_a_spin_with_an_unclear_chip_is_counted_and_a_void_one_is_not(house: House) -> None:
    """The ball knows nothing of what waits for a ruling about a bet."""
    rows = Round.objects.filter(game="roulette")
    waits = rows.get(code="unclear")
    assert (waits.status, waits.outcome != "") == (RoundStatus.AWAITING, True)
    void = rows.filter(status=RoundStatus.VOID)
    assert void
    counted = statistics._spins("*", {})
    assert waits in counted
    assert not counted & void


def test_statistics_count_results_and_leave_void_spins_out(house: House, as_: As) -> None:
    page = page_of(as_, reverse("admin:games_statistics"))
    assert "<strong>5</strong> spins counted" in page
    assert "Fewer than 185 spins" in page
    assert "36 degrees of freedom" in page
    assert "about 26 % of the time" in page


@pytest.mark.parametrize("places", [1, 2, 4])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_figures_are_rounded_and_not_cut_off(language: str, places: int) -> None:
    """Every expected figure of up to 2,000 spins, against the exact fraction."""
    with override(language):
        for spins in range(1, 2_000, 7):
            exact = Decimal(spins) / 37
            wanted = f"{exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):,}"
            if language == "vi":
                wanted = wanted.translate(str.maketrans(",.", ".,"))
            assert statistics._number(spins / 37, places) == wanted
        assert statistics._number(-0.04, 1).lstrip("-") == ("0,0" if language == "vi" else "0.0")
        assert statistics._number(-0.004, 1)[0] != "-", "no minus before a nought"


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
    from casino.console.navigation import sidebar

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


def test_the_side_bar_names_a_person_family_name_first(house: House, as_: As) -> None:
    user = person("pit_manager")
    User.objects.filter(pk=user.pk).update(first_name="Dũng", last_name="Phạm")
    page = as_("pit_manager", "en").get(reverse("admin:index")).content.decode()
    assert "Phạm Dũng" in page
    assert "Dũng Phạm" not in page


@pytest.mark.parametrize(("language", "sentence"), [("vi", "Không tìm thấy gì."), ("en", "Nothing is found here.")])
def test_a_list_without_rows_offers_no_making_of_what_nobody_makes(
    house: House, as_: As, language: str, sentence: str
) -> None:
    page = page_of(as_, reverse("admin:games_round_changelist") + "?q=nothing-is-called-so", language=language)
    assert sentence in page
    assert "Create a new" not in page
