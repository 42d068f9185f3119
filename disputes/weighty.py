"""Before which acts of the disputes a person is asked again: on the pages and over the API as each command declares it
(``disputes.case.step``), and every change of the library of documents.

Proved by ``tests/factors/test_weighty.py``.
"""

from __future__ import annotations

from django.http import HttpRequest

from casino.factors.weighty import declare
from disputes.case.procedure import PROCEDURE


def declare_all() -> None:
    """At start."""
    declare("admin:disputes_case_do", when=_is_weighty)
    declare("admin:disputes_library_*")
    for code, step in PROCEDURE.items():
        if step.weighty:
            declare(f"cases:{code}")


def _is_weighty(request: HttpRequest) -> bool:
    """A weighty command, and not only a look at other rounds."""
    from disputes.admin.picking import only_looks

    match = request.resolver_match
    step = PROCEDURE.get(match.kwargs.get("code", "")) if match is not None else None
    return step is not None and step.weighty and not only_looks(request.POST)
