"""A house with tables, people, cases, cameras and recordings."""

from __future__ import annotations

import pytest

from tests.disputes.conftest import court, person_keys  # noqa: F401 - fixtures
from tests.disputes.court import Court
from tests.surveillance.watch import Watch


@pytest.fixture
def watch(court: Court) -> Watch:  # noqa: F811
    """Everything is rolled back."""
    return Watch(court)
