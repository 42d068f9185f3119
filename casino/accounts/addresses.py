"""From which address somebody speaks to us.

Behind a proxy of ours (``BEHIND_PROXY``) every connection comes from the proxy, which adds the address it sees at the
end of ``X-Forwarded-For``. What stands before that was written by the client and is not believed. Proved by
``tests/accounts/test_sign_in.py``.
"""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """An IP address; that of the connection where the proxy says nothing that is one."""
    own: str = request.META.get("REMOTE_ADDR", "")
    if not settings.BEHIND_PROXY:
        return own
    said = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    try:
        return str(ip_address(said))
    except ValueError:
        return own
