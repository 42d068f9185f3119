"""The tables of the games room: read models, and handed on from its sub-rooms devices, quarantine, watches and studies.

Nothing here is ever edited: ``games.rows.readmodel`` writes the rows, from the events of the ledger alone, and a
rebuild gives the same ones, keys included (``tests/readmodel/test_rebuild.py``). That is why keys are not counted up
but made of the property and the position of the first event. No row refers to the ledger's tables by a constraint.
"""

from __future__ import annotations

import builtins
from enum import StrEnum
from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Case, Q, Value, When
from django.utils.translation import gettext_lazy as _

from casino.ledger.grams import search_index
from casino.ledger.models import OfHouse, Property
from casino.site.choices import choices_of, small
from games.engine.judgement import Severity
from games.judgement.program import this_program
from games.words import shared

POSITION_BITS = 40
"""A billion thousand events a property; and keys of the first 8,192 properties stay exact in JSON readers."""


def row_key(property_id: int, position: int) -> int:
    """The key of a row that began at a position: the same after every rebuild, unique over all properties."""
    return (property_id << POSITION_BITS) | position


JUDGED: Final = "games"
"""The follower whose rows say what was judged (``games.judgement.session_rows.FOLLOWER``)."""


class RoundStatus(StrEnum):
    OPEN = "open"
    CLOSED = "closed"
    VOID = "void"
    AWAITING = "awaiting"


class FindingStatus(StrEnum):
    OPEN = "open"
    IN_CASE = "in_case"
    CORRECTED = "corrected"
    DISMISSED = "dismissed"
    SUPERSEDED = "superseded"


ROUND_STATUS: Final = choices_of(RoundStatus, small(shared.ROUND_STATUS))
FINDING_STATUS: Final = choices_of(FindingStatus, small(shared.FINDING_STATUS))
SEVERITIES: Final = choices_of(Severity, small(shared.SEVERITIES))
WORST_FIRST: Final = Case(
    *(When(severity=severity, then=Value(place)) for place, severity in enumerate(Severity)),
    output_field=models.IntegerField(),
)
"""Findings in the order of what they say: money, procedure, remarks."""
STANDING = (FindingStatus.OPEN, FindingStatus.IN_CASE)
"""A finding that still says something is wrong and waits for somebody."""


class OfProperty(OfHouse):
    """A row of one property, keyed by the position at which its stream began."""

    id = models.BigIntegerField(primary_key=True)
    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )

    class Meta:
        abstract = True


class Table(OfProperty):
    """A table as it stands now; ``TableHistory`` knows how it stood at any moment."""

    narrowed_as: ClassVar = "table"

    code = models.TextField(_("code"))
    name = models.TextField(_("name"), blank=True)
    pit = models.TextField(_("pit"), blank=True)
    game = models.TextField(_("game"), blank=True)
    variant = models.TextField(_("variant"), blank=True)
    currency = models.TextField(_("currency"), blank=True)
    document = models.TextField(_("rule document"), blank=True)
    limits = models.JSONField(_("limits"), default=dict)
    differential_minor = models.BigIntegerField(_("differential"), null=True)
    is_open = models.BooleanField(_("open"), default=False)
    staff = models.JSONField(_("staff on duty"), default=dict)
    devices = models.JSONField(_("devices"), default=list)
    colours = models.JSONField(_("colour chips in play"), default=list)
    changed_at = models.DateTimeField(_("changed at"))
    first_position = models.BigIntegerField(_("first position"))
    last_position = models.BigIntegerField(_("last position"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("property_id", "code")
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="games_table_code"),)

    def __str__(self) -> str:
        return self.code


ROUND_AMOUNTS: Final = ("staked_minor", "due_net_minor", "recorded_net_minor", "difference_minor")
"""Amounts by which a round is found."""
FINDING_WORDS: Final = ("stream", "subject", "code", "case", "device")
"""Columns in which a finding is looked for."""


