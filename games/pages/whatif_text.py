"""A what-if told: both settlements side by side, as text for a terminal and as JSON for machines.

Proved by ``tests/replay/test_whatif_text.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from games import words
from games.engine.judgement import BetResult, Finding, Outcome, Settlement
from games.engine.replay import Replay
from games.pages import bets
from games.rows.whatif import BetChange, WhatIf
from games.words import shared
from games.words.clauses import document_words, views
from games.words.judged import bet_in_data

_WORDS: Final = Catalogue(__file__)

WHAT_IF: Final = _WORDS.text("what-if")
TABLE: Final = _WORDS.text("table")
ROUND: Final = _WORDS.text("round")
RECORDED: Final = _WORDS.text("recorded")
SUPPOSED: Final = _WORDS.text("supposed")
DOCUMENT: Final = _WORDS.text("document")
RESULT: Final = _WORDS.text("result")
OUTCOME: Final = _WORDS.text("outcome")
OWED: Final = _WORDS.text("owed")
DIFFERENCE: Final = _WORDS.text("difference")
RECORDED_NET: Final = _WORDS.text("recorded-net")
IF: Final = _WORDS.text("if")
UNDECIDED: Final = _WORDS.text("undecided")
SAME: Final = _WORDS.text("same")
ABSENT: Final = _WORDS.text("absent")
CLAUSES_GONE: Final = _WORDS.text("clauses-gone")
CLAUSES_NEW: Final = _WORDS.text("clauses-new")
GONE: Final = _WORDS.text("gone")
NEW: Final = _WORDS.text("new")
NONE: Final = _WORDS.text("none")
REMEDIED: Final = _WORDS.text("remedied")
LESS_DUE: Final = _WORDS.text("less-due")
TOTAL: Final = _WORDS.text("total")
WIDTH: Final = 30


class Comparison:
    """Writes one what-if in one language."""

    def __init__(self, seen: WhatIf, *, language: str, currency: str) -> None:
        self.seen = seen
        self.language = language
        self.currency = seen.before.terms.currency or currency

    def text(self) -> str:
        """Both versions in two columns, then what differs, bet by bet."""
        return "\n".join([*self._head(), "", *self._bets(), "", *self._total(), "", *self._findings()])

    def _say(self, text: Text) -> str:
        return text.in_language(self.language)

    def _money(self, amount_minor: int) -> str:
        sign = "+" if amount_minor > 0 else ""
        return sign + self._say(words.money(amount_minor, self.currency))

    def _line(self, name: str, before: str, after: str, indent: int = 0) -> str:
        first = f"{' ' * indent}{name}:"
        return f"{first:<{WIDTH}}{before:<{WIDTH}}  {after}".rstrip()

    def _head(self) -> Iterator[str]:
        before, after = self.seen.before, self.seen.after
        yield f"{self._say(WHAT_IF)}  {self._say(TABLE)} {before.table}, {self._say(ROUND)} {before.code}"
        yield f"{'':<{WIDTH}}{self._say(RECORDED):<{WIDTH}}  {self._say(SUPPOSED)}"
        if before.judgement.document == after.judgement.document:
            yield f"{self._say(DOCUMENT) + ':':<{WIDTH}}{self._say(document_words(before.book))}"
        else:
            one, other = (replay.judgement.document or self._say(NONE) for replay in (before, after))
            yield self._line(self._say(DOCUMENT), one, other)
        yield self._line(self._say(RESULT), self._result(before), self._result(after))

    def _result(self, replay: Replay) -> str:
        return self._say(words.result(replay.state.game, replay.judgement.summary)) if replay.book else self._say(NONE)

    def _bets(self) -> Iterator[str]:
        for change in self.seen.bets:
            if not change.differs:
                yield f"{change.bet}: {self._say(SAME)}, {self._net(change.before)}"
                yield from self._sums(change.before, self.seen.before)
                continue
            yield f"{change.bet}  {self._place(change)}".rstrip()
            yield self._line(self._say(OUTCOME), self._outcome(change.before), self._outcome(change.after), 4)
            yield self._line(self._say(OWED), self._net(change.before), self._net(change.after), 4)
            yield from self._sums(change.before, self.seen.before, RECORDED)
            yield from self._sums(change.after, self.seen.after, SUPPOSED)
            yield self._line(self._say(RECORDED_NET), self._recorded(change.before), self._recorded(change.after), 4)
            yield from self._options(change.before, self.seen.before, RECORDED)
            yield from self._options(change.after, self.seen.after, SUPPOSED)
            owed = change.due_change_minor
            yield f"    {self._say(DIFFERENCE)}: {self._say(bets.verdict(None)) if owed is None else self._money(owed)}"
            yield from self._clauses(CLAUSES_GONE, change.clauses_gone, self.seen.before)
            yield from self._clauses(CLAUSES_NEW, change.clauses_new, self.seen.after)

    def _recorded(self, result: BetResult | None) -> str:
        if result is None:
            return self._say(ABSENT)
        return self._money(result.recorded.net_minor(result.settlement.stake_minor))

    def _sums(self, result: BetResult | None, replay: Replay, side: Text | None = None) -> Iterator[str]:
        """How each amount that is owed comes about."""
        if result is not None:
            yield from self._lines(result.settlement, replay, f"{self._say(side)}, " if side else "")

    def _lines(self, settlement: Settlement, replay: Replay, before: str) -> Iterator[str]:
        for line in bets.due_lines(settlement, replay.book, self.currency):
            amount = self._say(words.money(line.amount_minor, self.currency))
            told = "; ".join(self._say(each) for each in line.sums)
            yield f"      {before}{self._say(line.name)} {amount}: {told}"

    def _options(self, result: BetResult | None, replay: Replay, side: Text) -> Iterator[str]:
        """What each possible decision would come to."""
        for option in result.alternatives if result is not None else ():
            decision = self._say(bets.decision(replay.state.game, option.decision, replay.book))
            outcome = self._say(words.term(shared.OUTCOMES, option.settlement.outcome))
            net = self._money(option.settlement.net_minor)
            yield f"    {self._say(side)}, {self._say(IF)} {decision}: {outcome}, {net}"
            yield from self._lines(option.settlement, replay, "")

    def _place(self, change: BetChange) -> str:
        sides = ((change.before, self.seen.before), (change.after, self.seen.after))
        result, replay = next(side for side in sides if side[0] is not None or side is sides[1])
        if result is None or not result.spot:
            return ""
        return self._say(words.spot(replay.state.game, result.spot, replay.book))

    def _outcome(self, result: BetResult | None) -> str:
        if result is None:
            return self._say(ABSENT)
        return self._say(words.term(shared.OUTCOMES, result.settlement.outcome))

    def _net(self, result: BetResult | None) -> str:
        if result is None:
            return self._say(ABSENT)
        if result.settlement.outcome in (Outcome.AWAITING, Outcome.PENDING):
            return self._say(bets.verdict(None))
        return self._money(result.settlement.net_minor)

    def _clauses(self, title: Text, numbers: Iterable[str], replay: Replay) -> Iterator[str]:
        found = views(list(numbers), replay.book)
        if found:
            yield f"    {self._say(title)}:"
        for clause in found:
            yield f"      {clause.number}  {self._say(clause.text)}"

    def _total(self) -> Iterator[str]:
        before, after = self.seen.before.judgement, self.seen.after.judgement
        yield self._line(self._say(TOTAL), self._money(before.due_net_minor), self._money(after.due_net_minor))
        if before.remedied_minor or after.remedied_minor:
            yield self._line(self._say(REMEDIED), self._money(before.remedied_minor), self._money(after.remedied_minor))
        yield self._line(self._say(LESS_DUE), self._money(before.difference_minor), self._money(after.difference_minor))
        open_yet = self._say(UNDECIDED.format(count=self.seen.undecided)) if self.seen.undecided else ""
        yield f"{self._say(DIFFERENCE)}: {self._money(self.seen.due_change_minor)}{open_yet}"

    def _findings(self) -> Iterator[str]:
        for title, found in ((GONE, self.seen.findings_gone), (NEW, self.seen.findings_new)):
            yield f"{self._say(title)}:"
            yield from (f"  {self._finding(finding)}" for finding in found)
            if not found:
                yield f"  {self._say(NONE)}"

    def _finding(self, finding: Finding) -> str:
        parts = [
            self._say(words.finding(finding.code).title),
            finding.subject,
            self._money(finding.amount_minor) if finding.amount_minor else "",
            ", ".join(finding.clauses),
        ]
        return "  ".join(part for part in parts if part)


def as_json(seen: WhatIf) -> dict[str, Any]:
    """The what-if for machines. Amounts are in the currency's smallest unit, from the players' side."""
    return {
        "stream": seen.before.stream,
        "table": seen.before.table,
        "round": seen.before.code,
        "game": seen.before.state.game,
        "as_of": seen.before.as_of,
        "position": seen.before.last_position,
        "before": _judged(seen.before),
        "after": _judged(seen.after),
        "bets": [_bet(change, seen) for change in seen.bets],
        "due_change_minor": seen.due_change_minor,
        "undecided": seen.undecided,
        "findings_gone": msgspec.to_builtins(seen.findings_gone),
        "findings_new": msgspec.to_builtins(seen.findings_new),
        "clauses": _texts(seen),
    }


def _judged(replay: Replay) -> dict[str, Any]:
    judgement = replay.judgement
    return {
        "document": judgement.document or None,
        "summary": judgement.summary,
        "due_net_minor": judgement.due_net_minor,
        "remedied_minor": judgement.remedied_minor,
        "beyond_rules_minor": judgement.beyond_rules_minor,
        "difference_minor": judgement.difference_minor,
        "findings": msgspec.to_builtins(judgement.findings),
    }


def _bet(change: BetChange, seen: WhatIf) -> dict[str, Any]:
    return {
        "bet": change.bet,
        "differs": change.differs,
        "due_change_minor": change.due_change_minor,
        "clauses_gone": list(change.clauses_gone),
        "clauses_new": list(change.clauses_new),
        "before": None if change.before is None else bet_in_data(change.before, seen.before.book),
        "after": None if change.after is None else bet_in_data(change.after, seen.after.book),
    }


def _texts(seen: WhatIf) -> dict[str, dict[str, Any]]:
    """The words of every clause that differs, by the document that has it."""
    told: dict[str, dict[str, Any]] = {}
    for replay, side in ((seen.before, "clauses_gone"), (seen.after, "clauses_new")):
        if replay.book is None:
            continue
        numbers = {number for change in seen.bets for number in getattr(change, side)}
        known = {
            n: msgspec.to_builtins(replay.book.clauses[n].text) for n in sorted(numbers) if n in replay.book.clauses
        }
        told.setdefault(replay.book.id, {}).update(known)
    return told
