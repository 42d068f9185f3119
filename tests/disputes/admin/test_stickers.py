"""A sticker for each table, and what it opens; an incident over an interval as one matter of many parties."""

from __future__ import annotations

from typing import Any

import segno
from django.contrib.auth.models import User

from disputes.pages.round_choices import picks
from disputes.rows.models import Case as CaseRow
from games.rows.models import Round, Table
from tests.disputes.admin.conftest import ELSEWHERE, As
from tests.disputes.court import Court, colleague

STICKERS = "/admin/disputes/case/stickers/"
OPEN = "/admin/disputes/case/open/"


def test_each_table_has_a_code_that_opens_a_case_there_with_its_last_rounds(
    court: Court, as_: As, settings: Any
) -> None:
    settings.PUBLIC_URL = "https://tables.example.com/"
    client = as_("pit_supervisor", "en")
    shown = client.get(STICKERS).content.decode()
    address = "https://tables.example.com/admin/disputes/case/open/?property=HOITEST&table=RL01".replace(
        "HOITEST", court.house.property.code
    )
    picture = segno.make(address, error="q", micro=False).svg_data_uri(scale=4, border=2, dark="#000", light="#fff")
    assert picture.replace("&", "&amp;") in shown or picture in shown
    page = client.get(address.removeprefix("https://tables.example.com")).content.decode()
    newest = Round.objects.filter(table="RL01").order_by("-moment", "-first_position").first()
    assert newest is not None
    assert f'value="RL01/{newest.code}"' in page
    assert page.index('name="claim"') < page.index('name="rounds"'), "the claim comes first"


def test_stickers_are_for_whoever_opens_cases_at_their_tables(court: Court, as_: As) -> None:
    colleague(ELSEWHERE, "pit_supervisor", tables=("RL09",))
    assert "RL01" not in as_(User.objects.get(username=ELSEWHERE)).get(STICKERS).content.decode()
    for role in ("regulator", "auditor", "surveillance", "dealer"):
        assert as_(role).get(STICKERS).status_code == 403, role
    assert Table.objects.filter(code="RL01").exists()


def test_an_incident_over_an_interval_is_one_matter_with_many_parties(court: Court, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    rows = list(Round.objects.filter(table="RL01").order_by("moment"))
    zone = court.house.property.zone
    first, last = rows[0].moment.astimezone(zone), rows[-1].moment.astimezone(zone)
    asked = {
        "table": "RL01",
        "property": court.house.property.code,
        "claim": "Bánh xe lắc trong cả khoảng này.",
        "about_day": f"{first:%Y-%m-%d}",
        "about_time": f"{first:%H:%M}",
        "about_until": f"{last:%H:%M}",
        "everybody": "on",
        "players-TOTAL_FORMS": "0",
        "players-INITIAL_FORMS": "0",
        "witnesses-TOTAL_FORMS": "0",
        "witnesses-INITIAL_FORMS": "0",
        "command_id": "6f2b7c1e-51a5-4cf0-9f0c-0d5d0f6e7a12",
    }
    looked: Any = client.post(OPEN, {**asked, "look": "interval"})
    page = client.get(looked.url).content.decode()
    ticked = [row for row in rows if f'value="RL01/{row.code}" id="id_round' in page]
    assert len(ticked) == len(rows), "all rounds of the interval"
    assert page.count(" checked>") >= len(rows)
    rounds = [f"RL01/{row.code}" for row in rows]
    answer = client.post(OPEN, {**asked, "rounds": rounds, "open": "1"})
    assert answer.status_code == 302, answer.content.decode()[:0]
    row = CaseRow.objects.get()
    assert len(row.rounds) == len(rows)
    known = {player for pick in picks(court.house.property, rows) for player in pick.players.values() if player}
    assert known
    assert set(row.references) == known, "everybody whom the table knows, each once"
    assert len(row.persons) == len(known)
