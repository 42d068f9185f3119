"""What a guest is told of a bet: whole sentences, who owes whom, nothing of anybody else, the same in each language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from msgspec import structs

from casino.core.messages import BOTH, Message, Messages
from casino.core.money import read_amount
from games.catalogue import GAMES
from games.engine.judgement import BetResult, Outcome, Recorded, Remedied
from games.engine.priced import Cover, Most, Share
from games.telling import bet as telling
from games.telling.bet import messages
from tests.telling.table import CURRENCY, ToldBet, file_of, table, told_bets

ROOT: Final = Path(__file__).resolve().parents[2]
OWES: Final = {
    "vi": (
        r"casino còn phải trả Quý khách (?P<house>[\d.]+) VND\.$",
        r"Quý khách đã nhận thừa (?P<guest>[\d.]+) VND, khoản này cần hoàn lại casino\.$",
        r"Quý khách còn phải trả casino (?P<guest>[\d.]+) VND\.$",
        r"không bên nào còn nợ bên nào\.$",
    ),
    "en": (
        r"the house still owes you (?P<house>[\d,]+) VND\.$",
        r"you have been paid (?P<guest>[\d,]+) VND too much, which goes back to the house\.$",
        r"So you still owe the house (?P<guest>[\d,]+) VND\.$",
        r"neither side owes the other anything\.$",
    ),
}
"""How the last sentence may end, as somebody who hears it understands it."""
WORDS_OF: Final = {Most: "most", Share: "share", Cover: "cover"}
"""What bounds a bet, and the sentence that names it."""
BALANCES: Final = {"nobody-owes", "house-owes", "guest-owes", "guest-has-too-much"}


@cache
def all_bets() -> tuple[ToldBet, ...]:
    return tuple(each for game in GAMES for each in told_bets(game))


@pytest.mark.parametrize("game", GAMES)
def test_each_way_of_telling_a_bet_reads_as_it_was_read(game: str) -> None:
    """``python -m tests.telling.table`` writes the table anew; what changes in it is read line by line, in both
    languages, before it is committed."""
    assert table(game) == file_of(game).read_text("utf-8")


def held_by_the_guest(result: BetResult) -> int:
    """What the guest has beyond what is due, from the movements and the settlement alone, in minor units."""
    recorded, due = result.recorded, result.settlement
    left = due.stake_minor - recorded.collected_minor
    chips = max(recorded.returned_minor - max(left, 0), 0) if recorded.returned_minor else 0
    given = sum(made.to_player_minor - made.beyond_rules_minor for made in recorded.remedies)
    out = sum(made.out_minor for made in recorded.remedies)
    return (
        recorded.paid_minor - recorded.collected_minor + chips + given - out - due.winnings_minor + due.collected_minor
    )


@pytest.mark.parametrize("language", BOTH)
def test_who_owes_whom_is_said_as_the_money_lies(language: str) -> None:
    seen = set()
    for golden, result, said in all_bets():
        spoken = messages().join(said, language).replace("\N{NO-BREAK SPACE}", " ")
        if result.difference_minor is None:
            assert not {each.id for each in said} & BALANCES, golden.path.name
            continue
        found = [match for pattern in OWES[language] if (match := re.search(pattern, spoken))]
        assert len(found) == 1, (golden.path.name, spoken)
        named = {who: read_amount(amount, CURRENCY, language) for who, amount in found[0].groupdict().items()}
        balance = named.get("guest", 0) - named.get("house", 0)
        if not result.recorded.returned_minor:  # a bet that was lowered in time had chips handed back before
            assert balance == held_by_the_guest(result), (golden.path.name, spoken)
        assert balance == telling.balance(result)
        alone = messages().say(telling.in_short(result, CURRENCY), language).replace("\N{NO-BREAK SPACE}", " ")
        assert spoken.lower().endswith(alone.lower()), (alone, spoken)
        seen.add((balance > 0) - (balance < 0))
    assert seen == {-1, 0, 1}


def test_commission_is_told_once() -> None:
    """Beside the sum in brackets, which names what leads to it, and words of the rules and of what may be decided."""
    for golden, result, said in all_bets():
        for language, word in (("vi", "hoa hồng"), ("en", "commission")):
            sentences = [messages().say(each, language) for each in said if each.id not in ("rule", "bet-option")]
            spoken = " ".join(re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", sentence) for sentence in sentences)
            wanted = 1 if result.settlement.commission_minor and result.settlement.outcome is Outcome.WON else 0
            assert spoken.count(word) == wanted, (golden.path.name, spoken)


def test_no_code_is_read_out() -> None:
    for golden, _result, said in all_bets():
        for language in BOTH:
            spoken = messages().join(said, language)
            assert not re.search(r"[a-z0-9]+[_:][a-z]", spoken), (golden.path.name, spoken)


def test_a_winner_and_a_loser_are_told_different_clauses() -> None:
    """Niu niu's names of hands say the same to both; a lost insurance goes by no clause by which it would be paid."""
    cited: dict[tuple[str, str, str], set[str]] = {}
    for golden, result, said in all_bets():
        if result.settlement.outcome in (Outcome.WON, Outcome.LOST) and golden.game in ("niuniu", "baccarat"):
            for each in said:
                if each.id == "rule":
                    key = (golden.game, result.kind, str(result.settlement.outcome))
                    cited.setdefault(key, set()).add(each.args["number"])
    for (game, kind, outcome), numbers in cited.items():
        if outcome == "won" and kind not in ("tie", "lucky6"):
            both = {"7.17", "7.18", "7.19"}  # what leaves only a part of a bet in play, won or lost
            assert not (numbers - both) & cited.get((game, kind, "lost"), set()), (game, kind)


