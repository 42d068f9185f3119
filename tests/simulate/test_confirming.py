"""The simulated persons confirm what was reported of them: each decision once, by the person named, when all is in."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest

from casino.ledger.application import get_ledger
from games.catalogue import GAMES
from games.engine.fold import state_class
from games.rows import readmodel, waiting
from games.rows.models import Finding, Waiting
from games.simulate.confirming import LEAVES, RULING, decided_by
from games.simulate.day import late_and_out_of_order, simulated_day
from surveillance.demonstration import house as demonstration

pytestmark = pytest.mark.slow

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")
DAY = date(2026, 6, 13)
SEED = 20260613


def test_the_simulators_own_table_of_decisions_fits_the_games() -> None:
    known = {f"{game}.{kind}": field for game in GAMES for kind, field in state_class(game).decisions.items()}
    assert {**LEAVES, **{f"{game}.{RULING}": "made_by" for game in GAMES}} == known


def test_whoever_is_named_confirms_once_when_the_buffers_are_empty() -> None:
    day = simulated_day(SEED, DAY, zone=ZONE)
    for line in (day, late_and_out_of_order(day, 3)):
        sent = {event.id: (delivery, event) for delivery in line.deliveries for event in delivery.events}
        reported = {str(key): decided_by(event) for key, (_way, event) in sent.items() if decided_by(event) is not None}
        answers = [(way, event) for way, event in sent.values() if event.type.endswith(".report_confirmed.v1")]
        assert len(reported) > 10
        assert {event.data["report"]: event.data["confirmed_by"] for _way, event in answers} == reported
        assert len(answers) == len(reported)
        for way, event in answers:
            assert event.person == event.data["confirmed_by"]["staff"]
            last = max(w.arrives_at for w, other in sent.values() if other.table == event.table and other.device)
            assert way.arrives_at > last, "everything of the table is in"


@pytest.mark.usefixtures("fresh_database")
@pytest.mark.parametrize("faults", [False, True])
def test_no_report_stays_open_when_the_day_is_loaded(
    faults: bool, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Over a bad line too; and the end of the gaming day finds nothing that nobody answered."""
    spins = tmp_path_factory.mktemp("wheel") / "spins.csv"
    spins.write_text("run,spin,pocket\n1,1,13\n")
    monkeypatch.setattr(demonstration, "SHIPPED_OUTCOMES", spins)
    owner = demonstration.make_property()
    day = late_and_out_of_order(simulated_day(SEED, DAY, zone=ZONE, spins=40, faults=faults), SEED)
    demonstration.load(owner, day, progress=lambda _count: None)
    demonstration.show(owner)
    assert Waiting.objects.exists() is faults
    assert set(Waiting.objects.values_list("state", flat=True)) <= {"confirmed"}
    last = day.deliveries[-1].arrives_at
    assert waiting.end_days(owner.code, waiting.day_ends(owner, last)) == []
    readmodel.follow_to_head(owner.code)
    assert not Finding.objects.filter(code__startswith="report_").exists()
    assert get_ledger(owner.code).head()[0] == readmodel.catch_up(owner.code).position
