"""From the request to the verdict: what the server makes, the verifier proves; with one byte changed it does not."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.ledger.application import get_ledger
from casino.transparency import checkpoints, policy
from games.rows import server_clock
from games.rows.models import Finding, Round
from surveillance.bundle import verifying
from surveillance.bundle.selection import ABOUT, Selection
from surveillance.bundle.verifying import Trust
from surveillance.files import report_keys as keys
from surveillance.reports import keeping
from surveillance.reports.models import Report, ReportFile
from tests.replay.story import STARTS
from tests.surveillance.reports.conftest import Asking

pytestmark = pytest.mark.slow

As = Callable[..., Client]


def rules(asks: Asking) -> bytes:
    """The reader's own policy, of the keys on the sheet."""
    sheet = keys.sheet(asks.owner)
    return f"log {sheet['log'][0].text}\nquorum none\n".encode()


def command(path: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and verdict of the command, as anybody runs it."""
    done = subprocess.run(
        [sys.executable, "-m", "surveillance.bundle.command", str(path), "--json", "--jobs", "1", *arguments],
        capture_output=True,
        timeout=120,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)["verdict"]


def path_of(row: Report) -> Path:
    return Path(keeping.place().path(ReportFile.objects.get(report=row.code, what="bundle").path))


def selections(asks: Asking) -> dict[str, Selection]:
    day = Round.objects.get(stream="round/RL01/short").gaming_day
    finding = Finding.objects.filter(round__stream="round/RL01/short").order_by("id").first()
    player = Round.objects.exclude(players=[]).order_by("id").first()
    assert day is not None
    assert finding is not None
    assert player is not None
    days: dict[str, Any] = {"from_day": day, "to_day": day}
    return {
        "round": Selection(about="round", round="RL01/short"),
        "case": Selection(about="case", case=asks.court.number),
        "table": Selection(
            about="table",
            table="RL01",
            begins_at=STARTS - timedelta(days=1),
            ends_at=STARTS + timedelta(days=30),
        ),
        "gaming_day": Selection(about="gaming_day", from_day=day),
        "month": Selection(about="month", from_day=day.replace(day=1), to_day=day),
        "game": Selection(about="game", games=("roulette",), **days),
        "player": Selection(about="player", player=player.players[0], **days),
        "finding": Selection(about="finding", finding=finding.code, **days),
        "clause": Selection(about="clause", clause=finding.clauses[0], **days),
        "nothing": Selection(about="gaming_day", from_day=day - timedelta(days=200)),
    }


def test_what_the_server_makes_of_each_kind_the_verifier_proves(asks: Asking, tmp_path: Path) -> None:
    asks.watch.set_up().asked()
    asks.watch.link()
    chosen = selections(asks)
    assert {each.about for each in chosen.values()} == set(ABOUT) - {"shoe"}
    for kind, selection in chosen.items():
        row = asks.made(selection)
        assert bool(row.rounds_count) is (kind != "nothing"), kind
        path = path_of(row)
        found = verifying.verify(path, Trust(policy=policy.parse(rules(asks))))
        assert found.verdict == verifying.PROVED, (kind, found.found)
        without = verifying.verify(path, Trust())
        assert without.verdict == verifying.CONSISTENT, kind


def checkpoint_of(row: Report) -> checkpoints.SignedCheckpoint:
    with zipfile.ZipFile(path_of(row)) as packed:
        return checkpoints.parse(packed.read("log/checkpoint"))


def test_a_later_report_continues_an_earlier_one_and_the_checkpoint_that_a_reader_keeps(asks: Asking) -> None:
    """Any two of them can be compared, and one asked for with a size continues that."""
    earlier = checkpoint_of(asks.made(Selection(about="round", round="RL01/short")))
    asks.court.house.story.spin("later", asks.court.now)
    later = asks.made(Selection(about="round", round="RL01/right"))
    asked = asks.made(Selection(about="round", round="RL01/right", since=3))
    assert checkpoint_of(later).checkpoint.size > earlier.checkpoint.size
    for row in (later, asked):
        trust = Trust(policy=policy.parse(rules(asks)), kept=(earlier,))
        assert verifying.verify(path_of(row), trust).verdict == verifying.PROVED
    with zipfile.ZipFile(path_of(asked)) as packed:
        sizes = [json.loads(line)["size"] for line in packed.read("log/former.ndjson").splitlines()]
    assert 3 in sizes
    assert earlier.checkpoint.size in sizes


def test_a_shoe(asks: Asking) -> None:
    story = asks.court.house.story
    story.tell("table/RL01", "table.shoe_loaded", STARTS, shoe="S-1")
    story.spin("later", asks.court.now, paid_minor=3_500_000)
    asks.court.house.follow()
    server_clock.catch_up(asks.owner.code)  # the story's clock is not this machine's: it jumps, and that is on record
    row = asks.made(Selection(about="shoe", table="RL01", shoe="S-1"))
    assert row.rounds_count == 1
    found = verifying.verify(path_of(row), Trust())
    assert found.verdict == verifying.CONSISTENT, found.found.reasons


def test_from_the_request_to_the_verdict_as_people_do_it(asks: Asking, as_: As, tmp_path: Path) -> None:
    """Ask over the API, let it be made, download it, verify it by the command with the keys of the sheet; then one byte
    is changed."""
    client = as_(asks.user("auditor"))
    day = Round.objects.get(stream="round/RL01/short").gaming_day
    body = {"command_id": str(uuid4()), "selection": {"about": "gaming_day", "from_day": str(day)}}
    asked = client.post("/api/v1/reports/", body, content_type="application/json")
    assert asked.status_code == 202, asked.content
    code = asked.json()["code"]
    assert asks.work(asks.row(code)).state == "done"
    said = client.get(f"/api/v1/reports/{code}/").json()
    assert (said["state"], said["progress"]["percent"]) == ("finished", 100)
    [file] = [each for each in said["files"] if each["what"] == "bundle"]
    answer: Any = client.get(f"/api/v1/reports/{code}/files/bundle/")
    sent = b"".join(answer.streaming_content)
    assert hashlib.sha256(sent).hexdigest() == file["sha256"]
    (tmp_path / "policy").write_bytes(rules(asks))
    whole, changed = tmp_path / "whole.zip", tmp_path / "changed.zip"
    whole.write_bytes(sent)
    sheet = client.get("/api/v1/reports/keys/").json()
    given = ("--policy", str(tmp_path / "policy"), "--report-key", sheet["reports"][-1]["text"])
    assert command(whole, *given) == (0, "proved")
    assert command(whole) == (3, "consistent")
    for part in range(1, 10):
        at = len(sent) * part // 10
        changed.write_bytes(sent[:at] + bytes([sent[at] ^ 1]) + sent[at + 1 :])
        found = verifying.verify(changed, Trust(policy=policy.parse(rules(asks))))
        assert found.exit_code in (1, 4), at
    assert command(changed, *given)[0] in (1, 4)
    events = [event.type.rpartition(".")[0] for event in get_ledger(asks.owner.code).stream(f"report/{code}")]
    assert events == ["report.requested", "report.finished", "report.downloaded"]
