"""Notices of Surveillance, in the admin and by e-mail: requests without a case, gaps, footage of open findings that
will be deleted, footage that is held and that only a recorder has which will overwrite it.

What is to be told is worked out from the rows each time (:func:`wanted`), so nothing is told twice and nothing is
forgotten; a notice is retired as soon as the matter is dealt with, read or not. Requests of cases are told of by the
cases' own notices. No name and no word stands in one: codes, a moment, a link. Proved by
``tests/surveillance/test_notices.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.contrib.auth.models import User
from django.urls import reverse

from casino.access.account_rights import facts_of_many
from casino.access.postings import duty_of
from casino.access.roles import staff_code
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.models import Property
from casino.site.remembering import remembering
from disputes.case.stages import MANAGEMENT, WATCH
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.sources import Source
from surveillance.files import given_up
from surveillance.keeping import expiry, unfetched
from surveillance.rows.choices import REQUEST_WAITS, RequestStatus
from surveillance.rows.models import Gap, HeldChange, Hold, Recording, Request

_WORDS: Final = Catalogue(__file__)

ANSWERED: Final = "answered"
"""The only one that is news and no matter to be dealt with: it goes when it is read."""
GIVEN_UP: Final = "given_up"
INCIDENT: Final = "incident"
CHANGE: Final = "change"
"""Of film that is held: to its managers as well, whose cases it may be about."""
CHANGED: Final = "changed"
UNFETCHED: Final = "unfetched"
NEWS: Final = timedelta(days=2)
BOTH: Final = tuple(dict.fromkeys((*WATCH, *MANAGEMENT)))
HEADLINES: Final = {
    "request": _WORDS.text("headlines--request"),
    ANSWERED: _WORDS.text("headlines--answered"),
    **_WORDS.table("headlines"),
    INCIDENT: _WORDS.text("headlines--incident"),
    GIVEN_UP: _WORDS.text("headlines--given_up"),
    CHANGE: _WORDS.text("headlines--change"),
    CHANGED: _WORDS.text("headlines--changed"),
    UNFETCHED: _WORDS.text("headlines--unfetched"),
}
"""Subject of a notice -> what it says."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Something of which people are to be told. ``about`` is the stream that it leads to, ``which`` what of it;
    ``staff``: one person instead of ``posts``."""

    subject: str
    about: str
    which: str = ""
    posts: tuple[str, ...] = WATCH
    staff: str = ""
    shown: str = ""
    """What stands in the notice instead of ``about``: how many it is about."""
    due_at: datetime | None = None

    def key(self, owner: Property) -> str:
        return f"{owner.code}/footage/{self.subject}/{self.about}/{self.which}"


def wanted(owner: Property, now: datetime, *, prompt: bool = False) -> Iterator[Wanted]:
    """What people are to be told of now; ``prompt``: only what takes a look at two short lists."""
    alone = Request.objects.filter(property=owner, case="")
    for row in alone.filter(status__in=REQUEST_WAITS):
        yield Wanted(subject="request", about=row.stream, due_at=row.due_at)
    answered = (RequestStatus.ANSWERED, RequestStatus.NO_FOOTAGE)
    for row in alone.filter(status__in=answered, answered_at__gt=now - NEWS):
        yield Wanted(subject=ANSWERED, about=row.stream, staff=row.asked_by)
    changes = HeldChange.objects.filter(property=owner)
    for change in changes.filter(ended_at=None):
        yield Wanted(subject=CHANGE, about=change.stream, posts=BOTH)
    for change in changes.filter(confirmed=True, ended_at__gt=now - NEWS):
        yield Wanted(subject=CHANGED, about=change.stream, posts=BOTH)
    for gap in Gap.objects.filter(property=owner, closed_at=None).select_related("camera__recorder"):
        if not _is_a_task(gap, now):
            yield Wanted(subject="gap", about=gap.stream, which=gap.gap)
    if prompt:
        return
    for ending in expiry.ending(owner, now=now):
        yield Wanted(subject="ending", about=ending.recording.stream, due_at=ending.recording.keep_until)
    for hold in expiry.ending_incidents(owner, now=now):
        yield Wanted(subject=INCIDENT, about=hold.stream, which=hold.hold, posts=BOTH)
    for job in given_up.told(now).filter(property=owner):
        # Told anew where it was begun again and given up again.
        yield Wanted(subject=GIVEN_UP, about=f"work/{job.pk}", which=f"{job.kind}/{job.asked_at.timestamp():.0f}")
    lacking = list(unfetched.of(owner, now))
    before = min((each.before for each in lacking if each.before is not None), default=None)
    task: dict[str, Any] = {"subject": UNFETCHED, "posts": BOTH, "due_at": before}
    if len(lacking) == 1:
        yield Wanted(about=lacking[0].hold.stream, which=lacking[0].hold.hold, **task)
    elif lacking:  # told once a day, however many holds and cameras lack it
        day = now.astimezone(owner.zone).date()
        yield Wanted(about="hold/", which=day.isoformat(), shown=f"hold/{len(lacking)}", **task)


def _is_a_task(gap: Gap, now: datetime) -> bool:
    """Whether what lacks can still be brought in: the task of its hold says so once, and no notice for each camera."""
    keeps = None if gap.camera is None or gap.camera.recorder is None else gap.camera.recorder.keeps_days
    return gap.kind == "no_recording" and (keeps is None or gap.ends_at + timedelta(days=keeps) > now)


def tell(property_code: str, *, now: datetime, prompt: bool = False) -> int:
    """Make the notices that are due and retire those of what was dealt with; how many were made."""
    owner = Property.objects.get(code=property_code)
    found = {each.key(owner): each for each in wanted(owner, now, prompt=prompt)}
    mine = Notice.objects.filter(property=owner, kind=NoticeKind.FOOTAGE)
    known = set(mine.filter(key__in=found).values_list("user_id", "key"))
    people = _People(owner, now) if found else None
    made = [
        Notice(
            property=owner,
            user=user,
            case=each.shown or each.about,
            kind=NoticeKind.FOOTAGE,
            subject=each.subject,
            key=key,
            due_at=each.due_at,
            made_at=now,
        )
        for key, each in found.items()
        for user in (people.told(each) if people else ())
        if (user.pk, key) not in known
    ]
    Notice.objects.bulk_create(made, ignore_conflicts=True)
    left = (
        ("request", "gap", CHANGE) if prompt else tuple(each for each in HEADLINES if each not in (ANSWERED, CHANGED))
    )
    mine.filter(read_at=None, subject__in=left).exclude(key__in=found).update(read_at=now)
    return len(made)


class _People:
    """Who is on duty in which post, asked once."""

    def __init__(self, owner: Property, now: datetime) -> None:
        users = list(User.objects.filter(is_active=True).order_by("pk"))
        with remembering("GET"):  # nothing is changed here, and everybody is asked of together
            facts_of_many((user.pk for user in users), now)
            duties = [(user, duty_of(user, now, property_code=owner.code)) for user in users]
            self.staff = [(user, staff_code(user)) for user in users]
        self.posts = [(user, duty.post) for user, duty in duties if duty is not None]

    def told(self, what: Wanted) -> list[User]:
        if what.staff:
            return [user for user, code in self.staff if code == what.staff]
        return [user for user, post in self.posts if post in what.posts]


# --- What a notice says -----------------------------------------------------------------------------------------------


def _headline(notice: Notice) -> Text:
    count = _count(notice)
    words = HEADLINES[notice.subject]
    return words if count is None else _WORDS.text("what-n-holds", what=words, n=count)


def _count(notice: Notice) -> str | None:
    """How many holds lack their footage, where one notice tells of several."""
    code = notice.case.partition("/")[2]
    return code if notice.subject == UNFETCHED and code.isdigit() else None


def _reference(notice: Notice) -> str:
    """The code of what it is about; of a gap and a hold, with which of them. Of several holds none."""
    if _count(notice) is not None:
        return ""
    code = notice.case.partition("/")[2]
    which = notice.key.partition(f"/{notice.case}/")[2]
    return f"{code} {which.replace('/', ' ')}".strip()


def _address(notice: Notice) -> str:
    kind, _, _code = notice.case.partition("/")
    if kind == "work":
        return f"{reverse('admin:surveillance_footagejob_changelist')}?state=failed"
    if _count(notice) is not None:
        return reverse("admin:surveillance_hold_changelist")
    model = {"request": Request, "coverage": Gap, "recording": Recording, "hold": Hold, "change": HeldChange}[kind]
    rows = model._default_manager.filter(property_id=notice.property_id, stream=notice.case)
    which = notice.key.partition(f"/{notice.case}/")[2].partition("/")[0]
    if which:
        rows = rows.filter(**{"gap" if model is Gap else "hold": which})
    row = rows.order_by("-id").first()
    name = f"admin:surveillance_{model._meta.model_name}"
    return reverse(f"{name}_changelist") if row is None else reverse(f"{name}_change", args=[row.pk])


SOURCE: Final = Source(_headline, _reference, _address)
