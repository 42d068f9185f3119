"""The state of the log: how far it reaches, and whether its followers keep up.

Proved by ``tests/admin/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _

from casino.access import postings
from casino.access.roles import roles_from
from casino.checkpoints import log_health as transparency
from casino.checkpoints.log_health import TransparencyState
from casino.clock import now as clock
from casino.console.theme import RecordAdmin
from casino.core.text import Text
from casino.database.together import Asking, answered
from casino.ledger import passed_over, reading, verifications
from casino.ledger.models import Follower, Head, Verification
from casino.ledger.passed_over import PassedOver
from casino.operations import failed_tasks
from casino.site.health import follower_title
from games.engine.origin import Part
from games.ingest.models import Device
from games.rows.all_readmodels import read_models
from games.rows.models import STANDING, Finding, FindingStatus, JudgingAnew, Projection, Round
from games.rows.origins import shares
from games.words.equipment import clock_jump

LAG_ALARM: Final = 10_000
"""Positions behind the head at which a follower that has not stopped is called late."""

NEVER_TELLS: Final[dict[str, Any]] = {
    "public_key": "",
    "progress__last_seen_at__isnull": False,
    "progress__clock_skew_ms": None,
}
"""What is known of a device that has sent, and never its clock."""

BEGINNING: Final = frozenset((*roles_from("shift_manager"), "head_of_operations", "administrator"))
"""Who begins failed background tasks again."""
NEWEST: Final = 20_000
"""Positions of which the page says who has signed them."""


class FollowerState(msgspec.Struct, frozen=True):
    """One follower: how far, how far behind (None for one that keeps no place of its own), what stopped it, and whether
    its rows are of another program."""

    title: Text
    position: int
    lag: int | None
    ran_at: Any
    failed_at: Any
    error: str
    outdated: bool
    passed: list[PassedOver] = []
    """What it goes on without."""
    stuck: str = ""
    """The stream of the event that it stands before, where it has stopped."""
    rebuilt: bool = False
    """Whether its rows can be written anew."""

    @property
    def late(self) -> bool:
        return (self.lag or 0) > LAG_ALARM

    @property
    def alarm(self) -> bool:
        return self.failed_at is not None or self.late or self.outdated or bool(self.passed)


class ClockJump(msgspec.Struct, frozen=True):
    """A jump of the server's clock that nobody has dismissed: what is said of it, and its finding."""

    text: Text
    finding: int


class SignedShare(msgspec.Struct, frozen=True):
    """Of events, or of money in one currency (``amounts`` as written): what devices and people have signed, and for
    what nobody but the house stands; percents, rounded down for signers."""

    currency: str
    part: Part

    @property
    def device(self) -> int:
        return int(100 * self.part.share(self.part.by_device))

    @property
    def person(self) -> int:
        return int(100 * self.part.share(self.part.by_person))

    @property
    def house(self) -> int:
        return 100 - self.device - self.person if self.part.total else 0


class LogState(msgspec.Struct, frozen=True):
    """The log of one property."""

    code: str
    name: Any
    zone: Any
    head: int
    recorded_at: Any
    followers: list[FollowerState]
    waiting: int
    last_audit: Any
    jumps: list[ClockJump]
    clockless: list[Device]
    """Devices that send with a token and never told how their clock stands: what they send is dated by an estimate."""
    anew: list[JudgingAnew]
    """Facts of tables whose rounds are being judged anew: their rows are ahead of the others."""
    transparency: TransparencyState | None
    """None where no transparency log is kept here."""
    signed: list[SignedShare]
    """Who stands for the newest events and for their money."""
    verified: Verification | None
    """The last run of a command that recomputed all of it."""

    @property
    def alarm(self) -> bool:
        return any(follower.alarm for follower in self.followers)

    @property
    def unproved(self) -> bool:
        """Something is wrong with the transparency log."""
        return self.transparency is not None and self.transparency.alarm


def states() -> list[LogState]:
    """Every property's log."""
    return answered(asked_states())


