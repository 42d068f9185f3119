"""The demonstration's library: loaded once however often, and plain about what is invented."""

from __future__ import annotations

from datetime import UTC, datetime

from casino.ledger.application import get_ledger
from disputes.library import reading
from disputes.library.facts import KINDS
from surveillance.demonstration.library import SAMPLES, load
from tests.disputes.library.conftest import HOUSE, NOW

AT = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)


def test_loading_again_adds_nothing(house: str) -> None:
    load(house, NOW)
    before = get_ledger(HOUSE).head()
    load(house, NOW)
    assert get_ledger(HOUSE).head() == before


def test_every_kind_has_something_in_force(house: str) -> None:
    load(house, NOW)
    for kind in KINDS:
        assert reading.in_force(house, kind, AT, "roulette"), kind
    codes = {(held.document, held.version) for held in reading.in_force(house, "procedures", AT, "roulette")}
    assert ("SOP-COQUAY", "2026") in codes
    earlier = reading.in_force(house, "procedures", datetime(2025, 12, 1, tzinfo=UTC), "roulette")
    assert ("SOP-COQUAY", "2024") in {(held.document, held.version) for held in earlier}


def test_what_is_invented_says_so() -> None:
    for sample in SAMPLES:
        invented = sample.kind != "law"
        assert sample.vi.endswith("(mô phỏng)") is invented
        assert sample.en.endswith("(simulated)") is invented
