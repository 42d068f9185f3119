"""Sealed clips in a bundle: those that the house has exported of the films that the report names; who may have them;
the verifier checks each seal, and names a clip that was changed."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock
from casino.core.canonical import canonical_bytes
from casino.core.errors import Problem
from casino.transparency import policy
from surveillance.bundle import layout, verifying
from surveillance.bundle.selection import Selection
from surveillance.bundle.verifying import Trust
from surveillance.files import exports, storage
from surveillance.files.exports import Stretch
from surveillance.film import seals
from surveillance.record import facts as f
from surveillance.record.fields import Stretched
from surveillance.reports import keeping, readmodel
from surveillance.reports.models import Report, ReportState
from surveillance.rows.models import Recording
from tests.disputes.court import colleague
from tests.replay.story import CODE
from tests.surveillance.bundle import tampering
from tests.surveillance.files.conftest import OFFICER, House, film  # noqa: F401 - fixture
from tests.surveillance.film.conftest import START, sealer
from tests.surveillance.film.test_seals import SOURCES
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking
from tests.surveillance.reports.test_making import bundle, lines
from tests.surveillance.reports.test_verified import path_of, rules

As = Callable[..., Client]
WITH = Selection(about="round", round="RL01/short", papers="none", clips=True)
WITHOUT = Selection(about="round", round="RL01/short", papers="none")


class Filmed(NamedTuple):
    """The house, and the film that is linked to the round, with a stretch of it exported."""

    asks: Asking
    house: House
    row: Recording
    exported: f.RecordingExported


@pytest.fixture
def filmed(asks: Asking, film: Path, folder: Path, settings: Any, tmp_path: Path) -> Filmed:  # noqa: F811
    settings.FOOTAGE_KEYS_DIR = str(tmp_path / "footage-keys")
    house = House(folder).camera().clock(1500)
    row = house.recording(film)
    asks.watch.link(stretch=Stretched(recording=row.code, from_ms=100, to_ms=900))
    asked = Stretch(from_ms=1200, to_ms=1800)
    exports.ask_export(
        owner=house.owner, code=row.code, stretch=asked, why="Theo yêu cầu của thanh tra.", by=OFFICER, now=house.now,
        command=str(uuid4()),
    )  # fmt: skip
    assert house.work() == []
    [exported] = [fact for fact in house.custody(row.code) if isinstance(fact, f.RecordingExported)]
    return Filmed(asks, house, row, exported)


def verified(filmed: Filmed, path: Path) -> verifying.Report:
    return verifying.verify(path, Trust(policy=policy.parse(rules(filmed.asks))))


def reasons(report: verifying.Report) -> set[tuple[str, str]]:
    return {(each.code, each.where) for each in report.found.reasons}


def test_the_clip_that_was_exported_lies_in_it_and_its_seal_is_checked(filmed: Filmed, tmp_path: Path) -> None:
    row = filmed.asks.made(WITH)
    [line] = lines(row, layout.CLIPS)
    name = f"clips/{filmed.exported.sha256}.mp4"
    assert (line["file"], line["seals"], line["fingerprint"]) == (name, 1, filmed.exported.certificate)
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(bundle(row).read(name))
    assert seals.check(clip).intact_by(filmed.exported.certificate)
    report = verified(filmed, path_of(row))
    assert (report.verdict, report.found.figures["clips"]) == (verifying.PROVED, 1), report.found
    assert "clip_unrecorded" not in {each.code for each in report.found.remarks}
    indexed = [each["says"] for each in lines(row, "index/footage.ndjson") if "certificate" in each["says"]]
    assert [each["sha256"] for each in indexed] == [filmed.exported.sha256]


def test_the_same_request_holds_the_same_clip_whatever_was_exported_since(filmed: Filmed) -> None:
    first = filmed.asks.made(WITH)
    again = Stretch(from_ms=100, to_ms=600)
    exports.ask_export(
        owner=filmed.house.owner, code=filmed.row.code, stretch=again, why="Lần hai.", by=OFFICER,
        now=filmed.house.now, command=str(uuid4()),
    )  # fmt: skip
    assert filmed.house.work() == []
    acts.delete(
        first,
        filmed.asks.actor("senior_management"),
        "Báo cáo thử nghiệm.",
        command_id=uuid4(),
        now=filmed.asks.court.now,
    )
    remade = filmed.asks.made(WITH, position=first.position)
    assert [each["sha256"] for each in lines(remade, layout.CLIPS)] == [filmed.exported.sha256]
    assert len(lines(filmed.asks.made(WITH), layout.CLIPS)) == 2


def test_without_asking_for_them_there_is_none(filmed: Filmed) -> None:
    row = filmed.asks.made(WITHOUT)
    assert not [name for name in bundle(row).namelist() if name.startswith("clips")]
    assert filmed.asks.ask(WITH, position=row.position).code != row.code


def test_a_clip_that_was_changed_is_named_however_it_is_covered_up(filmed: Filmed, tmp_path: Path) -> None:
    whole = path_of(filmed.asks.made(WITH))
    members = tampering.read(whole)
    [name] = [each for each in members if each.startswith("clips/")]
    line = json.loads(members[layout.CLIPS])
    changed = tampering.flipped(members[name], len(members[name]) // 2)
    other = sha256(changed).hexdigest()

    def forged(**said: Any) -> verifying.Report:
        """Covered up in its name, in its line, and in the manifest; what else the line says."""
        told = {key: value for key, value in {**line, "sha256": other, **said}.items() if value != "left out"}
        told["file"] = f"clips/{told['sha256']}.mp4"
        rest = {each: raw for each, raw in members.items() if each != name}
        rest |= {told["file"]: content, layout.CLIPS: canonical_bytes(told) + b"\n"}
        return verified(filmed, tampering.write(rest, tmp_path / "forged.zip"))

    raw = whole.read_bytes()
    at = raw.index(members[name])
    (tmp_path / "b.zip").write_bytes(raw[:at] + changed + raw[at + len(changed) :])
    assert ("digest", name) in reasons(verified(filmed, tmp_path / "b.zip")), "not covered up at all"
    content = changed
    assert ("clip_digest", name) in reasons(forged(sha256=line["sha256"]))
    assert {("clip_not_named", f"{layout.CLIPS}:1"), ("clip_seal", f"{layout.CLIPS}:1")} <= reasons(forged())
    nobody: dict[str, Any] = {"stream": "left out", "version": "left out"}
    assert reasons(forged(**nobody)) == {("clip_seal", f"{layout.CLIPS}:1")}
    # Another film, sealed by somebody else: the event does not name it; where the line names no event, that is said.
    owner, plain, sealed = sealer("stranger"), tmp_path / "plain.mp4", tmp_path / "sealed.mp4"
    with storage.as_file(storage.originals(), storage.original_name(CODE, filmed.row.sha256)) as original:
        plain.write_bytes(original.read_bytes())
    seals.seal(plain, key=owner.key, certificate=owner.certificate, start=START, sources=SOURCES, out=sealed)
    content = sealed.read_bytes()
    theirs = {"sha256": sha256(content).hexdigest(), "fingerprint": owner.fingerprint}
    assert reasons(forged(**theirs)) == {("clip_not_named", f"{layout.CLIPS}:1")}
    report = forged(**theirs, **nobody)
    assert (reasons(report), {each.code for each in report.found.remarks} >= {"clip_unrecorded"}) == (set(), True)


def test_a_clip_that_was_changed_where_it_is_kept_makes_no_report(filmed: Filmed) -> None:
    with storage.as_file(storage.copies(), kept_at(filmed)) as path:
        path.chmod(0o600)
        path.write_bytes(tampering.flipped(path.read_bytes(), 200))
    job = filmed.asks.work(filmed.asks.ask(WITH))
    assert job.code == "reports_clip"


def kept_at(filmed: Filmed) -> str:
    return storage.copy_name(CODE, filmed.row.sha256, f"exports/{filmed.exported.export}/clip.mp4")


@pytest.mark.parametrize(
    ("who", "asks_it", "has_it"),
    [
        ("senior_management", True, True),
        ("regulator", True, True),
        ("auditor", False, False),
        ("shift_manager", False, False),
        ("director_of_table_games", False, False),
    ],
)
def test_who_asks_for_them_and_who_takes_them_away(
    filmed: Filmed, as_: As, who: str, asks_it: bool, has_it: bool
) -> None:
    user = colleague(f"{who}-2", who)
    client = as_(user)
    form = client.get(reverse("admin:surveillance_report_ask", args=["round"])).content.decode()
    assert ('name="clips"' in form) is asks_it
    if asks_it:
        row = filmed.asks.made(WITH, user)
    else:
        with pytest.raises(Problem) as refused:
            filmed.asks.ask(WITH, user)
        assert refused.value.code == "reports_clips_not_yours"
        row = filmed.asks.made(WITH)
    answer = client.get(f"/api/v1/reports/{row.code}/files/bundle/?property={CODE}")
    assert answer.status_code == (200 if has_it else 403)
    page = client.get(reverse("admin:surveillance_report_change", args=[row.pk])).content.decode()
    assert (reverse("admin:surveillance_report_download", args=[row.pk, "bundle"]) in page) is has_it


def test_a_regulator_has_those_of_a_report_of_their_own_as_long_as_the_house_lets_them(filmed: Filmed, as_: As) -> None:
    regulator = colleague("regulator", "regulator")
    client = as_(regulator)

    def status(row: Report) -> int:
        return client.get(f"/api/v1/reports/{row.code}/files/bundle/?property={CODE}").status_code

    row = filmed.asks.made(WITH)
    assert status(row) == 403, "senior management asked for it"
    assert filmed.asks.ask(WITH, regulator, position=row.position).code == row.code
    assert status(row) == 200
    manager = filmed.asks.actor("senior_management")
    given: dict[str, Any] = {"command_id": uuid4(), "now": filmed.asks.court.now, "games": ("baccarat",)}
    acts.open_to(filmed.asks.owner, manager, "regulator", **given)
    readmodel.follow_to_head(CODE)
    assert status(row) == 403


def test_the_form_asks_for_them(filmed: Filmed, as_: As) -> None:
    client = as_(filmed.asks.user("senior_management"), "en")
    given = {"command_id": str(uuid4()), "round": "RL01/short", "papers": "none", "clips": "yes", "go": "ask"}
    assert client.post(reverse("admin:surveillance_report_ask", args=["round"]), given).status_code == 302
    row = Report.objects.get()
    assert row.selection["clips"] is True
    assert (
        "with sealed clips" in client.get(reverse("admin:surveillance_report_change", args=[row.pk])).content.decode()
    )


def test_the_file_goes_with_the_film_whose_clip_it_holds(filmed: Filmed) -> None:
    row, other = filmed.asks.made(WITH), filmed.asks.made(WITHOUT)
    assert not keeping.shut(row, clock())
    Recording.objects.filter(pk=filmed.row.pk).update(deleted_at=clock())
    storage.remove(storage.copies(), kept_at(filmed))
    from surveillance.reports import tasks

    tasks.keep()
    row.refresh_from_db()
    other.refresh_from_db()
    assert (row.state, other.state) == (ReportState.DELETED, ReportState.FINISHED)
    assert keeping.files(row) == []
    again = filmed.asks.made(WITH, position=row.position)
    assert lines(again, layout.CLIPS) == []
    with zipfile.ZipFile(path_of(again)) as packed:
        assert not [name for name in packed.namelist() if name.startswith("clips/")]
