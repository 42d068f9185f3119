"""Film that a page loads ahead, out of sight: it is handed out, and recorded as that and not as looked at.

The review queue loads the next matter while the officer looks at this one. Whoever is handed film and tells nothing is
recorded as having looked at all of it (``viewing.py``); an address with this token is the exception: for the account
and the recording that it was made for, for some minutes, and given to Surveillance alone. That it was loaded ahead
stands in the chain of custody; what is shown in the end is told by the player as soon as it is in sight. Proved by
``tests/surveillance/files/test_played.py``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.core import signing

from surveillance.rows.models import Recording

SALT: Final = "surveillance.files.ahead"
GOOD_FOR: Final = timedelta(minutes=30)
"""An officer takes a minute or two for a matter; film that plays still asks for its next bytes."""


def token(user: Any, row: Recording) -> str:
    """What goes with the address of a film that is loaded ahead."""
    return signing.TimestampSigner(salt=SALT).sign(_what(user, row))


def is_ahead(said: str, user: Any, row: Recording) -> bool:
    """Whether this account loads this recording ahead. Anything else, and a token that is too old, counts."""
    try:
        return signing.TimestampSigner(salt=SALT).unsign(said, max_age=GOOD_FOR) == _what(user, row)
    except signing.BadSignature:
        return False


def _what(user: Any, row: Recording) -> str:
    return f"{user.pk}/{row.property.code}/{row.code}"
