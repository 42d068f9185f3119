"""Signatures that lie beside a file of events: ``FILE.signed``, a line for each batch.

Each line is what a device sends as ``signed`` (``docs/origin.md``), with the device's code in ``device``: the list of
its next events in the file, in their order, whatever other devices say between them. What no list covers counts as
unsigned. Proved by ``tests/ingest/test_signed_files.py``.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Final

import msgspec

from casino.core.errors import Problem
from casino.core.origin import SignedBatch
from games.ingest import signed
from games.ingest.files import STANDARD_INPUT
from games.ingest.models import Device

SUFFIX: Final = ".signed"
LARGEST_BYTES: Final = 256 << 20


class Signatures:
    """What lies beside one file. Problems: batch_signature_unreadable, batch_list_differs, batch_key_unknown,
    batch_signature_wrong; then nothing of the file should be taken."""

    def __init__(self, property_code: str, name: str) -> None:
        self._batches: dict[str, deque[SignedBatch]] = {}
        self._index: dict[str, int] = {}
        path = Path(name + SUFFIX)
        if name == STANDARD_INPUT or not path.is_file():
            return
        if path.stat().st_size > LARGEST_BYTES:
            raise Problem("batch_signature_unreadable", signed.MEMBER)
        for line in path.read_bytes().splitlines():
            if line.strip():
                batch = _read(property_code, line)
                self._batches.setdefault(batch.device, deque()).append(batch)

    def next_of(self, device: str) -> tuple[SignedBatch | None, int]:
        """The batch in which the next event of this device in the file stands, and its place there; None where no list
        goes that far."""
        waiting = self._batches.get(device)
        if not waiting:
            return None, 0
        batch, index = waiting[0], self._index.get(device, 0)
        self._index[device] = index + 1
        if index + 1 >= len(batch):
            waiting.popleft()
            self._index[device] = 0
        return batch, index


def _read(property_code: str, line: bytes) -> SignedBatch:
    try:
        said = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        code = msgspec.json.decode(said.pop("device"), type=str)
        count = len(msgspec.json.decode(said["events"], type=list[str]))
    except (msgspec.MsgspecError, KeyError, RecursionError, UnicodeDecodeError) as error:
        raise Problem("batch_signature_unreadable", signed.MEMBER) from error
    device = Device.objects.select_related("property").filter(property__code=property_code, code=code).first()
    if device is None:
        raise Problem("batch_key_unknown", f"{signed.MEMBER}.key", device=code)
    if not count:
        raise Problem("batch_list_differs", f"{signed.MEMBER}.events", listed=0, sent=0)
    return signed.read(msgspec.json.encode(said), device, events=count)
