"""What happens to an account, as events of its stream ``account/<number>``.

The number is the account's own for good, while user name and staff code can still change before the first sign-in. A
change that needs a second person is asked for (``…_asked``); the event that carries it out names that one by its id
(``ask``). Who acted is the event's actor. Names, addresses, notes and secrets stand in no event.
Proved by ``tests/accounts/test_state.py`` and the frozen examples.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal
from uuid import UUID

import msgspec

from casino.core.events import Fact, register
from casino.core.posts import RoleCode

Code = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$(?!\n)",
        description="A code: letters, digits and . _ : - , 64 characters at most.",
    ),
]
NameField = Literal["user_name", "given_name", "family_name"]
RowNumber = Annotated[int, msgspec.Meta(ge=1, le=2**53 - 1)]
FactorKind = Literal["code_app", "passkey"]
Base64 = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$(?!\n)",
        min_length=4,
        max_length=16_384,
        description="Bytes in base64 (RFC 4648, section 4), padded.",
    ),
]
Hash = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="SHA-256, as 64 lower-case hexadecimal digits.")
]
"""Of what stands beside the record, so that a row put in its place is told: of random bits and of salted hashes alone,
which nobody can try words against."""
WebName = Annotated[str, msgspec.Meta(min_length=1, max_length=300, description="A domain or origin of the web.")]


class PasskeyKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """Of a passkey: what a verifier needs to trust what it signs later, without this server. ``public_key`` is the
    COSE_Key (RFC 9052) as the authenticator gave it, ``algorithm`` its number at IANA, ``rp_id`` and ``origins`` where
    alone it signs (W3C Web Authentication). Nothing of it is secret."""

    credential_id: Base64
    public_key: Base64
    algorithm: Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
    rp_id: WebName
    origins: tuple[WebName, ...]


class Opened(Fact, frozen=True):
    """An account was made. It may nothing until it is given a post. ``password`` is of the salted hash that it signs in
    by; ``own_password`` where that is the person's already (the demonstration's)."""

    staff: Code
    password: Hash | None = None
    own_password: bool | None = None


class Found(Fact, frozen=True):
    """An account as it stood when the record first met it, or stood otherwise than the record says: it was made or
    changed past the record. ``superuser`` where it had every right; that was taken away with this event."""

    staff: Code
    active: bool
    posts: tuple[RoleCode, ...] = ()
    superuser: bool | None = None
    password: Hash | None = None


class StaffCodeSet(Fact, frozen=True):
    """From now on the record names this person so. Only before the first sign-in."""

    staff: Code


class NamesChanged(Fact, frozen=True):
    """These names were changed; what they are stands in the account."""

    names: tuple[NameField, ...]


class PostAsked(Fact, frozen=True):
    """The post shall be given, once a second person confirms it."""

    post: RoleCode


class PostGiven(Fact, frozen=True):
    """The account has the post from now on."""

    post: RoleCode
    ask: UUID | None = None


class PostTakingAsked(Fact, frozen=True):
    """The post, of which nobody else is left, shall be taken away, once a second person confirms it."""

    post: RoleCode


class PostTaken(Fact, frozen=True):
    """The account has the post no longer. With ``ask`` it was the last holder's, and two persons agreed."""

    post: RoleCode
    ask: UUID | None = None


class PostingAsked(Fact, frozen=True):
    """Somebody shall act in a post at these tables and pits. ``begins_at`` None: as soon as it is confirmed."""

    property: Code
    post: RoleCode
    tables: tuple[Code, ...] = ()
    pits: tuple[Code, ...] = ()
    begins_at: datetime | None = None
    ends_at: datetime | None = None


class PostingGiven(Fact, frozen=True):
    """The posting with this number is there."""

    posting: RowNumber
    property: Code
    post: RoleCode
    begins_at: datetime
    tables: tuple[Code, ...] = ()
    pits: tuple[Code, ...] = ()
    ends_at: datetime | None = None
    ask: UUID | None = None


class PostingFound(Fact, frozen=True):
    """A posting as it stood when the record first met it: it was given before postings were recorded, or past the
    record."""

    posting: RowNumber
    property: Code
    post: RoleCode
    begins_at: datetime
    tables: tuple[Code, ...] = ()
    pits: tuple[Code, ...] = ()
    ends_at: datetime | None = None
    ended_at: datetime | None = None


class PostingEnded(Fact, frozen=True):
    """The posting was ended early, or withdrawn before it began."""

    posting: RowNumber
    property: Code
    post: RoleCode


class PasswordResetAsked(Fact, frozen=True):
    """The account shall get a one-time password, once a second person confirms it."""


