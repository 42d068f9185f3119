"""Facts weighed before they are judged: claims of time, decisions reported of a post, and what comes after the end of a
round. One rule for all.

**Claims of time** are facts of every kind dated before one that was received earlier (``games.engine.order``). The
sender's running numbers say what such a claim is worth:

- *contradicted*: the sender gave a lower number to something that it says happened later. The fact counts as it was
  received.
- *buffered*: the sender's numbers run on without a gap, its moments in the same order, and the next one came late too
  and lies before what was received earlier; the last one of such a run that arrived together likewise. It counts as
  claimed.
- *stated*: the sender marked it as what a person entered later. Whatever its number, it waits for a second person
  (``games.engine.statements``): meanwhile bets that it moves are shown both ways.
- *unsupported*: everything else. It counts as the document's choice ``claim_of_time`` says (as claimed, or as
  received). Where the sender's clock, or that of the other, was never measured, it counts as it was received, and
  nothing is said.

A claim that moves nothing is silent: the round is judged once with all claims as received, and only where that differs
from all as claimed each by itself. What moves something is a finding with both settlements and the amount; of a buffer,
and of a statement that was confirmed, a remark.

**The end.** What came after it changes nothing, and is found (``games.engine.after_the_end``).

**Reported decisions** are weighed by what became of them (``games.engine.reported``): denied, they are left out.

**Grounds.** What voids by a word alone is shown both ways (``games.engine.grounds``); a ruling that was made after the
end of the round changes it only where a matter of it waits or is open (``games.engine.by_grounds``).

Pure. Source: the readings "claims of time" and "a round ends" (docs/rulings.md). Proved by
``tests/engine/test_weighing.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial, reduce
from typing import Any, Final, Literal, NamedTuple

import msgspec

from games.engine import after_the_end, by_grounds, reported, statements
from games.engine import steps as engine_steps
from games.engine.document import RuleBook
from games.engine.ending import may_have_ended
from games.engine.judgement import PENDING, BetResult, Finding, Judgement, Severity
from games.engine.order import MEASURED, Claim, Told, dated_before
from games.engine.refolding import NONE, Refolds, refolded, stands_alike
from games.engine.resting import resting
from games.engine.state import Envelope, RoundState
from games.engine.steps import Asked, Steps

Verdict = Literal["contradicted", "buffered", "unsupported", "stated", "confirmed", "denied"]

CLAIM_OF_TIME: Final = "claim_of_time"
AS_RECEIVED: Final = "as_received"
SUPPORTED: Final = ("buffered", "confirmed")
CODES: Final[dict[Verdict, str]] = {
    "contradicted": "claim_numbered_late",
    "buffered": "claim_buffered",
    "unsupported": "claim_unsupported",
    "stated": statements.WAITS,
    "confirmed": "claim_confirmed",
    "denied": "claim_denied",
}


class Weighed(NamedTuple):
    """A claim, and what its sender's numbers say of it; of a statement, what a second person says of it."""

    claim: Claim
    verdict: Verdict
    answers: frozenset[int] = NONE
    """The versions of what second persons said of it."""

    @property
    def version(self) -> int:
        return self.claim.told.version

    @property
    def believed(self) -> bool:
        """Whether it counts against facts of clocks that cannot be compared with its own, where it counts as
        claimed."""
        return self.claim.across and (self.verdict == "buffered" or self.is_statement)

    @property
    def is_statement(self) -> bool:
        return self.claim.told.entered_later

    @property
    def is_heard(self) -> bool:
        """Whether it is compared at all: not with another clock, where nobody measured one and nothing supports it."""
        return self.claim.within or self.verdict == "buffered" or self.is_statement


class Settled(NamedTuple):
    """The round judged with its claims counted one way: with what was left out because it came after the end, and the
    state that was judged."""

    judgement: Judgement
    after: list[Envelope]
    state: RoundState


class Counted(NamedTuple):
    """How claims are counted: as received; as claimed although clocks that nobody measured are compared; not at all."""

    as_received: frozenset[int]
    believed: frozenset[int]
    left_out: frozenset[int] = NONE

    def turned(self, each: Weighed) -> Counted:
        """The same with one claim counted the other way."""
        believed = self.believed ^ (frozenset((each.version,)) if each.believed else NONE)
        if each.verdict == "denied":
            # As if nobody had denied it: that may have answered for more than the moment.
            return Counted(self.as_received, believed, self.left_out ^ {each.version} ^ each.answers)
        return Counted(self.as_received ^ {each.version}, believed, self.left_out)


NOTHING: Final = Counted(NONE, NONE)
"""Every claim as claimed, between clocks that can be compared."""


