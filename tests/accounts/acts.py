"""Commands of people on accounts, as tests give them: by the account, and by keyword."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from casino.access.models import AccountChange, Posting
from casino.accounts import passwords
from casino.accounts.commands import (
    AnswerChange,
    AskPosting,
    ChangeEmail,
    ChangeNames,
    ChoosePassword,
    CloseAccount,
    EndPosting,
    GivePassword,
    GivePost,
    LetIn,
    OpenAccount,
    ResetFactors,
    Say,
    TakePost,
)
from casino.accounts.execution import Done, execute
from casino.ledger.models import Property


def open_account(username: str, *, post: str, code: str = "", first_name: str = "", **given: Any) -> Done:
    return execute(None, OpenAccount(username=username, post=post, code=code, first_name=first_name), **given)


def ask_post(user_id: int, post: str, **given: Any) -> Done:
    return execute(user_id, GivePost(post=post), **given)


def take_post(user_id: int, post: str, **given: Any) -> Done:
    return execute(user_id, TakePost(post=post), **given)


def posting(*, property: Property, **said: Any) -> AskPosting:
    places: dict[str, Any] = {name: tuple(said.pop(name, ())) for name in ("tables", "pits")}
    return AskPosting(property=property.code, **places, **said)


def ask_posting(user_id: int, said: AskPosting, **given: Any) -> Done:
    return execute(user_id, said, **given)


def end_posting(posting_id: int, **given: Any) -> Done:
    return execute(Posting.objects.get(pk=posting_id).user_id, EndPosting(posting=posting_id), **given)


def ask_password(user_id: int, **given: Any) -> Done:
    return execute(user_id, GivePassword(), **given)


def ask_email(user_id: int, email: str, **given: Any) -> Done:
    return execute(user_id, ChangeEmail(email=email), **given)


def ask_activation(user_id: int, **given: Any) -> Done:
    return execute(user_id, LetIn(), **given)


def ask_factors(user_id: int, **given: Any) -> Done:
    return execute(user_id, ResetFactors(), **given)


def change_names(user_id: int, *, first_name: str, last_name: str, **given: Any) -> Done:
    return execute(user_id, ChangeNames(first_name=first_name, last_name=last_name), **given)


def deactivate(user_id: int, **given: Any) -> Done:
    return execute(user_id, CloseAccount(), **given)


def choose_password(user: User, password: str, **given: Any) -> Done:
    return execute(user.pk, ChoosePassword(hashed=passwords.hash_of(password)), by=user, **given)


def _answering(say: Say) -> Callable[..., Done]:
    def answer(change: UUID, *, reason: str = "", **given: Any) -> Done:
        row = AccountChange.objects.get(pk=change)
        return execute(row.user_id, AnswerChange(ask=change, say=say, reason=reason), **given)

    return answer


confirm, refuse, withdraw = _answering("confirm"), _answering("refuse"), _answering("withdraw")
