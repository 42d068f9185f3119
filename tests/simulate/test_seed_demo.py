"""The demonstration: loaded once, whole, also after an interruption; its audit finds what was planted; its accounts."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from casino.access.models import Posting
from casino.access.postings import duty_of, role_of
from casino.access.roles import ROLES
from casino.clock import now as clock_now
from casino.ledger import row_kinds
from casino.ledger.application import Ledger
from casino.ledger.models import Verification
from games.ingest.models import Device, DeviceGap, Quarantine
from games.ingest.service import house_sender, take_in
from games.rows import readmodel, server_clock
from games.rows.audit import audit_devices, audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding, Round
from games.simulate import staff
from games.simulate.day import Day, late_and_out_of_order, simulated_day
from games.simulate.tables import PIT
from surveillance.demonstration import house as demonstration
from surveillance.demonstration.management.commands import seed_demo, simulate

README = Path(__file__).parents[2] / "README.md"
ZONE = ZoneInfo("Asia/Ho_Chi_Minh")
DAY = date(2026, 6, 13)
SEED = 20260613


@pytest.fixture(autouse=True)
def few_recorded_spins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All 4,798 are imported in the tests of the import."""
    spins = tmp_path / "spins.csv"
    spins.write_text("run,spin,pocket\n1,1,13\n1,2,8\n1,3,22\n")
    monkeypatch.setattr(demonstration, "SHIPPED_OUTCOMES", spins)


KEPT = timedelta(seconds=30)
"""Longer than this a device sends what it sees only where it was off line."""


def nobody_listens(_count: int) -> None:
    pass


def small_day() -> Day:
    return simulated_day(SEED, DAY, zone=ZONE, spins=12)


def planted_of(day: Day) -> Counter[tuple[str, str, int]]:
    """(table, code, amount) of every fault of the day."""
    return Counter((table, planted.kind, planted.amount_minor) for table, planted in day.planted)


def found_at_tables(day: Day) -> Counter[tuple[str, str, int]]:
    """What was found in rounds. Of what a device kept while it was off line the day plants the chips alone: of its
    other facts, each of which moves what is owed as well, this sees that none is more than a remark."""
    of_rounds = Finding.objects.exclude(round=None)
    kept = of_rounds.filter(code="claim_buffered", subject__startswith="fact:")
    late = {
        event.table
        for delivery in day.deliveries
        for event in delivery.events
        if event.occurred_at is not None and delivery.arrives_at - event.occurred_at > KEPT
    }
    assert set(kept.values_list("table", flat=True)) <= late
    assert set(kept.values_list("severity", flat=True)) <= {"remark"}
    found = of_rounds.exclude(pk__in=kept).values_list("table", "code", "amount_minor")
    return Counter((table, code, amount_minor) for table, code, amount_minor in found)


@pytest.mark.usefixtures("fresh_database", "app_role")
def test_the_audit_of_the_day_finds_what_was_planted_and_nothing_else() -> None:
    owner = demonstration.make_property()
    day = simulated_day(SEED, DAY, zone=ZONE)
    demonstration.load(owner, day, progress=nobody_listens)
    demonstration.show(owner)
    server_clock.catch_up(owner.code)  # whose clock the loading sets does not jump
    audit_devices(owner.code)
    readmodel.follow_to_head(owner.code)
    moments = [event.recorded_at for event in Ledger(owner.code).read(limit=100_000)]
    assert moments == sorted(moments), "the server's clock never went back"
    assert found_at_tables(day) == planted_of(day)
    assert set(Finding.objects.filter(round=None).values_list("code", "device")) == {
        ("device_silent", day.silent[0]),
        ("device_clock_off", "RL03-CHIPS"),
    }
    assert set(map(str, Quarantine.objects.values_list("event_id", flat=True))) == set(day.refused)
    device, first, last = day.silent
    assert list(DeviceGap.objects.values_list("device__code", "first", "last")) == [(device, first, last)]
    assert list(row_kinds.faults(owner.code)) == [], "what was counted of devices is what the record says"
    rounds = Round.objects.filter(currency="VND", source="simulated")
    assert rounds.count() == day.rounds
    assert set(rounds.values_list("gaming_day", flat=True)) == {DAY}
    assert Round.objects.filter(table="RL90", source="imported").count() == 3


