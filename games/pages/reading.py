"""The hands of a round read out: what was on the table, in sentences, each with the clauses it goes by.

Baccarat: totals and the third-card rule. Niu niu: the tens that were found, the class, and why it beats the dealer's.
Sic bo: total, Small or Big, triple. Mậu binh: lanes, special hands, and every two seats against each other. Roulette
needs no reading. Proved by ``tests/admin/test_reading.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from casino.core.cards import short_name
from casino.core.text import Text
from games.pages.clauses import ClauseView, views
from games.replay import Replay
from games.rules.baccarat_cards import deal, draw_tables
from games.rules.book import RuleBook
from games.rules.niuniu_hands import BOX, HOIANA, TOI_THUONG, arrangement, compare_hands, highest_card, points_of, value
from games.rules.sicbo_layout import small_or_big
from games.words import baccarat_hands, maubinh, maubinh_duels, niuniu, sicbo
from games.words.baccarat_hands import Line
from games.words.say import say

Summary = Mapping[str, Any]


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of the reading with its clauses, to be opened on the spot."""

    text: Text
    clauses: tuple[ClauseView, ...]


def read_out(replay: Replay) -> list[Sentence]:
    """The round in sentences; nothing where no rule book was in force or nothing can be read yet."""
    reader = _READERS.get(replay.state.game)
    if reader is None or replay.book is None:
        return []
    return [
        Sentence(line.text, views(line.clauses, replay.book)) for line in reader(replay.judgement.summary, replay.book)
    ]


def _baccarat(summary: Summary, book: RuleBook) -> list[Line]:
    player, banker = list(summary.get("player") or ()), list(summary.get("banker") or ())
    if len(player) < 2 or len(banker) < 2:
        return []
    tables = draw_tables(book)
    # The order of the shoe: one card each in turn, then third cards, Player's before Banker's.
    return baccarat_hands.read_out(
        deal([player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]], tables), tables
    )


def _niuniu(summary: Summary, book: RuleBook) -> list[Line]:
    hands = summary.get("hands") or {}
    lines = [_niu_hand(code, hands[code], book) for code in sorted(hands, key=lambda code: (code != "dealer", code))]
    dealer = hands.get("dealer")
    if dealer is None or summary.get("standing") == "void":
        return lines
    theirs = value(dealer["cards"], book)
    for code in sorted(hands):
        if code == "dealer" or code in summary.get("void_boxes", ()):
            continue
        mine = value(hands[code]["cards"], book)
        compared = compare_hands(mine, theirs)
        if not compared.stronger:
            continue
        winner, loser = (code, "dealer") if compared.stronger == BOX else ("dealer", code)
        lines.append(Line(_niu_why(winner, loser, hands), compared.clauses))
    return lines


def _niu_hand(code: str, hand: Mapping[str, Any], book: RuleBook) -> Line:
    """``K Q J make 30, 4 and 5 leave 9: Niu 9``; four of a kind and five pictures need no tens."""
    name, called = _capital(niuniu.hand_name(code)), niuniu.CLASSES[hand["class"]]
    parts, cards = arrangement(hand["cards"]), niuniu.cards_text(hand["cards"])
    if hand["class"] in (HOIANA, TOI_THUONG):
        made = say("{name} {cards}: {called}.", "{name} {cards}: {called}.", name=name, cards=cards, called=called)
        return Line(made, (value(hand["cards"], book).rank.clause,))
    if parts is None:
        return Line(
            say(
                "{name} {cards}: không có ba lá nào tròn chục – {called}.",
                "{name} {cards}: no three cards make the tens – {called}.",
                name=name,
                cards=cards,
                called=called,
            ),
            ("4.9.1", "4.9.3"),
        )
    three, two = parts
    return Line(
        say(
            "{name}: {three} cộng thành {tens}; {two} cộng thành {rest} – {called}.",
            "{name}: {three} add up to {tens}; {two} add up to {rest} – {called}.",
            name=name,
            three=niuniu.cards_text(three),
            tens=sum(points_of(card) for card in three),
            two=niuniu.cards_text(two),
            rest=sum(points_of(card) for card in two),
            called=called,
        ),
        ("4.9.1", "4.9.2"),
    )


def _niu_why(winner: str, loser: str, hands: Mapping[str, Any]) -> Text:
    names = {"winner": _capital(niuniu.hand_name(winner)), "loser": niuniu.hand_name(loser)}
    mine, theirs = (niuniu.CLASSES[hands[code]["class"]] for code in (winner, loser))
    if mine != theirs:
        return say(
            "{winner} thắng {loser}: {mine} cao hơn {theirs}.",
            "{winner} beats {loser}: {mine} ranks above {theirs}.",
            mine=mine,
            theirs=theirs,
            **names,
        )
    return say(
        "{winner} thắng {loser}: cùng {mine}, lá cao nhất {high} thắng {low}.",
        "{winner} beats {loser}: both {mine}, and the highest card {high} beats {low}.",
        mine=mine,
        high=short_name(_highest(hands[winner]["cards"])),
        low=short_name(_highest(hands[loser]["cards"])),
        **names,
    )


def _highest(cards: list[str]) -> str:
    return max(cards, key=lambda card: highest_card([card]))


def _capital(text: Text) -> Text:
    return Text(text.vi[:1].upper() + text.vi[1:], text.en[:1].upper() + text.en[1:])


def _sicbo(summary: Summary, book: RuleBook) -> list[Line]:
    dice = summary.get("dice")
    if not dice:
        return []
    thrown = (dice[0], dice[1], dice[2])
    total = sum(thrown)
    faces = " + ".join(str(face) for face in thrown)
    lines = [Line(say("{faces} = {n} điểm.", "{faces} = {n} points.", faces=faces, n=total), ("6.6.1",))]
    if len(set(thrown)) == 1:
        lines.append(
            Line(
                say("Bộ ba {n}: Tài và Xỉu đều thua.", "A triple of {n}: Small and Big both lose.", n=thrown[0]),
                ("6.1.2",),
            )
        )
        return lines
    for kind in ("small", "big"):
        clause = small_or_big(kind, thrown)
        if clause is not None:
            lines.append(Line(say("{kind} thắng.", "{kind} wins.", kind=sicbo.BET_KINDS[kind]), (clause,)))
    pair = next((face for face in thrown if thrown.count(face) == 2), None)
    if pair is not None:
        lines.append(Line(say("Hai viên cùng mặt {n}.", "Two dice show {n}.", n=pair), ("6.4.1",)))
    return lines


def _maubinh(summary: Summary, book: RuleBook) -> list[Line]:
    seats = summary.get("seats") or []
    special = {seat["seat"] for seat in seats if seat.get("special")}
    lines = [Line(maubinh.hand(seat), _hand_clauses(seat)) for seat in seats]
    for duel in summary.get("duels") or []:
        lines.append(Line(maubinh_duels.sentence(duel, special), tuple(duel["clauses"])))
    return lines


def _hand_clauses(seat: Mapping[str, Any]) -> tuple[str, ...]:
    if seat.get("special"):
        return ("A.3", "B.7")
    return ("G.3",) if seat.get("foul") else ("A.2",)


_READERS: Final[dict[str, Callable[[Summary, RuleBook], list[Line]]]] = {
    "baccarat": _baccarat,
    "maubinh": _maubinh,
    "niuniu": _niuniu,
    "sicbo": _sicbo,
}
