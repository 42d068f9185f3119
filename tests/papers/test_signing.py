"""Where the key lies, what a stamp costs when nobody answers, and what is said at start."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.sign.timestamps import HTTPTimeStamper, TimestampRequestError

from casino.clock import now as clock_now
from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.papers import checks, keys, pades, signing
from casino.papers.checking import check_paper
from tests.disputes.court import Court
from tests.papers.making import NUMBER, key, plain
from tests.replay.story import CODE
from tests.transparency.softhsm import SOFTHSM, made


def house() -> Property:
    return Property.objects.get(code=CODE)


def test_an_authority_that_does_not_answer_costs_the_stamp_and_not_the_paper(
    court: Court, paper_keys: Path, settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "root.pem").write_bytes(key(tmp_path / "other").chain[0].public_bytes(Encoding.PEM))
    (tmp_path / "stamps.toml").write_text(
        '[[authority]]\nname = "gone"\nurl = "http://127.0.0.1:9/"\nroots = ["root.pem"]\n'
    )
    settings.TRANSPARENCY_STAMPS = str(tmp_path / "stamps.toml")
    signed = signing.sign(house(), plain(), number=NUMBER, now=court.now)
    assert signed.level == "b-b"
    assert check_paper(signed.pdf, [signed.certificate]).state == "genuine"
    assert "paper_not_stamped" in caplog.text


def test_a_key_of_the_houses_own_is_used_and_one_that_others_may_read_is_not(
    court: Court, settings: Any, tmp_path: Path
) -> None:
    own = key(tmp_path)
    settings.PAPER_KEY = str(tmp_path / "0001-paper.pem")
    settings.PAPER_CERTIFICATE = str(tmp_path / "0001-paper.crt")
    signed = signing.sign(house(), plain(), number=NUMBER, now=clock_now())
    assert signed.certificate == keys.fingerprint(own.certificate)
    assert checks.papers_can_be_signed() == []
    (tmp_path / "0001-paper.pem").chmod(0o644)
    with pytest.raises(Problem, match="chmod 600"):
        signing.sign(house(), plain(), number=NUMBER, now=clock_now())
    assert [each.id for each in checks.papers_can_be_signed()] == ["papers.E001"]


def test_a_house_that_does_not_sign_is_told_at_start(settings: Any) -> None:
    settings.PAPER_KEYS_DIR = settings.PAPER_CERTIFICATE = ""
    assert [each.id for each in checks.papers_can_be_signed()] == ["papers.W001"]


@SOFTHSM[0]
@SOFTHSM[1]
def test_a_key_in_a_token_signs_there(court: Court, settings: Any, tmp_path: Path) -> None:
    signer, token = key(tmp_path / "keys"), made()
    pin = token.pin_file.read_text().strip()
    place = ["--token", token.token, "--pin", pin, "--label", "papers", "--id", "A1"]
    file = str(tmp_path / "keys" / "0001-paper.pem")
    subprocess.run(["softhsm2-util", "--import", file, *place], check=True, capture_output=True)
    chain = tmp_path / "chain.pem"
    chain.write_bytes(b"".join(each.public_bytes(Encoding.PEM) for each in (signer.certificate, *signer.chain)))
    settings.PAPER_CERTIFICATE, settings.PAPER_TOKEN_MODULE = str(chain), str(token.module)
    settings.PAPER_TOKEN, settings.PAPER_TOKEN_KEY = token.token, "papers"
    settings.PAPER_TOKEN_PIN_FILE = str(token.pin_file)
    signed = signing.sign(house(), plain(), number=NUMBER, now=court.now)
    assert check_paper(signed.pdf, [keys.fingerprint(signer.chain[0])]).state == "genuine"


def test_the_stamps_of_one_paper_have_their_seconds_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A transaction waits for them: a slow authority has five seconds for all three requests, not for each; what the
    house took between two of them is not the authority's."""
    clock = iter([100.0, 101.0, 110.0, 114.0])
    given: list[float] = []

    async def answer(self: Any, req: Any) -> str:
        given.append(self.timeout)
        return "stamp"

    monkeypatch.setattr(pades, "monotonic", lambda: next(clock))
    monkeypatch.setattr(HTTPTimeStamper, "async_request_tsa_response", answer)
    stamper = pades.Stamper("http://stamps.example")
    assert asyncio.run(stamper.async_request_tsa_response(None)) == "stamp"
    assert asyncio.run(stamper.async_request_tsa_response(None)) == "stamp"
    with pytest.raises(TimestampRequestError):
        asyncio.run(stamper.async_request_tsa_response(None))
    assert given == [5.0, 4.0]