class Round(OfProperty):
    """A round with its judgement in figures, as far as the read model has followed the ledger. Once every bet is
    decided, difference = recorded + remedied - beyond the rules - due."""

    narrowed_as: ClassVar = "round"

    stream = models.TextField(_("stream"))
    table = models.TextField(_("table"))
    code = models.TextField(_("round"))
    game = models.TextField(_("game"))
    currency = models.TextField(_("currency"), blank=True)
    source = models.TextField(_("source"), blank=True)
    number = models.BigIntegerField(_("number"), null=True)
    dealer = models.TextField(_("dealer"), blank=True)
    supervisor = models.TextField(_("supervisor"), blank=True)
    opened_at = models.DateTimeField(_("opened at"), null=True)
    moment = models.DateTimeField(_("moment"))
    gaming_day = models.DateField(_("gaming day"), null=True)
    closed = models.BooleanField(_("closed"), default=False)
    overtaken = models.BooleanField(_("overtaken by a later round"), default=False)
    overtaken_at = models.DateTimeField(_("next round opened at"), null=True)
    status = models.TextField(_("status"), choices=ROUND_STATUS)
    outcome = models.TextField(_("result"), blank=True)
    summary = models.JSONField(_("summary"), default=dict)
    document = models.TextField(_("rule document"), blank=True)
    bets_count = models.IntegerField(_("bets"), default=0)
    staked_minor = models.BigIntegerField(_("staked"), default=0)
    due_net_minor = models.BigIntegerField(_("due to players, net"), default=0)
    recorded_net_minor = models.BigIntegerField(_("recorded for players, net"), default=0)
    remedied_minor = models.BigIntegerField(_("remedied for players"), default=0)
    beyond_rules_minor = models.BigIntegerField(_("beyond the rules"), default=0)
    out_minor = models.BigIntegerField(_("still out"), default=0)
    difference_minor = models.BigIntegerField(_("difference"), default=0)
    players = ArrayField(models.TextField(), verbose_name=_("players"), default=list)
    search = models.TextField(_("search text"), blank=True)
    findings_open = models.IntegerField(_("open findings"), default=0)
    worst_open = models.TextField(_("worst open finding"), choices=SEVERITIES, blank=True)
    audit_due = models.BooleanField(_("audit due"), default=False)
    facts_count = models.IntegerField(_("facts"), default=0)
    first_position = models.BigIntegerField(_("first position"))
    last_position = models.BigIntegerField(_("last position"))
    last_recorded_at = models.DateTimeField(_("last fact recorded at"))

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("-moment", "-first_position")
        constraints = (models.UniqueConstraint(fields=("property", "stream"), name="games_round_stream"),)
        indexes = (
            models.Index(fields=("property", "-moment", "-first_position"), name="games_round_moment"),
            models.Index(fields=("property", "table", "-moment"), name="games_round_table"),
            models.Index(fields=("property", "gaming_day", "table"), name="games_round_day"),
            models.Index(fields=("property", "game", "outcome"), name="games_round_outcome"),
            models.Index(
                fields=("property", "table"), condition=Q(closed=False, overtaken=False), name="games_round_running"
            ),
            models.Index(fields=("property", "stream"), condition=Q(audit_due=True), name="games_round_due"),
            models.Index(
                fields=("property", "-moment", "-first_position"),
                condition=~Q(source="imported"),
                name="games_round_dealt",
            ),
            models.Index(fields=("property", "game", "-moment"), name="games_round_game"),
            models.Index(fields=("property", "status", "-moment"), name="games_round_standing"),
            models.Index(
                fields=("property", "-moment"), condition=Q(findings_open__gt=0), name="games_round_found_open"
            ),
            GinIndex(fields=("players",), name="games_round_players"),
            search_index("games_round_search", "search", *ROUND_AMOUNTS),
        )

    def __str__(self) -> str:
        return f"{self.table}/{self.code}"

    @property
    def ended(self) -> bool:
        """Whether the table has finished with it: closed, or play went on without closing it."""
        return self.closed or self.overtaken


