"""The findings of the golden rounds say what they always said (``tests/golden/findings.py``)."""

from __future__ import annotations

import hashlib

import msgspec
import pytest

from casino.core.canonical import canonical_bytes
from games.engine.judgement import Finding, Severity
from tests.golden.findings import GAMES, page
from tests.golden.reader import HERE, all_golden


@pytest.mark.parametrize("game", GAMES)
def test_findings_say_what_is_kept(game: str) -> None:
    assert page(game).splitlines() == (HERE / f"findings.{game}.txt").read_text("utf-8").splitlines()


def test_a_finding_is_known_by_the_canonical_form_of_all_it_says() -> None:
    """Also where the encoder for bytes that are ASCII writes it."""
    for golden in all_golden():
        for finding in golden.judge().findings:
            said = canonical_bytes(msgspec.to_builtins(finding))
            assert finding.identity == hashlib.sha256(said).hexdigest()[:32], golden.path.name
    spoken = Finding(code="a", severity=Severity.REMARK, subject="cược", clauses=(), detail={"chỗ": 1, "a": "ừ"})
    assert spoken.identity == hashlib.sha256(canonical_bytes(msgspec.to_builtins(spoken))).hexdigest()[:32]
