"""Asking whose a bet is: a question a bet, put wherever the table's record does not know, and the form that asks alone.

A question is a field ``whose:<table>/<round>/<bet>``; its answers are the players of the case, or nobody of it. Proved
by ``tests/disputes/admin/doing/test_whose.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.commands.fields import CheckCards, said, select
from disputes.admin.bench import Bench
from disputes.admin.forms import OWN, CaseForm, OutsiderForm
from disputes.case.bet_owner import Owners
from disputes.pages.round_choices import Pick
from games.pages.bets import BetRow

NOBODY: Final = "-"
"""The answer that a bet is of nobody in the case."""
LATER: Final = "?"
"""The answer, where it can wait, that it is not known yet."""
MOST_QUESTIONS: Final = 200
"""How many bets one page asks about."""


class Question(msgspec.Struct, frozen=True):
    """A bet with the field that asks whose it is."""

    pick: Pick
    bet: BetRow
    field: Any


def key_of(pick: Pick, bet: str) -> str:
    return f"{pick.key}/{bet}"


def unknown(picks: Iterable[Pick], known: Owners, keys: Iterable[str] | None = None) -> list[tuple[Pick, BetRow]]:
    """The bets of which nobody knows whose they are: of these keys, or all. None while the case has no player."""
    among = None if keys is None else set(keys)
    return [
        (pick, bet)
        for pick in (picks if known.codes else ())
        for bet in pick.bets
        if (among is None or key_of(pick, bet.bet) in among) and not pick.whose(bet.bet, known).known
    ][:MOST_QUESTIONS]


def answers(players: Sequence[tuple[str, str]], *, later: bool = False) -> list[tuple[str, str]]:
    """What can be answered; at first nothing is. Of a bet that is being ticked (``later``) it can stay open, but it is
    some player's: nobody disputes the bet of a stranger."""
    return [("", "–"), *players, (LATER, _("Not known yet")) if later else (NOBODY, _("Nobody of this case"))]


class Asking(forms.Form):
    """The part of a form that asks whose bets are."""

    def ask(
        self,
        found: Iterable[tuple[Pick, BetRow]],
        players: Sequence[tuple[str, str]],
        *,
        required: bool = True,
        later: bool = False,
    ) -> None:
        """Put the question for each of these bets."""
        self.asked = list(found)
        for pick, bet in self.asked:
            self.fields[f"whose:{key_of(pick, bet.bet)}"] = forms.ChoiceField(
                label=_("Whose bet"),
                choices=answers(players, later=later),
                required=required,
                widget=select(),
                error_messages={"required": _("Say whose bet it is.")},
            )

    @property
    def questions(self) -> list[Question]:
        """The questions for the template; none before any was asked."""
        asked = getattr(self, "asked", ())
        return [Question(pick, bet, self[f"whose:{key_of(pick, bet.bet)}"]) for pick, bet in asked]

    def whose(self) -> list[dict[str, str | None]]:
        """The answers as commands take them; what is not known yet is not said."""
        found: list[dict[str, str | None]] = []
        for pick, bet in getattr(self, "asked", ()):
            answer = self.cleaned_data.get(f"whose:{key_of(pick, bet.bet)}")
            if answer and answer != LATER:
                found.append(bet_of(key_of(pick, bet.bet)) | {"party": None if answer == NOBODY else answer})
        return found


def bet_of(key: str) -> dict[str, str | None]:
    """Table, round and bet of a key."""
    table, code, bet = key.split("/", 2)
    return {"table": table, "round": code, "bet": bet}


@OWN.register("attribute_bets")
class AttributeForm(Asking, CaseForm):
    """Every disputed bet for which the table names no player of the case, also to correct what was said before."""

    template = "disputes/do/attribute.html"

    def offer(self) -> None:
        bench = self.bench
        about = {f"{ref.table}/{ref.round}": ref.bets for ref in bench.case.rounds}
        found = [
            (pick, bet)
            for pick in (bench.picks if bench.owners.codes else ())
            for bet in pick.bets
            if bet.bet in (about[pick.key] or (bet.bet,)) and not bench.owners.by_table(pick.players.get(bet.bet)).known
        ]
        found.sort(key=lambda pair: pair[0].whose(pair[1].bet, bench.owners).known)
        self.ask(found[:MOST_QUESTIONS], bench.parties("player"), required=False)
        for pick, bet in self.asked:
            whose = pick.whose(bet.bet, bench.owners)
            if whose.known:
                self.initial.setdefault(f"whose:{key_of(pick, bet.bet)}", whose.party or NOBODY)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not self.whose():
            self.add_error(None, _("Say of one bet at least whose it is."))
        return data

    def values(self) -> dict[str, Any]:
        return {**super().values(), "bets": self.whose()}

    def place(self, path: str | None) -> str | None:
        parts = (path or "").split(".")
        said_of = self.whose()
        if parts[0] == "bets" and len(parts) > 1 and int(parts[1]) < len(said_of):
            bet = said_of[int(parts[1])]
            return f"whose:{bet['table']}/{bet['round']}/{bet['bet']}"
        return super().place(path)


@OWN.register("add_player")
class AddPlayerForm(OutsiderForm):
    """Another player, with the bets that are theirs of those whose player nobody knows."""

    part = "player"
    bets = forms.MultipleChoiceField(
        label=gettext_lazy("Bets that are theirs"),
        required=False,
        widget=CheckCards(),
        help_text=gettext_lazy("Bets of this case for which the table names no player."),
    )

    def offer(self) -> None:
        found = offered_bets(self.bench)
        if not found:
            del self.fields["bets"]
        else:
            self.choose("bets", found)

    def values(self) -> dict[str, Any]:
        theirs = [bet_of(key) for key in self.cleaned_data.get("bets") or ()]
        return {**super().values(), **({"bets": theirs} if theirs else {})}


def offered_bets(bench: Bench) -> list[tuple[str, str]]:
    """(key, words) of the bets of the case of which nobody knows whose they are."""
    about = {f"{ref.table}/{ref.round}": ref.bets for ref in bench.case.rounds}
    return [
        (key_of(pick, bet.bet), f"{said(bet.place.spot)} · {bet.place.player} · {pick.row.table} · {pick.row.code}")
        for pick, bet in unknown(bench.picks, bench.owners)
        if bet.bet in (about[pick.key] or (bet.bet,))
    ]
