"""Tables whose results are told in a word, for the tests of the watch."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games.engine.facts import Person
from games.rows import readmodel
from games.watch import follower
from games.watch.finding import audit_watches
from tests.replay.story import CODE, Story

SHIFT_MANAGER = {"post": "shift_manager", "staff": "S-400"}


class Floor(Story):
    """A story with rounds that nobody bet on."""

    def founded(self, table: str, game: str, at: datetime) -> None:
        self.tell(f"table/{table}", "table.registered", at, game=game, currency="VND", name=table)

    def results(
        self,
        results: Iterable[Any],
        at: datetime,
        *,
        table: str = "RL01",
        dealer: str | None = None,
        game: str = "roulette",
        first: int = 1,
        actor: str = "system:test",
        source: str | None = None,
    ) -> datetime:
        """A round a minute with these results, opened by ``actor``; when the next one may begin."""
        told = []
        for number, result in enumerate(results, start=first):
            stream, moment = f"round/{table}/{number:05d}", at
            told.append(self.event(stream, f"{game}.round_opened", moment, actor, dealer=dealer, source=source))
            for name, data in _of(game, result):
                moment += timedelta(seconds=5)
                told.append(self.event(stream, f"{game}.{name}", moment, **data))
            told.append(self.event(stream, f"{game}.round_closed", moment + timedelta(seconds=20)))
            at += timedelta(minutes=1)
        for place in range(0, len(told), 500):
            self.append(told[place : place + 500])
        return at

    def corrected(self, table: str, number: int, after: dict[str, Any] | None, name: str = "ball_dropped") -> None:
        """A fact of a round is corrected by two persons."""
        stream = f"round/{table}/{number:05d}"
        about = next(event for event in self.ledger.stream(stream) if event.type.endswith(f".{name}.v1"))
        before = {"pocket": about.data.pocket, "source": None}
        self.tell(
            stream,
            "roulette.fact_corrected",
            self.now,
            target=about.id,
            before=before,
            after=after,
            corrected_by=Person(post="pit_manager", staff="S-300"),
            authorised_by=Person(post="shift_manager", staff="S-400"),
            reason="Đọc nhầm số trên vòng quay",
        )


def _of(game: str, result: Any) -> list[tuple[str, dict[str, Any]]]:
    if game == "roulette":
        return [("betting_closed", {}), ("ball_spun", {}), ("ball_dropped", {"pocket": result})]
    if game == "sicbo":
        return [("betting_closed", {}), ("dice_shaken", {"times": 3}), ("dice_shown", {"dice": list(result)})]
    return [("card_dealt", {"card": card, "to": "burn"}) for card in result]


def follow() -> None:
    """Bring rounds and watches up, and record what is found."""
    readmodel.catch_up(CODE)
    while follower.waiting(CODE):
        follower.catch_up(CODE)
    follower.catch_up(CODE)
    if any(audit_watches(CODE)):
        readmodel.catch_up(CODE)