def asked_states() -> Asking[list[LogState]]:
    """The same beside others; one query for each property besides."""
    heads = Head.objects.select_related("property").order_by("property__code")
    followers, every = Follower.objects.all(), Projection.objects.order_by("name")
    rounds = Round.objects.filter(audit_due=True).order_by()
    due = rounds.values_list("property").annotate(n=Count("pk")).values_list("property", "n")
    findings = Finding.objects.exclude(status=FindingStatus.DISMISSED).order_by()
    opened = findings.values_list("property").annotate(last=Max("opened_at")).values_list("property", "last")
    jumped = Finding.objects.filter(code="server_clock_jumped", status__in=STANDING).order_by("opened_position")
    silent = Device.objects.filter(is_active=True, **NEVER_TELLS).order_by("code")
    judging, newest = JudgingAnew.objects.order_by("position"), verifications.newest_rows()
    yield heads, followers, every, due, opened, jumped, silent, judging, newest
    positions = {(f.property_id, f.name): f.position for f in followers}
    projections: dict[int, list[Projection]] = {}
    for projection in every:
        projections.setdefault(projection.property_id, []).append(projection)
    waiting, audited, jumps = dict(due), dict(opened), _jumps(jumped)
    clockless: dict[int, list[Device]] = {}
    for device in silent:
        clockless.setdefault(device.property_id, []).append(device)
    anew: dict[int, list[JudgingAnew]] = {}
    for work in judging:
        anew.setdefault(work.property_id, []).append(work)
    left: dict[tuple[str, str], list[PassedOver]] = {}
    for passed in passed_over.named():
        left.setdefault((passed.property, passed.follower), []).append(passed)
    proofs = transparency.states(clock())
    verified = {row.property_id: row for row in newest}
    return [
        LogState(
            code=head.property.code,
            name=head.property,
            zone=head.property.zone,
            head=head.position,
            recorded_at=head.recorded_at,
            followers=[
                _follower(head.property.code, p, head.position, positions.get((head.property_id, p.name)), left)
                for p in projections.get(head.property_id, [])
            ],
            waiting=waiting.get(head.property_id, 0),
            last_audit=audited.get(head.property_id),
            jumps=jumps.get(head.property_id, []),
            clockless=clockless.get(head.property_id, []),
            anew=anew.get(head.property_id, []),
            transparency=proofs.get(head.property_id),
            signed=_signed(head.property.code, head.position),
            verified=verified.get(head.property_id),
        )
        for head in heads
    ]


def _signed(property_code: str, head: int) -> list[SignedShare]:
    found = shares(property_code, after=max(0, head - NEWEST), upto=head)
    return [SignedShare("", found.events), *(SignedShare(code, part) for code, part in found.money.items())]


def _jumps(rows: Iterable[Finding]) -> dict[int, list[ClockJump]]:
    """The standing findings about the server's clock, by property."""
    found: dict[int, list[ClockJump]] = {}
    for row in rows:
        text = clock_jump(row.detail["step_ms"], row.detail["position"])
        found.setdefault(row.property_id, []).append(ClockJump(text, row.pk))
    return found


def _follower(
    code: str,
    projection: Projection,
    head: int,
    position: int | None,
    left: Mapping[tuple[str, str], list[PassedOver]],
) -> FollowerState:
    stopped = projection.failed_at is not None and position is not None
    next_row = reading.rows("default", code, after=position or 0, limit=1) if stopped else []
    return FollowerState(
        follower_title(projection.name),
        projection.position if position is None else position,
        None if position is None else max(0, head - position),
        projection.ran_at,
        projection.failed_at,
        projection.error,
        projection.outdated,
        left.get((code, projection.name), []),
        f"{projection.name} {next_row[0][1]}" if next_row else "",
        projection.name in {model.name for model in read_models()},
    )


def may_begin_again(request: HttpRequest) -> bool:
    """Whoever keeps the machines or manages the house: a task may run twice, so nothing is done by it."""
    user = request.user
    if not isinstance(user, User) or not user.is_active:
        return False
    return bool(BEGINNING.intersection(postings.groups_in_force(user, clock()).values_list("name", flat=True)))


@admin.register(Projection)
class ProjectionAdmin(RecordAdmin):
    """One page for all followers instead of a list."""

    has_files = False

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [path("tasks/again/", wrap(self.tasks_again_view), name="games_tasks_again"), *super().get_urls()]

    def tasks_again_view(self, request: HttpRequest) -> HttpResponse:
        """Begin every failed background task again."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not may_begin_again(request):
            raise PermissionDenied
        number = failed_tasks.begin_again(failed_tasks.standing())
        messages.success(request, _("%(number)s are begun again.") % {"number": number})
        return HttpResponseRedirect(reverse("admin:games_projection_changelist"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": _("State of the log"),
            "opts": self.opts,
            "states": states(),
            "failed_tasks": failed_tasks.standing(),
            "may_begin_again": may_begin_again(request),
        }
        return TemplateResponse(request, "games/health.html", context)
