"""The disputed rounds of a case, each replayed as it stands now: recorded, remedied, due, difference, clauses.

All rounds are replayed in one pass over the ledger, since a case can be about a whole shoe; only the first of them are
laid out bet by bet. Proved by ``tests/disputes/admin/test_cases.py``.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Final

import msgspec

from casino.core.text import Text
from casino.ledger.models import Property
from disputes.case.bet_owner import disputed, owners
from disputes.case.context import JudgedRound
from disputes.case.facts import RoundRef
from disputes.case.state import Case
from disputes.execution.judging import judged_replay
from games import words
from games.engine.replay import Replay
from games.pages.bets import BetRow
from games.pages.round import RoundPage
from games.rows.models import Round
from games.rows.replay import Replayer
from games.words.clauses import document_words

MOST_LAID_OUT: Final = 8
"""Rounds whose bets are shown; the others have a line each."""
MOST_BETS: Final = 12
"""Bets of one round that are shown; the round's own page has them all."""


class DisputedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round of the case. ``row`` is None where the read model has not got so far, ``replay`` where nothing of the
    round is recorded. ``disputed`` are the bets that the case is about, without those of strangers; ``unknown`` of them
    are of a player whom nobody knows. ``difference_minor`` is that of the players' own bets; None while one of them is
    undecided, or none is known to be theirs. ``bets`` is empty for a round that is not laid out; ``hidden`` of its
    disputed bets are left out. ``whose`` gives the code of the player of each bet, as far as it is known."""

    ref: RoundRef
    row: Round | None
    replay: Replay | None
    result: Text
    document: Text
    currency: str
    difference_minor: int | None
    disputed: int
    unknown: int = 0
    whose: dict[str, str | None] = {}
    bets: tuple[BetRow, ...] = ()
    hidden: int = 0
    page: RoundPage | None = None

    @property
    def remedied(self) -> bool:
        """Whether a case has put anything right in the bets that are shown."""
        return any(bet.remedies for bet in self.bets)

    @property
    def rows(self) -> list[tuple[BetRow, str | None]]:
        """The bets, each with its player's code in the case."""
        return [(bet, self.whose.get(bet.bet)) for bet in self.bets]

    @property
    def laid_out(self) -> bool:
        return self.page is not None


class Rounds:
    """The rounds of a case and their judgements."""

    def __init__(self, owner: Property, case: Case, *, language: str) -> None:
        self.owner = owner
        self.case = case
        self.language = language
        streams = list(dict.fromkeys(ref.stream for ref in case.rounds))
        self.rows = {row.stream: row for row in Round.objects.filter(property=owner, stream__in=streams)}
        for row in self.rows.values():
            row.property = owner
        self.replays = {replay.stream: replay for replay in self._replayed(streams)}
        self._judged: dict[RoundRef, JudgedRound] = {}

    def _replayed(self, streams: list[str]) -> list[Replay]:
        at = {stream: row.overtaken_at for stream, row in self.rows.items()}
        return list(Replayer(self.owner.code).many(streams, overtaken_at=at.get)) if streams else []

    def judged(self, ref: RoundRef) -> JudgedRound | None:
        """As the domain asks for it (``Context.judged``), which it does for every command that it offers."""
        replay = self.replays.get(ref.stream)
        if replay is not None and ref not in self._judged:
            self._judged[ref] = judged_replay(replay, ref, currency=self.owner.currency)
        return self._judged.get(ref)

    def all(self) -> list[DisputedRound]:
        """Every round of the case, in its order."""
        return [self._round(ref, laid_out=place < MOST_LAID_OUT) for place, ref in enumerate(self.case.rounds)]

    def _round(self, ref: RoundRef, *, laid_out: bool) -> DisputedRound:
        replay = self.replays.get(ref.stream)
        row = self.rows.get(ref.stream)
        if replay is None:
            return DisputedRound(
                ref=ref,
                row=row,
                replay=None,
                result=Text("", ""),
                document=Text("", ""),
                currency=self.case.currency,
                difference_minor=None,
                disputed=0,
            )
        judged = self.judged(ref)
        assert judged is not None
        known = owners(self.case)
        whose = known.in_round(judged)
        about = disputed(judged, known)
        own = {bet: whose[bet].party for bet in about if bet in whose}
        counted = [r for r in replay.judgement.results if r.bet in own and (own[r.bet] is not None or not known.codes)]
        decided = [r.difference_minor for r in counted if r.difference_minor is not None]
        unsaid = len(own) - len(counted)
        all_known = len(decided) == len(counted) and (bool(counted) or not unsaid)
        return DisputedRound(
            ref=ref,
            row=row,
            replay=replay,
            result=words.result(replay.state.game, replay.judgement.summary),
            document=document_words(replay.book),
            currency=replay.terms.currency or self.owner.currency,
            difference_minor=sum(decided) if all_known else None,
            disputed=len(own),
            unknown=unsaid,
            whose=own,
            **(self._laid_out(own, row, replay) if laid_out and row is not None else {}),
        )

    def _laid_out(self, about: Container[str], row: Round, replay: Replay) -> dict[str, Any]:
        page = RoundPage(row, replay, language=self.language, at=None, steps=[])
        bets = [bet for bet in page.bets if bet.bet in about]
        bets.sort(key=lambda bet: not (bet.difference_minor or bet.options))  # what is wrong or undecided first
        return {"page": page, "bets": tuple(bets[:MOST_BETS]), "hidden": max(0, len(bets) - MOST_BETS)}
