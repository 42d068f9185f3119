"""Papers of cases, for the page that checks papers: which there are, and whether they still stand.

Nothing personal is told: number, kind, language, day, the issuer's post, and what became of the paper. Proved by
``tests/papers/test_pages.py``.
"""

from __future__ import annotations

import re
from typing import Final

from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.papers import known
from casino.vault.sealing import open_content
from disputes.case import facts as f
from disputes.case.papers import OF_DECISION
from disputes.case.state import Case, Kept
from disputes.papers import words as w
from disputes.rows import stored
from games.engine.sentences import post

NUMBER: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9._:-]{0,63})/(L[0-9]{1,6})")


def find(owner: Property, number: str) -> known.Paper | None:
    """The paper ``<case>/L<n>``, or None."""
    found = NUMBER.fullmatch(number)
    if found is None:
        return None
    try:
        case = stored.load(owner.code, found[1])
    except Problem:
        return None
    kept = next((each for each in case.papers if each.fact.paper == found[2]), None)
    return None if kept is None else _paper(owner, case, kept)


def _paper(owner: Property, case: Case, kept: Kept) -> known.Paper:
    fact: f.PaperIssued = kept.fact
    later = successor(case, kept)
    state: known.State = "in_force"
    if later is not None:
        state = "superseded"
    elif is_withdrawn(case, fact):
        state = "withdrawn"
    elif fact.kind in OF_DECISION and any(each.at > kept.at for each in case.reopened):
        state = "reopened"

    def content() -> bytes | None:
        try:
            opened = open_content(owner.code, fact.content)
        except Problem:
            return None  # somebody whom it names was erased: it can be read no more
        return None if opened is None else opened.content

    return known.Paper(
        number=f"{owner.code}/{case.number}/{fact.paper}",
        title=w.TITLES[fact.kind],
        language=fact.language,
        issued_at=kept.at,
        issued_by=post(fact.issued_by.post),
        check=fact.check,
        state=state,
        content=content,
        successor="" if later is None else f"{owner.code}/{case.number}/{later}",
        certificate=fact.certificate,
    )


def successor(case: Case, kept: Kept) -> str | None:
    """The latest paper that says the same to the same person in the same language, if it came after this one."""
    fact: f.PaperIssued = kept.fact
    same = [
        each.fact.paper
        for each in case.papers
        if (each.fact.kind, each.fact.party, each.fact.language) == (fact.kind, fact.party, fact.language)
    ]
    return None if same[-1] == fact.paper else same[-1]


def is_withdrawn(case: Case, fact: f.PaperIssued) -> bool:
    """Whether the decision that it tells does not stand: another took its place."""
    if fact.decision is None:
        return False
    mine = next((made for made in case.decisions if made.code == fact.decision), None)
    if mine is None or not mine.in_force:
        return True
    return any(
        made.in_force and made.on_complaint == mine.on_complaint and made.version > mine.version
        for made in case.decisions
    )
