"""Choosing rounds and bets: the last rounds of a table, those about a time, and those chosen already.

Works without a script: looking for other rounds sends the whole form back, with what was typed, and records nothing.
A bet that is ticked chooses its round; a round without a ticked bet is chosen with all of them. Bets that are known to
be of nobody in the case are not on the page; one that comes back ticked all the same is for the domain to refuse. Of a
ticked bet whose player nobody knows it is asked. Proved by
``tests/disputes/admin/doing/test_opening.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.forms.utils import ErrorDict
from django.utils.dateparse import parse_date, parse_time
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.commands.fields import CheckCards, line
from casino.ledger.grams import SHORTEST
from casino.ledger.models import Property
from disputes.admin.bet_owner import Asking, unknown
from disputes.case.bet_owner import Owners
from disputes.case.context import Actor
from disputes.case.facts import RoundRef
from disputes.case.stages import BOUND_TO_TABLES
from disputes.pages.round_choices import Pick, last_rounds, picks
from disputes.rows.models import Case as CaseRow
from games.admin import sought
from games.pages.bets import BetRow
from games.rows.models import Round, Table
from games.words import result as result_words

LOOK = "look"
"""The button that looks for other rounds (or adds a line) and records nothing."""

INTERVAL = "interval"
"""What that button says where all rounds of a time are wanted."""
MOST_ROUNDS = 200
"""Rounds that an interval ticks at once: two shoes of baccarat."""

LOOKED_BACK = timedelta(days=31)
"""How far back a round is looked for by what is known of it, where no day is said."""

TABLE_NOW = "table_now"
"""The buttons that look at another table."""


def only_looks(given: Mapping[str, Any]) -> bool:
    """Whether what was sent is to be shown again, and nothing is to be done."""
    return LOOK in given or TABLE_NOW in given


class BetBox(msgspec.Struct, frozen=True):
    """A bet with its tick box."""

    bet: BetRow
    value: str
    ticked: bool


class BetGroup(msgspec.Struct, frozen=True):
    """The bets of one player in a round, as the table calls them; ``key`` stands in the page's ids."""

    key: str
    player: str
    bets: tuple[BetBox, ...]


class RoundBox(msgspec.Struct, frozen=True):
    """A round with its tick box, and its bets. ``cases`` are those in which it stands already: number and key."""

    pick: Pick
    ticked: bool
    bets: tuple[BetBox, ...]
    cases: tuple[tuple[str, int], ...] = ()

    @property
    def groups(self) -> list[BetGroup]:
        """The bets by player, in the order of the round."""
        by_player: dict[str, list[BetBox]] = {}
        for box in self.bets:
            by_player.setdefault(box.bet.place.player, []).append(box)
        return [
            BetGroup(f"{place}", player, tuple(boxes)) for place, (player, boxes) in enumerate(by_player.items(), 1)
        ]

    @property
    def opened(self) -> bool:
        """Whether the bets are unfolded: where one is ticked."""
        return any(box.ticked for box in self.bets)


class About(msgspec.Struct, frozen=True):
    """At about what time it happened, as the person wrote it, and as a moment (None: not said or not readable); and by
    what else the round is known: result, number, seat, player or amount."""

    day: str = ""
    time: str = ""
    moment: datetime | None = None
    what: str = ""


def read_about(given: Mapping[str, Any], owner: Property, now: datetime) -> About:
    """The time asked for; without a day today, by the clocks of the property."""
    day, at = str(given.get("about_day") or ""), str(given.get("about_time") or "")
    today = now.astimezone(owner.zone).date()
    moment = None
    if at:
        clock = _parsed(parse_time, at)
        on = _parsed(parse_date, day) if day else today
        if isinstance(clock, time) and isinstance(on, date):
            # Not readable either: before the first or after the last moment that UTC has.
            with suppress(OverflowError):
                moment = datetime.combine(on, clock.replace(tzinfo=None), owner.zone).astimezone(UTC)
    return About(day or today.isoformat(), at, moment, str(given.get("about_what") or "").strip())


def _parsed(parse: Any, text: str) -> Any:
    try:
        return parse(text)
    except ValueError:
        return None


def tables_of(owner: Property, actor: Actor) -> list[Table]:
    """The tables at which a person acts."""
    rows = Table.objects.filter(property=owner).order_by("code")
    if actor.everywhere or actor.role not in BOUND_TO_TABLES:
        return list(rows)
    return [row for row in rows if row.code in actor.tables or row.pit in actor.pits]