def test_odds_are_told_as_at_a_table_and_never_as_factors() -> None:
    """ "35 to 1", "1 ăn 35": neither the document's 1:35 nor a product."""
    seen = set()
    for golden, _result, said in all_bets():
        for language in BOTH:
            spoken = messages().join(said, language)
            assert not re.search(r"\d\s?:\s?\d|× \d+/\d+(?![\d.,])|× (35|17|11)\b", spoken), (golden.path.name, spoken)
            seen |= set(re.findall(r"\d+ ăn [\d,]+|[\d.]+ to \d+\b", spoken))
    assert {"1 ăn 35", "35 to 1", "20 ăn 19", "19 to 20", "1 ăn 1,5", "1.5 to 1", "2 ăn 1", "1 to 2"} <= seen


def test_what_bounded_a_sum_is_named_in_it() -> None:
    seen: dict[type, set[str]] = {}
    for golden, result, said in all_bets():
        priced, settlement = result.settlement.priced, result.settlement
        for part in getattr(priced, "parts", ()):
            if settlement.in_play_minor == settlement.stake_minor or settlement.outcome is Outcome.PUSH:
                continue
            sums = [each for one in said for each in one.args.get("steps", ())]
            named = {each.id for each in sums if isinstance(each, Message)} & {f"counts-{n}" for n in WORDS_OF.values()}
            assert named, golden.path.name
            seen.setdefault(type(part), set()).update(named)
    assert {kind: f"counts-{name}" in seen[kind] for kind, name in WORDS_OF.items()} == dict.fromkeys(WORDS_OF, True)


def test_a_clause_that_is_told_stands_alone() -> None:
    """A guest who hears it has no list beside it: no number of another clause, nothing that points to one before."""
    points = {
        "vi": r"\b[A-Z]?\d+\.\d+|như trên|nói trên|sau đây|(các|những|hai|ba|bốn|sáu) \w+( \w+)? (đó|này)\b|tổng khác$",
        "en": r"\b[A-Z]?\d+\.\d+(?! to \d)|\b(those|these|above-mentioned|as follows|any other total\b(?! than))",
    }
    for golden, _result, said in all_bets():
        for each in said:
            if each.id == "rule":
                for language, pattern in points.items():
                    text = each.args["text"].in_language(language)
                    assert not re.search(pattern, text.replace("these rules", "")), (golden.path.name, text)


def test_what_the_guest_saw_and_does_not_count_is_told() -> None:
    """Of each bet moved or put down after betting ended, of each display that was wrong."""
    wanted = {
        "late_bet": (Outcome.REFUSED,),
        **dict.fromkeys(("changed_after_call", "withdrawn_after_call", "withdrawal_too_late"), telling.PLAYED),
        "withdrawal_not_allowed": telling.PLAYED,
    }
    seen = set()
    for golden, result, said in all_bets():
        for found in golden.judge().findings:
            if found.subject == result.bet and result.settlement.outcome in wanted.get(found.code, ()):
                assert telling.SEEN[found.code] in {each.id for each in said}, golden.path.name
                seen.add(found.code)
    assert seen == set(wanted)


# --- The files --------------------------------------------------------------------------------------------------------


