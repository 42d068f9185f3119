"""Who may read the entries of the log: they name actors and streams. Checkpoint and tiles are open to everybody."""

from __future__ import annotations

from casino.access.roles import ONLOOKERS, permit

permit(("checkpoints.view_entries",), to=("surveillance", *ONLOOKERS))
