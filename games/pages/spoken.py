"""One bet in the words a supervisor says at the table: what lay where, what came, what the document owes and why.

One plain paragraph a bet, in the player's language, without anybody else's bets and without what the house keeps to
itself (facts' numbers, staff, findings). Amounts, sums and clauses are those of the replay (``games.pages.bets``).
Proved by ``tests/admin/test_spoken.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from casino.core.text import Text
from games import words
from games.engine.sentences import say
from games.pages.bets import BetRow, Line
from games.words.clauses import ClauseView

BET: Final = Text("Quý khách đặt {stake} vào {spot}.", "You bet {stake} on {spot}.")
RESULT: Final = Text("Kết quả của ván: {result}.", "The result of the round: {result}.")
OUTCOMES: Final = {
    "won": Text("Cược thắng:", "The bet won:"),
    "lost": Text("Cược thua:", "The bet lost:"),
    "push": Text("Cược hòa:", "The bet is a push:"),
    "void": Text("Cược vô hiệu, không thắng không thua:", "The bet is void, neither won nor lost:"),
    "refused": Text("Cược không được nhận:", "The bet was not accepted:"),
}
AWAITING: Final = Text("Cược còn chờ người có thẩm quyền quyết định.", "The bet still waits for a decision.")
PENDING: Final = Text("Ván chưa có kết quả, nên chưa tính được.", "There is no result yet, so nothing is owed so far.")
OPTION: Final = Text("Nếu quyết định là “{decision}”: {parts}.", "If the decision is “{decision}”: {parts}.")
PARTS: Final = {
    "winnings": Text("tiền thưởng {amount}", "winnings of {amount}"),
    "commission": Text("trừ hoa hồng {amount}", "less a commission of {amount}"),
    "stake taken": Text("nhà cái thu {amount} tiền cược", "the house takes {amount} of the stake"),
    "stake back": Text("nhận lại {amount} tiền cược", "{amount} of the stake goes back to you"),
    "paid": Text("đã trả thưởng {amount}", "{amount} was paid"),
    "taken": Text("đã thu {amount}", "{amount} was taken"),
    "handed back": Text("đã trả lại {amount}", "{amount} was handed back"),
}
PUT_RIGHT: Final = Text("sau đó chỉnh lại {amount}", "{amount} was put right afterwards")
NOTHING: Final = Text("không bên nào trả gì", "nobody owes anything")
RECORDED: Final = Text("Tại bàn: {parts}.", "At the table: {parts}.")
NOT_RECORDED: Final = Text("Tại bàn chưa trả, thu hay hoàn gì.", "At the table nothing was paid, taken or handed back.")
RIGHT: Final = Text("Như vậy là đúng.", "So it is right as it is.")
OWED: Final = Text("Như vậy quý khách còn thiếu {amount}.", "So {amount} is missing on your side.")
TOO_MUCH: Final = Text("Như vậy quý khách nhận thừa {amount}.", "So you have {amount} too much.")
SO_SAYS: Final = Text("Điều {number} của thể lệ: {text}", "Clause {number} of the rules: {text}")


class Spoken(msgspec.Struct, frozen=True):
    """A bet as it is told to its player: the paragraph, and the clauses behind it."""

    bet: str
    player: str
    paragraph: Text
    clauses: tuple[ClauseView, ...]


def spoken(row: BetRow, result: Text, currency: str) -> Spoken:
    """The paragraph of one bet. ``result`` is the round's, or empty where it would tell of other seats."""
    said = [_fill(BET, stake=words.money(row.stake_minor, currency), spot=row.place.spot)]
    if result.vi:
        said.append(_fill(RESULT, result=result))
    said += _due(row, currency)
    if row.difference_minor is not None:
        said += _recorded(row, currency)
    cited = next((clause for clause in row.clauses if clause.text.vi), None)
    if cited is not None:
        said.append(_fill(SO_SAYS, number=cited.number, text=cited.text))
    return Spoken(row.bet, row.place.player, _joined(said, " "), row.clauses)


def shared_result(game: str, summary: Mapping[str, Any]) -> Text:
    """The round's result where it is one for all; empty where it lists hands or seats, which are other people's."""
    return Text("", "") if {"hands", "seats"} & summary.keys() else words.result(game, summary)


def _due(row: BetRow, currency: str) -> list[Text]:
    if row.options:
        ways = [_fill(OPTION, decision=option.decision, parts=_parts(option.lines, currency)) for option in row.options]
        return [AWAITING, *ways]
    begins = OUTCOMES.get(row.outcome_code)
    if begins is None:
        return [AWAITING if row.outcome_code == "awaiting" else PENDING]
    return [say("{begins} {parts}.", "{begins} {parts}.", begins=begins, parts=_parts(row.due, currency))]


def _recorded(row: BetRow, currency: str) -> list[Text]:
    done = [_part(line, currency) for line in row.recorded]
    done += [_fill(PUT_RIGHT, amount=words.money(line.amount_minor, currency)) for line in row.remedies]
    said = _fill(RECORDED, parts=_joined(done, ", ")) if done else NOT_RECORDED
    difference = row.difference_minor or 0
    amount = words.money(abs(difference), currency)
    verdict = RIGHT if not difference else _fill(TOO_MUCH if difference > 0 else OWED, amount=amount)
    return [said, verdict]


def _parts(lines: Sequence[Line], currency: str) -> Text:
    return _joined([_part(line, currency) for line in lines], ", ") if lines else NOTHING


def _part(line: Line, currency: str) -> Text:
    """An amount with its name, and the sum it comes from where it was worked out; the whole stake needs none."""
    told = _fill(PARTS[line.name.en], amount=words.money(line.amount_minor, currency))
    worked_out = line.sums and line.name.en in ("winnings", "commission")
    return say("{told} ({sum})", "{told} ({sum})", told=told, sum=line.sums[-1]) if worked_out else told


def _fill(text: Text, /, **values: object) -> Text:
    return say(text.vi, text.en, **values)


def _joined(texts: Sequence[Text], between: str) -> Text:
    return Text(between.join(text.vi for text in texts), between.join(text.en for text in texts))
