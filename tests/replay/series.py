"""Rounds of one table that hang together, written as in the golden rounds and recorded in any order."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from casino.core import events
from tests.golden.reader import Line, parse
from tests.replay.story import STARTS, Story

FAILS = """20 betting_closed called_by=dealer/D01
25 dice_shaken times=3
30 device_failed
31 pit_manager_informed person={"post":"pit_manager","staff":"M01"}
40 dice_shown dice=[1,2,3]"""
RELEASES = "80 ruling_made clause=7.1 made_by=head_of_operations/O01 choice=release reason=Repaired."
THROW = """5 bet_placed bet=b1 spot=small stake_minor=10000 player=P1
20 betting_closed called_by=dealer/D01
25 dice_shaken times=3
40 dice_shown dice=[1,2,3]
60 payout_made bet=b1 amount_minor=10000"""

SMALL = "5 bet_placed bet=b1 kind=player stake_minor=60000 player={player}\n"
NATURAL = """20 betting_closed called_by=dealer/D01
30 cards player:4S banker:3H player:4H banker:4D
45 result_announced winner=player
"""
PAID = "50 payout_made bet=b1 amount_minor=60000"


class Series:
    """One table of a game. ``at`` counts minutes from the start of the story."""

    def __init__(self, story: Story, game: str, table: str) -> None:
        self.story = story
        self.game = game
        self.name = table
        story.tell(f"table/{table}", "table.registered", STARTS, game=game, currency="VND", name=table)
        limits = [{"bet": "*", "minimum_minor": 100_000, "maximum_minor": 5_000_000}]
        if game == "baccarat":
            story.tell(f"table/{table}", "table.limits_set", STARTS, limits=limits)
            story.tell(f"table/{table}", "table.shoe_loaded", STARTS, shoe="S1", shuffled=True)

    def round(self, code: str, at: float, facts: str = "", *, close: bool = True) -> str:
        """Record a round that opened so many minutes after the start; its stream."""
        lines = ["0 round_opened", *facts.splitlines(), *(["90 round_closed"] if close else [])]
        self.record(code, at, lines)
        return f"round/{self.name}/{code}"

    def record(self, code: str, at: float, facts: Iterable[str], mark: str = "") -> None:
        """Record these facts of a round; ``mark`` tells further ones apart from the first."""
        opened = STARTS + timedelta(minutes=at)
        text = "\n".join(["", f"game: {self.game}", f"opened: {opened.isoformat()}", "facts", *facts])
        golden = parse(text, Path(f"{self.name}-{code}{mark}"))
        self.story.append([self._event(code, line, opened) for line in golden.facts])

    def _event(self, code: str, line: Line, opened: datetime) -> events.NewEvent:
        event_type = events.find(f"{self.game}.{line.name}.v1")
        assert event_type is not None
        assert line.seconds is not None
        return events.NewEvent(
            id=line.id,
            stream=f"round/{self.name}/{code}",
            type=event_type.full_name,
            data=msgspec.convert(line.fields, event_type.fact),
            actor="device:series",
            occurred_at=opened + timedelta(seconds=line.seconds),
        )
