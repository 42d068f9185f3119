"""Digest by the examples of RFC 7616 (3.9.1), RFC 2617 (3.5) and RFC 2069 (with the erratum's figure)."""

from __future__ import annotations

import re

import pytest

from surveillance.recorders.digest import Challenge, answer, challenges, choose

RFC7616 = (
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={}, '
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
)
CNONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"


def response(said: str) -> str:
    found = re.search(r' response="([0-9a-f]+)"', said)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("algorithm", "expected"),
    [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ],
)
def test_rfc_7616_3_9_1(algorithm: str, expected: str) -> None:
    [challenge] = challenges([RFC7616.format(algorithm)])
    said = answer(
        challenge,
        user="Mufasa",
        password="Circle of Life",
        method="GET",
        url="/dir/index.html",
        count=1,
        cnonce=CNONCE,
    )
    assert response(said) == expected
    for part in ('username="Mufasa"', "nc=00000001", "qop=auth,", f"algorithm={algorithm}", f'cnonce="{CNONCE}"'):
        assert part in said
    assert 'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"' in said


def test_rfc_2617_3_5() -> None:
    challenge = Challenge(
        "digest", {"realm": "testrealm@host.com", "qop": "auth,auth-int", "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093"}
    )
    said = answer(
        challenge,
        user="Mufasa",
        password="Circle Of Life",
        method="GET",
        url="/dir/index.html",
        count=1,
        cnonce="0a4f113b",
    )
    assert response(said) == "6629fae49393a05397450978507c4ef1"
    assert "algorithm" not in said


def test_rfc_2069_2_4_without_qop() -> None:
    challenge = Challenge("digest", {"realm": "testrealm@host.com", "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093"})
    said = answer(
        challenge, user="Mufasa", password="CircleOfLife", method="GET", url="/dir/index.html", count=1, cnonce="x"
    )
    assert response(said) == "1949323746fe6a43ef61f9606e7febea"
    assert "cnonce" not in said


def test_the_strongest_is_taken_whatever_the_order() -> None:
    md5, sha = (
        'Digest realm="r", nonce="1", algorithm=MD5',
        'Digest realm="r", nonce="2", algorithm=SHA-256, qop="auth"',
    )
    for headers in ([md5, sha, "Basic realm=r"], ["Basic realm=r", sha, md5], [f'Basic realm="r", {md5}, {sha}']):
        chosen = choose(challenges(headers))
        assert chosen is not None
        assert chosen.parameters["nonce"] == "2"
    assert choose(challenges(["Basic realm=r"])) == Challenge("basic", {"realm": "r"})


def test_what_cannot_be_answered_is_not_chosen() -> None:
    for header in (
        "Negotiate",
        "Bearer realm=x",
        'Digest realm="r"',
        'Digest realm="r", nonce="1", algorithm=SHA-512-256',
        'Digest realm="r", nonce="1", qop="auth-int"',
        "",
        '=,"',
    ):
        assert choose(challenges([header])) is None


def test_quotes_in_names_stay_inside_their_quotes() -> None:
    [challenge] = challenges([r'Digest realm="a \"b\" c", nonce="n"'])
    assert challenge.parameters["realm"] == 'a "b" c'
    said = answer(challenge, user='u"x', password="p", method="PLAY", url="rtsp://r/c", count=1, cnonce="c")
    assert r'username="u\"x"' in said
    assert r'realm="a \"b\" c"' in said


def test_sessions_and_hashed_names_differ_from_plain_ones() -> None:
    plain = Challenge("digest", {"realm": "r", "nonce": "n", "qop": "auth", "algorithm": "SHA-256"})
    session = Challenge("digest", {**plain.parameters, "algorithm": "SHA-256-sess"})
    hashed = Challenge("digest", {**plain.parameters, "userhash": "true"})
    said = [
        answer(each, user="u", password="p", method="PLAY", url="rtsp://r/c", count=1, cnonce="c")
        for each in (plain, session, hashed)
    ]
    assert response(said[0]) != response(said[1])
    assert response(said[0]) == response(said[2])
    assert 'username="u"' not in said[2]
    assert "userhash=true" in said[2]
