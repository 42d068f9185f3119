"""Loads Django behind the gateway; each process of the web server calls :func:`build` once."""

from __future__ import annotations

import resource
from typing import Final

from casino.web import limits
from casino.web.crowd import Crowd
from casino.web.gateway import Gateway
from casino.web.places import Shares

OTHER_FILES: Final = 200
"""Files that are open beside the clients' sockets: connections to the database, static files, modules."""


def build() -> Gateway:
    from casino.wsgi import application  # loads the settings, and with them the logs

    from django.conf import settings  # isort: skip
    from casino.site.deployment import prepare
    from casino.site.health import PROBES

    prepare()
    wanted = limits.from_environment(body_max_bytes=settings.BODY_MAX_BYTES)
    allow_files(wanted.connections + OTHER_FILES)
    crowd = Crowd(wanted, settings.LANGUAGE_CODE)
    shares = Shares(
        settings.ADDRESS_OF_DEVICES,
        tuple(settings.OPEN_ADDRESSES),
        settings.ADDRESS_OF_SIGN_IN,
        settings.OPEN_BODY_MAX_BYTES,
    )
    return Gateway(application, crowd, settings.ASKED_BEFORE_BODY, shares=shares, probes=PROBES)


def allow_files(number: int) -> None:
    """As many open files as there may be sockets: without them, accepting would stop. Raises OSError where the machine
    does not allow it (``ulimit -Hn``)."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < number:
        if hard != resource.RLIM_INFINITY and hard < number:
            raise OSError(
                f"{number} open files are needed and {hard} allowed: raise `ulimit -n` or lower WEB_CONNECTIONS"
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
