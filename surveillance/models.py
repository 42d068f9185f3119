"""Where Django looks for the tables of the room: each folder keeps its own, and imports them from there."""

from __future__ import annotations

import surveillance.files.models
import surveillance.reports.models
import surveillance.rows.log_models
import surveillance.rows.models  # noqa: F401