@pytest.mark.usefixtures("fresh_database")
@pytest.mark.slow
def test_a_day_without_faults_over_a_bad_line_leaves_remarks_and_no_finding() -> None:
    """Batches come late, overtake each other and are mixed up in themselves. What is judged before all are in may be
    found; when they are, nothing stands open but the remark that chips were received late."""
    owner = demonstration.make_property()
    clean = simulated_day(SEED, DAY, zone=ZONE, spins=12, faults=False)
    day = late_and_out_of_order(clean, SEED)
    wrong_meanwhile: Counter[str] = Counter()
    batches = 0

    def judged_meanwhile(_count: int) -> None:
        nonlocal batches
        batches += 1
        if batches % 37 == 0:
            readmodel.catch_up(owner.code)
            wrong_meanwhile.update(audit_rounds(owner.code, dry_run=True).findings)

    demonstration.load(owner, day, progress=judged_meanwhile)
    demonstration.show(owner)
    assert set(wrong_meanwhile) - {"claim_buffered"}
    standing = Finding.objects.filter(status="open")
    assert set(standing.values_list("code", "severity")) == {("claim_buffered", "remark")}
    assert {code for _table, code, _amount in planted_of(day)} == {"claim_buffered"}
    assert any(standing.values_list("amount_minor", flat=True))
    assert not Quarantine.objects.exists()


@pytest.mark.usefixtures("fresh_database")
def test_the_command_says_the_accounts_and_a_second_run_adds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("surveillance.demonstration.management.commands.seed_demo.simulated_day", _small)
    out = StringIO()
    call_command(seed_demo.Command(), "--day", DAY.isoformat(), stdout=out)
    head = Ledger(demonstration.PROPERTY).head()
    again = StringIO()
    call_command(seed_demo.Command(), stdout=again)
    assert Ledger(demonstration.PROPERTY).head() == head
    [checked] = Verification.objects.all()
    assert (checked.faults, checked.reached) == (0, head[0])
    assert again.getvalue() == out.getvalue()
    assert demonstration.PASSWORD in out.getvalue()
    for member in staff.ACCOUNTS:
        assert member.username in out.getvalue()
        user = User.objects.get(username=member.username)
        assert role_of(user) == member.role
        assert user.is_staff
        assert not user.is_superuser
    assert {member.role for member in staff.ACCOUNTS} == set(ROLES)
    assert User.objects.get(username="pit.manager").check_password(demonstration.PASSWORD)
    assert Finding.objects.exists()
    assert Posting.objects.count() == len(demonstration.POSTINGS)


def _small(seed: int, day: date, *, zone: ZoneInfo) -> Day:
    return simulated_day(seed, day, zone=zone, spins=12)


