"""Everything the golden rounds' findings say, kept as text: severity, the facts they rest on, their details; and what
each round leaves to the next one.

A golden round compares its findings by code and subject only, so that it stays readable. But a finding's identity, by
which the audit knows it again, is made of everything it says; a change there would open every old finding anew. So all
of it is kept in ``findings.<game>.txt`` and compared. ``python -m tests.golden.findings`` writes the files again: read
what changed before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from games import catalogue
from games.catalogue import carry
from games.engine.judgement import BetResult, Finding, Settlement
from games.engine.session import SessionBefore
from tests.golden.reader import HERE, all_golden

GAMES: Final = tuple(sorted(catalogue.GAMES))


def _finding(finding: Finding) -> str:
    detail = msgspec.json.encode(finding.detail, order="sorted").decode()
    versions = ",".join(map(str, finding.versions)) or "-"
    clauses = ",".join(finding.clauses) or "-"
    return (
        f"  {finding.severity} {finding.code} subject={finding.subject or '-'} clauses={clauses} facts={versions} "
        f"amount={finding.amount_minor} {detail}"
    )


def _settlement(s: Settlement) -> str:
    return (
        f"{s.outcome} staked={s.stake_minor} back={s.returned_minor} taken={s.collected_minor} won={s.winnings_minor} "
        f"exact={s.exact_numerator}/{s.exact_denominator} clauses={','.join(s.clauses)}"
    )


def _bet(result: BetResult) -> Iterator[str]:
    r = result.recorded
    yield (
        f"  bet {result.bet} {result.kind} spot={result.spot or '-'} {_settlement(result.settlement)} "
        f"recorded={r.paid_minor},{r.collected_minor},{r.returned_minor}"
    )
    for made in r.remedies:
        yield f"    remedied {made.case} {made.kind} {made.to_player_minor} beyond={made.beyond_rules_minor}"
    for option in result.alternatives:
        yield f"    if {option.decision}: {_settlement(option.settlement)}"


def page(game: str) -> str:
    """What is kept for a game."""
    lines = []
    for golden in all_golden(game):
        state = golden.state()
        judgement = golden.judge()
        summary = msgspec.json.encode(judgement.summary, order="sorted").decode()
        lines.append(f"{golden.path.stem}: {judgement.game} {judgement.document} {summary}")
        lines += [line for result in judgement.results for line in _bet(result)]
        lines += [_finding(finding) for finding in judgement.findings]
        after = carry(state.before or SessionBefore(), state, judgement, golden.book())
        if after != SessionBefore():
            lines.append(f"  leaves {msgspec.json.encode(after, order='sorted').decode()}")
    return "\n".join(lines) + "\n"


def main() -> None:
    for game in GAMES:
        (HERE / f"findings.{game}.txt").write_text(page(game), "utf-8")


if __name__ == "__main__":
    main()
