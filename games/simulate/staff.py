"""The invented staff of the demonstration property: one account a rank, and the dealers and supervisors of a day.

Names are of nobody. ``username`` is the post with a dot, so that a visitor finds the rank wanted.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Member(NamedTuple):
    """A person of the house: staff code as it stands in events, group (post or other role), account, name."""

    code: str
    role: str
    username: str
    first_name: str
    last_name: str


ACCOUNTS: Final = (
    Member("D-101", "dealer", "dealer", "An", "Nguyễn"),
    Member("AS-201", "acting_pit_supervisor", "acting.pit.supervisor", "Bình", "Trần"),
    Member("PS-301", "pit_supervisor", "pit.supervisor", "Chi", "Lê"),
    Member("PM-401", "pit_manager", "pit.manager", "Dũng", "Phạm"),
    Member("SM-501", "shift_manager", "shift.manager", "Giang", "Võ"),
    Member("AD-601", "assistant_director", "assistant.director", "Hà", "Đặng"),
    Member("DT-701", "director_of_table_games", "director.table.games", "Khánh", "Bùi"),
    Member("GM-801", "senior_management", "senior.management", "Lan", "Đỗ"),
    Member("HO-901", "head_of_operations", "head.operations", "Minh", "Hồ"),
    Member("SV-951", "surveillance", "surveillance", "Nga", "Dương"),
    Member("RG-001", "regulator", "regulator", "Oanh", "Lý"),
    Member("AU-001", "auditor", "auditor", "Phúc", "Ngô"),
    Member("ADM-001", "administrator", "administrator", "Quân", "Mai"),
)
"""One account for each rank."""

CODES: Final = {member.role: member.code for member in ACCOUNTS}

DEALERS: Final = ("D-101", "D-102", "D-103", "D-104", "D-105", "D-106")
SUPERVISORS: Final = ("PS-301", "PS-302")
ACTING_SUPERVISORS: Final = ("AS-201", "AS-202")


def person(post: str, staff: str | None = None) -> dict[str, str]:
    """A person in a post, as events name them: the post's own member unless another is given."""
    return {"post": post, "staff": staff or CODES[post]}
