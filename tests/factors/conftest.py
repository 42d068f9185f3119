"""People with and without a second factor, and browsers of Django's own for them.

``required``   a house that requires it, as production does; passkeys belong to tables.example
``as_(user)``  a client whose session has given the password, at that moment, and nothing else
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django_otp.oath import hotp

from casino.access.roles import ensure_roles
from casino.clock import now as clock
from casino.factors import codes, proofs
from casino.factors.models import CodeApp
from tests.admin.house import PASSWORD
from tests.factors.authenticator import ORIGIN, RP
from tests.posting import a_property

ADDRESS = "/admin/account/"
Browser = Any
"""Django's client. Its answers know ``url`` and ``context``, of which its types say nothing."""


@pytest.fixture
def required(settings: Any, db: None) -> None:
    settings.SECOND_FACTOR = "required"
    settings.PROOF_MINUTES = 10
    settings.PASSKEY_DOMAIN = RP
    settings.PASSKEY_ORIGINS = [ORIGIN]
    settings.ALLOWED_HOSTS = [RP, "testserver", "127.0.0.1"]
    ensure_roles()
    a_property()


def account(role: str, name: str | None = None) -> User:
    """Somebody in a role, with a password."""
    user = User.objects.create_user(name or role.replace("_", "."), password=PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def as_(user: User) -> Browser:
    """A new browser in which the person has given the password a moment ago."""
    client = Client(SERVER_NAME=RP, headers={"accept-language": "en"})
    client.cookies["django_language"] = "en"
    client.force_login(user, backend="casino.backends.PostingBackend")
    return client


class Phone:
    """An authenticator app of a person. Each code counts once, so each use is a step later; there are three at most."""

    def __init__(self, user: User, label: str = "Phone") -> None:
        self.secret = codes.new_secret()
        self.step = int(clock().timestamp()) // codes.STEP_SECONDS - 1
        self.app: CodeApp = codes.enrol_app(user, self.secret, self.code(), label=label, now=clock())

    def code(self, *, step: int | None = None) -> str:
        """The next code: at most three can be taken, one step before now to one after."""
        if step is None:
            step, self.step = self.step, self.step + 1
        return f"{hotp(self.secret, step, digits=codes.DIGITS):06d}"


def somebody(host: str = RP) -> Browser:
    """A new browser in which nobody has signed in."""
    return Client(SERVER_NAME=host)


def proved(user: User, phone: Phone) -> Browser:
    """A browser in which the person has given both."""
    client = as_(user)
    answer = client.post(f"{ADDRESS}prove/", {"code": phone.code()})
    assert answer.status_code == 302, answer.content
    return client


def grow_old(client: Browser, *, minutes: int = 11) -> None:
    """The last proof of the session was so long ago."""
    session = client.session
    session[proofs.KEY] = {**session[proofs.KEY], "at": session[proofs.KEY]["at"] - minutes * 60}
    session.save()


def carried(answer: Any) -> str:
    """The field in which a form waits for its proof."""
    found = re.search(r'name="factors_carried" value="([^"]+)"', answer.content.decode())
    assert found is not None, answer.content.decode()[:2000]
    return found[1]
