"""A simulated day of all five games, asked for as a report, taken away as a file and checked by the command on it, with
the policy that the auditor wrote; and copies of it in which somebody changed something and covered it up."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Count
from django.test import Client

from casino.checkpoints import building
from casino.clock import now as clock
from games.catalogue import GAMES
from games.rows.models import Finding, Round
from games.simulate.day import simulated_day
from surveillance.demonstration import house as demonstration
from surveillance.files import jobs
from surveillance.files.models import FootageJob
from tests.disputes.court import colleague
from tests.surveillance.bundle import tampering

As = Callable[..., Client]
DAY = date(2026, 6, 13)
Members = dict[str, bytes]
Change = Callable[[Members], tuple[str, str]]
"""Changes a bundle's members; the code of the reason that it is to be refused with, and where."""


def verify(path: Path, *arguments: str) -> dict[str, Any]:
    """What the command says, as the auditor runs it, with its exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "surveillance.bundle.command", str(path), "--json", "--jobs", "2", *arguments],
        capture_output=True,
        timeout=300,
        check=False,
    )
    said: dict[str, Any] = json.loads(done.stdout)
    assert said["exit_code"] == done.returncode
    return said


def an_event(members: Members, type_name: str) -> tuple[str, list[bytes], int]:
    """The first member with such an event in the midst of its round, its lines, and the number of the event's first."""
    for name in sorted(each for each in members if each.startswith("events/round/")):
        lines = members[name].split(b"\n")[:-1]
        entries = [json.loads(line) for line in lines[::2]]
        for number, (entry, after) in enumerate(pairwise(entries)):
            if entry["type"] == type_name and 1 < entry["version"] == after["version"] - 1:
                return name, [*lines, b""], 2 * number
    raise AssertionError(type_name)


def another_stake(members: Members) -> tuple[str, str]:
    name, lines, at = an_event(members, "sicbo.bet_placed")
    body, count = re.subn(rb'"stake_minor":([0-9]+)', rb'"stake_minor":\g<1>0', lines[at + 1], count=1)
    assert count == 1
    members[name] = b"\n".join([*lines[: at + 1], body, *lines[at + 2 :]])
    return "event", f"{name}:{at + 1}"


def a_bet_left_out(members: Members) -> tuple[str, str]:
    name, lines, at = an_event(members, "roulette.bet_placed")
    members[name] = b"\n".join(lines[:at] + lines[at + 2 :])
    return "stream_hole", f"position {json.loads(lines[at + 2])['position']}"


def another_amount_due(members: Members) -> tuple[str, str]:
    name = max(name for name in members if name.endswith("settlements.csv"))
    changed = re.sub(rb"[1-9](?=[0-9]*\r\n)", lambda m: b"2" if m[0] == b"1" else b"1", members[name], count=1)
    assert changed != members[name]
    members[name] = changed
    return "differs", name


def a_finding_left_out(members: Members) -> tuple[str, str]:
    name = next(n for n in sorted(members) if n.endswith("findings.csv") and members[n].count(b"\n") > 1)
    members[name] = b"".join(members[name].splitlines(keepends=True)[:-1])
    return "differs", name


CHANGES: tuple[Change, ...] = (another_stake, a_bet_left_out, another_amount_due, a_finding_left_out)


@pytest.mark.slow
@pytest.mark.usefixtures("db", "folder", "person_keys")
def test_a_day_of_five_games_is_proved_offline_and_what_was_changed_is_named(as_: As, tmp_path: Path) -> None:
    owner = demonstration.make_property()
    day = simulated_day(20260613, DAY, zone=owner.zone, spins=4)
    demonstration.load(owner, day, progress=lambda _count: None)
    demonstration.show(owner)
    dealt = dict(Round.objects.filter(gaming_day=DAY).values_list("game").annotate(rounds=Count("id")))
    assert dealt.keys() == GAMES.keys()
    assert sum(dealt.values()) == day.rounds
    assert Finding.objects.filter(round__gaming_day=DAY).exists()
    building.advance(owner.code, clock(), leaves_at_most=10**6)

    client = as_(colleague("auditor", "auditor"))
    selection = {"about": "gaming_day", "from_day": str(DAY), "papers": "none"}
    body = {"command_id": str(uuid4()), "selection": selection}
    asked = client.post("/api/v1/reports/", body, content_type="application/json")
    assert asked.status_code == 202, asked.content
    assert jobs.run(FootageJob.objects.get(kind="report", about=asked.json()["code"]).pk)
    report = client.get(f"/api/v1/reports/{asked.json()['code']}/").json()
    assert (report["state"], report["rounds"]) == ("finished", day.rounds), report
    whole = tmp_path / "report.zip"
    sent: Any = client.get(f"/api/v1/reports/{report['code']}/files/bundle/")
    whole.write_bytes(b"".join(sent.streaming_content))

    sheet = client.get("/api/v1/reports/keys/").json()
    ed25519, ml_dsa = (each["text"] for each in sheet["log"])
    (tmp_path / "policy").write_text(f"log {ed25519}\nwitness house {ml_dsa}\nquorum house\n")
    (tmp_path / "report-keys").write_text(f"{sheet['reports'][-1]['text']}\n")
    trust = ("--policy", str(tmp_path / "policy"), "--report-key", str(tmp_path / "report-keys"))
    said = verify(whole, *trust)
    assert (said["verdict"], said["exit_code"], said["reasons"]) == ("proved", 0, [])
    assert not {"hashes", "head_unproved", "request_on_trust"} & {each["code"] for each in said["remarks"]}
    members = tampering.read(whole)
    assert verify(whole)["exit_code"] == 3

    for number, change in enumerate(CHANGES):
        forged = dict(members)
        code, where = change(forged)
        said = verify(tampering.write(forged, tmp_path / f"forged{number}.zip"), "--policy", str(tmp_path / "policy"))
        assert (said["verdict"], said["exit_code"]) == ("refused", 1), change
        assert (code, where) in {(each["code"], each["where"]) for each in said["reasons"]}, (change, said["reasons"])