def judge_all(steps: Steps[Any], rounds: Sequence[Asked]) -> list[Judgement]:
    """Judge rounds of one game. Those that count as they were folded, which are nearly all, are judged together."""
    claims = [weigh(state) for state, _book, _ended in rounds]
    as_folded = [_is_as_folded(asked, said) for asked, said in zip(rounds, claims, strict=True)]
    judged = iter(
        engine_steps.judge_all(steps, [asked for asked, plain in zip(rounds, as_folded, strict=True) if plain])
    )
    return [
        _without_more(steps, next(judged), said, *asked) if plain else _weighed(steps, said, *asked)
        for asked, said, plain in zip(rounds, claims, as_folded, strict=True)
    ]


def _is_as_folded(asked: Asked, claims: Sequence[Weighed]) -> bool:
    """Whether a round counts as it was folded: every claim as claimed, no word or answer to weigh, nothing after its
    end."""
    state, book, _ended = asked
    if state.answers or state.speaks or may_have_ended(state):
        return False
    return not claims or as_counted(claims, book) == NOTHING


def _without_more(
    steps: Steps[Any], judgement: Judgement, claims: Sequence[Weighed], state: RoundState, book: RuleBook, ended: bool
) -> Judgement:
    """A round that counts as it was folded."""
    if any(finding.code in by_grounds.PRICED for finding in judgement.findings):
        judgement = by_grounds.priced(judgement, Refolds(partial(engine_steps.judge, steps), state, book, ended))
    if not claims:
        return resting(judgement, state)

    def settle(counted: Counted) -> Judgement:
        return _settled(steps, state, book, ended, claims, counted, NONE, amounts=True).judgement

    told = [each for each in claims if ended or each.is_statement]
    found = _findings(told, NOTHING, judgement, settle, state, book) if told else []
    if found:
        judgement = msgspec.structs.replace(judgement, findings=(*judgement.findings, *found))
    return resting(_saying_which_clocks(judgement, claims), state)


def _weighed(steps: Steps[Any], claims: Sequence[Weighed], state: RoundState, book: RuleBook, ended: bool) -> Judgement:
    """A round judged by a game's own judgement, with its claims weighed and without what came after its end."""
    spoken = steps.grounds.words(state, book) if steps.grounds is not None and state.speaks else ()
    stated = {each.version for each in claims if each.is_statement}
    answers = reported.weigh(state, {word.version for word in spoken}, stated) if state.answers else None
    denied = answers.denied if answers is not None else NONE

    def settle(counted: Counted, disowned: frozenset[int] = denied, *, amounts: bool = False) -> Settled:
        return _settled(steps, state, book, ended, claims, counted, disowned, amounts=amounts)

    counted = as_counted(claims, book)
    settled = settle(counted)
    found = [after_the_end.found(envelope) for envelope in settled.after if envelope.version not in stated]
    if answers is not None:
        found += reported.findings(
            answers, settled.judgement, lambda version: settle(counted, denied ^ {version}).judgement, state
        )
    told = [each for each in claims if ended or each.is_statement]
    if told:
        found += _findings(
            told, counted, settled.judgement, lambda other: settle(other, amounts=True).judgement, state, book
        )
    judgement = settled.judgement
    waits = [each for each in claims if each.verdict == "stated"]
    if waits:
        as_stated = settle(reduce(Counted.turned, waits, counted)).judgement
        versions = {each.version for each in waits}
        clause = book.choices[CLAIM_OF_TIME].clauses[0]
        judgement = statements.shown_both_ways(judgement, as_stated, versions, state, book, steps.grounds, clause)
    if found:
        judgement = msgspec.structs.replace(judgement, findings=(*judgement.findings, *found))
    return resting(_saying_which_clocks(judgement, claims), settled.state)


def choice_of(book: RuleBook) -> str:
    """What an unsupported claim of time counts as (a choice of the document)."""
    return str(book.choice(CLAIM_OF_TIME))


def as_counted(claims: Iterable[Weighed], book: RuleBook) -> Counted:
    """What each claim counts as: contradicted by numbers as received, supported as claimed, others by the choice; a
    statement as received until a second person spoke."""
    late = {"contradicted", "stated"} | ({"unsupported"} if choice_of(book) == AS_RECEIVED else set())
    return Counted(
        frozenset(each.version for each in claims if each.verdict in late and each.is_heard),
        frozenset(each.version for each in claims if each.believed and each.verdict in SUPPORTED),
        frozenset(each.version for each in claims if each.verdict == "denied"),
    )


