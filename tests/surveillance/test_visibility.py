"""Who may watch which footage: the whole cast, each held against what they may see of cases."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from casino.clock import now as clock
from disputes.case.facts import RoundRef
from surveillance.execution import service
from surveillance.keeping import holds
from surveillance.record.fields import Stretched
from surveillance.record.parts import Subject
from surveillance.rows import visibility as seeing_module
from surveillance.rows.models import Link, Recording
from surveillance.rows.visibility import Seeing, may_watch, visible
from tests.disputes.court import colleague
from tests.posting import a_property, posting
from tests.replay.story import CODE
from tests.surveillance.watch import AT, ROUND, SECOND_OFFICER, Watch


@pytest.fixture
def filmed(watch: Watch) -> Watch:
    """Two tables with a film each and a case about each; a film of hours that nobody disputes; one that is unplaced."""
    watch.second_table().set_up()
    watch.camera("CAM-B", table="RL02").recording("REC-2", camera="CAM-B")
    watch.recording("REC-QUIET", shown_from=AT + timedelta(hours=5)).recording("REC-NOWHERE", camera=None)
    watch.court.open("shift_manager")
    other = RoundRef(table="RL02", round="short", bets=("b1",))
    watch.court.open("shift_manager", table="RL02", rounds=(other,))
    holds.follow_to_head(CODE, now=watch.now)
    service.follow(CODE)
    return watch


ALL = {"REC-1", "REC-2", "REC-QUIET", "REC-NOWHERE"}


@pytest.mark.parametrize(
    ("who", "codes"),
    [
        ("surveillance", ALL),
        (SECOND_OFFICER, ALL),
        ("senior_management", ALL),
        ("shift_manager", {"REC-1", "REC-2"}),
        ("head_of_operations", {"REC-1", "REC-2"}),
        ("pit_supervisor", {"REC-1"}),
        ("dealer", set()),
        ("auditor", set()),
        ("regulator", set()),
        ("administrator", set()),
    ],
)
def test_who_watches_what(who: str, codes: set[str], filmed: Watch) -> None:
    user = filmed.user(who)
    found = set(Recording.objects.filter(visible(user)).values_list("code", flat=True))
    assert found == codes
    assert {row.code for row in Recording.objects.all() if may_watch(user, row)} == codes


def test_a_supervisor_of_another_table_and_one_without_a_posting(filmed: Watch) -> None:
    other = colleague("other-table", "pit_supervisor", tables=("RL02",))
    assert set(Recording.objects.filter(visible(other)).values_list("code", flat=True)) == {"REC-2"}
    nowhere = colleague("nowhere", "pit_supervisor", tables=("RL09",))
    assert not Recording.objects.filter(visible(nowhere)).exists()


def test_a_posting_at_another_property_shows_nothing_of_this_one(filmed: Watch) -> None:
    user = colleague("elsewhere", "pit_supervisor", tables=("RL09",))
    posting(user, "pit_supervisor", tables=("RL01",), owner=a_property("ELS"))
    assert not Recording.objects.filter(visible(user)).exists()


def test_what_is_linked_to_a_round_of_their_case_is_seen_until_it_is_withdrawn(filmed: Watch) -> None:
    from surveillance.record import showing as s

    link = filmed.link(
        Subject(kind="round", stream=ROUND), Stretched(recording="REC-QUIET", from_ms=0, to_ms=5_000)
    ).code
    user = filmed.user("pit_supervisor")
    assert set(Recording.objects.filter(visible(user)).values_list("code", flat=True)) == {"REC-1", "REC-QUIET"}
    other = colleague("other-table", "pit_supervisor", tables=("RL02",))
    seeing = Seeing(other, clock())
    assert not Link.objects.filter(seeing.links()).exists()
    filmed.do(s.WithdrawLink(reason="Nhầm ngày, không liên quan."), link)
    assert set(Recording.objects.filter(visible(user)).values_list("code", flat=True)) == {"REC-1"}


def test_onlookers_read_the_data_and_watch_nothing(filmed: Watch) -> None:
    for who in ("auditor", "regulator"):
        seeing = Seeing(filmed.user(who), clock())
        assert Recording.objects.filter(seeing.listed()).count() == len(ALL)
        assert not Recording.objects.filter(seeing.watchable()).exists()
    assert not Recording.objects.filter(Seeing(filmed.user("dealer"), clock()).listed()).exists()


def test_a_regulator_watches_what_a_report_names_for_them_and_nothing_else(
    filmed: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reports(user: Any, owner: Any, _now: Any) -> list[str]:
        return ["REC-2"] if user.username == "regulator" and owner.code == CODE else []

    monkeypatch.setattr(seeing_module, "NAMED", {"reports": reports})
    named = Recording.objects.filter(visible(filmed.user("regulator"))).values_list("code", flat=True)
    assert list(named) == ["REC-2"]
    assert not Recording.objects.filter(visible(filmed.user("auditor"))).exists()
    assert not Recording.objects.filter(visible(filmed.user("dealer"))).exists()


def test_what_was_deleted_is_watched_by_nobody(filmed: Watch) -> None:
    row = Recording.objects.get(code="REC-1")
    row.deleted_at = filmed.now
    assert not may_watch(filmed.user("surveillance"), row)
