"""``manage.py procedure``: section 8 as the program carries it, as the page ``docs/disputes.md``, which a test keeps
current.

Everything that the code decides (who, when, under which clause, the house's terms, the clocks) is read from it here;
only the paragraphs between are words. Proved by ``tests/disputes/test_procedure_page.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.core.management.base import BaseCommand

from casino.core.commands import fields_of
from casino.core.currencies import PLACES
from disputes.case.bases import FILLED_BY, GIVEN_BY
from disputes.case.clocks import CLOCKS
from disputes.case.context import TERM_SETTINGS, Terms
from disputes.case.facts import Item
from disputes.case.procedure import ITEMS, PAPERS, PROCEDURE
from disputes.case.state import Stage
from disputes.case.words import PAPERS as PAPER_NAMES

LETTERS: Final = {
    "acting_pit_supervisor": "a",
    "pit_supervisor": "s",
    "pit_manager": "m",
    "shift_manager": "h",
    "assistant_director": "x",
    "director_of_table_games": "d",
    "senior_management": "g",
    "head_of_operations": "o",
    "surveillance": "w",
}
"""A post -> its letter in the table."""

HEAD: Final = """# Disputes: section 8 as the program carries it

Made by `manage.py procedure > docs/disputes.md` from `disputes/case`; do not edit.

A case is a stream of events (`case/2026-00017`). It moves only by commands, each checked for role, stage, table,
party and the rule of two persons, and each recorded with the person's name; attempts that were refused are recorded
beside it.

    at_table ──▶ pit_manager ──▶ answer ──▶ disagreed ──▶ complaint ──▶ senior_management ──▶ complaint_answer
      8.1        8.1 to 8.4       8.4         8.5         8.5, 8.6            8.5                  8.5

Each of them can end in `closed`: settled at the table, accepted, no complaint filed, complaint decided, withdrawn,
merged. Above an amount a second person confirms a decision first (`confirmation`, `senior_confirmation`).

Whoever ends a case says so at once; while money of it is out or a paper not in the player's hands it stands at
`closing`, and closes by itself with the last step (`case.closing_completed`): money handed over, received or given up;
settlement and receipt issued; every paper handed over; the receipt signed. A step that cannot be done is set aside with
a sentence (`set_step_aside`); money stays out then, and is followed. A merger waits for nothing
([ADR 153](adr/0153-steps-before-a-case-closes.md)).

A player may withdraw at every stage; senior management may reopen a closed case on new evidence.
"""

INTEREST: Final = (
    "Interest: whom the step bars though post and stage would let them (`casino.core.interest`). Whoever is in it: who",
    "made, ruled, allowed or confirmed what is disputed, is named in the case, gains by it, or dealt the round; by the",
    "record of the rounds as it stands when the step is tried, for the disputed bets. Mere duty at the table bars",
    "nobody. Offered, decided, decided below: who did so in this case. Whoever is barred is told why. The head of",
    "operations and Surveillance confirm what was decided of a complaint only where the decision asks for it, since",
    "nobody uninvolved holds a post that could (adr/0130-nobody-else-at-the-top.md).",
)

WORDS: Final = """
## What a decision waits for

8.2 (Surveillance notified), 8.3 (the player told by when, or why that cannot be said), every basis of 8.4 looked
into, every request for footage answered or recorded as unanswered, and, where section 7 leaves the matter to a post,
that post's ruling at the round; and whose each bet is that the case names as disputed. A round that waits for a ruling
holds up itself alone: the others are decided, decision and letter name it as left open, and when that decision has its
end the case goes on with it at the pit manager (`case.rounds_resumed`) in the place of closing. It is made by somebody
who offered nothing at the table and is not in the matter; above an amount a second person confirms it before it takes
effect. A decision on a complaint waits for the bases of 8.4 too, as they stand by then.

A basis is looked into when it has what belongs to it (the table below), or when it is known why it gives nothing:

* 8.4.1 stands by itself: the rule book in force when each round of the case opened; where no round is known, that of
  the game at the moment of the matter. It cannot be "none".
