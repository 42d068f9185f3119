"""Which findings a dealer sees: those of the tables where the record says they stand now, and of rounds they dealt.

Every list of findings asks ``casino.access.inspectors``, where this registers itself. Other posts see what their
permissions say. Proved by ``tests/admin/test_finding_list.py``.
"""

from __future__ import annotations

from typing import cast

from django.contrib.auth.models import AbstractUser
from django.db.models import Exists, OuterRef, Q

from casino.access import inspectors
from casino.access.postings import role_of
from casino.access.roles import Account, staff_code
from casino.core.posts import Post
from games.rows.models import Table


def narrow(user: Account, kind: inspectors.List) -> Q:
    """The condition on rows of a list: of findings, for a dealer; none for anybody else."""
    account = cast(AbstractUser, user)
    if kind != "finding" or account.has_perm("games.view_device") or role_of(user) != Post.DEALER:
        return Q()  # machines are seen by every post from the supervisor on, which costs no question here
    staff = staff_code(account)
    theirs = Table.objects.filter(property=OuterRef("property"), code=OuterRef("table"), staff__dealer=staff)
    return Q(round__dealer=staff) | Q(Exists(theirs))
