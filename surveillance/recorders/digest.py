"""Answering a recorder's challenge: Digest (RFC 7616) with SHA-256 and MD5, ``-sess``, ``qop=auth`` and the old form
without ``qop`` (RFC 2069, which many cameras speak); Basic (RFC 7617) only where that is allowed.

The strongest challenge offered is taken. ``auth-int`` alone is not answered. Proved by the examples of RFC 7616 and
RFC 2617 in ``tests/surveillance/recorders/test_digest.py``.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from typing import Final

import msgspec

_ALGORITHMS: Final = ("SHA-256", "MD5")
"""Strongest first. SHA-512-256 of RFC 7616 is not met in recorders and not offered by every OpenSSL."""
_SCHEME: Final = re.compile(r"\s*,?\s*([A-Za-z]+)(?=\s|$|,)")
_PARAMETER: Final = re.compile(r"""\s*,?\s*([A-Za-z0-9_-]{1,64})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))""")


class Challenge(msgspec.Struct, frozen=True):
    """One way that the server offers; ``scheme`` in lower case, names of parameters as well."""

    scheme: str
    parameters: dict[str, str]

    @property
    def algorithm(self) -> str:
        return self.parameters.get("algorithm", "MD5").upper()

    @property
    def stale(self) -> bool:
        return self.parameters.get("stale", "").lower() == "true"


def challenges(headers: Iterable[str]) -> list[Challenge]:
    """The challenges in WWW-Authenticate headers, several in one header or one in each. Never raises: what cannot be
    read ends its header."""
    found = []
    for header in headers:
        at = 0
        while (scheme := _SCHEME.match(header, at)) is not None:
            at = scheme.end()
            parameters: dict[str, str] = {}
            while (each := _PARAMETER.match(header, at)) is not None:
                at = each.end()
                value = each[3] if each[2] is None else re.sub(r"\\(.)", r"\1", each[2])
                parameters.setdefault(each[1].lower(), value)
            found.append(Challenge(scheme[1].lower(), parameters))
    return found


def choose(offered: Iterable[Challenge]) -> Challenge | None:
    """The strongest that can be answered: Digest SHA-256, Digest MD5, Basic; None if there is none."""
    offered = list(offered)
    for algorithm in _ALGORITHMS:
        for each in offered:
            if each.scheme == "digest" and each.algorithm.removesuffix("-SESS") == algorithm and _answerable(each):
                return each
    return next((each for each in offered if each.scheme == "basic"), None)


def _answerable(challenge: Challenge) -> bool:
    qop = challenge.parameters.get("qop")
    return {"realm", "nonce"} <= challenge.parameters.keys() and (qop is None or "auth" in _options(qop))


def _options(qop: str) -> list[str]:
    return [each.strip().lower() for each in qop.split(",")]


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def answer(challenge: Challenge, *, user: str, password: str, method: str, url: str, count: int, cnonce: str) -> str:
    """The Authorization header. ``count`` is how often this nonce was answered, from 1 on."""
    if challenge.scheme == "basic":
        return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
    given = challenge.parameters
    algorithm = challenge.algorithm
    name = "sha256" if algorithm.startswith("SHA-256") else "md5"

    def digest(text: str) -> str:
        return hashlib.new(name, text.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()

    realm, nonce, counted = given["realm"], given["nonce"], f"{count:08x}"
    secret = digest(f"{user}:{realm}:{password}")
    if algorithm.endswith("-SESS"):
        secret = digest(f"{secret}:{nonce}:{cnonce}")
    asked = digest(f"{method}:{url}")
    hashed_user = given.get("userhash", "").lower() == "true"
    parts = [
        f"username={_quoted(digest(f'{user}:{realm}') if hashed_user else user)}",
        f"realm={_quoted(realm)}",
        f"nonce={_quoted(nonce)}",
        f"uri={_quoted(url)}",
    ]
    if "qop" in given:
        response = digest(f"{secret}:{nonce}:{counted}:{cnonce}:auth:{asked}")
        parts += ["qop=auth", f"nc={counted}", f"cnonce={_quoted(cnonce)}"]
    else:
        response = digest(f"{secret}:{nonce}:{asked}")
        parts += [f"cnonce={_quoted(cnonce)}"] if algorithm.endswith("-SESS") else []
    parts.append(f"response={_quoted(response)}")
    if "algorithm" in given:
        parts.append(f"algorithm={given['algorithm']}")
    if "opaque" in given:
        parts.append(f"opaque={_quoted(given['opaque'])}")
    if hashed_user:
        parts.append("userhash=true")
    return "Digest " + ", ".join(parts)
