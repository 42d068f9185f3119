"""Prints and signs the report for people, once in each language; found again by the page that checks papers.

Made once the bundle is kept (``surveillance.reports.making.PAPERS``). The same request gives the same unsigned
bytes; the signature is made once, and the file kept. Proved by ``tests/surveillance/reports/test_paper.py``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings
from django.db import transaction

from casino.clock import now as clock
from casino.core.text import Text
from casino.ledger.models import Property
from casino.papers import known, signing
from casino.papers.setting import Attached, print_page
from surveillance.files import storage
from surveillance.reports import keeping
from surveillance.reports.models import Report, ReportFile
from surveillance.reports.paper import data as d
from surveillance.reports.paper import words as w
from surveillance.reports.paper.compose import compose
from surveillance.reports.paper.writing import page

SECONDS: Final = 300
"""Of processor time for one part in one language: one part takes a few."""
NUMBER: Final = re.compile(r"reports/([A-Za-z0-9][A-Za-z0-9._:-]{0,63})/((?:vi|en)(?:-[0-9]{1,2})?)")


def printed(data: d.ReportData, *, signed: bool) -> bytes:
    """The report as PDF, unsigned, with the bundle's manifest attached."""
    more = Path(settings.PAPER_FONTS_DIR) if settings.PAPER_FONTS_DIR else None
    attached = Attached("manifest.json", data.manifest.encode(), "application/json", "manifest of the bundle")
    return print_page(page(data, signed=signed), more_fonts=more, attached=attached, seconds=SECONDS)


def write(language: str, row: Report, part: int, target: Path) -> None:
    """One part of the report in one language, signed where the property signs its papers."""
    signed = signing.signs()
    pdf = printed(msgspec.structs.replace(compose(row, part), language=language), signed=signed)
    if signed:
        with transaction.atomic():
            numbered = language if part == 1 else f"{language}-{part}"
            number = f"{row.property.code}/reports/{row.code}/{numbered}"
            pdf = signing.sign(row.property, pdf, number=number, now=clock()).pdf
    target.write_bytes(pdf)


def find(owner: Property, number: str) -> known.Paper | None:
    """The report ``reports/<code>/<language>``, for the page that checks papers."""
    found = NUMBER.fullmatch(number)
    if found is None:
        return None
    row = Report.objects.filter(property=owner, code=found[1]).first()
    kept = ReportFile.objects.filter(property=owner, report=found[1], what=f"paper-{found[2]}").first()
    if row is None or kept is None:
        return None

    def content() -> bytes | None:
        try:
            with storage.as_file(keeping.place(), kept.path) as file:
                return file.read_bytes()
        except FileNotFoundError:
            return None

    return known.Paper(
        number=f"{owner.code}/{number}",
        title=w.TITLE,
        language=found[2][:2],
        issued_at=kept.made_at,
        issued_by=Text(owner.name_vi, owner.name_en),
        check=None,
        state="in_force",
        content=content,
    )
