"""Notices by e-mail, to people whose account has an address; in both languages, without a name or a text of the case.

A notice is sent at most once: its row is locked, the letter goes out, the moment is written. A mail server that refuses
is tried again by the next sweep until the notice is a day old; then the error stays in the row. Proved by
``tests/disputes/notices/test_notices.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction

from casino.clock import now as clock
from casino.core.text import Text
from casino.site.health import Report
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.words import headline, reference, when

log = logging.getLogger(__name__)

GIVE_UP: Final = timedelta(days=1)
PAGE: Final = 100
LATE: Final = timedelta(minutes=15)


def unsent(now: datetime, *, made_before: timedelta = timedelta()) -> list[int]:
    """The notices that are to go out, the oldest first; those made so long ago alone."""
    waiting = Notice.objects.filter(
        mailed_at=None,
        mail_error="",
        read_at=None,
        retired_at=None,
        made_at__gt=now - GIVE_UP,
        made_at__lte=now - made_before,
    )
    # As :func:`send` asks: what will not go out must not stand in the way of what will.
    rows = waiting.filter(user__is_active=True).exclude(user__email="")
    return list(rows.order_by("made_at").values_list("pk", flat=True)[:PAGE])


def report() -> Iterator[Report]:
    """How many letters wait though they should be gone: a mail server that is away. Notices stand on the pages."""
    number = len(unsent(clock(), made_before=LATE))
    if number:
        yield Report(f"mail waits {number}{'+' if number == PAGE else ''}", None)


def send(pk: int, *, now: datetime) -> bool:
    """Send one notice; False where it went out before, is no longer wanted, or cannot go out now."""
    with transaction.atomic():
        notice = (
            Notice.objects.select_for_update(skip_locked=True, of=("self",))
            .select_related("user", "property")
            .filter(pk=pk, mailed_at=None, read_at=None, retired_at=None)
            .first()
        )
        if notice is None or not notice.user.email or not notice.user.is_active:
            return False
        subject, body = letter(notice)
        try:
            send_mail(subject, body, settings.DEFAULT_FROM_EMAIL, [notice.user.email])
        except (OSError, SMTPException) as error:
            log.warning("mail_not_sent notice=%s error=%s", pk, error)
            if now - notice.made_at > GIVE_UP / 2:
                notice.mail_error = f"{type(error).__name__}: {error}"[:500]
                notice.save(update_fields=["mail_error"])
            return False
        notice.mailed_at = now
        notice.save(update_fields=["mailed_at"])
        return True


def letter(notice: Notice) -> tuple[str, str]:
    """Subject and body, Vietnamese before English."""
    head = headline(notice)
    beside = (NoticeKind.ACCOUNT, NoticeKind.SECOND, NoticeKind.FOOTAGE, NoticeKind.BEYOND, NoticeKind.OUT)
    where = "notice/" if notice.kind in beside else f"case/?q={notice.case}"
    link = f"{settings.PUBLIC_URL.rstrip('/')}/admin/disputes/{where}" if settings.PUBLIC_URL else ""
    parts = [_part(head, notice, language) for language in ("vi", "en")]
    code = reference(notice)
    subject = f"{head.vi} · {head.en}"
    return f"[{code}] {subject}" if code else subject, "\n\n".join([*parts, *([link] if link else [])]) + "\n"


def _part(head: Text, notice: Notice, language: str) -> str:
    house = Text(notice.property.name_vi, notice.property.name_en).in_language(language)
    due = when(notice)
    lines = [" · ".join(part for part in (house, reference(notice)) if part), head.in_language(language)]
    if due is not None:
        lines.append(due.in_language(language))
    return "\n".join(lines)
