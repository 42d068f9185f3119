"""The parts of a round page that only roulette has: where each bet lay, the layout, the wheel, the colour of a result.

Proved by ``tests/admin/test_round_page.py``.
"""

from __future__ import annotations

import msgspec

from casino.core.text import Text
from games import words
from games.drawing import roulette as drawing
from games.drawing import svg
from games.pages.bets import BetRow, Place
from games.replay import Replay
from games.rounds.roulette import RouletteRound
from games.rules.roulette import as_it_lay, betting_ended
from games.rules.roulette_layout import colour
from games.words.say import say


class Picture(msgspec.Struct, frozen=True):
    """The drawings of a round: lying for wide screens, standing for phones, and a strip besides. Safe markup."""

    lying: str
    standing: str
    strip: str


class Player(msgspec.Struct, frozen=True):
    """A player at the table by reference or seat, with the letter and colour of their chips in the drawing."""

    name: str
    letter: str
    fill: str
    ink: str
    staked_minor: int
    bets: int


def places(replay: Replay) -> dict[str, Place]:
    """Where each bet lay when betting ended; of bets taken back in time, where they lay at first."""
    state = replay.state
    if not isinstance(state, RouletteRound):
        return {}
    cutoff = betting_ended(state, [])
    owners: dict[str, int] = {}
    found = {}
    for bet, placed in state.bets.items():
        fact = placed.fact
        name = fact.player or (f"#{fact.seat}" if fact.seat else "?")
        owner = owners.setdefault(name, len(owners))
        fill, ink = svg.PLAYER_COLOURS[owner % len(svg.PLAYER_COLOURS)]
        lie = as_it_lay(placed, cutoff, state, [])
        spot = lie.spot if lie else fact.spot
        found[bet] = Place(words.spot("roulette", spot), name, owner, svg.letter(owner), fill, ink, placed.version)
    return found


def picture(replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
    """The layout with the chips of every bet that was settled, refused or waits."""
    state = replay.state
    if not isinstance(state, RouletteRound):
        return None
    cutoff = betting_ended(state, [])
    chips = []
    for row in rows:
        placed = state.bets[row.bet]
        lie = as_it_lay(placed, cutoff, state, [])
        said = say(
            "{player}: {spot}, {amount} – {outcome}",
            "{player}: {spot}, {amount} – {outcome}",
            player=row.place.player,
            spot=row.place.spot,
            amount=words.money(row.stake_minor, currency),
            outcome=row.outcome,
        )
        chips.append(
            drawing.Chip(
                spot=lie.spot if lie else placed.fact.spot,
                stake_minor=row.stake_minor,
                owner=row.place.owner,
                words=said.in_language(language),
                state=row.outcome_code,
                href=f"#bet-{row.bet}",
                unclear=bool(placed.fact.unclear),
            )
        )
    return Picture(
        drawing.layout(chips, state.pocket, language=language, suffix="-lying"),
        drawing.layout(chips, state.pocket, language=language, standing=True, suffix="-standing"),
        drawing.wheel_strip(state.pocket, language=language) if state.pocket is not None else "",
    )


def players(rows: list[BetRow]) -> list[Player]:
    """The legend of the drawing: the players by their letters."""
    found: dict[int, Player] = {}
    for row in rows:
        place = row.place
        known = found.get(place.owner)
        found[place.owner] = Player(
            place.player,
            place.letter,
            place.fill,
            place.ink,
            row.stake_minor + (known.staked_minor if known else 0),
            1 + (known.bets if known else 0),
        )
    return [found[owner] for owner in sorted(found)]


def result_badge(outcome: str) -> tuple[str, Text]:
    """(colour, words) of a result as lists show it: ``17`` -> black, "17"."""
    if outcome.isdecimal() and int(outcome) <= 36:
        return colour(int(outcome)), Text(outcome, outcome)
    return "none", words.term({"void": Text("Vô hiệu", "Void"), "": Text("–", "–")}, outcome)