* "None" is one of three causes (it does not exist; it does not apply; it was asked for, of whom and when, and not
  obtained) and a sentence: three different words of its own and fifteen letters, and not the cause over again. Whoever
  is part of a case can be asked for a statement, so 8.4.5 is never "does not exist".
* Footage is for Surveillance to give. It counts as looked into once Surveillance has answered that there is some, or
  none and why. When the clock of a request has run out, the decider may record "asked, unanswered"; the letter says so
  and the director of table games and senior management are told. A later answer takes its place and they are told of
  it; a decision that waits for its second person is then sent back to be made again with the answer; one in force
  stands, and the answer is there for the complaint. Asked again, it waits again.

What was recorded before these rules is read and shown as it was ("cause not recorded"), and opens the gate only where
it suits them. A complaint that is upheld, or varies the decision before, grants an amount or a measure; so does the
remedy "other" everywhere.

## Whose bets

A case, its remedies, its pick lists and its letters know the bets of its players alone. The table's record says whose a
bet is: the player it names, else whoever else bets at that seat or box, or holds those colour chips. A player of the
case under that reference has the bet; where every player of the case has another reference, it is a stranger's, and a
remedy on it is refused. A player without a reference may be anybody at the table.

Where nobody knows, it is asked: when the case is opened, when its rounds are chosen, when a player is added, in the
line of a remedy, or by `attribute_bets` alone. The answer is an event of the case, and only a later one corrects it.
The table's own word is not gainsaid in a case: it is corrected at the round. A letter in which none of the bets is
known to be its reader's says so. In cases recorded before this was asked, what was ticked for the only player counts
as theirs ([ADR 48](adr/0048-whose-a-bet-is.md)).

## Amounts

The replay says what is owed: the amount recorded less what is due, bet by bet. Any other amount needs a reason, and
the part beyond what is owed is computed, never typed in. When a remedy takes effect it becomes an event at the
round in the same transaction, and the round's books balance; what moved in the meantime refuses the command.

A case has the currency of its table. The house's limits are in the house's currency; money in another cannot be held
against them, so it is never settled at the table, and a decision that moves it always waits for a second person.

## Merging

A case is merged while it is at the table or with the pit manager and nothing was offered or decided in it, into one
that is at these stages too: rounds, bets and whose they are, findings and people go over. A formal complaint is never
merged. Somebody who stands in both (one name, and one contact or one reference at the table) is one person afterwards;
both keys stay, and an erasure destroys both.

## Names, words and papers

