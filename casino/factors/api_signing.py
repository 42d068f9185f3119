"""Weighty acts over the API: the proof that must be fresh, and how a program signs a command with its user's passkey.

    Tableproof-Sign: challenge   with the command as its body: answered with the command to be shown and signed, what
                                 the authenticator is to be asked, and a token. Nothing is carried out.
    Tableproof-Sign: signed      with ``{"token", "passkey"}``: the command is carried out, signed. One touch is the
                                 proof as well.

Without the header the command counts as unsigned, and is refused where the post must sign. ``docs/origin.md`` describes
it. Proved by ``tests/api/test_signing.py``.
"""

from __future__ import annotations

import io
import zlib
from typing import Any, Final

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.factors import passkeys, sealing, signed_commands
from casino.factors.proofs import Standing
from casino.factors.signed_commands import Composed, Duty
from casino.factors.step_up import Act
from casino.ledger import signing
from casino.site.problems import refusal

HEADER: Final = "Tableproof-Sign"
PURPOSE: Final = "command of the API"


class Waiting(msgspec.Struct, frozen=True):
    """A command on its way: the address that it is for, and its body."""

    address: str
    body: bytes
    composed: Composed


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is sent with ``signed``. ``passkey`` is the browser's answer, in the JSON form of WebAuthn."""

    token: str
    passkey: dict[str, Any]


def question(request: HttpRequest, act: Act, standing: Standing) -> HttpResponse | None:
    """The answer to a weighty act instead of carrying it out; None where it goes on."""
    wish = request.headers.get(HEADER)
    try:
        if wish == "challenge":
            return _challenge(request, act)
        if wish == "signed":
            _take(request)
            return None
        asked = signed_commands.duty(request, act)
        if asked is not Duty.NONE:
            raise Problem(asked.value)
    except Problem as problem:
        return refusal(request, problem)
    return None if standing.is_fresh(clock(), recovery=act.recovery) else refusal(request, Problem("proof_needed"))


def _challenge(request: HttpRequest, act: Act) -> HttpResponse:
    """What is to be shown and signed. Problems: bad_request, signature_no_passkey, signature_not_here,
    signature_not_signable."""
    user, body = request.user, _body(request)
    assert user.is_authenticated
    if not passkeys.signing_ones(user):
        raise Problem(Duty.NO_PASSKEY.value)
    if not passkeys.possible_at(request):
        raise Problem(Duty.NOT_HERE.value)
    composed = signed_commands.composed(request, act, _object(body)) if signed_commands.may_sign(request, act) else None
    if composed is None:
        raise Problem("bad_request")
    waiting = msgspec.json.encode(Waiting(request.get_full_path(), body, composed))
    said = {
        "command": composed.command.decode(),
        "passkey": passkeys.begin_proof(request, user, now=clock(), command=composed.command),
        "token": sealing.seal_for_a_while(zlib.compress(waiting), purpose=PURPOSE, user=user.pk),
    }
    answer = JsonResponse(said, json_dumps_params={"ensure_ascii": False})
    answer.headers["Cache-Control"] = "no-store, private"
    return answer


def _take(request: HttpRequest) -> None:
    """Check the signature, and put the command's own body in the place of this one. Problems: bad_request,
    factor_expired, passkey_refused, passkey_not_here."""
    user = request.user
    assert user.is_authenticated
    try:
        given = msgspec.json.decode(_body(request), type=Answer)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Problem("bad_request") from None
    opened = sealing.opened_in_time(given.token, purpose=PURPOSE, user=user.pk)
    waiting = msgspec.json.decode(zlib.decompress(opened), type=Waiting)
    if waiting.address != request.get_full_path():
        raise Problem("factor_expired")
    answer = msgspec.json.encode(given.passkey).decode()
    made = passkeys.signed(request, user, answer, command=waiting.composed.command, now=clock())
    signing.signed_by(made, {text.encode(): salt for text, salt in waiting.composed.salts})
    request._body = waiting.body
    request._stream = io.BytesIO(waiting.body)
    request.META["CONTENT_LENGTH"] = str(len(waiting.body))


def _body(request: HttpRequest) -> bytes:
    try:
        return request.body
    except RequestDataTooBig:
        raise Problem("bad_request") from None


def _object(body: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(body, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise Problem("bad_request") from None
