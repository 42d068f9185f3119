"""Where Django looks for the tables of the room: each folder keeps its own, and imports them from there."""

from __future__ import annotations

import disputes.library.models
import disputes.notices.models
import disputes.reads.models
import disputes.rows.models  # noqa: F401
