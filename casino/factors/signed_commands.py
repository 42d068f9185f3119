"""A weighty act as the command that a person signs by passkey, and who must sign.

The command is made of what was said, of what the room says it is about, and of who says it. What was said is the
command that page or operation would carry out (``casino.core.signed_form``); where the room declares none, the fields
as they were sent (form or JSON). Codes stand in it as they are; every other text stands there by a salted
hash, under the salt with which the record will seal it, or which nobody keeps. Who must sign, a higher room says
(:data:`DEMANDS`): nobody, whoever has registered a passkey, or everybody of a role. Proved by
``tests/factors/test_signing.py`` and, in a real browser, ``tests/journeys/test_signing.py``.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from django.http import HttpRequest
from django.utils.translation import get_language

from casino.access.roles import staff_code
from casino.core import passkey
from casino.core.canonical import NotCanonical
from casino.core.commands import code_of, fields_of
from casino.core.errors import Problem
from casino.core.seams import Seam
from casino.core.signature_rules import CODE, COMMAND, FIELDS, Mode
from casino.core.signature_rules import Command as Signed
from casino.core.signed_form import signed_form
from casino.core.text import Text
from casino.factors import passkeys, step_up
from casino.factors.step_up import About, Act
from casino.ledger import signing

NONCE_BYTES: Final = 16
SALT_BYTES: Final = 32
NOT_SAID: Final = frozenset({"csrfmiddlewaretoken"})


class Duty(StrEnum):
    """What is asked of a person before an act: no signature, a signature, or one that cannot be given, and why."""

    NONE = "none"
    SIGN = "signature_needed"
    NO_PASSKEY = "signature_no_passkey"
    NOT_HERE = "signature_not_here"


class Composed(msgspec.Struct, frozen=True):
    """A command, its words with the salts under which it names them, and what its members are called on its form."""

    command: bytes
    salts: list[tuple[str, bytes]]
    labels: Mapping[str, Text]


DEMANDS: Final[Seam[str, Callable[[Any], Mode]]] = Seam("Of whom signatures are demanded, asked with the account.")


def duty(request: HttpRequest, act: Act) -> Duty:
    """What is asked of this person before this act."""
    if not may_sign(request, act):
        return Duty.NONE
    modes = {mode_of(request.user) for mode_of in DEMANDS.values()}
    if modes <= {"none"}:
        return Duty.NONE
    assert request.user.is_authenticated
    if not passkeys.signing_ones(request.user):
        return Duty.NO_PASSKEY if "all" in modes else Duty.NONE
    return Duty.SIGN if passkeys.possible_at(request) else Duty.NOT_HERE


def may_sign(request: HttpRequest, act: Act) -> bool:
    """Whether the act is one that is signed: a command with an id of its own, by which what is recorded names it."""
    is_api = request.path_info.startswith("/api/")
    if act.recovery or (is_api and request.FILES) or not (is_api or "command_id" in request.POST):
        return False
    return act.signs is None or act.signs(request)


def composed(
    request: HttpRequest, act: Act, fields: Mapping[str, Any], files: Mapping[str, str] | None = None
) -> Composed | None:
    """The command of a request with these fields, and files by their SHA-256; None where there is no record in which it
    would stand. Problem signature_not_signable."""
    about = (act.about or _nothing)(request) or _nothing(request)
    if about is None or request.resolver_match is None or not request.user.is_authenticated:
        return None
    salts: dict[str, bytes] = {}
    subject, labels = about.subject, dict[str, Text]()
    if not act.reads:
        statement, said = FIELDS, _fields_said(fields, salts) | dict(files or {})
    else:
        read = read_command(request)
        if read is None:
            return None
        statement, said = COMMAND, signed_form(read.command, lambda text: _hidden(text, salts))
        if act.about is None and read.stream is not None:
            about = About(read.property_code, {"stream": read.stream})
        besides = act.besides(read.command) if act.besides else {}
        subject = {**about.subject, CODE: code_of(type(read.command)), **besides}
        labels = {field.name: field.asked.label for field in fields_of(type(read.command))}
        if fields.get("seen_version"):
            subject = {**subject, "seen_version": str(fields["seen_version"])}
    try:
        command = passkey.command(
            property_code=about.property,
            person=staff_code(request.user),
            act=_act_name(request),
            command_id=_id_in(fields),
            nonce=secrets.token_hex(NONCE_BYTES),
            about=subject,
            said=said,
            statement=statement,
        )
    except NotCanonical as error:
        raise Problem("signature_not_signable", why=error) from error
    return Composed(command, list(salts.items()), labels)


def read_command(request: HttpRequest) -> signing.Read | None:
    """The command that the page or operation of a request would carry out, as it reads it itself; None where it does
    not fit, which the page will say. Problem, of an operation of the API."""
    match = request.resolver_match
    assert match is not None
    return signing.read(lambda: match.func(request, *match.args, **match.kwargs))


def _fields_said(fields: Mapping[str, Any], salts: dict[str, bytes]) -> dict[str, Any]:
    """The fields of an act whose command no room declares."""
    return {name: _said(name, value, salts) for name, value in fields.items() if name not in NOT_SAID}


def form_fields(request: HttpRequest) -> dict[str, Any]:
    """The fields of a form as they were sent: a text, or a list where a field came several times."""
    return {name: values[0] if len(values) == 1 else values for name, values in request.POST.lists()}


def file_digests(request: HttpRequest) -> dict[str, str]:
    """The files that came with a form, by their SHA-256. Problem signature_not_signable for two of one name."""
    found: dict[str, str] = {}
    for name, files in request.FILES.lists():
        if len(files) != 1:
            raise Problem("signature_not_signable", why=name)
        digest = hashlib.sha256()
        for piece in files[0].chunks():
            digest.update(piece)
        files[0].seek(0)
        found[name] = digest.hexdigest()
    return found


def shown(request: HttpRequest, act: Act, made: Composed) -> dict[str, Any]:
    """What the page of the signature shows: the act, what it is about, what is said (words as they were typed, for the
    eyes of whoever typed them), and the command itself, to the letter."""
    said = msgspec.json.decode(made.command, type=Signed)
    title = act.title(request) if callable(act.title) else act.title
    typed = {passkey.words(salt, text): text for text, salt in made.salts}
    members = said.said.items() if not act.reads else _flat(said.said)
    about = ((name, value) for name, value in said.about.items() if name != CODE)
    rows = [*about, *((_called(name, made.labels), _shown(name, value, typed)) for name, value in members)]
    return {
        "title": title.in_language(get_language() or "vi") if title is not None else said.act,
        "rows": [(name, value) for name, value in rows if value not in ("", [], None)],
        "text": made.command.decode(),
        "digest": passkey.challenge(made.command).hex(),
    }


def _called(path: str, labels: Mapping[str, Text]) -> str:
    """A member as its form calls it; one within another by its name there as well."""
    name, dot, rest = path.partition(".")
    label = labels.get(name)
    return path if label is None else f"{label.in_language(get_language() or 'vi')}{dot}{rest}"


def _flat(said: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each member of a command by its place in it, as ``remedy.lines.0.bet``."""
    if isinstance(said, list) and not any(isinstance(each, dict) for each in said):
        yield path, said
    elif isinstance(said, dict | list):
        members = said.items() if isinstance(said, dict) else enumerate(said)
        for name, value in members:
            yield from _flat(value, f"{path}.{name}" if path else str(name))
    else:
        yield path, said


