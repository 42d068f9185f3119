"""Commands with random values, filled in as people do it on the pages of Surveillance and of the library: what the form
reads is what was meant, so what is signed of the page is what is signed of the body."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Final
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.utils.datastructures import MultiValueDict
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.core.commands import Command, fields_of
from casino.core.signed_form import signed_form
from disputes.library import forms as library
from disputes.library.documents import NewVersion
from disputes.library.service import AddVersion, Upload, WithdrawVersion
from surveillance.admin.forms import FootageForm
from surveillance.record.commands import COMMANDS
from tests.commands.test_signed_form import hidden
from tests.commands.varied import commands

ZONE: Final = ZoneInfo("Asia/Ho_Chi_Minh")
NOW: Final = datetime(2026, 11, 28, 3, tzinfo=UTC)
FEW: Final = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
PLAIN: Final = [
    code for code, step in COMMANDS.items()
    if {field.name for field in fields_of(step.struct)} | {"forget_credentials"} >= set(step.struct.__struct_fields__)
]  # fmt: skip
"""Commands of Surveillance without a subject, a stretch, links or persons: every weighty one is among them."""


def filled_in(command: Any) -> dict[str, Any]:
    """The fields of a form, as a browser sends them from the clocks of the property."""
    sent: dict[str, Any] = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, bool):
            words = {field.name: field.asked.words for field in fields_of(type(command))}.get(name)
            value = ("yes" if value else "no") if words else ("on" if value else None)
        elif isinstance(value, datetime):
            value = value.astimezone(ZONE).strftime("%Y-%m-%dT%H:%M:%S")
        elif isinstance(value, date):
            value = value.isoformat()
        if value is not None:
            sent[name] = list(value) if isinstance(value, tuple) else str(value)
    return sent


def as_a_form_has_it(value: Any) -> Any:
    """Whole seconds, and texts without what surrounds them."""
    if isinstance(value, datetime):
        return value.replace(microsecond=0)
    return value.strip() if isinstance(value, str) else value


def test_every_weighty_command_is_among_them() -> None:
    assert {code for code, step in COMMANDS.items() if step.weighty} <= set(PLAIN)


@pytest.mark.parametrize("code", PLAIN)
@FEW
@given(data=st.data())
def test_a_page_of_surveillance_reads_what_was_meant(code: str, data: st.DataObject) -> None:
    step = COMMANDS[code]
    drawn = data.draw(commands(step.struct).filter(_can_be_typed))
    meant = type(drawn)(**{name: as_a_form_has_it(getattr(drawn, name)) for name in drawn.__struct_fields__})
    form = FootageForm(step, ZONE, NOW, {**filled_in(meant), "command_id": str(uuid4()), "seen_version": "3"})
    if "person" in form.fields:
        form.offer_people([(meant.person, "Khách")])
    assert form.is_valid(), form.errors
    assert signed_form(form.as_command(), hidden) == signed_form(meant, hidden)


def _can_be_typed(command: Command) -> bool:
    """No blank text for what a form leaves out, and none that no field takes."""
    texts = [value for name in command.__struct_fields__ if isinstance(value := getattr(command, name), str)]
    return all(text.strip() and "\0" not in text for text in texts)


TYPED: Final = st.text("Tủ số 3 KS-07", min_size=1, max_size=20).filter(str.strip).map(str.strip)
CODES: Final = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,20}", fullmatch=True)
DAYS: Final = st.dates(date(2000, 1, 1), date(2099, 1, 1))
VERSIONS: Final = st.builds(
    NewVersion,
    version=CODES,
    valid_from=DAYS,
    valid_to=st.none() | DAYS,
    number=TYPED,
    citation=TYPED,
    link=st.sampled_from(["", "https://example.org/ks-07"]),
)


@FEW
@given(new=VERSIONS, content=st.none() | st.binary(min_size=1, max_size=50))
def test_a_version_of_a_document_is_read_as_it_was_meant(new: NewVersion, content: bytes | None) -> None:
    upload = None if content is None else Upload(name="ks-07.pdf", data=content)
    meant = AddVersion(new=new, file=upload)
    sent = {**filled_in(new), "command_id": str(uuid4()), "seen_version": "1"}
    files: MultiValueDict[str, UploadedFile[Any]] = MultiValueDict(
        {} if content is None else {"file": [SimpleUploadedFile("ks-07.pdf", content)]}
    )
    form = library.VersionForm(sent, files)
    assert form.is_valid(), form.errors
    assert form.command() == meant
    assert form.command() == meant, "read again, the file is whole"


@FEW
@given(version=CODES, reason=st.sampled_from(["Bản mới.", "Nhập nhầm chỗ."]), day=st.none() | DAYS)
def test_a_version_that_is_withdrawn_is_read_as_it_was_meant(version: str, reason: str, day: date | None) -> None:
    """A mistake has no last day, whatever stands in the field."""
    how = library.MISTAKE if day is None else library.ENDED
    sent = {"how": how, "reason": reason, "in_force_to": (day or date(2026, 1, 1)).isoformat(), "seen_version": "1"}
    form = library.WithdrawForm({**sent, "command_id": str(uuid4())})
    assert form.is_valid(), form.errors
    assert form.command(version) == WithdrawVersion(version=version, reason=reason, in_force_to=day)
