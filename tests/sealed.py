"""A reference to sealed words, for tests that do not read them."""

from __future__ import annotations

from uuid import UUID

from casino.core.sealed import Sealed

SEALED = Sealed(ref=UUID(int=1), digest="0" * 64, persons=("PS-000000000001",))
