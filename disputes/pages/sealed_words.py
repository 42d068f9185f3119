"""Sealed words of a case, opened for a page: all at once, and what cannot be read says why.

Attachments and papers are not opened here: a page names them, and only a download reads them. Proved by
``tests/disputes/admin/test_cases.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec

from casino.core.errors import Problem
from casino.core.sealed import Sealed
from casino.core.text import Text
from casino.vault.sealing import Opened, open_many
from disputes.case import facts as f
from disputes.case.state import Case


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """Words as they were said. ``text`` is None where they cannot be read: ``erased``, or ``trouble`` says why."""

    text: str | None = None
    erased: bool = False
    trouble: Text | None = None
    digest: str = ""


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """Who somebody from outside is; ``erased`` where that is gone."""

    name: str = ""
    contact: str = ""
    described: str = ""
    erased: bool = False
    trouble: Text | None = None


class Words:
    """What was said in a case, by the reference of each sealed text."""

    def __init__(self, property_code: str, case: Case) -> None:
        self._opened: dict[UUID, Opened | Problem | None]
        self._trouble: Problem | None = None
        try:
            self._opened = open_many(property_code, _readable(case))
        except Problem as problem:  # the folder of keys, or its master key: nothing can be read now
            self._opened, self._trouble = {}, problem

    @property
    def trouble(self) -> Text | None:
        """Why nothing can be read at present, if so."""
        return None if self._trouble is None else self._trouble.text

    def of(self, sealed: Sealed | None) -> Said | None:
        """The words; None where there are none."""
        if sealed is None:
            return None
        found = self._find(sealed)
        if isinstance(found, Problem):
            return Said(trouble=found.text, digest=sealed.digest)
        if found is None:
            return Said(erased=True, digest=sealed.digest)
        return Said(text=found.text, digest=sealed.digest)

    def name(self, party: f.Party) -> Name:
        """Name and contact of a party from outside."""
        if party.identity is None:
            return Name()
        found = self._find(party.identity)
        if isinstance(found, Problem):
            return Name(trouble=found.text)
        if found is None:
            return Name(erased=True)
        said: dict[str, Any] = msgspec.json.decode(found.content)
        return Name(**{each: said.get(each, "") for each in ("name", "contact", "described")})

    def _find(self, sealed: Sealed) -> Opened | Problem | None:
        if self._trouble is not None:
            return self._trouble
        return self._opened[sealed.ref]


def _readable(case: Case) -> Iterable[Sealed]:
    """Every sealed text of the case but the contents of attachments and papers, and the grounds of erasures."""
    heavy = {kept.fact.content.ref for kept in case.papers}
    heavy |= {kept.fact.content.ref for kept in case.evidence.values() if kept.fact.kind == "attachment"}
    return (sealed for sealed in (*case.texts, *case.grounds) if sealed.ref not in heavy)
