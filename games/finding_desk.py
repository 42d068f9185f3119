"""What people do with a finding: one function a command, each an event with the person's name and reason.

After each the read model is brought up, so that the next page shows what was written. Raises
:class:`casino.core.errors.Problem` and records nothing where the state or the post does not allow it. Proved by
``tests/audit/test_findings.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from games.findings import RoundAudit, change
from games.readmodel import follow_to_head
from games.records import Finding
from games.rounds.facts import Person


def dismiss(finding: Finding, *, by: Person, reason: str, command_id: UUID | None = None) -> None:
    """Let a finding rest: pit supervisor or above, or Surveillance. ``command_id`` of the client: the same again does
    nothing."""
    command = None if command_id is None else str(command_id)
    _do(finding, lambda audit: audit.dismiss(finding.identity, by=by, reason=reason, command_id=command))


def correct(
    finding: Finding,
    *,
    by: Person,
    authorised_by: Person,
    reason: str,
    clause: str | None = None,
    seen_version: int | None = None,
    command_id: UUID | None = None,
) -> None:
    """Say that what was wrong has been put right: pit manager or above, authorised by another person, shift manager or
    above. ``seen_version`` is that of the finding's stream when they looked, ``command_id`` as for ``dismiss``."""
    command = None if command_id is None else str(command_id)
    _do(
        finding,
        lambda audit: audit.correct(
            finding.identity,
            by=by,
            authorised_by=authorised_by,
            reason=reason,
            clause=clause or None,
            seen_version=seen_version,
            command_id=command,
        ),
    )


def link(finding: Finding, *, case: str, by: Person | None = None) -> None:
    """Put a finding into a case."""
    _do(finding, lambda audit: audit.link(finding.identity, case=case, by=by))


def _do(finding: Finding, command: Callable[[RoundAudit], None]) -> None:
    change(finding.property.code, finding.stream, command)
    follow_to_head(finding.property.code)