def told_files(language: str) -> list[Path]:
    """What guests are told; the words of modules are held by ``tests/words/test_catalogues.py``."""
    files = sorted((ROOT / "games").rglob(f"{language}.ftl"))
    return [file for file in files if "wording" not in file.parts]


class _Names(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the library's name
        self.found.add(node.id.name)


def said_in(language: str) -> dict[str, set[str]]:
    """Each message of the files of a language, with the arguments it names."""
    found: dict[str, set[str]] = {}
    for file in sorted(told_files(language)):
        for entry in FluentParser().parse(file.read_text("utf-8")).body:
            assert not isinstance(entry, ast.Junk), (file, entry)
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{entry.id.name} stands twice"
                names = _Names()
                names.visit(entry)
                found[entry.id.name] = names.found
    return found


def test_each_language_has_every_message_with_the_same_arguments() -> None:
    assert set(telling.languages("maubinh")) == set(BOTH)
    assert said_in("vi") == said_in("en")
    for game in GAMES:
        for language in telling.languages(game)[2:]:  # some games alone are told in it
            said, of_others = said_in(language), tuple(f"{other}-" for other in GAMES if other != game)
            wanted = {id for id in said_in("en") if not id.startswith(of_others)}
            assert said.items() == {id: said_in("en")[id] for id in wanted}.items(), language


def test_every_message_is_heard_in_a_golden_round() -> None:
    heard: set[str] = set()
    for _golden, result, said in all_bets():
        waiting = [*said, telling.in_short(result, CURRENCY)]
        while waiting:
            each = waiting.pop()
            heard.add(each.id)
            for given in each.args.values():
                waiting += [one for one in (given if isinstance(given, list) else [given]) if hasattr(one, "args")]
    figures_lack = {"came", "placed", "maubinh-not-arranged"}
    not_moved_yet = {"remedied-to-guest-due", "remedied-by-guest-due"}  # in no golden round: the test below
    assert set(said_in("vi")) - heard == figures_lack | not_moved_yet


@pytest.mark.parametrize(
    ("decided", "out", "vi", "en"),
    [
        (
            500_000,
            500_000,
            "Theo hồ sơ số C-1, casino sẽ trả Quý khách 500.000 VND. "
            "Như vậy casino còn phải trả Quý khách 500.000 VND.",
            "Under case C-1, the house is to pay you 500,000 VND. So the house still owes you 500,000 VND.",
        ),
        (
            500_000,
            0,
            "Sau đó, theo hồ sơ số C-1, casino đã trả Quý khách 500.000 VND. Như vậy không bên nào còn nợ bên nào.",
            "Afterwards, under case C-1, the house paid you 500,000 VND. So neither side owes the other anything.",
        ),
    ],
)
def test_what_is_decided_is_owed_until_it_is_handed_over(decided: int, out: int, vi: str, en: str) -> None:
    """A bet that won 3,500,000 and was paid 3,000,000, and a case that gives the rest."""
    golden, result, _said = next(each for each in told_bets("roulette") if each.result.settlement.winnings_minor)
    won = structs.replace(result.settlement, winnings_minor=3_500_000)
    made = Remedied("C-1", "pay_difference", decided, 0, out)
    recorded = Recorded(paid_minor=3_000_000, remedied_minor=decided, remedies=(made,), out_minor=out)
    result = structs.replace(result, settlement=won, recorded=recorded, difference_minor=0)
    said = telling.told(result, golden.judge(), book=golden.book(), currency="VND")
    spoken = [messages().join(said[-2:], each).replace("\N{NO-BREAK SPACE}", " ") for each in BOTH]
    assert spoken == [vi, en]


def test_a_further_language_is_a_file(tmp_path: Path) -> None:
    """Here one whose words are those of English read backwards."""
    lines = []
    for file in sorted(told_files("en")):
        for entry in FluentParser().parse(file.read_text("utf-8")).body:
            if isinstance(entry, ast.Message):
                names = _Names()
                names.visit(entry)
                lines.append(f"{entry.id.name} = {entry.id.name[::-1]} {' '.join(f'{{ ${n} }}' for n in names.found)}")
    (tmp_path / "xx.ftl").write_text("\n".join(lines) + "\n", "utf-8")
    further = Messages([tmp_path])
    for _golden, result, said in all_bets()[:200]:
        spoken = further.join(said, "xx")
        assert spoken.startswith("dekats-teb "), result