class PasswordReset(Fact, frozen=True):
    """The account has a one-time password: whoever signs in by it must choose their own before anything else. With
    ``ask`` it has two parts, one of which each of two persons got. ``password`` is of the account's hash of it."""

    ask: UUID | None = None
    password: Hash | None = None


class PasswordChosen(Fact, frozen=True):
    """The person chose their own password. ``password`` is of the account's hash of it."""

    password: Hash | None = None


class PasswordRehashed(Fact, frozen=True):
    """At a sign-in the same password was hashed anew, as this version of the program does."""

    password: Hash


class EmailChangeAsked(Fact, frozen=True):
    """The address for notices shall change, once a second person confirms it."""


class EmailChanged(Fact, frozen=True):
    """The address for notices was changed."""

    ask: UUID | None = None


class ActivationAsked(Fact, frozen=True):
    """The account shall be let in again, once a second person confirms it."""


class Activated(Fact, frozen=True):
    """The account may sign in again."""

    ask: UUID | None = None


class Deactivated(Fact, frozen=True):
    """The account may not sign in."""


class FactorAdded(Fact, frozen=True):
    """The person added a device of the second factor, under this number of its kind. What they call it stands beside
    it; ``key`` is there where it is a passkey, ``secret`` (of 160 random bits) where it is an authenticator app."""

    kind: FactorKind
    device: RowNumber
    key: PasskeyKey | None = None
    secret: Hash | None = None


class FactorRemoved(Fact, frozen=True):
    """The person took a device of their own out of use."""

    kind: FactorKind
    device: RowNumber


class RecoveryCodesMade(Fact, frozen=True):
    """The person has new recovery codes; former ones count no more. ``codes`` is of all of them together."""

    codes: Hash | None = None


class RecoveryCodeUsed(Fact, frozen=True):
    """A recovery code stood for the device at a sign-in."""


class FactorsResetAsked(Fact, frozen=True):
    """Every device and recovery code of the account shall end, once a second person confirms it."""


class FactorsReset(Fact, frozen=True):
    """Every device and recovery code of the account ended. ``ask`` None: by whoever runs the server."""

    ask: UUID | None = None


class ChangeRefused(Fact, frozen=True):
    """A second person did not confirm what was asked."""

    ask: UUID


class ChangeWithdrawn(Fact, frozen=True):
    """Whoever asked took it back."""

    ask: UUID


class FirstAdministratorMade(Fact, frozen=True):
    """Made by the server's command, while there were fewer than two active administrators; beside whom."""

    beside: tuple[Code, ...] = ()


FACTS: Final[dict[str, type[Fact]]] = {
    "opened": Opened,
    "found": Found,
    "staff_code_set": StaffCodeSet,
    "names_changed": NamesChanged,
    "post_asked": PostAsked,
    "post_given": PostGiven,
    "post_taking_asked": PostTakingAsked,
    "post_taken": PostTaken,
    "posting_asked": PostingAsked,
    "posting_given": PostingGiven,
    "posting_found": PostingFound,
    "posting_ended": PostingEnded,
    "password_reset_asked": PasswordResetAsked,
    "password_reset": PasswordReset,
    "password_chosen": PasswordChosen,
    "password_rehashed": PasswordRehashed,
    "email_change_asked": EmailChangeAsked,
    "email_changed": EmailChanged,
    "activation_asked": ActivationAsked,
    "activated": Activated,
    "deactivated": Deactivated,
    "factor_added": FactorAdded,
    "factor_removed": FactorRemoved,
    "recovery_codes_made": RecoveryCodesMade,
    "recovery_code_used": RecoveryCodeUsed,
    "factors_reset_asked": FactorsResetAsked,
    "factors_reset": FactorsReset,
    "change_refused": ChangeRefused,
    "change_withdrawn": ChangeWithdrawn,
    "first_administrator_made": FirstAdministratorMade,
}
"""Name after ``account.`` -> fact."""

NAMES: Final = {fact: f"account.{name}.v1" for name, fact in FACTS.items()}
"""Fact -> full type name."""

Asked = (
    PostAsked
    | PostTakingAsked
    | PostingAsked
    | PasswordResetAsked
    | EmailChangeAsked
    | ActivationAsked
    | FactorsResetAsked
)
KINDS: Final[dict[type[Fact], str]] = {
    PostAsked: "post",
    PostTakingAsked: "post_taking",
    PostingAsked: "posting",
    PasswordResetAsked: "password",
    EmailChangeAsked: "email",
    ActivationAsked: "activation",
    FactorsResetAsked: "factors",
}
"""What is asked for -> its code in ``casino.access.models.AccountChange``."""

for _name, _fact in FACTS.items():
    register(f"account.{_name}", _fact, stream_kind="account", from_device=False)