class Finding(OfProperty):
    """One thing that is not as the document says, with what became of it. One row an identity, however often it
    was found again (``occurrence``)."""

    narrowed_as: ClassVar = "finding"

    stream = models.TextField(_("stream"))
    identity = models.TextField(_("identity"))
    round = models.ForeignKey(
        Round,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        null=True,
        related_name="findings",
        verbose_name=_("round"),
    )
    table = models.TextField(_("table"), blank=True)
    device = models.TextField(_("device"), blank=True)
    game = models.TextField(_("game"), blank=True)
    gaming_day = models.DateField(_("gaming day"), null=True)
    code = models.TextField(_("finding"))
    severity = models.TextField(_("severity"), choices=SEVERITIES)
    subject = models.TextField(_("subject"), blank=True)
    clauses = ArrayField(models.TextField(), verbose_name=_("clauses"), default=list)
    versions = ArrayField(models.IntegerField(), verbose_name=_("facts"), default=list)
    amount_minor = models.BigIntegerField(_("amount"), default=0)
    detail = models.JSONField(_("detail"), default=dict)
    document = models.TextField(_("rule document"), blank=True)
    status = models.TextField(_("status"), choices=FINDING_STATUS)
    occurrence = models.IntegerField(_("occurrence"), default=1)
    case = models.TextField(_("case"), blank=True)
    opened_at = models.DateTimeField(_("opened at"))
    opened_position = models.BigIntegerField(_("opened at position"))
    judged_position = models.BigIntegerField(_("judged at position"))
    changed_at = models.DateTimeField(_("changed at"))
    changed_position = models.BigIntegerField(_("changed at position"))
    changed_by = models.TextField(_("changed by"), blank=True)
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        ordering = ("-opened_position",)
        constraints = (models.UniqueConstraint(fields=("property", "stream", "identity"), name="games_finding_once"),)
        indexes = (
            models.Index(fields=("property", "status", "severity"), name="games_finding_status"),
            models.Index(fields=("property", "code", "status"), name="games_finding_code"),
            models.Index(fields=("property", "table", "gaming_day"), name="games_finding_table"),
            models.Index(fields=("property", "-opened_position"), name="games_finding_opened"),
            models.Index(fields=("property", "severity", "-opened_position"), name="games_finding_severity"),
            GinIndex(fields=("clauses",), name="games_finding_clauses"),
            search_index("games_finding_search", *FINDING_WORDS, "amount_minor"),
        )

    def __str__(self) -> str:
        return f"{self.code} {self.stream.partition('/')[2]} {self.subject}".rstrip()

    @property
    def currency(self) -> str:
        """That of its round, or what it says itself, or that of the house."""
        said: str = self.round.currency if self.round else self.detail.get("currency", "")
        return said or self.property.currency

    @property
    def stands(self) -> bool:
        return self.status in STANDING


class TableSession(OfHouse):
    """Where a round stands in the order of its table, and what the rounds before it handed on to it, from a position of
    the log on: until the next row of the same round, if there is one. Rows are only ever added, each at the position of
    the event that made it so; ``games.judgement.session_rows`` reads them as they stood at any position.

    ``before`` holds what differs from an empty session, null where nothing does.
    """

    pk = models.CompositePrimaryKey("property_id", "first_position", "valid_from_position")
    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    first_position = models.BigIntegerField()
    valid_from_position = models.BigIntegerField()
    table = models.TextField()
    game = models.TextField()
    stream = models.TextField()
    moment = models.DateTimeField()
    before = models.JSONField(null=True)

    class Meta:
        ordering = ("first_position", "valid_from_position")
        indexes = (
            models.Index(fields=("property", "table", "game", "moment", "first_position"), name="games_session_order"),
        )

    def __str__(self) -> str:
        return self.stream.partition("/")[2]


class Projection(OfHouse):
    """How a follower of the log is doing: seen by people, so that a read model that stopped is noticed. Not part of
    what is rebuilt. ``error`` is empty while it runs."""

    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    name = models.TextField(_("name"))
    requested = models.BooleanField(_("asked to run"), default=False)
    ran_at = models.DateTimeField(_("last ran at"), null=True)
    position = models.BigIntegerField(_("position"), default=0)
    failed_at = models.DateTimeField(_("stopped at"), null=True)
    error = models.TextField(_("error"), blank=True)
    program = models.TextField(_("program"), blank=True)
    """Which program began to write its rows (``games.judgement.program``); empty for followers whose rows do not depend
    on it, and for rows begun before this was kept."""

    class Meta:
        verbose_name = _("follower")
        verbose_name_plural = _("followers")
        constraints = (models.UniqueConstraint(fields=("property", "name"), name="games_projection_name"),)

    def __str__(self) -> str:
        return self.name

    @builtins.property  # the field above has taken the plain name
    def stopped(self) -> bool:
        return self.failed_at is not None

    @builtins.property
    def outdated(self) -> bool:
        """Whether its rows were begun by a program that may judge otherwise than this one, or nobody knows by which."""
        return self.name == JUDGED and self.program != this_program()


