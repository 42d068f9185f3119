"""Time stamps of RFC 3161: authorities outside the house say when they saw a checkpoint; what they answer is kept.

What is stamped is the checkpoint's text (origin, size, root), so that a stamp holds whatever is signed of it later.
Each authority of the settings is asked about the newest checkpoint once in ``every_minutes``, where something was added
since the last; outside every transaction and within a bounded time, so that one that hangs delays nobody. An answer
that does not hold is not kept, and told. Proved by ``tests/checkpoints/test_stamping.py``, with an authority made by
OpenSSL.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from django.db import IntegrityError, transaction

from casino.checkpoints import places, publishing
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Authority, Checkpoint, Log, Stamp
from casino.checkpoints.transport import Silent, Transport
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.transparency import checkpoints, stamps
from casino.transparency.wire import Malformed, NotProved
from casino.transparency.witness_client import Post

_WORDS: Final = Catalogue(__file__)


AGAIN_AFTER: Final = timedelta(minutes=5)
"""An authority that did not answer is asked again."""
QUERY: Final = "application/timestamp-query"
LARGEST_SKEW: Final = timedelta(minutes=10)
"""Between the authority's clock and ours: more is told, and the stamp is kept all the same."""

log_file = logging.getLogger(__name__)


def due(property_code: str, now: datetime) -> list[str]:
    """The names of the authorities that are to be asked about this log now. Raises :class:`Fault`."""
    configured = places.authorities()
    log = Log.objects.filter(property__code=property_code, signed_at__isnull=False).first()
    if log is None or not configured:
        return []
    known = {row.name: row for row in Authority.objects.filter(log=log)}
    return [each.name for each in configured if _is_due(known.get(each.name), each, log, now)]


def _is_due(row: Authority | None, authority: places.Authority, log: Log, now: datetime) -> bool:
    if row is None or row.asked_at is None:
        return True
    if row.error:
        return now - row.asked_at >= AGAIN_AFTER
    return row.size < log.size and now - row.asked_at >= timedelta(minutes=authority.every_minutes)


def ask(property_code: str, name: str, now: datetime, *, post: Post | None = None) -> bool:
    """Ask one authority of the settings for a stamp on the newest checkpoint; whether it gave one."""
    authority = next((each for each in places.authorities() if each.name == name), None)
    log = Log.objects.filter(property__code=property_code).first()
    newest = None if log is None else publishing.newest(log)
    if authority is None or log is None or newest is None:
        return False
    row = Authority.objects.get_or_create(log=log, name=name)[0]
    Authority.objects.filter(pk=row.pk).update(asked_at=now)  # nobody else asks meanwhile
    try:
        moment = _stamp(log, newest, authority, now, post)
        row.size, row.answered_at, row.error = newest.size, now, ""
        if abs(moment - now) > LARGEST_SKEW:
            log_file.warning("stamp_skew property=%s authority=%s said=%s", property_code, name, moment.isoformat())
    except (Silent, NotProved, Malformed) as error:
        code = "stamp_silent" if isinstance(error, Silent) else "stamp_refused"
        fault = Fault(code, str(error))
        if row.error != fault.stored:
            log_file.warning("stamp_refused property=%s authority=%s %s", property_code, name, fault.stored)
        row.error = fault.stored
    row.asked_at = now
    row.save()
    return not row.error


def _stamp(log: Log, newest: Checkpoint, authority: places.Authority, now: datetime, post: Post | None) -> datetime:
    """Ask, check and keep. Raises Silent, NotProved, Malformed."""
    message = _message(newest)
    asked = stamps.ask(message)
    base, path = _split(authority.url)
    answer = (post or Transport(base))(path, QUERY, asked.body)
    if answer.status != 200:
        raise NotProved(f"status {answer.status}")
    moment = stamps.verify(answer.body, message, authority.roots, nonce=asked.nonce)
    try:
        with transaction.atomic():
            Stamp.objects.create(
                log=log,
                name=authority.name,
                size=newest.size,
                root=bytes(newest.root),
                answer=answer.body,
                stamped_at=moment,
                kept_at=now,
            )
    except IntegrityError:
        pass  # a copy was quicker: the stamp of this size is there
    return moment


def _message(row: Checkpoint) -> bytes:
    return checkpoints.parse(bytes(row.note)).checkpoint.text.encode()


def _split(url: str) -> tuple[str, str]:
    """An address as prefix and last part, as :class:`Transport` takes it."""
    parts = urlsplit(url)
    folder, _slash, last = parts.path.rpartition("/")
    return urlunsplit((parts.scheme, parts.netloc, folder, "", "")), last


def faults(log: Log, roots: dict[int, bytes], reached: int) -> Iterator[Text]:
    """What is wrong with the stamps that are kept, held against the roots of the tree at their sizes and against the
    authorities of the settings. Raises :class:`Fault`."""
    trusted = {each.name: each.roots for each in places.authorities()}
    for row in Stamp.objects.filter(log=log).order_by("size", "name").iterator(chunk_size=200):
        place = f"stamp {row.name} {row.size}"
        root = bytes(row.root)
        message = checkpoints.Checkpoint(log.origin, row.size, root).text.encode()
        if row.size > reached or roots.get(row.size) != root:
            yield _WORDS.text("record-not-as-stamped", place=place)
        if row.name not in trusted:
            continue  # an authority of former times: its roots are no longer given
        try:
            moment = stamps.verify(bytes(row.answer), message, trusted[row.name])
        except (NotProved, Malformed) as error:
            yield _WORDS.text("stamp-not-right", place=place, error=error)
            continue
        if moment != row.stamped_at:
            yield _WORDS.text("stamp-says", place=place, moment=moment.isoformat())


def sizes(log: Log) -> list[int]:
    """Sizes at which something was stamped."""
    return list(Stamp.objects.filter(log=log).order_by("size").values_list("size", flat=True).distinct())
