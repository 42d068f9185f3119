"""Whose a bet is in a case: the one place that answers it, for remedies, papers, pages and forms alike.

In this order. What the table calls the bet's player (``games.engine.bet_owner``) decides where a player of the case has
that reference: then the bet is theirs; and where every player of the case has another one: then it is a stranger's. A
player of the case without a reference may be anybody at the table, so then, and where the table names nobody, it counts
what a person at the case has said last. Who was said to be the player of one bet is so for every bet that the table
records under the same name. Else nobody knows, and it is asked. A case without players has no strangers: it is about
what a finding says, and nobody is given a paper of it. Pure. Proved by ``tests/disputes/case/test_whose.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from disputes.case import facts as f
from disputes.case.context import JudgedRound
from disputes.case.state import Case

Said = Mapping[tuple[str, str], f.BetOwner]


class Whose(msgspec.Struct, frozen=True):
    """``party`` is the code of a player of the case; known without one: nobody's of the case."""

    known: bool
    party: str | None = None


UNKNOWN: Final = Whose(False)
STRANGER: Final = Whose(True)


class Owners:
    """Whose the bets of one case are. ``said``: (round, bet) -> what a person at the case said last."""

    def __init__(self, parties: Iterable[f.Party], said: Said) -> None:
        players = [party for party in parties if party.kind == "player"]
        self.codes = tuple(party.party for party in players if party.same_as is None)
        self.said = said
        self.named: dict[str, str] = {}
        """What the table calls a player -> their code. Of two with one reference (a merged case can have them) the
        first: it is one player."""
        for party in players:
            if party.reference is not None:
                self.named.setdefault(party.reference, party.same_as or party.party)
        named = {party.same_as or party.party for party in players if party.reference is not None}
        self.all_named = named.issuperset(self.codes)
        heard: dict[str, set[str | None]] = {}
        for each in said.values():
            if each.player is not None:
                heard.setdefault(each.player, set()).add(each.party)
        self.heard = {player: parties.pop() for player, parties in heard.items() if len(parties) == 1}
        """What the table calls a player -> who that is, where all that was said of their bets agrees."""

    def by_table(self, player: str | None) -> Whose:
        """As far as the table's own word and the references of the players go."""
        if player is None or not self.codes:
            return UNKNOWN
        if player in self.named:
            return Whose(True, self.named[player])
        return STRANGER if self.all_named else UNKNOWN

    def of(self, stream: str, bet: str, player: str | None) -> Whose:
        """Whose a bet of a round is; ``player`` is what the table calls its player, if anything."""
        found = self.by_table(player)
        if found.known or not self.codes:
            return found
        said = self.said.get((stream, bet))
        if said is not None:
            return Whose(True, said.party)
        if player is not None and player in self.heard:
            return Whose(True, self.heard[player])
        return UNKNOWN

    def in_round(self, judged: JudgedRound) -> dict[str, Whose]:
        """Whose each bet of a round is."""
        return {name: self.of(judged.ref.stream, name, bet.player) for name, bet in judged.bets.items()}


def owners(case: Case, besides: Iterable[f.BetOwner] = ()) -> Owners:
    """Whose the bets of a case are, with what is being said now."""
    said = {**case.attributed, **{(each.stream, each.bet): each for each in besides}}
    return Owners(case.parties.values(), said)


def disputed(judged: JudgedRound, known: Owners) -> tuple[str, ...]:
    """The bets of a round that the case is about: those ticked, else all, without those of strangers."""
    whose = known.in_round(judged)
    return tuple(bet for bet in judged.ref.bets or judged.bets if whose.get(bet, UNKNOWN) != STRANGER)


def unknown_ticked(rounds: Iterable[JudgedRound], known: Owners) -> Iterator[tuple[JudgedRound, str]]:
    """The bets that the case names as disputed and of which nobody knows whose they are. Nobody is asked while the case
    has no player."""
    for judged in rounds if known.codes else ():
        whose = known.in_round(judged)
        for bet in judged.ref.bets:
            if not whose.get(bet, UNKNOWN).known:
                yield judged, bet


def by_ticking(case: Case, ref: f.RoundRef, bet: str) -> str | None:
    """The player of a bet that nobody knows, as cases recorded before it was asked say it: whoever ticked the bet in a
    case of one player took it down as what that player complains of. Nothing new rests on this."""
    players = case.players
    return players[0].party if len(players) == 1 and bet in ref.bets else None
