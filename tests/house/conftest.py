"""Where keys of persons may lie: reasons are sealed."""

from __future__ import annotations

from tests.disputes.conftest import person_keys

__all__ = ["person_keys"]
