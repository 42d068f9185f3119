"""Permissions of the groups in force: an acting post's last as long as its posting.

Like Django's own backend, a user object remembers them; every request loads its own, so what has ended is gone with the
next page. Proved by ``tests/test_postings.py``.
"""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Permission, User
from django.db.models import QuerySet

from casino import postings


class PostingBackend(ModelBackend):
    """Passwords as Django checks them; permissions by the groups in force now."""

    def _get_group_permissions(self, user_obj: User) -> QuerySet[Permission]:
        return Permission.objects.filter(group__in=postings.groups_in_force(user_obj, postings.now()))