@pytest.mark.usefixtures("fresh_database")
@pytest.mark.slow
def test_loading_that_was_interrupted_goes_on_and_ends_the_same() -> None:
    owner = demonstration.make_property()
    day = small_day()
    calls = 0

    def interrupts(_count: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 40:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        demonstration.load(owner, day, progress=interrupts)
    assert not demonstration.is_loaded(owner)
    assert demonstration.day_to_load(owner, datetime(2026, 11, 1, tzinfo=ZONE)) == DAY
    demonstration.load(owner, day, progress=nobody_listens)
    assert demonstration.is_loaded(owner)
    demonstration.show(owner)
    assert found_at_tables(day) == planted_of(day)
    recorded = {row.id for row in Ledger(owner.code).read(limit=100_000)}
    sent = {event.id for delivery in day.deliveries for event in delivery.events if str(event.id) not in day.refused}
    assert sent <= recorded


@pytest.mark.usefixtures("fresh_database")
def test_a_day_is_loaded_when_it_is_over() -> None:
    owner = demonstration.make_property()
    assert demonstration.day_to_load(owner, datetime(2026, 6, 14, 7, tzinfo=ZONE)) == DAY
    assert demonstration.day_to_load(owner, datetime(2026, 6, 14, 5, 59, tzinfo=ZONE)) == date(2026, 6, 12)


@pytest.mark.parametrize("name", ["seed_demo", "seed_demo_cases", "seed_demo_footage", "simulate"])
def test_outside_the_demonstration_profile_there_is_no_such_command(name: str) -> None:
    with pytest.raises(CommandError, match="Unknown command"):
        call_command(name)


@pytest.mark.django_db
def test_an_account_that_is_there_keeps_its_password() -> None:
    demonstration.make_property()
    User.objects.create_user("pit.manager", password="their own choice")
    assert demonstration.make_accounts(clock_now()) == len(staff.ACCOUNTS) - 1
    assert User.objects.get(username="pit.manager").check_password("their own choice")
    assert demonstration.make_accounts(clock_now()) == 0


@pytest.mark.django_db
def test_the_accounts_are_posted_and_the_acting_one_anew_when_its_time_runs_out() -> None:
    owner = demonstration.make_property()
    demonstration.make_accounts(clock_now())
    start = datetime(2026, 6, 14, 12, tzinfo=ZONE)
    starts = [start + timedelta(hours=hours) for hours in (0, 0, 59, 60, 61, 119, 120, 500)]
    made = [demonstration.make_postings(owner, at) for at in starts]
    assert made == [3, 0, 0, 1, 0, 0, 1, 1]
    for hours in (0, 119, 121, 501):
        acting = duty_of(User.objects.get(username="acting.pit.supervisor"), start + timedelta(hours=hours))
        assert acting is not None
        assert acting.post == "acting_pit_supervisor"
    manager = duty_of(User.objects.get(username="pit.manager"), start)
    supervisor = duty_of(User.objects.get(username="pit.supervisor"), start)
    assert manager is not None
    assert supervisor is not None
    for table in ("RL01", "SB01", "BA02", "MB01"):
        assert manager.covers(table, PIT)
        assert supervisor.covers(table)


@pytest.mark.django_db
def test_a_device_has_one_token_in_an_installation_and_another_elsewhere(settings: Any) -> None:
    here = demonstration.device_token("RL01-TABLET")
    assert here == demonstration.device_token("RL01-TABLET")
    assert here.startswith("RL01-TABLET.")
    settings.SECRET_KEY = "another installation"
    assert demonstration.device_token("RL01-TABLET") != here


@pytest.mark.usefixtures("fresh_database")
def test_the_example_of_the_readme_leaves_no_gap_and_no_finding_behind() -> None:
    """As somebody sends it by hand, who reads: token and number as `make run` prints them, then the same again."""
    owner = demonstration.make_property()
    demonstration.load(owner, small_day(), progress=nobody_listens)
    demonstration.show(owner)
    before = Counter(Finding.objects.exclude(round=None).values_list("table", "code", "amount_minor"))
    device = "RL01-TABLET"
    [said] = re.findall(r"-d '(\{.*?\})'\n", README.read_text("utf-8"), re.DOTALL)
    body = said.replace("'$NUMBER'", str(demonstration.next_number(owner, device)))
    told = {"Authorization": f"Bearer {demonstration.device_token(device)}"}
    address = f"/api/v1/properties/{owner.code}/events/"
    answers = [Client().post(address, body, content_type="application/json", headers=told).json() for _ in range(2)]
    assert [each["results"][0]["status"] for each in answers] == ["recorded", "duplicate"]
    assert answers[0]["results"][0]["position"] == answers[1]["results"][0]["position"]
    follow_now(owner.code)
    assert Counter(Finding.objects.exclude(round=None).values_list("table", "code", "amount_minor")) == before
    assert not DeviceGap.objects.filter(device__code=device).exists()


@pytest.mark.usefixtures("fresh_database")
def test_what_simulate_writes_is_taken_in_and_audited(tmp_path: Path) -> None:
    owner = demonstration.make_property()
    demonstration.load(owner, small_day(), progress=nobody_listens)
    demonstration.show(owner)
    before = Counter(Finding.objects.exclude(round=None).values_list("table", "code", "amount_minor"))
    lines, planted = tmp_path / "rounds.ndjson", tmp_path / "planted.tsv"
    said = StringIO()
    options = {"rounds": 25, "seed": 4, "faults": 0.6, "out": str(lines), "planted": str(planted), "table": "RL02"}
    call_command(simulate.Command(), starts=datetime(2026, 6, 15, 12, tzinfo=ZONE), stderr=said, **options)
    assert "25 rounds" in said.getvalue()
    raw = lines.read_bytes().splitlines(keepends=True)
    equipment = tmp_path / "equipment.ndjson"
    equipment.write_bytes(b"".join(line for line in raw if b'"device":' in line))
    people = [line for line in raw if b'"device":' not in line]
    taken = take_in(house_sender(owner.code, "person:PM-401"), people, received_at=clock_now())
    assert {result.status for result in taken} <= {"recorded"}
    call_command("ingest", str(equipment), property=owner.code, stdout=StringIO())
    assert Device.objects.count() == len(small_day().machines)
    call_command("audit", "--table", "RL02", "--property", owner.code, stdout=StringIO())
    wanted = Counter(
        ("RL02", kind, int(amount))
        for _round, kind, _subject, amount in (line.split("\t") for line in planted.read_text().splitlines())
    )
    assert wanted
    assert Counter(Finding.objects.exclude(round=None).values_list("table", "code", "amount_minor")) - before == wanted