def _settled(
    steps: Steps[Any],
    state: RoundState,
    book: RuleBook,
    ended: bool,
    claims: Sequence[Weighed],
    counted: Counted,
    disowned: frozenset[int],
    *,
    amounts: bool,
) -> Settled:
    """The round judged with its claims counted this way, and its words weighed; ``amounts``: only what bets come to."""
    game_judge: after_the_end.Judge = partial(engine_steps.judge, steps, amounts=amounts)
    told = state

    def again(without: frozenset[int] = NONE) -> RoundState:
        return refolded(
            told,
            as_received=counted.as_received,
            believed=counted.believed,
            without=counted.left_out | without,
            disowned=disowned,
        )

    if any(counted) or disowned:
        state = again()
    after: list[Envelope] = []
    if may_have_ended(state):
        doubtful = frozenset(
            each.version for each in claims if each.verdict not in SUPPORTED and each.version not in counted.as_received
        )
        after = after_the_end.facts(game_judge, state, book, again, doubtful, counted.as_received)
    left = counted.left_out.union(envelope.version for envelope in after)
    if after:
        state = again(without=left)
    refolds = Refolds(
        game_judge, told, book, ended, counted.as_received, counted.believed, left, disowned, state, amounts
    )
    # A bet that was reported late keeps the round open for what is ruled of it: a ruling is no table's fact.
    over = partial(after_the_end.was_over, game_judge, state, book, again=again, doubtful=NONE, late=NONE)
    return Settled(by_grounds.judged(steps.grounds, refolds, over), after, state)


# --- Claims of time ------------------------------------------------------------------------------------------------


def weigh(state: RoundState) -> list[Weighed]:
    """Every claim of the round, weighed by its sender's numbers. One that a correction took away is none."""
    if not state.claims:
        return []
    taken_back = {c.target_version for c in state.corrections if c.fact.after is None and not c.stale}
    told = state.telling.facts
    by_sender: dict[str, dict[int, Told]] = {}
    for fact in told:
        if fact.number is not None:
            by_sender.setdefault(fact.sender, {})[fact.number] = fact
    return [
        _statement(claim, state)
        if claim.told.entered_later
        else Weighed(claim, _verdict(claim, by_sender.get(claim.told.sender, {})))
        for claim in state.claims
        if claim.told.version not in taken_back and claim.told.version not in state.foreign
    ]


def _statement(claim: Claim, state: RoundState) -> Weighed:
    """What became of what somebody entered later."""
    if claim.told.sender.startswith("person:"):
        return Weighed(claim, "confirmed")  # said in an own session, which takes two for a fact of a round
    answers = statements.answers_to(claim.told.version, state)
    verdict: Verdict = "stated"
    if answers:
        verdict = "confirmed" if answers[-1].kind == "confirmed" else "denied"
    return Weighed(claim, verdict, frozenset(answer.version for answer in answers))


def _verdict(claim: Claim, own: dict[int, Told]) -> Verdict:
    """``own`` are the facts of the claim's sender by their numbers."""
    told, shown, number = claim.told, claim.shown, claim.told.number
    if told.dated_back:
        return "contradicted"  # by a number of another round, or of this one
    if number is None:
        return "unsupported"
    if any(known < number and told.line == fact.line and fact.shown_at > told.shown_at for known, fact in own.items()):
        return "contradicted"
    following, previous = own.get(number + 1), own.get(number - 1)
    if previous is None and min(own) < number:
        return "unsupported"
    if following is None:  # in this round: a whole request, of which it is the last
        whole = previous is not None and max(own) == number and previous.recorded_at == told.recorded_at
        return "buffered" if whole else "unsupported"
    if not dated_in_order(told, following):
        return "unsupported"
    run_on = following.place > shown.place and dated_before(following, shown)
    last_of_it = previous is not None and previous.place > shown.place and _together(previous, told)
    return "buffered" if run_on or last_of_it or told.recorded_at == following.recorded_at else "unsupported"


def dated_in_order(earlier: Told, later: Told) -> bool:
    """Whether two facts of one sender are dated as they are numbered."""
    return earlier.shown_at <= later.shown_at if earlier.line == later.line else earlier.moment <= later.moment


def _together(earlier: Told, later: Told) -> bool:
    """Whether two facts of one sender came in one request, or at least far faster than they happened: a buffer is sent
    at once when its sender is heard again."""
    apart = abs(later.recorded_at - earlier.recorded_at)
    return not apart or 2 * apart < later.shown_at - earlier.shown_at


