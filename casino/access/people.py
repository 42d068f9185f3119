"""How a person of the house is named on screens: the family name first, as Vietnamese names are written and spoken.

Django's ``get_full_name`` puts it last. Proved by ``tests/test_people.py``.
"""

from __future__ import annotations

from typing import Any


def full_name(user: Any) -> str:
    """Family name, then the other names; the user name for an account without either; nothing for nobody."""
    named = f"{getattr(user, 'last_name', '')} {getattr(user, 'first_name', '')}".strip()
    return named or str(user.get_username())
