"""An object storage (S3) for footage, by django-storages (extra ``s3``).

A module of its own, which settings name where a bucket is set: the library behind it takes half a second of every
process that imports it. Proved by ``tests/surveillance/files/test_s3.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from storages.backends.s3 import S3Storage

from surveillance.files.storage import PIECE_BYTES


class FootageBucket(S3Storage):  # type: ignore[misc,unused-ignore]
    """A bucket. ``open`` and ``seek`` of the library would fetch the whole object into memory or disk at once; what
    reads footage here does not use them."""

    def fetch(self, name: str, target: IO[bytes]) -> None:
        """Write an object to a file, in parts."""
        self.bucket.download_fileobj(self._normalize_name(name), target)

    def ranged(self, name: str, first: int, last: int) -> Iterator[bytes]:
        """The bytes from ``first`` to ``last``, both counted in."""
        found = self.bucket.Object(self._normalize_name(name)).get(Range=f"bytes={first}-{last}")
        yield from found["Body"].iter_chunks(PIECE_BYTES)
