"""That a person's data are to be erased, and that they were. As events of the case.

Proved by ``tests/disputes/case/test_erasing.py``, ``test_erasing_by_two.py`` and the frozen examples.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from casino.core.events import Fact
from casino.core.sealed import Sealed
from disputes.case.recorded import recorded
from games.engine.facts import Code, Person

Ground = Literal["term_ended", "legal_ground"]
Law = Literal["request", "consent_withdrawn", "unlawful", "court_order", "authority_order"]
"""Why the law has a person's data erased."""


@recorded("erasure_asked")
class ErasureAsked(Fact, frozen=True):
    """A first person asks that the key of a person be destroyed; it stands until a second one confirms it. ``law`` and
    the sealed explanation are there where a term still runs."""

    person: Code
    asked_by: Person
    law: Law | None = None
    sealed_ground: Sealed | None = None


@recorded("person_erased")
class PersonErased(Fact, frozen=True):
    """The key of a person was destroyed: name, contact, and every text sealed under it, are gone. Where it was the
    case's own key, ``successor`` is the one that takes its place; None: nothing more can be written in the case. The
    legal ground is sealed under a key of its own; in clear where it was recorded before that was so. ``erased_by``
    None: nobody, the record's term had ended. ``asked_by`` is the first of the two persons, where there were two."""

    person: Code
    ground: Ground
    erased_by: Person | None = None
    legal_ground: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None = None
    successor: Code | None = None
    sealed_ground: Sealed | None = None
    asked_by: Person | None = None
    law: Law | None = None
