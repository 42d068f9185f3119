"""Where Django looks for the tables of the room: each folder keeps its own, and imports them from there."""

from __future__ import annotations

import games.ingest.models
import games.rows.models
import games.rows.watch_models
import games.studies.models  # noqa: F401
