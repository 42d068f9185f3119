"""Earlier heads in a bundle: they bind when its events were recorded, and hold what a reader has kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.core.canonical import canonical_bytes
from casino.core.log_entry import time_from_text
from casino.transparency import checkpoints
from games.engine.server import STREAM, TYPE, ClockJumped
from surveillance.bundle import layout
from surveillance.bundle.command import main
from surveillance.bundle.layout import Asked, Former
from surveillance.bundle.verifying import Trust, verify
from tests.benchmarks.bulk import STARTS, typical_rounds
from tests.surveillance.bundle import tampering
from tests.surveillance.bundle.house import DAY, LOG, OPERATOR, POLICY, WITNESS, House, request
from tests.surveillance.bundle.test_claims import TRUST, Ledger, bundle, codes, remarks

YEAR = timedelta(days=365)


def former(house: House, size: int, at: datetime | None = None) -> Former:
    note = b"" if at is None else house.note(LOG, WITNESS, size=size, at=at)
    tree = house.tree()
    return Former(size, tree.hash_of(0, size), tuple(tree.consistency_proof(size)), note)


def of(house: House, position: int) -> datetime:
    return time_from_text(house.rows[position - 1][0].recorded_at)


def jumped(house: House, position: int, step: timedelta) -> None:
    """What the follower records of it."""
    kind: Any = "ahead" if step > timedelta() else "back"
    fact = ClockJumped(kind=kind, position=position, step_ms=int(step / timedelta(milliseconds=1)))
    house.record(STREAM, TYPE, fact)


def made(ledger: Ledger, folder: Path, heads: list[Former]) -> Path:
    own = ledger.rounds("RL01")
    wanted = request(ledger.house, "player", player="P-1", from_day=DAY, to_day=DAY)
    return bundle(ledger, folder, wanted=wanted, asked=Asked(rounds=tuple(own)), rounds=own, former=heads)


def honest(house: House) -> list[Former]:
    """A head every forty entries, cosigned half a minute after its last."""
    return [former(house, size, of(house, size) + timedelta(seconds=30)) for size in range(40, house.size, 40)]


def test_events_between_the_cosignatures_around_them_are_proved(tmp_path: Path) -> None:
    ledger = Ledger()
    report = verify(made(ledger, tmp_path, honest(ledger.house)), TRUST)
    assert (report.verdict, report.found.reasons) == ("proved", [])


@pytest.mark.parametrize("by", [-timedelta(days=300), YEAR])
@pytest.mark.parametrize("told", [False, True])
def test_ten_events_dated_back_or_ahead_are_refused_or_said_aloud(by: timedelta, told: bool, tmp_path: Path) -> None:
    """A jump that the house records of its own clock makes it a remark, never silence."""
    ledger = Ledger()
    house = ledger.house
    seen = of(house, house.size)
    heads = [former(house, house.size, seen + timedelta(minutes=1))]
    begins = house.size + 1
    house.wait(by)
    ledger.deal("RL02", 5, STARTS + by, "round/{}/20260613-9")
    house.wait(seen + timedelta(minutes=2) - of(house, house.size))
    if told:
        jumped(house, begins, by)
    heads = [former(house, head.size, seen + timedelta(minutes=1)) for head in heads]
    heads.append(former(house, house.size - 1, seen + timedelta(minutes=3)))
    report = verify(made(ledger, tmp_path, heads), TRUST)
    if told:
        assert codes(report) == set()
        assert "clock_was_off" in remarks(report)
    else:
        assert "time_outside" in codes(report)
        assert f"position {begins}" in {each.where for each in report.found.reasons}


def ahead(folder: Path, *later: timedelta) -> tuple[Path, int, int]:
    """A clock sixteen minutes ahead, which is told; then off by so much ``later``. Where it began and ended to be."""
    ledger = Ledger()
    house = ledger.house
    step, before = timedelta(minutes=16), house.size
    right = of(house, before)
    last = 0
    for number, off in enumerate((step, *later)):
        house.wait(right + off - of(house, house.size))
        ledger.deal("RL02", number + 5, STARTS, f"round/{{}}/20260613-{number + 3}")
        last = last or house.size
    house.wait(right - of(house, house.size))
    jumped(house, before + 1, step)
    heads = [former(house, size, right) for size in (before, house.size - 1)]
    return made(ledger, folder, heads), before + 1, last


@pytest.mark.parametrize(
    "later",
    [
        (),
        (YEAR,),
        (timedelta(), YEAR),
        (timedelta(), -timedelta(days=200)),
        (timedelta(), timedelta(hours=1)),
    ],
)
def test_a_jump_excuses_its_own_events_and_is_said_with_its_extent(
    later: tuple[timedelta, ...], tmp_path: Path
) -> None:
    given, first, last = ahead(tmp_path, *later)
    report = verify(given, TRUST)
    [told] = [each for each in report.found.remarks if each.code == "clock_was_off"]
    extent = (f"position {first}", str(last), str(last + 1 - first), "0:06:00")
    assert (told.where, *(told.values[name] for name in ("ends", "count", "most"))) == extent
    assert codes(report) <= {"time_outside", "time_back"}
    assert ("time_outside" in codes(report)) is bool(later)


def after_a_jump(folder: Path, step: timedelta) -> Path:
    """A jump told at the beginning, and much later ten events dated 300 days back."""
    ledger = Ledger()
    house = ledger.house
    jumped(house, 5, step)
    before, right = house.size, of(house, house.size)
    house.wait(-timedelta(days=300))
    ledger.deal("RL02", 5, STARTS - timedelta(days=300), "round/{}/20260613-9")
    size = house.size
    house.wait(right - of(house, house.size))
    ledger.deal("RL02", 6, STARTS, "round/{}/20260613-8")
    return made(ledger, folder, [former(house, each, right) for each in (before, size)])


@pytest.mark.parametrize("step", [timedelta(days=300), -timedelta(days=300)])
def test_a_jump_told_once_excuses_nothing_of_another_time(step: timedelta, tmp_path: Path) -> None:
    """The house paid for it once, and could date whatever came later as far off as that."""
    report = verify(after_a_jump(tmp_path, step), TRUST)
    first = {each.where for each in report.found.reasons}
    assert (len(first), codes(report)) == (1, {"time_outside", "time_back"})


def test_a_head_that_is_no_beginning_of_this_log_is_refused(tmp_path: Path) -> None:
    ledger = Ledger()
    good = honest(ledger.house)
    members = tampering.read(made(ledger, tmp_path, good))
    lines = members[layout.FORMER].split(b"\n")[:-1]
    changes: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (
        lambda said: said | {"root": said["proof"][0]},
        lambda said: said | {"proof": said["proof"][1:]},
        lambda said: said | {"note": said["note"].replace(str(said["size"]), str(said["size"] + 1), 1)},
        lambda said: said | {"size": 0},
        lambda said: {name: value for name, value in said.items() if name != "root"},
    )
    for number, change in enumerate(changes):
        changed = [canonical_bytes(change(json.loads(lines[0]))), *lines[1:]]
        given = members | {layout.FORMER: b"\n".join(changed) + b"\n"}
        report = verify(tampering.write(given, tmp_path / f"{number}.zip"), Trust(policy=TRUST.policy))
        assert report.verdict == "refused", number
        assert any(each.where.startswith(layout.FORMER) for each in report.found.reasons), report.found.reasons


def test_a_note_that_a_stranger_signed_says_nothing_of_the_time(tmp_path: Path) -> None:
    """By the reader's policy; the house cannot bring a witness of its own making."""
    ledger = Ledger()
    house = ledger.house
    size = house.size - 5
    late = former(house, size, of(house, 1) - YEAR)
    only_house = late._replace(note=house.note(LOG, OPERATOR, size=size, at=of(house, 1) - YEAR))
    assert verify(made(ledger, tmp_path / "a", [only_house]), TRUST).verdict == "proved"
    assert "time_outside" in codes(verify(made(ledger, tmp_path / "b", [late]), TRUST))


