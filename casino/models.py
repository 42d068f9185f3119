"""Where Django looks for the tables of the room: each folder keeps its own, and imports them from there."""

from __future__ import annotations

import casino.access.models
import casino.console.models
import casino.operations.models  # noqa: F401
