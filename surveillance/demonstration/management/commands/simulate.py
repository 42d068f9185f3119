"""``manage.py simulate``: deal rounds of a game and write them as NDJSON, for ``manage.py ingest``."""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError

from casino.core.events import SAFE_NAME
from games.catalogue import GAMES
from games.simulate.kinds import simulated
from games.simulate.play import Planted
from games.simulate.wire import Sent

Rounds = Iterator[tuple[list[Sent], list[Planted]]]


def rounds_of(game: str, table: str | None, rounds: int, seed: int, starts: datetime, faults: float) -> Rounds:
    """Rounds of a game; in this share of them a fault of its catalogue, or an irregularity handled rightly."""
    of_game = simulated(game)
    code = table or of_game.table
    rng = random.Random(f"{seed}:{code}")  # noqa: S311 - reproducible on purpose, no secret
    dealt = of_game.make(code, rng)
    names = sorted(of_game.faults)
    moment = starts
    for number in range(1, rounds + 1):
        coming = dealt.players_come_and_go(moment)
        fault = of_game.faults[rng.choice(names)] if rng.random() < faults else None
        opens = moment + timedelta(seconds=15)
        sent, planted, over_at = dealt.deal(opens, f"{starts:%Y%m%d}-{number:05d}", number, fault)
        yield coming + sent, planted
        moment = over_at + timedelta(seconds=5)


class Command(BaseCommand):
    help = "Deal simulated rounds and write what the table's devices would send, as NDJSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES), default="roulette")
        parser.add_argument("--table", default=None, help="code of the table (it must be registered to be taken in)")
        parser.add_argument("--rounds", type=int, required=True)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--faults", type=float, default=0.0, help="share of rounds with an irregularity, 0 to 1")
        parser.add_argument("--starts", type=datetime.fromisoformat, default=None, help="first moment, RFC 3339")
        parser.add_argument("--out", default="-", help="a file, or - for standard output")
        parser.add_argument("--planted", default=None, help="write what was planted to this file (one line a fault)")

    def handle(self, *args: Any, **options: Any) -> None:
        starts = options["starts"] or datetime(2026, 6, 13, 3, tzinfo=UTC)
        if starts.tzinfo is None:
            raise CommandError("--starts needs an offset from UTC, as 2026-06-13T10:00:00+07:00.")
        table = options["table"]
        named = table is None or SAFE_NAME.fullmatch(table)
        if options["rounds"] < 1 or not 0 <= options["faults"] <= 1 or not named:
            raise CommandError("--rounds is at least 1, --faults from 0 to 1, --table a code of letters and digits.")
        rounds = rounds_of(options["game"], table, options["rounds"], options["seed"], starts, options["faults"])
        planted: list[Planted] = []
        events = 0
        with self._output(options["out"]) as out:
            for sent, faults in rounds:
                planted += faults
                for event in sent:
                    out.write(event.line() + "\n")
                events += len(sent)
        if options["planted"] is not None:
            lines = (f"{each.round}\t{each.kind}\t{each.subject}\t{each.amount_minor}\n" for each in planted)
            Path(options["planted"]).write_text("".join(lines), encoding="utf-8")
        self.stderr.write(f"{options['rounds']} rounds, {events} events, {len(planted)} faults planted")

    def _output(self, name: str) -> AbstractContextManager[IO[str]]:
        if name == "-":
            return nullcontext(sys.stdout)
        try:
            return open(name, "w", encoding="utf-8")
        except OSError as error:
            raise CommandError(f"Cannot write {name}: {error.strerror}.") from error