# --- What the reader kept ---------------------------------------------------------------------------------------------


def kept(house: House, size: int) -> checkpoints.SignedCheckpoint:
    return checkpoints.parse(house.note(size=size, at=of(house, size)))


def with_kept(*signed: checkpoints.SignedCheckpoint, **besides: Any) -> Trust:
    return Trust(policy=TRUST.policy, report_keys=TRUST.report_keys, kept=signed, **besides)


def test_a_checkpoint_that_was_kept_has_to_be_continued(tmp_path: Path) -> None:
    ledger = Ledger()
    house = ledger.house
    given = made(ledger, tmp_path, [former(house, 50)])
    for size, wanted in ((50, set()), (house.size, set()), (51, {"kept_unproved"})):
        assert codes(verify(given, with_kept(kept(house, size)))) == wanted, size
    other = House()
    for events in typical_rounds(5, 77, table="RL07"):
        other.take(events)
    assert codes(verify(given, with_kept(kept(other, 50)))) == {"kept_fork"}


def test_a_bundle_that_is_too_old_is_refused(tmp_path: Path) -> None:
    ledger = Ledger()
    given = made(ledger, tmp_path, [])
    for moment, wanted in (
        (datetime(2027, 1, 15, 8, tzinfo=UTC), set()),
        (datetime(2027, 1, 15, 8, 0, 1, tzinfo=UTC), {"stale"}),
    ):
        assert codes(verify(given, with_kept(not_before=moment))) == wanted


def test_the_command_takes_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = Ledger()
    house = ledger.house
    given = made(ledger, tmp_path / "b", [former(house, 50)])
    (tmp_path / "policy").write_bytes(POLICY)
    (tmp_path / "kept").write_bytes(house.note(size=50))
    (tmp_path / "other").write_bytes(house.note(size=51))
    trust = [str(given), "--policy", str(tmp_path / "policy"), "--language", "vi"]
    assert main([*trust, "--checkpoint", str(tmp_path / "kept"), "--not-before", "2027-01-01T00:00:00+07:00"]) == 0
    assert main([*trust, "--checkpoint", str(tmp_path / "other")]) == 1
    assert "since" in capsys.readouterr().out
    for wrong in ("yesterday", "2027-01-01T00:00:00"):
        with pytest.raises(SystemExit) as ended:
            main([*trust, "--not-before", wrong])
        assert ended.value.code == 2
