"""Before which acts of the disputes a person is asked again: on the pages and over the API as each command declares it
(``disputes.case.step``), and every change of the library of documents. What is signed names the case; words of people
stand in it by the hash under which they are sealed. Of a document its file stands there by its SHA-256.

Proved by ``tests/factors/test_weighty.py`` and ``tests/api/test_signing.py``.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from casino.factors.step_up import About, Act, Named, part_of
from casino.ledger.models import Property
from disputes.case.procedure import PROCEDURE
from disputes.library.service import LIBRARY

_LIBRARY = ("enter", "version", "withdraw")
"""The pages of the library's commands, in their order."""
_PAGES: Final = Named(PROCEDURE, "code")


def _of_library(request: HttpRequest) -> About | None:
    owner = part_of(request, "owner") or request.POST.get("property", "")
    code = part_of(request, "code") or request.POST.get("code", "")
    if not Property.objects.filter(code=owner).exists():
        return None
    version = part_of(request, "version")
    return About(owner, {"stream": f"library/{code.strip()}", **({"version": version} if version else {})})


def _is_weighty(request: HttpRequest) -> bool:
    """A weighty command, and not only a look at other rounds."""
    from disputes.admin.picking import only_looks

    return _PAGES.is_weighty(request) and not only_looks(request.POST)


def _records(request: HttpRequest) -> bool:
    """Whether the page would record: where it shows first what the command comes to, only the answer to that."""
    step = PROCEDURE.get(part_of(request, "code"))
    return step is not None and (not step.rehearsed or bool(request.POST.get("confirmed")))


def _of_page(request: HttpRequest) -> About | None:
    from disputes.rows.models import Case as CaseRow

    key = part_of(request, "object_id")
    if not key.isdecimal() or int(key) >= 2**63:
        return None
    row = CaseRow.objects.select_related("property").filter(pk=int(key)).first()
    if row is None:
        return None
    return _about(row.property.code, row.number)


def _of_api(request: HttpRequest) -> About | None:
    rows = Property.objects.order_by("code")
    code = request.GET.get("property", "")
    found = (rows.filter(code=code) if code else rows).values_list("code", flat=True).first()
    return None if found is None else _about(found, part_of(request, "number"))


def _about(property_code: str, number: str) -> About:
    return About(property_code, {"stream": f"case/{number}"})


def acts() -> dict[str, Act]:
    """What is asked for again of these rooms: of cases, as each command declares it."""
    return {
        "admin:disputes_case_do": Act(when=_is_weighty, about=_of_page, signs=_records, title=_PAGES.title, reads=True),
        **{
            f"admin:disputes_library_{page}": Act(about=_of_library, title=step.title, reads=True)
            for page, step in zip(_LIBRARY, LIBRARY.steps.values(), strict=True)
        },
        "admin:disputes_library_*": Act(),
        **{
            f"cases:{code}": Act(about=_of_api, title=step.title, reads=True)
            for code, step in PROCEDURE.items()
            if step.weighty
        },
    }


WORDS: Final = ("reasons", "reasons_en", "reason", "deviation", "what", "said", "note", "legal_ground")
TYPES: Final = (
    "library.%",
    *(
        f"case.{name}.%"
        for name in (
            *("decided", "complaint_decided", "decision_confirmed", "confirmation_refused", "remedy_carried_out"),
            *("answered_at_table", "player_answered", "closed", "closing_begun", "step_set_aside", "reopened"),
            *("absorbed", "money_handed_over", "money_received", "giving_up_asked", "money_waived"),
            *("money_uncollectable", "erasure_asked", "person_erased"),
        )
    ),
)
