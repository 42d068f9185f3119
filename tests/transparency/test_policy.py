"""Policies: the example of C2SP tlog-policy, what satisfies one, and what is none."""

from __future__ import annotations

import pytest

from casino.transparency import policy
from casino.transparency.cosigning import Signer
from casino.transparency.notes import ED25519, ED25519_COSIGNATURE, MLDSA44_COSIGNATURE, Signature
from casino.transparency.wire import Malformed, NotProved
from tests.transparency.making import LOG, LOG_PQ, grow, key, signed, signer

_STORE, HEAD = grow(9)
X = [signer(f"x{number}.example", ED25519_COSIGNATURE) for number in (1, 2, 3)]
Y = [signer(f"y{number}.example", MLDSA44_COSIGNATURE) for number in (1, 2, 3)]

EXAMPLE = f"""
# The example of the text: two of X and one of Y.
log {LOG.vkey}

witness X1 {X[0].vkey}
witness X2 {X[1].vkey} https://x2.example/
\twitness\tX3\t {X[2].vkey}\t
group X-witnesses 2 X1 X2 X3

witness Y1 {Y[0].vkey}
witness Y2 {Y[1].vkey}
witness Y3 {Y[2].vkey}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def held(text: str, *signers: Signer) -> bool:
    return policy.parse(text.encode()).evaluate(signed(HEAD, *signers).note).satisfied


@pytest.mark.parametrize(
    ("signers", "good"),
    [
        ((LOG, X[0], X[1], Y[2]), True),
        ((LOG, *X, *Y), True),
        ((LOG, X[0], Y[0], Y[1], Y[2]), False),
        ((LOG, *X), False),
        ((X[0], X[1], Y[2]), False),
        ((LOG, X[0], X[0], Y[0]), False),
        ((LOG,), False),
    ],
)
def test_the_example_asks_for_two_of_x_and_one_of_y(signers: tuple[Signer, ...], good: bool) -> None:
    assert held(EXAMPLE, *signers) is good


def test_an_evaluation_says_who_signed() -> None:
    found = policy.parse(EXAMPLE.encode()).evaluate(signed(HEAD, LOG, X[2], Y[0]).note)
    assert found.logs == (LOG.vkey,)
    assert found.witnesses == (b"X3", b"Y1")
    assert found.checkpoint.size == 9
    assert not found.quorum
    with pytest.raises(NotProved, match="fewer witnesses"):
        policy.parse(EXAMPLE.encode()).require(signed(HEAD, LOG, X[2], Y[0]).note)


def test_without_a_quorum_the_logs_line_suffices() -> None:
    text = f"log {LOG.vkey}\nquorum none\n"
    assert held(text, LOG)
    with pytest.raises(NotProved):
        held(text, X[0])


def test_a_logs_key_counts_for_its_own_origin_alone() -> None:
    """A checkpoint of another origin, signed by a key that the policy knows for its own log."""
    other = signer("other.example/log")
    text = f"log {LOG.vkey}\nlog {other.vkey}\nquorum none\n"
    forged = signed(HEAD, LOG, origin="other.example/log")
    with pytest.raises(NotProved):
        policy.parse(text.encode()).evaluate(forged.note)


def test_several_logs_mean_any_and_a_group_all_means_both_keys() -> None:
    """The pitfall of this format: two log lines are no "and"; the operator's second key is asked for as a witness."""
    anyone = f"log {LOG.vkey}\nlog {LOG_PQ.vkey}\nquorum none\n"
    assert held(anyone, LOG)
    assert held(anyone, LOG_PQ)
    both = f"log {LOG.vkey}\nwitness pq {LOG_PQ.vkey}\ngroup house all pq\nquorum house\n"
    assert not held(both, LOG)
    assert held(both, LOG, LOG_PQ)


def test_a_false_line_of_a_known_witness_spoils_the_checkpoint() -> None:
    false = Signature(X[0].name, X[0].vkey.key_id, bytes(72))
    with pytest.raises(NotProved):
        policy.parse(EXAMPLE.encode()).evaluate(signed(HEAD, LOG, X[1], X[2], Y[0]).note.with_signatures(false))


def test_names_are_octets() -> None:
    kelvin = "\u212a"
    text = f"witness K {X[0].vkey}\nwitness {kelvin} {X[1].vkey}\nlog {LOG.vkey}\nquorum {kelvin}\n"
    assert not held(text, LOG, X[0])
    assert held(text, LOG, X[1])
    raw = f"log {LOG.vkey}\nwitness ".encode() + b"\xff\x80 " + f"{X[0].vkey}\nquorum ".encode() + b"\xff\x80\n"
    assert policy.parse(raw).evaluate(signed(HEAD, LOG, X[0]).note).satisfied


def test_32_logs_witnesses_and_groups_are_supported() -> None:
    logs = "".join(f"log {signer(f'log{n}.example').vkey}\n" for n in range(32))
    witnesses = "".join(f"witness w{n} {signer(f'w{n}.example', ED25519_COSIGNATURE).vkey}\n" for n in range(32))
    groups = "group g0 any w0\n" + "".join(f"group g{n} all g{n - 1} w{n}\n" for n in range(1, 32))
    found = policy.parse((logs + witnesses + groups + "quorum g31\n").encode())
    assert (len(found.logs), len(found.witnesses), len(found.groups)) == (32, 32, 32)


same_key = Signer("another.example", ED25519_COSIGNATURE, key("x1.example", ED25519_COSIGNATURE)).vkey
as_log = Signer("another.example", ED25519, key(LOG.name, ED25519)).vkey
W = f"witness w {X[0].vkey}\n"
BAD = {
    "no quorum": f"log {LOG.vkey}\n",
    "two quorums": "quorum none\nquorum none\n",
    "the quorum before its name": "quorum w\n" + W,
    "no newline at the end": "quorum none",
    "an unknown word": "logs none\nquorum none\n",
    "a log of a witness's type": f"log {X[0].vkey}\nquorum none\n",
    "a witness of a log's type": f"witness w {LOG.vkey}\nquorum none\n",
    "a name twice": W + f"witness w {X[1].vkey}\nquorum none\n",
    "a group with a witness's name": W + "group w any w\nquorum none\n",
    "one key, two witnesses": W + f"witness v {same_key}\nquorum none\n",
    "one key, two logs": f"log {LOG.vkey}\nlog {as_log}\nquorum none\n",
    "none as a name": f"witness none {X[0].vkey}\nquorum none\n",
    "none as a member": W + "group g any w none\nquorum g\n",
    "a member twice": W + "group g any w w\nquorum g\n",
    "a member of two groups": W + "group g any w\ngroup h any w\nquorum g\n",
    "a group of itself": W + "group g any g\nquorum g\n",
    "no member": W + "group g any\nquorum w\n",
    "0 of 1": W + "group g 0 w\nquorum g\n",
    "2 of 1": W + "group g 2 w\nquorum g\n",
    "01 of 1": W + "group g 01 w\nquorum g\n",
    "too many words": f"log {LOG.vkey} url more\nquorum none\n",
    "a carriage return": "quorum none\r\n",
    "a form feed": "quorum\fnone\n",
    "DEL": "quorum none # \x7f\n",
    "a no-break space is no space": "quorum\u00a0none\n",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_what_is_no_policy_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        policy.parse(text.encode())


def test_a_refusal_names_the_line() -> None:
    with pytest.raises(Malformed, match="line 3: "):
        policy.parse(b"# one\n\nquorum nobody\n")