def found_rounds(owner: Property, table: str | None, about: About, now: datetime) -> tuple[list[Round], str]:
    """The last rounds of a table, or those about the time, that are known by what was said; and what is to be said
    where there is none: then the last ones."""
    if not table:
        return [], ""
    rows = Round.objects.filter(property=owner, table=table)
    known = _known_by(about.what, _in_time(rows, owner, about, now)) if about.what else rows.none()
    if found := last_rounds(known, about.moment):
        return found, ""
    note = _("No round of this table is known by “%(what)s”.") % {"what": about.what[:60]} if about.what else ""
    return last_rounds(rows, about.moment), note


def _in_time(rows: QuerySet[Round], owner: Property, about: About, now: datetime) -> QuerySet[Round]:
    """Those of the day that was said, where it is another one than today; else of the last weeks."""
    day = _parsed(parse_date, about.day)
    if isinstance(day, date) and day != now.astimezone(owner.zone).date():
        with suppress(OverflowError):
            begins = datetime.combine(day, time(), owner.zone).astimezone(UTC)
            return rows.filter(moment__gte=begins, moment__lt=begins + timedelta(days=1))
    return rows.filter(moment__gt=now - LOOKED_BACK)


def _known_by(what: str, rows: QuerySet[Round]) -> QuerySet[Round]:
    """Every word must be met. A number of one or two digits is a result or the number of a round, no piece of it."""
    wanted = sought.sought(what)
    found = rows
    for seat in wanted.seats:
        found = found.filter(sought.with_seat(seat))
    for word in wanted.words:
        if word.isdecimal() and len(word) < SHORTEST:
            found = found.filter(Q(outcome=str(int(word))) | Q(number=int(word)) | Q(players__contains=[word]))
        else:
            found = found.filter(sought.in_round(word) | Q(outcome__in=_results(word, rows)))
    return found


def _results(word: str, rows: QuerySet[Round]) -> list[str]:
    """The results in whose words, in either language, a word stands."""
    seen = rows.exclude(outcome="").order_by("outcome").distinct("outcome").values_list("game", "outcome", "summary")
    called = [(outcome, result_words(game, summary)) for game, outcome, summary in seen]
    meant = word.casefold()
    return [outcome for outcome, text in called if meant in f"{outcome} {text.vi} {text.en}".casefold().split()]


def offered(
    owner: Property, found: Iterable[Round], chosen: Iterable[str], *, known: Iterable[Round] = ()
) -> list[Pick]:
    """The rounds on the page: those chosen already first, then those found."""
    order = {f"round/{'/'.join(key.split('/')[:2])}": place for place, key in enumerate(chosen)}
    rows = [
        *known,
        *sorted(Round.objects.filter(property=owner, stream__in=list(order)), key=lambda r: order[r.stream]),
    ]
    return picks(owner, {row.stream: row for row in [*rows, *found]}.values())


def standing_in(found: Iterable[Pick], rows: QuerySet[CaseRow]) -> dict[str, list[tuple[str, int]]]:
    """Stream of a round -> number and key of the cases (of these rows) in which it stands, the newest first."""
    streams = {pick.ref.stream for pick in found}
    standing: dict[str, list[tuple[str, int]]] = {}
    for number, pk, rounds in rows.filter(rounds__overlap=list(streams)).values_list("number", "pk", "rounds"):
        for stream in streams.intersection(rounds):
            standing.setdefault(stream, []).append((number, pk))
    return standing


class Interval(msgspec.Struct, frozen=True):
    """The keys of rounds, and what is to be said of them."""

    keys: tuple[str, ...] = ()
    note: str = ""


def between(given: Mapping[str, Any], owner: Property, table: str | None, now: datetime) -> Interval | None:
    """All rounds of a table from one time to another (past midnight where the second is the smaller), where that is
    what was asked for (else None): an incident over a whole shoe, or an hour, is one matter."""
    if given.get(LOOK) != INTERVAL:
        return None
    if not table:
        return Interval(note=_("Choose the table first."))
    begins = read_about(given, owner, now).moment
    ends = read_about({**_plain(given), "about_time": given.get("about_until") or ""}, owner, now).moment
    if begins is None or ends is None:
        return Interval(note=_("Say from when (at about) until when."))
    ends += timedelta(days=1, minutes=1) if ends < begins else timedelta(minutes=1)
    rows = Round.objects.filter(property=owner, table=table, moment__gte=begins, moment__lt=ends)
    codes = list(rows.order_by("moment", "first_position").values_list("code", flat=True))
    note = "" if codes else _("No round was recorded at this table in this time.")
    if len(codes) > MOST_ROUNDS:
        told = {"all": len(codes), "ticked": MOST_ROUNDS}
        note = _("%(all)s rounds lie in this time; the first %(ticked)s are ticked. Open the case, then add.") % told
    return Interval(tuple(f"{table}/{code}" for code in codes[:MOST_ROUNDS]), note)


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    return {"about_day": given.get("about_day") or ""}