class JudgingAnew(OfHouse):
    """A fact of a table with an old moment is at work: the rounds that opened there since are judged anew, a page a
    transaction, before the follower goes past it. ``moment`` and ``first_position`` are those of the last round that is
    done (the key by which rounds follow one another); the row goes with the last page."""

    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    position = models.BigIntegerField(_("position"))
    table = models.TextField(_("table"))
    since = models.DateTimeField(_("since"))
    moment = models.DateTimeField(_("moment"))
    first_position = models.BigIntegerField(_("first position"), default=0)
    done = models.IntegerField(_("done"), default=0)
    total = models.IntegerField(_("total"))

    class Meta:
        constraints = (models.UniqueConstraint(fields=("property", "position"), name="games_judging_anew_once"),)

    def __str__(self) -> str:
        return f"{self.table} at {self.position}"


class WaitingKind(models.TextChoices):
    CORRECT_FACT = "correct_fact", _("correct a fact")
    PUT_RIGHT = "put_right", _("finding put right")
    DISMISS = "dismiss", _("dismiss a finding")
    REPORT = "report", _("confirm what a device reported")
    PUT_IN_FORCE = "put_in_force", _("put a rule document in force")
    RULING = "ruling", _("confirm a ruling")
    GROUND = "ground", _("confirm the ground of a void")
    STATEMENT = "statement", _("confirm what was entered later")


class WaitingState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    CONFIRMED = "confirmed", _("confirmed")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")
    UNANSWERED = "unanswered", _("not answered that day")


class Waiting(OfHouse):
    """What waits, or waited, for a person's own word: a command that a second person confirms, a decision that a device
    reported of somebody, a ruling that asks for a second person. ``person`` is who asked or ruled, or of whom it was
    reported; ``lowest`` the post that answers, or any
    above. Written by ``games.rows.waiting`` from the ledger alone."""

    id = models.UUIDField(primary_key=True)
    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    kind = models.TextField(_("what"), choices=WaitingKind.choices)
    stream = models.TextField(_("stream"))
    table = models.TextField(_("table"), blank=True)
    identity = models.TextField(_("finding"), blank=True)
    person = models.TextField(_("person"))
    post = models.TextField(_("post"))
    lowest = models.TextField(_("confirmed by"))
    amount_minor = models.BigIntegerField(_("amount"), null=True)
    batch = models.UUIDField(_("asked for at once"), null=True)
    asked_at = models.DateTimeField(_("since"))
    position = models.BigIntegerField(_("position"))
    ends_at = models.DateTimeField(_("gaming day ends"), null=True)
    state = models.TextField(_("state"), choices=WaitingState.choices)
    decided_by = models.TextField(_("decided by"), blank=True)
    decided_at = models.DateTimeField(_("decided at"), null=True)

    class Meta:
        verbose_name = _("for a second person")
        verbose_name_plural = _("for a second person")
        ordering = ("-position",)
        indexes = (
            models.Index(fields=("property", "state", "-position"), name="games_waiting_state"),
            models.Index(fields=("property", "stream"), name="games_waiting_stream"),
            models.Index(fields=("ends_at",), condition=Q(state="waiting"), name="games_waiting_ends"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.stream.partition('/')[2]}"


class SummedAct(OfProperty):
    """What somebody moved or let rest, as it adds up (``casino.house.sums``): one row a movement or finding. ``second``
    is who confirmed it; empty: it was done alone. Written by ``games.rows.sums`` from the ledger alone."""

    position = models.BigIntegerField()
    place = models.IntegerField()
    at = models.DateTimeField(_("at"))
    kind = models.TextField(_("what"))
    staff = models.TextField(_("person"))
    post = models.TextField(_("post"))
    second = models.TextField(_("second person"), blank=True)
    currency = models.TextField(_("currency"))
    counted_minor = models.BigIntegerField(_("counted"))
    moved_minor = models.BigIntegerField(_("moved"), default=0)
    table = models.TextField(_("table"), blank=True)
    round = models.TextField(_("round"), blank=True)
    bet = models.TextField(_("bet"), blank=True)
    players = ArrayField(models.TextField(), default=list)
    case = models.TextField(_("case"), blank=True)

    class Meta:
        db_table = "games_summed_act"
        verbose_name = _("act that adds up")
        verbose_name_plural = _("acts that add up")
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=("property", "position", "place"), name="games_summed_once"),)
        indexes = (
            models.Index(fields=("property", "staff", "at"), name="games_summed_staff"),
            models.Index(fields=("property", "round"), name="games_summed_round"),
            models.Index(fields=("property", "table", "at"), name="games_summed_table"),
            GinIndex(fields=("players",), name="games_summed_players"),
        )

    def __str__(self) -> str:
        return f"{self.position}/{self.place}"
