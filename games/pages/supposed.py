"""Two versions of a round's story side by side, as pages show them: each bet before and after, money and clauses.

Proved by ``tests/admin/test_desk_forms.py``.
"""

from __future__ import annotations

import msgspec

from casino.core.text import Text
from games import words
from games.engine.replay import Replay
from games.pages import bets
from games.pages.bets import BetRow
from games.pages.game_parts import part_of
from games.pages.round import FindingRow, judged_finding
from games.rows.whatif import BetChange, WhatIf
from games.words.clauses import ClauseView, document_words, views


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """A bet in both versions; None where a version does not have it. ``change_minor`` is how much more the player is
    owed in the second; None while one of them is not decided."""

    bet: str
    before: BetRow | None
    after: BetRow | None
    change_minor: int | None
    clauses_gone: tuple[ClauseView, ...]
    clauses_new: tuple[ClauseView, ...]

    @property
    def shown(self) -> BetRow | None:
        """The version that says where the bet lay."""
        return self.after or self.before


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Both versions. ``rows`` are the bets that differ, ``same`` how many do not."""

    rows: tuple[Compared, ...]
    same: int
    change_minor: int
    undecided: int
    remedied_before_minor: int
    remedied_after_minor: int
    difference_before_minor: int
    difference_after_minor: int
    result_before: Text
    result_after: Text
    document_before: Text
    document_after: Text
    findings_gone: tuple[FindingRow, ...]
    findings_new: tuple[FindingRow, ...]

    @property
    def nothing(self) -> bool:
        """Whether the second version comes to exactly the same."""
        figures = (self.remedied_before_minor, self.difference_before_minor, self.result_before)
        same = figures == (self.remedied_after_minor, self.difference_after_minor, self.result_after)
        return same and not (self.rows or self.findings_gone or self.findings_new)


def compare(seen: WhatIf, currency: str) -> Comparison:
    """A what-if for a page."""
    before, after = seen.before, seen.after
    olds, news = _rows(before, currency), _rows(after, currency)
    differing = [change for change in seen.bets if change.differs]
    return Comparison(
        rows=tuple(_compared(change, olds, news, before, after) for change in differing),
        same=len(seen.bets) - len(differing),
        change_minor=seen.due_change_minor,
        undecided=seen.undecided,
        remedied_before_minor=before.judgement.remedied_minor,
        remedied_after_minor=after.judgement.remedied_minor,
        difference_before_minor=before.judgement.difference_minor,
        difference_after_minor=after.judgement.difference_minor,
        result_before=words.result(before.state.game, before.judgement.summary),
        result_after=words.result(after.state.game, after.judgement.summary),
        document_before=document_words(before.book),
        document_after=document_words(after.book),
        findings_gone=tuple(judged_finding(finding, before) for finding in seen.findings_gone),
        findings_new=tuple(judged_finding(finding, after) for finding in seen.findings_new),
    )


def _rows(replay: Replay, currency: str) -> dict[str, BetRow]:
    where = part_of(replay.state.game).places(replay)
    return {
        result.bet: bets.row(result, where[result.bet], replay.judgement, replay.book, currency)
        for result in replay.judgement.results
        if result.bet in where
    }


def _compared(
    change: BetChange, olds: dict[str, BetRow], news: dict[str, BetRow], before: Replay, after: Replay
) -> Compared:
    return Compared(
        bet=change.bet,
        before=olds.get(change.bet),
        after=news.get(change.bet),
        change_minor=change.due_change_minor,
        clauses_gone=views(change.clauses_gone, before.book),
        clauses_new=views(change.clauses_new, after.book),
    )
