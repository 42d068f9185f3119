"""A baccarat round read out: the first totals, who draws and why, and the result, each with its clauses.

Proved by ``tests/baccarat/test_readings.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from casino.core.cards import RANK_NAMES, rank_of, short_name
from casino.core.messages import Catalogue
from games.baccarat.cards import (
    BANKER,
    PLAYER,
    TIE,
    DrawTables,
    Hands,
    banker_draws,
    banker_draws_alone,
    deal,
    draw_tables,
    natural,
    player_draws,
    value_of,
)
from games.engine.document import RuleBook
from games.engine.game import Line, Summary

_WORDS: Final = Catalogue(__file__)


def _names(cards: Sequence[str]) -> str:
    return " ".join(short_name(card) for card in cards)


def read_hands(hands: Hands, tables: DrawTables) -> list[Line]:
    """The hands in words, as far as they are dealt. Nothing before both first hands are complete."""
    if len(hands.places) < 4:
        return []
    player, banker = hands.first_player, hands.first_banker
    lines = [
        Line(
            _WORDS.text(
                "player-ours-p-banker-theirs",
                ours=_names(hands.player[:2]),
                p=player,
                theirs=_names(hands.banker[:2]),
                b=banker,
            ),
            ("4.12", "4.13"),
        )
    ]
    if natural(player, banker, tables):
        lines.append(Line(_WORDS.text("a-natural-neither-hand-draws"), ("4.14",)))
    else:
        lines += [_player_line(hands, tables), *_banker_lines(hands, tables)]
    if hands.complete:
        lines.append(_result(hands))
    return lines


def _player_line(hands: Hands, tables: DrawTables) -> Line:
    total = hands.first_player
    if not player_draws(total, tables):
        return Line(_WORDS.text("player-stands-on-n", n=total), ("4.15",))
    if len(hands.player) < 3:
        return Line(_WORDS.text("player-on-n-still-has", n=total), ("4.15",))
    return Line(
        _WORDS.text(
            "player-draws-on-n-card",
            n=total,
            card=short_name(hands.player[2]),
            end=hands.player_points,
        ),
        ("4.15",),
    )


def _banker_lines(hands: Hands, tables: DrawTables) -> list[Line]:
    total = hands.first_banker
    if len(hands.player) == 3:
        third = hands.player[2]
        draws, clause = banker_draws(total, value_of(third), tables), "4.16"
        rank = RANK_NAMES[rank_of(third)]
        case = _WORDS.text("after-players-rank", rank=rank)
    elif player_draws(hands.first_player, tables):
        return []
    else:
        draws, clause = banker_draws_alone(total, tables), "4.17"
        case = _WORDS.text("when-player-stands")
    if not draws:
        said = _WORDS.text("banker-stands-on-n-case", n=total, case=case)
    elif len(hands.banker) < 3:
        said = _WORDS.text("banker-on-n-case-still", n=total, case=case)
    else:
        said = _WORDS.text(
            "banker-draws-on-n-case",
            n=total,
            case=case,
            card=short_name(hands.banker[2]),
            end=hands.banker_points,
        )
    return [Line(said, (clause,))]


def _result(hands: Hands) -> Line:
    said = {
        PLAYER: _WORDS.text("player-wins-p-b"),
        BANKER: _WORDS.text("banker-wins-b-p"),
        TIE: _WORDS.text("tie-p-b"),
    }[hands.winner]
    return Line(said.format(p=hands.player_points, b=hands.banker_points), ("6.1",))


def read_out(summary: Summary, book: RuleBook) -> list[Line]:
    """A judged round in sentences, from its summary; nothing before both hands have their first two cards."""
    player, banker = list(summary.get("player") or ()), list(summary.get("banker") or ())
    if len(player) < 2 or len(banker) < 2:
        return []
    tables = draw_tables(book)
    # The order of the shoe: one card each in turn, then third cards, Player's before Banker's.
    return read_hands(deal([player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]], tables), tables)