class PickingForm(Asking):
    """The part of a form in which rounds and bets are ticked. ``rounds_on_page`` must be set before validation."""

    rounds = forms.MultipleChoiceField(label=gettext_lazy("Round"), required=False, widget=CheckCards())
    bets = forms.MultipleChoiceField(label=gettext_lazy("Bets"), required=False, widget=CheckCards())
    unknown = forms.BooleanField(label=gettext_lazy("The round is not known"), required=False)
    about_time = forms.CharField(
        label=gettext_lazy("At about"), max_length=20, required=False, widget=line(type="time")
    )
    about_until = forms.CharField(
        label=gettext_lazy("Until about"), max_length=20, required=False, widget=line(type="time")
    )
    about_what = forms.CharField(
        label=gettext_lazy("Result, number, seat or amount"),
        max_length=60,
        required=False,
        widget=line(autocomplete="off", enterkeyhint="search"),
    )
    about_day = forms.CharField(
        label=gettext_lazy("On the day"), max_length=20, required=False, widget=line(type="date")
    )

    rounds_on_page: list[Pick]
    known: Owners
    standing: Mapping[str, Sequence[tuple[str, int]]] = {}
    """Stream of a round -> the cases that the person sees and in which it stands already."""
    interval: Interval | None = None
    """What was asked for by a stretch of time."""
    quiet = False
    """On a page that only looks for other rounds nothing is said to be missing yet."""

    def full_clean(self) -> None:
        if self.quiet:
            self._errors, self.cleaned_data = ErrorDict(), {}
        else:
            super().full_clean()

    def offer_rounds(
        self, found: list[Pick], known: Owners, players: Sequence[tuple[str, str]], *, later: bool = False
    ) -> None:
        """``players`` can be answered where it is asked whose a ticked bet is; ``later`` whether that can wait."""
        self.rounds_on_page = found
        self.known = known
        rounds: Any = self.fields["rounds"]
        bets: Any = self.fields["bets"]
        rounds.choices = [(pick.key, pick.key) for pick in found]
        bets.choices = [(f"{pick.key}/{bet.bet}", bet.bet) for pick in found for bet in pick.bets]
        if self.is_bound and not self.quiet:
            given: Any = self.data
            self.ask(unknown(found, known, given.getlist("bets")), players, later=later)

    @property
    def boxes(self) -> list[RoundBox]:
        """The rounds with their tick boxes, ticked as the form holds them."""
        rounds, bets = set(self["rounds"].value() or ()), set(self["bets"].value() or ())
        return [
            RoundBox(
                pick,
                pick.key in rounds,
                tuple(BetBox(bet, value, value in bets) for bet in pick.bets for value in [f"{pick.key}/{bet.bet}"]),
                tuple(self.standing.get(pick.ref.stream, ())),
            )
            for pick in (each.without_strangers(self.known) for each in self.rounds_on_page)
        ]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("unknown") and (data.get("rounds") or data.get("bets")):
            self.add_error("unknown", _("A round is ticked. Leave either of them out."))
        return data

    def chosen(self) -> list[RoundRef]:
        """The rounds ticked, or of which a bet is ticked, in the order of the page."""
        rounds, bets = self.cleaned_data["rounds"], self.cleaned_data["bets"]
        found = []
        for pick in self.rounds_on_page:
            own = tuple(bet.bet for bet in pick.bets if f"{pick.key}/{bet.bet}" in bets)
            if own or pick.key in rounds:
                found.append(RoundRef(table=pick.row.table, round=pick.row.code, bets=own))
        return found

    def require_rounds(self) -> None:
        """Raise where neither a round is ticked nor said to be unknown."""
        data = self.cleaned_data
        missing = not (data.get("rounds") or data.get("bets") or data.get("unknown"))
        if missing and not {"rounds", "bets"} & set(self.errors):
            raise ValidationError({"rounds": _("Tick the round, or tick that it is not known.")})
