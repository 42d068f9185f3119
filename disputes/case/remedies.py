"""Remedies held against the replay: what of an amount the rules owe, and what needs a reason or a ruling.

A remedy is made on bets of players of the case alone, and each line says whose it is (``disputes.case.bet_owner``): one
on a stranger's bet is refused, and of a bet whose player nobody knows it is asked first. A remedy is stated by a
person; the domain fills in what the replay says. ``difference`` is recorded less due, so what the rules owe the player
is ``-difference``, and whatever is given besides is ``to_player + difference``: beyond the rules. An amount that is not
``-difference`` needs a reason. A matter that section 7 reserves to a post waits for that post's ruling at the round.
Proved by ``tests/disputes/case/test_remedies.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from casino.core.errors import Problem
from casino.core.money import amount
from casino.core.text import Text
from disputes.case import facts as f
from disputes.case.allowed import check_table, post_names
from disputes.case.bet_owner import STRANGER, Owners, by_ticking, disputed, owners, unknown_ticked
from disputes.case.commands import AskedMeasure, AskedRemedy, Line
from disputes.case.context import Context, JudgedRound
from disputes.case.reasons import require_reason, require_sentence
from disputes.case.rulings_awaited import to_decide
from disputes.case.state import Case

KEEPS: Final = ("take_back", "other")
"""Remedies with a line of 0: the player may keep what was paid too much. All of it is then beyond the rules."""


def judged_rounds(case: Case, ctx: Context) -> list[JudgedRound]:
    """The rounds of the case, replayed as they stand now."""
    found = []
    for ref in case.rounds:
        judged = ctx.judged(ref)
        if judged is None:
            raise Problem("case_round_unknown", "rounds", round=ref.round, table=ref.table)
        found.append(judged)
    return found


def as_remedy(
    asked: AskedRemedy, case: Case, ctx: Context, said: Iterable[f.BetOwner] = (), field: str = "remedy"
) -> f.Remedy:
    """The remedy as it will stand in the record; ``said`` is whose bets are, as is said with it. Raises the first
    problem, at its field."""
    check_citations(asked.citations, ctx, f"{field}.citations")
    if asked.kind == "none" and asked.lines:
        raise Problem("case_remedy_none", f"{field}.lines")
    if asked.kind != "none" and not asked.lines and not (asked.kind == "other" and asked.measures):
        raise Problem("case_remedy_empty", f"{field}.lines")
    require_reason(asked.deviation, f"{field}.deviation")
    rounds = {(judged.ref.table, judged.ref.round): judged for judged in judged_rounds(case, ctx)}
    known = owners(case, said)
    seen: set[tuple[str | None, str | None, str | None]] = set()
    lines = []
    for number, line in enumerate(asked.lines):
        place = f"{field}.lines.{number}"
        if (line.table, line.round, line.bet) in seen:
            raise Problem("case_remedy_twice", place, bet=line.bet or "–")
        seen.add((line.table, line.round, line.bet))
        check_table(case, ctx.actor, ctx.pit_of, line.table)
        lines.append(_line(line, asked, rounds, known, place))
    deviation = None if asked.deviation is None else ctx.seal(asked.deviation, case.persons)
    return f.Remedy(
        kind=asked.kind,
        citations=asked.citations,
        lines=tuple(lines),
        deviation=deviation,
        measures=tuple(_measures(asked.measures, case, ctx, f"{field}.measures")),
    )


def _measures(asked: Iterable[AskedMeasure], case: Case, ctx: Context, field: str) -> Iterator[f.Measure]:
    """What the house does besides money, each once; another measure than those named is said in a sentence."""
    seen: set[str] = set()
    for number, measure in enumerate(asked):
        if measure.kind in seen and measure.kind != "other":
            raise Problem("case_measure_twice", f"{field}.{number}.kind")
        seen.add(measure.kind)
        if measure.kind == "other" or measure.what is not None:
            require_sentence(measure.what or "", f"{field}.{number}.what")
        yield f.Measure(kind=measure.kind, what=None if measure.what is None else ctx.seal(measure.what, case.persons))


def check_citations(citations: tuple[f.Citation, ...], ctx: Context, field: str) -> None:
    """Every remedy rests on a clause that exists."""
    if not citations:
        raise Problem("case_clause_missing", field)
    for citation in citations:
        if not ctx.clause_known(citation.document, citation.clause):
            raise Problem("case_clause_unknown", field, document=citation.document, clause=citation.clause)


def _line(
    line: Line, asked: AskedRemedy, rounds: dict[tuple[str, str], JudgedRound], known: Owners, place: str
) -> f.RemedyLine:
    amount = line.to_player_minor
    wrong = (
        (amount == 0 and (asked.kind not in KEEPS or line.bet is None))
        or (amount < 0 and asked.kind == "pay_difference")
        or (amount > 0 and asked.kind == "take_back")
    )
    if wrong or (amount < 0 and asked.kind == "refund"):
        raise Problem("case_remedy_sign", f"{place}.to_player_minor")
    if line.table is None or line.round is None or line.bet is None:
        return _line_without_round(line, asked, rounds, known, place)
    judged = rounds.get((line.table, line.round))
    if judged is None:
        raise Problem("case_bet_not_disputed", f"{place}.round", bet=line.bet, round=line.round)
    bet = judged.bets.get(line.bet)
    if bet is None:
        raise Problem("case_bet_unknown", f"{place}.bet", bet=line.bet, round=line.round)
    if line.bet not in (judged.ref.bets or judged.bets):
        raise Problem("case_bet_not_disputed", f"{place}.bet", bet=line.bet, round=line.round)
    party = _party_of(line, judged, known, place)
    if bet.difference_minor is None:
        raise Problem("case_round_not_ended", f"{place}.round", round=line.round)
    beyond = amount + bet.difference_minor
    if amount == 0 and beyond <= 0:
        raise Problem("case_nothing_to_keep", f"{place}.to_player_minor", bet=line.bet)
    if beyond and asked.deviation is None:
        raise Problem(
            "case_remedy_differs",
            f"{place}.to_player_minor",
            bet=line.bet,
            expected=amount_text(-bet.difference_minor, judged.currency),
            amount=amount_text(amount, judged.currency),
        )
    return f.RemedyLine(
        table=line.table,
        round=line.round,
        bet=line.bet,
        to_player_minor=amount,
        beyond_rules_minor=beyond,
        difference_minor=bet.difference_minor,
        party=party,
        own_word_minor=bet.own_word_minor(amount) or None,
        seat=bet.player,
    )


def _party_of(line: Line, judged: JudgedRound, known: Owners, place: str) -> str | None:
    """The player of the case whose bet a line is on; None in a case without players."""
    assert line.bet is not None
    if not known.codes:
        return None
    whose = known.of(judged.ref.stream, line.bet, judged.bets[line.bet].player)
    if whose == STRANGER:
        raise Problem("case_bet_of_other", f"{place}.bet", bet=line.bet, round=judged.ref.round)
    if not whose.known:
        raise Problem("case_bet_whose", f"{place}.party", bet=line.bet, round=judged.ref.round)
    if line.party not in (None, whose.party):
        raise Problem(
            "case_bet_of_party", f"{place}.party", bet=line.bet, round=judged.ref.round, party=whose.party or "–"
        )
    return whose.party


def _line_without_round(
    line: Line, asked: AskedRemedy, rounds: dict[tuple[str, str], JudgedRound], known: Owners, place: str
) -> f.RemedyLine:
    """Where no round could be identified nothing can be recomputed: always with a reason."""
    if (line.round or line.bet or line.table) is not None or rounds:
        raise Problem("case_bet_not_disputed", f"{place}.bet", bet=line.bet or "–", round=line.round or "–")
    if asked.deviation is None:
        raise Problem("case_deviation_missing", "remedy.deviation")
    if line.party is not None and line.party not in known.codes:
        raise Problem("case_party_unknown", f"{place}.party", party=line.party)
    party = line.party or (known.codes[0] if len(known.codes) == 1 else None)
    if party is None and known.codes:
        raise Problem("case_line_whose", f"{place}.party")
    return f.RemedyLine(to_player_minor=line.to_player_minor, beyond_rules_minor=line.to_player_minor, party=party)


def amount_text(amount_minor: int, currency: str) -> Text:
    """An amount as each language writes it."""
    return amount(amount_minor, currency)


def still_right(remedy: f.Remedy, case: Case, ctx: Context) -> None:
    """Before an earlier remedy takes effect: the replay must still say what it said then, and the bets must still be
    of whom it was made for."""
    rounds = {(judged.ref.table, judged.ref.round): judged for judged in judged_rounds(case, ctx)}
    known = owners(case)
    for line in remedy.lines:
        if line.round is None or line.table is None or line.bet is None:
            if case.rounds:
                raise Problem("case_offer_without_round", "remedy")
            continue
        judged = rounds.get((line.table, line.round))
        bet = judged.bets.get(line.bet) if judged else None
        if bet is None or bet.difference_minor != line.difference_minor:
            raise Problem("case_round_changed", "remedy", round=line.round)
        assert judged is not None
        _still_theirs(line, judged, known, case)


def _still_theirs(line: f.RemedyLine, judged: JudgedRound, known: Owners, case: Case) -> None:
    """The bet of a line that was stated earlier. One recorded before lines named a player goes by what was ticked."""
    assert line.bet is not None
    if not known.codes:
        return
    whose = known.of(judged.ref.stream, line.bet, judged.bets[line.bet].player)
    if whose == STRANGER:
        raise Problem("case_bet_of_other", "remedy", bet=line.bet, round=judged.ref.round)
    if not whose.known and (line.party is not None or by_ticking(case, judged.ref, line.bet) is None):
        raise Problem("case_bet_whose", "remedy", bet=line.bet, round=judged.ref.round)
    if whose.known and line.party not in (None, whose.party):
        raise Problem("case_bet_of_party", "remedy", bet=line.bet, round=judged.ref.round, party=whose.party or "–")


def require_known(case: Case, said: Iterable[f.BetOwner], ctx: Context) -> None:
    """Every bet that the case names as disputed is some player's of it before anything is decided: the letters say so
    much and no more."""
    for judged, bet in unknown_ticked(judged_rounds(case, ctx), owners(case, said)):
        raise Problem("case_bet_whose", "remedy", bet=bet, round=judged.ref.round)


def stands(remedy: f.Remedy, case: Case, ctx: Context) -> bool:
    """Whether an earlier remedy could still take effect."""
    try:
        still_right(remedy, case, ctx)
    except Problem:
        return False
    return True


def open_rulings(
    case: Case, cited: Iterable[f.Citation], ctx: Context, about: Iterable[f.RoundRef] | None = None
) -> list[tuple[JudgedRound, str, tuple[str, ...]]]:
    """The matters of the disputed bets that section 7 reserves to a post and no such post has ruled on: (round, clause,
    posts), in these rounds, or those that are decided next. A clause that the decision itself cites counts too."""
    found = []
    known = owners(case)
    streams = {ref.stream for ref in (to_decide(case) if about is None else about)}
    for judged in judged_rounds(case, ctx):
        if judged.ref.stream not in streams:
            continue
        bets = set(disputed(judged, known))
        wanted = {citation.clause for citation in cited if citation.document == judged.document}
        for matter in judged.reserved:
            concerns = not matter.only_if_cited and (not matter.bets or bets.intersection(matter.bets))
            cited_here = any(f"{clause}.".startswith(f"{matter.clause}.") for clause in wanted)
            if (concerns or cited_here) and not matter.ruled:
                found.append((judged, matter.clause, matter.posts))
    return found


def waiting_rounds(case: Case, ctx: Context) -> tuple[f.RoundRef, ...]:
    """The rounds that the next decision leaves open for their rulings; none where nothing else would be decided."""
    waiting = {judged.ref.stream for judged, _clause, _posts in open_rulings(case, (), ctx)}
    about = to_decide(case)
    left = tuple(ref for ref in about if ref.stream in waiting)
    return left if len(left) < len(about) else ()


def require_rulings(case: Case, remedy: f.Remedy, ctx: Context, left: Iterable[f.RoundRef] = ()) -> None:
    """Refuse what is decided before the post that section 7 names has ruled; what is ``left`` open is not decided."""
    waits = {ref.stream for ref in left} - {line.stream for line in remedy.lines}
    for judged, clause, posts in open_rulings(case, remedy.citations, ctx):
        if judged.ref.stream not in waits:
            raise Problem(
                "case_ruling_missing", "remedy", clause=clause, posts=post_names(posts), round=judged.ref.round
            )