Nothing that can name a person stands in an event: statements, notes, reasons, attachments and papers lie encrypted
under a key for each person in the case, outside the database; the event has their salted hash. Destroying a key
makes them unreadable everywhere, in copies of the database too, and changes no event, proof or amount. It is
done by rule, within an hour, when the record's term has ended, also that of what was merged with it; before that only
on a ground of the law that counts within the term (collected unlawfully, an order of a court or of a competent
authority; not a request, nor consent withdrawn), chosen and explained in a sentence; and never while the person stands
in an open case. It takes two persons: senior management asks, and another of senior management or the director of table
games confirms within seven days; both are shown before what will become unreadable. The ground, like
every reason that people give for rulings, corrections,
dismissals and revocations, is sealed under a key of its own; senior management erases such a reason by itself, from
its own page, and who did so, when and on which ground stands there and in the record.
"""


def page() -> str:
    """The page, ending with a line feed."""
    return "\n".join([HEAD, *_steps(), *_asked(), WORDS, *_items(), *_clocks(), *_papers(), *_terms()]) + "\n"


def _steps() -> list[str]:
    legend = ", ".join(f"`{letter}` {post.replace('_', ' ')}" for post, letter in LETTERS.items())
    stages: list[Stage | None] = [None, *Stage]
    names = ["opening" if stage is None else stage.value.replace("_", " ") for stage in stages]
    lines = ["## Who may do what, at which stage", "", f"{legend}.", ""]
    lines += [f"| command | clause | {' | '.join(names)} | interest |", f"|---|---|{'---|' * (len(stages) + 1)}"]
    for command, step in PROCEDURE.items():
        cells = [
            "".join(letter for post, letter in LETTERS.items() if post in step.posts.get(stage, ())) for stage in stages
        ]
        name = f"`{command}`: {step.title.en} / {step.title.vi}"
        lines.append(f"| {name} | {step.clause} | {' | '.join(cells)} | {step.interest.words.en} |")
    return [*lines, "", *INTEREST]


def _asked() -> list[str]:
    """What each command says, from its declaration."""
    lines = ["", "## What each command says", "", "Before those with ✓ the person is asked again who they are.", ""]
    lines += ["| command | ✓ | fields |", "|---|---|---|"]
    for command, step in PROCEDURE.items():
        named = {field.name: field.asked.label for field in fields_of(step.struct)}
        fields = [
            f"`{name}`" + (f" ({named[name].en} / {named[name].vi})" if name in named else "")
            for name in step.struct.__struct_fields__
        ]
        lines.append(f"| `{command}` | {'✓' if step.weighty else ''} | {', '.join(fields)} |")
    return lines


def _items() -> list[str]:
    lines = ["## The bases of 8.4", "", "| code | clause | |", "|---|---|---|"]
    lines += [f"| `{code}` | {clause} | {name.en} / {name.vi} |" for code, (clause, name) in ITEMS.items()]
    lines += ["", "| basis | is filled with | by |", "|---|---|---|"]
    lines += [f"| `{item}` | {_filled_with(item)} | {_given_by(item)} |" for item in ITEMS]
    return [*lines, "", "Roulette's document prints 8.4.5 again as 8.4.6; footage is cited there under 8.4.7.", ""]


def _filled_with(item: Item) -> str:
    """In words: what a basis takes."""
    names = {"document": f"library document of kind `{item}`", "attachment": "file", "link": "link", "text": "text"}
    itself = {"rules": ["the round's rule book, by itself"], "statements": ["`take_statement`"]}
    itself["footage"] = ["Surveillance's answer"]
    copied = " (with a sentence on what it is)" if "document" in FILLED_BY[item] and len(FILLED_BY[item]) > 1 else ""
    return ", ".join([*itself.get(item, []), *(names[kind] for kind in FILLED_BY[item])]) + copied


def _given_by(item: Item) -> str:
    posts = GIVEN_BY.get(item)
    return "whoever may add evidence" if posts is None else ", ".join(post.value.replace("_", " ") for post in posts)


def _clocks() -> list[str]:
    lines = ["## Clocks", "", "| clock | clause | |", "|---|---|---|"]
    lines += [f"| `{code}` | {clause} | {name.en} / {name.vi} |" for code, (clause, name) in CLOCKS.items()]
    return [*lines, ""]


def _papers() -> list[str]:
    lines = ["## Papers", "", "| paper | clause | |", "|---|---|---|"]
    named = {code: PAPER_NAMES[code] for code in PAPERS}
    lines += [f"| `{code}` | {PAPERS[code]} | {name.en} / {name.vi} |" for code, name in named.items()]
    return [*lines, ""]


def _terms() -> list[str]:
    lines = [
        "## The house's terms",
        "",
        "Dated settings of the property ([settings.md](settings.md)), read as in force when something is done.",
        "",
    ]
    lines += ["| setting | default |", "|---|---|"]
    by_default = Terms()
    for field in msgspec.structs.fields(Terms):
        value = getattr(by_default, field.name)
        written = f"{value:,}" if isinstance(value, int) else _amounts(value)
        lines.append(f"| `{TERM_SETTINGS[field.name]}` | {written} |")
    return lines


def _amounts(by_currency: Mapping[str, int]) -> str:
    """The amounts as they are set (``casino.site.environment.amounts``)."""
    return ", ".join(f"`{code} {minor // 10 ** PLACES[code]}`" for code, minor in by_currency.items())


class Command(BaseCommand):
    help = "Print section 8 as the program carries it, as docs/disputes.md."
    requires_system_checks: Any = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(page(), ending="")
