"""Who signed, why, and what was attached: what a bundle has of people, held against the verifier."""

from __future__ import annotations

import base64
import zipfile
from pathlib import Path
from typing import Any

import pytest

from casino.clock import now as clock
from casino.ledger.application import get_ledger
from casino.transparency import policy
from casino.vault import sealing
from disputes.case import commands as c
from surveillance.bundle import verifying
from surveillance.bundle.selection import Selection
from surveillance.bundle.verifying import Trust
from surveillance.reports import keeping
from surveillance.reports.models import Report, ReportFile
from tests.api.test_commands import ruling
from tests.api.test_signing import Signer
from tests.factors.authenticator import ORIGIN, RP
from tests.posting import a_property
from tests.replay.story import CODE
from tests.surveillance.bundle import tampering
from tests.surveillance.reports.conftest import Asking
from tests.surveillance.reports.test_making import bundle, lines, manifest
from tests.surveillance.reports.test_verified import path_of, rules

ROUND = Selection(about="round", round="RL01/short")
RULINGS = f"/api/v1/rounds/RL01/short/rulings/?property={CODE}"
FILE = "Bản chụp phiếu cược.".encode()


@pytest.fixture
def signed(asks: Asking, settings: Any) -> Asking:
    """A ruling about the round, signed by passkey, with a reason."""
    settings.PASSKEY_DOMAIN, settings.PASSKEY_ORIGINS = RP, [ORIGIN]
    settings.ALLOWED_HOSTS = [RP, "testserver"]
    settings.PROOF_MINUTES = 10
    asks.court.house.story.now = clock()
    seen = asks.court.house.story.matter("round/RL01/short").version
    user = asks.user("director_of_table_games")
    Signer(user.username).sign(RULINGS, ruling(seen_version=seen))
    asks.court.house.follow()
    return asks


def verified(asks: Asking, row: Report) -> verifying.Report:
    return verifying.verify(path_of(row), Trust(policy=policy.parse(rules(asks))))


def changed(row: Report, target: Path, name: str, old: bytes, new: bytes) -> Path:
    """The bundle with one member's bytes changed, everything else as it was."""
    members = tampering.read(path_of(row))
    assert members[name].count(old) == 1
    return tampering.write({**members, name: members[name].replace(old, new)}, target, cover=False)


def reason_of_ruling() -> Any:
    [event] = [e for e in get_ledger(CODE).stream("round/RL01/short") if e.type.startswith("roulette.ruling")]
    return event.data.sealed_reason


def test_the_passkeys_of_people_who_signed_go_along_and_prove_their_signatures(signed: Asking, tmp_path: Path) -> None:
    row = signed.made(ROUND)
    assert {"account"} <= {each.kind for each in manifest(row).kinds}
    found = verified(signed, row)
    assert (found.verdict, found.found.figures.get("signed_person")) == (verifying.PROVED, 1), found.found
    assert "signed_unknown" not in found.found.figures
    [events] = [name for name in bundle(row).namelist() if name.startswith("events/account/")]
    content = bundle(row).read(events)
    at = content.index(b'"public_key":"') + 20
    forged = changed(row, tmp_path / "forged", events, content[at : at + 40], b"A" * 40)
    assert verifying.verify(forged, Trust()).exit_code in (1, 4)


def test_where_accounts_stand_in_another_log_that_is_said(signed: Asking) -> None:
    first = a_property("AA")
    from casino.accounts import service

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(service, "house", lambda: first)
        row = signed.made(ROUND)
    assert "account" not in {each.kind for each in manifest(row).kinds if each.events}
    found = verified(signed, row)
    assert (found.verdict, found.found.figures.get("signed_unknown")) == (verifying.PROVED, 1)


def test_a_reason_is_disclosed_with_its_salt_and_a_changed_one_refused(signed: Asking, tmp_path: Path) -> None:
    row = signed.made(ROUND)
    [line] = [each for each in lines(row, "disclosures.ndjson") if each["stream"] == "round/RL01/short"]
    assert (line["state"], line["text"]) == ("open", "Heard both sides at length.")
    assert verified(signed, row).found.figures["disclosed_open"] == 1
    assert reason_of_ruling().persons[0] in ReportFile.objects.get(report=row.code, what="bundle").persons
    forged = changed(
        row, tmp_path / "forged", "disclosures.ndjson", b"Heard both sides at length.", b"Heard none sides at length."
    )
    assert verifying.verify(forged, Trust()).exit_code in (1, 4)


def test_a_reason_that_was_erased_is_said_to_be_and_all_else_holds(signed: Asking) -> None:
    [person] = reason_of_ruling().persons
    sealing.erase_person(CODE, person, now=clock())
    row = signed.made(ROUND)
    [line] = lines(row, "disclosures.ndjson")
    assert line["state"] == "erased"
    assert not {"text", "salt"} & line.keys()
    found = verified(signed, row)
    assert (found.verdict, found.found.figures["disclosed_erased"]) == (verifying.PROVED, 1)


def test_attachments_of_a_case_lie_in_it_and_erasing_somebody_shuts_them(asks: Asking, tmp_path: Path) -> None:
    court = asks.court
    court.passed_on()
    court.do("pit_manager", c.AddEvidence(item="other", file=c.Upload(name="phieu.txt", data=FILE)))
    selection = Selection(about="case", case=court.number)
    row = asks.made(selection)
    [line] = [each for each in lines(row, "disclosures.ndjson") if "file" in each]
    assert bundle(row).read(line["file"]) == FILE
    assert len(base64.b64decode(line["salt"])) == 32
    [evidence] = lines(row, "index/evidence.ndjson")
    assert evidence["says"]["content"]["digest"] == line["digest"]
    [opened] = lines(row, "index/cases.ndjson")
    assert (opened["says"]["table"], opened["says"]["amount_minor"]) == ("RL01", 500_000)
    found = verified(asks, row)
    assert found.verdict == verifying.PROVED, found.found
    forged = changed(row, tmp_path / "forged", line["file"], FILE, FILE[:-1] + b"!")
    assert verifying.verify(forged, Trust()).exit_code in (1, 4)
    content = court.case.evidence["E1"].fact.content
    assert content is not None
    sealing.erase_person(CODE, content.persons[0], now=court.now)
    assert keeping.shut(row, court.now)
    again = asks.made(selection, position=row.position)
    assert not [name for name in zipfile.ZipFile(path_of(again)).namelist() if name.startswith("files/")]
    said = {each["digest"]: each["state"] for each in lines(again, "disclosures.ndjson")}
    assert said[line["digest"]] == "erased"
    assert verified(asks, again).verdict == verifying.PROVED
