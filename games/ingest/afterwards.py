"""What a refused message comes to: what is to be done about it, and what has since been recorded in its place.

A refused message stays as it came (``Quarantine``). Whether the same was recorded later is asked of the log: an event
of the same id, or one of the same device under the same running number. Proved by ``tests/ingest/test_afterwards.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.application import get_ledger
from games.ingest.gaps import recorded_under
from games.ingest.models import Quarantine

_WORDS: Final = Catalogue(__file__)

_CONTENT: Final = _WORDS.text("content")
_DAMAGED: Final = _WORDS.text("damaged")
_SIZE: Final = _WORDS.text("size")
_PLACE: Final = _WORDS.text("place")
_RIGHT: Final = _WORDS.text("right")
_CLOCK: Final = _WORDS.text("clock")
_TWICE: Final = _WORDS.text("twice")
_SENDER: Final = _WORDS.text("sender")
_SIGNED: Final = _WORDS.text("signed")
_ADVICE: Final[dict[Text, str]] = {
    _DAMAGED: "empty_body body_unreadable gzip_damaged gzip_truncated",
    _SIZE: "body_too_large inflates_too_much batch_too_large event_too_large",
    _PLACE: "unknown_device unknown_table table_not_bound wrong_game device_mismatch",
    _RIGHT: "not_from_device",
    _TWICE: "id_conflict",
    _SENDER: "credentials_missing credentials_unreadable credentials_wrong device_revoked",
    _CLOCK: "clock_off",
    _SIGNED: "batch_signature_unreadable batch_list_differs batch_key_unknown batch_signature_wrong event_not_signed",
}
REASONS: Final = {code: text for text, codes in _ADVICE.items() for code in codes.split()}


def advice(code: str) -> Text:
    """What is to be done about a message that was refused for this reason; what is not listed is wrong in its "
    "form."""
    return REASONS.get(code, _CONTENT)


def recorded_since(row: Quarantine) -> list[RecordedEvent]:
    """The events of the log that have the id of the refused message, or its number of the same device, in the order
    of the log. None for a sender that is not known: anybody can write any id and number."""
    if row.property is None or not row.is_authenticated:
        return []
    ledger = get_ledger(row.property.code)
    ids = set() if row.device is None or row.sequence is None else set(recorded_under(ledger, row.device, row.sequence))
    if row.event_id is not None:
        ids.add(row.event_id)
    found = [event for event_id in ids if (event := ledger.find(event_id)) is not None]
    return sorted(found, key=lambda event: event.position)