def _shown(name: str, value: Any, typed: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return ", ".join(str(_shown(name, each, typed)) for each in value)
    if step_up.is_words(name.rpartition(".")[2]) and value in typed:
        return typed[value]
    return value if isinstance(value, str | int) else msgspec.json.encode(value).decode()


def _said(name: str, value: Any, salts: dict[str, bytes]) -> Any:
    """A field as it stands in the command. In a list of objects each is gone through by its own names: words among them
    are words, whatever the list is called."""
    if isinstance(value, list):
        return [_said("" if isinstance(each, dict) else name, each, salts) for each in value]
    if step_up.is_plain(name) or value is None or value == "" or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _hidden(value.strip(), salts)
    if isinstance(value, dict):
        return {inner: _said(inner, each, salts) for inner, each in value.items()}
    raise Problem("signature_not_signable", why=type(value).__name__)


def _hidden(text: str, salts: dict[str, bytes]) -> str:
    return passkey.words(salts.setdefault(text, secrets.token_bytes(SALT_BYTES)), text)


def _id_in(fields: Mapping[str, Any]) -> UUID:
    """The id that the form or the client made; a new one where the page makes none. Problem signature_not_signable for
    one that the page might read otherwise: the signature of one id would leave the command of another unsigned."""
    given = fields.get("command_id")
    if given in (None, ""):
        return uuid4()
    try:
        if isinstance(given, str):
            return UUID(given.strip())
    except ValueError:
        pass
    raise Problem("signature_not_signable", why="command_id")


def _act_name(request: HttpRequest) -> str:
    """The name of the address, and what of its parts is a code of the program."""
    match = request.resolver_match
    assert match is not None
    codes = [match.kwargs[name] for name in ("code", "action") if name in match.kwargs]
    return ":".join([match.view_name, *codes])


def _nothing(_request: HttpRequest) -> About | None:
    """Of an act that no room has said more about: the house whose record has the accounts."""
    from casino.ledger.models import Property

    first = Property.objects.order_by("pk").first()
    return None if first is None else About(first.code, {})
