"""Which roles ask for reports, delete them, and open the house to a regulator. Imported by the app. Which reports
somebody sees, says ``surveillance.reports.scope``. Proved by ``tests/test_roles.py``."""

from __future__ import annotations

from typing import Final

from casino.access.roles import permit
from surveillance.reports.scope import ASKING, EVERYWHERE, MANAGING

REPORTS: Final = ("surveillance.view_report", "surveillance.add_report", "surveillance.view_reportplan")
DELETING: Final = ("surveillance.delete_report",)
LOOKERS: Final = ("surveillance.view_looker", "surveillance.change_looker")

permit(REPORTS, to=ASKING, sensitive=True)
permit(DELETING, to=[role for role in EVERYWHERE if role in MANAGING], sensitive=True)
permit(LOOKERS, to=MANAGING, sensitive=True)