def _findings(
    claims: Sequence[Weighed],
    counted: Counted,
    judgement: Judgement,
    settle: Callable[[Counted], Judgement],
    state: RoundState,
    book: RuleBook,
) -> list[Finding]:
    """A finding about each claim that moves something. What each comes to the other way is settled without looking for
    what changes no amount, and not at all where the order of the facts already says that it moves nothing."""
    heard = [each for each in claims if each.is_heard]
    denied = frozenset(each.version for each in heard if each.verdict == "denied")
    undone = NONE.union(*(each.answers for each in heard if each.verdict == "denied"))
    claimed = Counted(NONE, frozenset(each.version for each in heard if each.believed), undone)
    received = Counted(frozenset(each.version for each in heard) - denied, NONE, denied)
    alone = counted == claimed == NOTHING
    if alone and stands_alike(state, received.as_received):
        return []
    known = {counted: judgement}

    def come_to(other: Counted) -> Judgement:
        if other not in known:
            known[other] = settle(other)
        return known[other]

    all_claimed = come_to(claimed)
    if not _moved(all_claimed, come_to(received)):
        return []
    found = []
    for each in heard:
        if alone and stands_alike(state, frozenset((each.version,))):
            continue
        other = come_to(counted.turned(each))
        sides = (judgement, other)
        if each.version in counted.as_received | counted.left_out:
            sides = (other, judgement)
        if _moved(*sides):
            found.append(_of_claim(each, *sides, state, book))
    if found:
        return found
    before, turned = all_claimed, claimed  # each alone moves nothing: together they do
    for each in heard:
        turned = turned.turned(each)
        after = come_to(turned)
        if _moved(before, after):
            found.append(_of_claim(each, before, after, state, book))
        before = after
    return found


def _nets(result: BetResult | None) -> tuple[bool, frozenset[int]]:
    """Whether a bet waits, and what its player may gain of it, in minor units."""
    if result is None:
        return False, frozenset((0,))
    waits = result.decided_by is not None or result.settlement.outcome is PENDING
    nets = [each.settlement.net_minor for each in result.alternatives] or [result.settlement.net_minor]
    return waits, frozenset(nets)


def _moved(claimed: Judgement, received: Judgement) -> dict[str, int]:
    """The bets that come to something else, with by how much, in minor units: the most that it may be where a bet
    waits. Plus: the claim is to the player's good."""
    ones, others = ({result.bet: result for result in judgement.results} for judgement in (claimed, received))
    moved = {}
    for bet in {**ones, **others}:
        result, counted = ones.get(bet), others.get(bet)
        if result == counted:  # of nearly every bet
            continue
        one, other = _nets(result), _nets(counted)
        if one != other:
            moved[bet] = max((a - b for a in one[1] for b in other[1]), key=abs)
    return moved


def _of_claim(weighed: Weighed, claimed: Judgement, received: Judgement, state: RoundState, book: RuleBook) -> Finding:
    told, shown, verdict = weighed.claim.told, weighed.claim.shown, weighed.verdict
    fact = state.told[told.place][3]
    bet = getattr(fact, "bet", "") if state.envelope(told.version).type.split(".")[1] in state.stakes else ""
    moved = _moved(claimed, received)
    bets = [bet] if bet in moved else list(moved)
    detail: dict[str, Any] = {
        "claimed": told.moment.isoformat(),
        "shown": shown.moment.isoformat(),
        "received": told.recorded_at.isoformat(),
        "number": told.number,
        "as_claimed": _said(claimed, bets),
        "as_received": _said(received, bets),
    }
    if weighed.is_statement:
        detail["version"] = told.version
    return Finding(
        code=CODES[verdict],
        severity=Severity.REMARK if verdict in SUPPORTED else Severity.MONEY,
        subject=bet or f"fact:{told.version}",
        clauses=book.choices[CLAIM_OF_TIME].clauses,
        versions=(told.version, shown.version),
        amount_minor=sum(moved.values()),
        detail=detail,
    )


def _said(judgement: Judgement, bets: Collection[str]) -> Any:
    """What a bet comes to, in minor units; None where there is no such bet then. Of several, each by its id."""
    said = {result.bet: _settlement(result) for result in judgement.results if result.bet in bets}
    return said if len(bets) != 1 else next(iter(said.values()), None)


def _settlement(result: BetResult) -> dict[str, Any]:
    due = result.settlement
    return {"outcome": due.outcome.value, "stake": due.stake_minor, "net": due.net_minor}


def _saying_which_clocks(judgement: Judgement, claims: Iterable[Weighed]) -> Judgement:
    """The judgement, its money findings with the senders whose clocks nobody measured and would have to be compared."""
    decided = (each.claim for each in claims if each.believed or not each.claim.within)
    compared = [side for claim in decided for side in (claim.told, claim.shown)]
    senders = sorted({side.sender for side in compared if side.line != MEASURED})
    if not senders or not any(finding.severity is Severity.MONEY for finding in judgement.findings):
        return judgement
    findings = tuple(
        msgspec.structs.replace(finding, detail={**finding.detail, "unmeasured": senders})
        if finding.severity is Severity.MONEY
        else finding
        for finding in judgement.findings
    )
    return msgspec.structs.replace(judgement, findings=findings)
