"""Permissions of the groups in force: an acting post's last as long as its posting. One-time passwords, whole or in two
parts, as long as they last.

Like Django's own backend, a user object remembers them; every request loads its own, so what has ended is gone with the
next page. Proved by ``tests/test_postings.py`` and ``tests/accounts/test_passwords.py``.
"""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Permission, User
from django.db.models import QuerySet
from django.http import HttpRequest

from casino.access import postings
from casino.access.account_rights import facts_of
from casino.accounts import passwords, service
from casino.clock import now as clock


class PostingBackend(ModelBackend):
    """Passwords as Django checks them; permissions by the groups in force now."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> User | None:
        before = User.objects.filter(username=username).values_list("password", flat=True).first() if username else None
        found: User | None = super().authenticate(
            request, username=username, password=passwords.as_kept(username, password), **kwargs
        )
        if found is not None and before is not None and found.password != before:
            service.rehashed(found, before, command_id=uuid4(), now=clock())
        return None if found is None or passwords.has_run_out(found, clock()) else found

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        """As Django's, in the one question that is asked of an account."""
        if obj is None and user_obj.is_active and not user_obj.is_anonymous and not user_obj.is_superuser:
            if not hasattr(user_obj, "_perm_cache"):
                facts = facts_of(user_obj.pk)
                user_obj._perm_cache = set() if facts is None else set(facts.permissions)
            held: set[str] = user_obj._perm_cache
            return held
        return super().get_all_permissions(user_obj, obj)

    def _get_group_permissions(self, user_obj: User) -> QuerySet[Permission]:
        return Permission.objects.filter(group__in=postings.groups_in_force(user_obj, clock()))
