"""What comes next in a case, what is still missing for it, and which steps the person who reads may take.

The next step follows section 8; what it waits for is told with its clause and with the commands that settle it. A
command is offered only where the domain would allow it (``case.allowed``). Proved by
``tests/disputes/admin/test_actions.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final
from urllib.parse import urlencode
from uuid import UUID, uuid4

import msgspec
from django.urls import reverse
from django.utils.translation import get_language

from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.text import Text, shaped
from disputes.case import words
from disputes.case.allowed import post_names
from disputes.case.bases import NEVER_NONE, answer_due, open_items, waiting_footage
from disputes.case.clocks import waiting_posts
from disputes.case.closing import to_issue
from disputes.case.context import Actor, Context
from disputes.case.deciding import missing, open_bets
from disputes.case.moneys import Owing
from disputes.case.papers import not_handed_over, unsigned_receipts
from disputes.case.parts import RoundRef
from disputes.case.permitted import offers
from disputes.case.procedure import PROCEDURE, clause_of, possible, posts_for, printed
from disputes.case.ready import ready
from disputes.case.remedies import open_rulings, waiting_rounds
from disputes.case.rulings_awaited import left_open
from disputes.case.stages import UNDECIDED, to_acknowledge
from disputes.case.state import Case, Stage
from disputes.pages.merging import candidates
from games.engine.sentences import amount
from games.rows.on_duty import may_rule_under
from games.words.clauses import book_of

_WORDS: Final = Catalogue(__file__)

S = Stage
Asked = tuple[str, Mapping[str, str]]
"""A command and what its form is to begin with."""

MOST_BUTTONS: Final = 3


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """A step that this person may take now, as a link to its form."""

    command: str
    title: Text
    clause: str
    address: str


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """A step that one tap records as it mostly is: what its form would say (``now``: its field for this moment)."""

    command: str
    title: Text
    fields: Mapping[str, str]
    now: str = ""
    address: str = ""
    command_id: UUID = msgspec.field(default_factory=uuid4)


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Something the case waits for: under which clause, in words, and by which commands it is settled. ``address`` is
    where else that is done (a ruling: at the round). What does not hold up the next step has not ``blocks``;
    ``ruling``: it is a post's to rule on, under section 7."""

    clause: str
    text: Text
    commands: tuple[Asked, ...] = ()
    address: str = ""
    blocks: bool = True
    ruling: bool = False
    taps: tuple[Tap, ...] = ()


class NeedView(msgspec.Struct, frozen=True, kw_only=True):
    """A need with the buttons of the person who reads."""

    need: Need
    buttons: tuple[Button, ...]
    taps: tuple[Tap, ...] = ()


class Actions(msgspec.Struct, frozen=True, kw_only=True):
    """``step`` is the next step of section 8 (None: the case is closed), ``missing`` what it still waits for. Of
    ``buttons`` the first leads on; ``more`` is everything else that is possible, in the order of the procedure.
    ``waits_for`` are the posts whose move it is; ``waits_for_something`` at stages whose next step has conditions.
    ``trouble`` says why what is missing cannot be told."""

    step: NeedView | None
    missing: tuple[NeedView, ...]
    buttons: tuple[Button, ...]
    more: tuple[Button, ...]
    waits_for: Text
    waits_for_something: bool
    trouble: Text | None = None

    @property
    def ready(self) -> bool:
        """Whether nothing holds up the next step."""
        return not any(view.need.blocks for view in self.missing) and self.trouble is None

    @property
    def tapped(self) -> bool:
        """Whether what leads on is one tap at what is missing: then no button below stands for it."""
        return any(view.taps for view in self.missing if view.need.blocks)


def ruling_address(round_pk: int, case_pk: int) -> str:
    """Where a ruling is recorded at a round, from a case and back to it."""
    back = reverse("admin:disputes_case_change", args=[case_pk])
    return f"{reverse('admin:games_round_rule', args=[round_pk])}?{urlencode({'back': back})}"


def actions(
    case: Case, actor: Actor | None, ctx: Context, pk: int, ruling_address: Callable[[str], str] = lambda stream: ""
) -> Actions:
    """Everything about the next steps, for one person. ``ruling_address`` is where a ruling at a round is recorded."""
    allowed = _Allowed(case, actor, ctx, pk)
    trouble = None
    try:
        needs = list(_missing(case, ctx, ruling_address))
    except Problem as problem:  # a disputed round that is not there any more
        needs, trouble = [], problem.text
    step = _STEPS[case.stage](case) if case.stage in _STEPS else None
    allowed.held_up = trouble is not None or any(need.blocks for need in needs)
    views = tuple(allowed.view(need) for need in needs)
    step_view = None if step is None else allowed.view(step)
    leading = _leading(case, views, step_view, allowed)
    taken = {button.command for button in leading}
    return Actions(
        step=step_view,
        missing=views,
        buttons=leading,
        more=tuple(button for button in allowed.everything() if button.command not in taken),
        waits_for=post_names(waiting_posts(case)),
        waits_for_something=case.stage in (S.PIT_MANAGER, S.SENIOR_MANAGEMENT, *_WRITTEN),
        trouble=trouble,
    )


def _leading(case: Case, missing: tuple[NeedView, ...], step: NeedView | None, allowed: _Allowed) -> tuple[Button, ...]:
    """What is missing comes before the step that waits for it: of each need the first way to settle it, where no tap at
    the need itself does, and before all what nobody but this post can do. A case that nobody has in hand may be taken
    over next to that; who has it handed over takes it over first."""
    blocking = [view for view in missing if view.need.blocks]
    found = [view.buttons[0] for view in blocking if view.buttons and not view.taps]
    if step is not None and not blocking:
        found = list(step.buttons)
    found += [view.buttons[0] for view in missing if not view.need.blocks and view.buttons]
    found.sort(key=lambda button: len(posts_for(button.command, case.stage)) > 1)
    if to_acknowledge(case) is not None and allowed.has_it:
        found[:0] = allowed.buttons((("take_over", {}),))
    elif case.assigned_to is None and not case.is_closed:
        found[1:1] = allowed.buttons((("take_over", {}),))
    once: dict[str, Button] = {}
    for each in found:
        once.setdefault(each.command, each)
    return tuple(once.values())[:MOST_BUTTONS]


class _Allowed:
    """The buttons of one person at one case."""

    def __init__(self, case: Case, actor: Actor | None, ctx: Context, pk: int) -> None:
        self.case = case
        self.actor = actor
        self.ctx = ctx
        self.pk = pk
        self.held_up = False
        """Whether the next step still waits for something: then it is not offered."""
        self._known: dict[str, bool] = {}

    @property
    def has_it(self) -> bool:
        """Whether the case is in this person's hands."""
        return self.actor is not None and self.actor.staff == self.case.assigned_to

    def may(self, command: str) -> bool:
        if self.actor is None:
            return False
        if command not in self._known:
            self._known[command] = self._may(command, self.actor)
        return self._known[command]

    def _may(self, command: str, actor: Actor) -> bool:
        """A step that would be refused as things stand is not offered."""
        if not offers(command, self.case, self.ctx) or (self.held_up and PROCEDURE[command].waits):
            return False
        if not ready(command, self.case, self.ctx):
            return False
        return command != "merge" or bool(candidates(self.pk, self.case, actor, self.ctx.pit_of))

    def buttons(self, commands: tuple[Asked, ...]) -> list[Button]:
        return [self._button(command, begin) for command, begin in commands if self.may(command)]

    def _button(self, command: str, begin_with: Mapping[str, str] | None = None) -> Button:
        """A link to the form of a command."""
        step = PROCEDURE[command]
        query = f"?{urlencode(begin_with)}" if begin_with else ""
        address = reverse("admin:disputes_case_do", args=[self.pk, command]) + query
        clause = printed(step.clause, self.case.game)[0]
        return Button(command=command, title=step.title, clause=clause, address=address)

    def view(self, need: Need) -> NeedView:
        taps = tuple(
            msgspec.structs.replace(tap, address=reverse("admin:disputes_case_do", args=[self.pk, tap.command]))
            for tap in need.taps
            if self.may(tap.command)
        )
        return NeedView(need=need, buttons=tuple(self.buttons(need.commands)), taps=taps)

    def everything(self) -> Iterator[Button]:
        if self.actor is None or self.actor.person is None:
            return
        for step in possible(self.case.stage, self.actor.role):
            if self.may(step.command):
                yield self._button(step.command)


# --- The next step at each stage -------------------------------------------------------------------------------------


def _at_table(case: Case) -> Need:
    offer = case.proposal
    if offer is not None:
        text = _WORDS.text("the-players-answer-to-offer", o=offer.proposal)
        return Need(clause="8.1", text=text, commands=(("answer_at_table", {}), ("pass_on", {})))
    text = _WORDS.text("an-offer-at-the-table")
    return Need(clause="8.1", text=text, commands=(("propose_remedy", {}), ("pass_on", {})))


def _confirmation(case: Case) -> Need:
    made = case.decision
    text = _WORDS.text(
        "a-second-person-confirms-decision",
        d=made.code if made else "",
    )
    return Need(clause="8.4", text=text, commands=(("confirm", {}), ("refuse_confirmation", {})))


def _complaint(case: Case) -> Need:
    text = _WORDS.text("the-players-complaint-or-the")
    commands: tuple[Asked, ...] = (("file_complaint", {}), ("record_help", {}), ("close_without_complaint", {}))
    return Need(clause="8.5", text=text, commands=commands)


_STEPS: Final[dict[Stage, Callable[[Case], Need]]] = {
    S.AT_TABLE: _at_table,
    S.PIT_MANAGER: lambda case: Need(
        clause="8.4", text=_WORDS.text("steps--pit_manager--text"), commands=(("decide", {}),)
    ),
    S.CONFIRMATION: _confirmation,
    S.ANSWER: lambda case: Need(
        clause="8.5", text=_WORDS.text("steps--answer--text"),
        commands=(("record_answer", {}),),
    ),
    S.DISAGREED: lambda case: Need(
        clause="8.5", text=_WORDS.text("steps--disagreed--text"),
        commands=(("inform_of_right", {}),),
    ),
    S.COMPLAINT: _complaint,
    S.SENIOR_MANAGEMENT: lambda case: Need(
        clause="8.5", text=_WORDS.text("steps--senior_management--text"), commands=(("decide_complaint", {}),)
    ),
    S.SENIOR_CONFIRMATION: _confirmation,
    S.COMPLAINT_ANSWER: lambda case: Need(
        clause="8.5", text=_WORDS.text("steps--complaint_answer--text"),
        commands=(("close_complaint", {}),),
    ),
    S.CLOSING: lambda case: Need(
        clause="8.4", text=_WORDS.text("steps--closing--text")
    ),
}  # fmt: skip


_DECIDED: Final = tuple(stage for stage in UNDECIDED if stage not in (S.AT_TABLE, S.PIT_MANAGER))
"""Stages at which something is decided and of it nothing has ended."""

# --- What it waits for -----------------------------------------------------------------------------------------------

_WRITTEN: Final = {
    S.ANSWER: ("decision", "8.4", _WORDS.text("written--answer--decision")),
    S.DISAGREED: ("right_to_complain", "8.5", _WORDS.text("written--disagreed--right_to_complain")),
    S.COMPLAINT_ANSWER: (
        "complaint_decision",
        "8.5",
        _WORDS.text("written--complaint_answer--complaint_decision"),
    ),
}
"""Stage -> the paper that must be there before the player can answer, or has been told."""


def _missing(case: Case, ctx: Context, ruling_address: Callable[[str], str]) -> Iterator[Need]:
    if case.notified is not None and case.acknowledged is None and not case.is_closed:
        yield Need(
            clause="8.2",
            text=_WORDS.text("surveillance-acknowledges-the-notice"),
            commands=(("acknowledge_notice", {}),),
            blocks=False,
        )
    if case.stage is S.AT_TABLE:
        yield from _whose(case, ctx, blocks=False)
        if case.proposal is None:
            yield from _rulings(case, ctx, ruling_address, blocks=False)
    if case.stage is S.PIT_MANAGER:
        yield from _for_decision(case, ctx, ruling_address)
    elif case.stage is S.SENIOR_MANAGEMENT:
        yield from _bases(case, ctx)
        yield from _whose(case, ctx)
        yield from _rulings(case, ctx, ruling_address)
    elif case.stage in _WRITTEN:
        kind, clause, text = _WRITTEN[case.stage]
        about = case.decision.code if case.decision else None
        if case.paper(kind, about) is None:
            yield Need(clause=clause, text=text, commands=(("issue_paper", {"kind": kind}),))
    if case.stage in _DECIDED:
        yield from _left_open(case, ctx, ruling_address)
    yield from _money(case)
    yield from _papers(case)


def _left_open(case: Case, ctx: Context, ruling_address: Callable[[str], str]) -> Iterator[Need]:
    """The rounds that the decision left open: their rulings, and then their own decision after the end of this one."""
    rest = left_open(case)
    yield from _rulings(case, ctx, ruling_address, blocks=False, about=rest)
    for ref in rest:
        text = _WORDS.text(
            "round-round-is-left-open",
            round=ref.round,
            d=case.decision.code if case.decision else "",
        )
        yield Need(clause="8.4", text=text, blocks=False)


def _papers(case: Case) -> Iterator[Need]:
    """What was issued and not handed over or not signed; of a settlement what is not issued yet."""
    for kind in to_issue(case):
        text = _WORDS.text("issue-paper", paper=words.PAPERS[kind])
        fields = {"kind": kind, "language": get_language() or "vi", "party": case.players[0].party}
        tap = Tap(command="issue_paper", title=ISSUE, fields=fields)
        yield _before_the_end(case, kind, "8.1", text, (("issue_paper", {"kind": kind}),), (tap,))
    for group in not_handed_over(case):
        facts = [kept.fact for kept in group]
        shown = " + ".join(f"{{{fact.kind}}} ({fact.paper}, {fact.language.upper()})" for fact in facts)
        text = _WORDS.text("to-the-player", papers=shaped(shown, **words.PAPERS))
        code = facts[0].paper
        ways = (True, False) if facts[0].kind in SIGNED_BY_PLAYER else (False,)
        taps = tuple(_given(code, signed=signed) for signed in ways)
        form: tuple[Asked, ...] = (("hand_over_paper", {"paper": code}),) if case.stage is S.CLOSING else ()
        yield _before_the_end(case, code, "8.3", text, form, taps)
    for fact in unsigned_receipts(case):
        text = _WORDS.text("the-player-signs-paper-code",
                   paper=words.PAPERS[fact.kind], code=fact.paper)  # fmt: skip
        commands: tuple[Asked, ...] = (("keep_signed_copy", {"paper": fact.paper}),)
        yield _before_the_end(case, fact.paper, "8.1", text, commands, (_given(fact.paper, signed=True),))


def _given(paper: str, *, signed: bool) -> Tap:
    fields = {"paper": paper, "manner": "in_person", "to": TO_THE_PLAYER}
    if signed:
        fields["signed"] = "yes"
    return Tap(command="hand_over_paper", title=SIGNED if signed else HANDED, fields=fields, now="handed_at")


def _before_the_end(
    case: Case, code: str, clause: str, text: Text, commands: tuple[Asked, ...], taps: tuple[Tap, ...]
) -> Need:
    """A step that the case waits for before it closes; it holds up nothing else, nor that once it was set aside."""
    waits = case.stage is S.CLOSING and code not in case.set_aside
    if waits:
        commands += (("set_step_aside", {"step": code}),)
    return Need(clause=clause, text=text, commands=commands, taps=taps, blocks=waits)


ISSUE: Final = _WORDS.text("issue")
HANDED: Final = _WORDS.text("handed")
SIGNED: Final = _WORDS.text("signed")
TO_THE_PLAYER: Final = "Chính người chơi / The player in person"
SIGNED_BY_PLAYER: Final = ("settlement", "receipt", "right_to_complain")
"""Papers with a line for the player's signature."""
MOVED: Final = {
    True: _WORDS.table("moved--true"),
    False: _WORDS.table("moved--false"),
}
"""Whether it goes to the player -> how it moves -> what one tap says."""


def _moving(owing: Owing) -> tuple[Tap, ...]:
    """All that is out moves now, one way or the other."""
    return tuple(
        Tap(command="record_money", title=title, fields={"line": owing.code, "how": how}, now="moved_at")
        for how, title in MOVED[owing.out_minor > 0].items()
    )


def _money(case: Case) -> Iterator[Need]:
    """Money that was decided and has not moved."""
    for owing in case.money.still_out:
        begin = {"line": owing.code}
        sum_ = amount(abs(owing.out_minor), case.currency)
        commands: tuple[Asked, ...] = (("record_money", begin),)
        if owing.out_minor > 0:
            text = _WORDS.text("m-sum-to-be-handed", m=owing.code, sum=sum_)
        else:
            text = _WORDS.text("m-sum-to-be-received", m=owing.code, sum=sum_)
            commands += (("give_up_money", begin),)
        if owing.asked is not None:
            text = _WORDS.text(
                "m-a-second-person-confirms",
                m=owing.code,
                sum=sum_,
            )
        yield _before_the_end(case, owing.code, "8.4", text, commands, _moving(owing))


def _for_decision(case: Case, ctx: Context, ruling_address: Callable[[str], str]) -> Iterator[Need]:
    """As the domain has it (``deciding.missing``), with the commands that settle each."""
    for each in missing(case, ctx):
        if each.code in _FIRST:
            yield Need(clause=each.clause, text=each.text, commands=_FIRST[each.code])
    yield from _bases(case, ctx)
    yield from _whose(case, ctx)
    yield from _rulings(case, ctx, ruling_address)


def _bases(case: Case, ctx: Context) -> Iterator[Need]:
    """What of 8.4 is open, and the requests for footage; the answer to a request fills its item."""
    waiting = waiting_footage(case)
    for each in open_items(case, ctx):
        if each.item != "footage" or not waiting:
            yield Need(clause=each.clause, text=each.name, commands=_of_item(each.item))
    yield from (_footage(case, request, ctx) for request in waiting)


_FIRST: Final[dict[str, tuple[Asked, ...]]] = {
    "not_notified": (("notify_surveillance", {}),),
    "no_first_word": (("promise_time", {}), ("say_no_time", {})),
}


def _of_item(item: str) -> tuple[Asked, ...]:
    begin = {"item": item}
    if item == "footage":
        return (("ask_footage", {}),)
    first: Asked = ("take_statement", {}) if item == "statements" else ("add_evidence", begin)
    return (first,) if item in NEVER_NONE else (first, ("mark_none", begin))


def _whose(case: Case, ctx: Context, *, blocks: bool = True) -> Iterator[Need]:
    """Whose the disputed bets are, where neither the table nor a person at the case has said."""
    for each in open_bets(case, ctx):
        yield Need(clause=each.clause, text=each.text, commands=(("attribute_bets", {}),), blocks=blocks)


def _footage(case: Case, request: str, ctx: Context) -> Need:
    """Surveillance answers; the decider can record that it did not, once the clock has run out."""
    text = _WORDS.text("answer-to-the-request-for", r=request)
    begin = {"request": request}
    commands: tuple[Asked, ...] = (("answer_footage", begin),)
    if ctx.now >= answer_due(case.footage[request], ctx):
        commands += (("record_unanswered", begin),)
    return Need(clause=clause_of("footage", case.game), text=text, commands=commands)


def _rulings(
    case: Case,
    ctx: Context,
    ruling_address: Callable[[str], str],
    *,
    blocks: bool = True,
    about: tuple[RoundRef, ...] | None = None,
) -> Iterator[Need]:
    """What section 7 reserves to a post: ruled on at the round, by that post. At the table only an offer waits for
    it; a decision only where every round of it does."""
    blocks = blocks and not waiting_rounds(case, ctx)
    for judged, clause, posts in open_rulings(case, (), ctx, about):
        text = _WORDS.text(
            "ruling-at-round-round-posts",
            round=judged.ref.round,
            posts=post_names(posts),
        )
        person = ctx.actor.person
        may = person is not None and may_rule_under(person, book_of(judged.document), clause)
        address = ruling_address(judged.ref.stream) if may else ""
        yield Need(clause=clause, text=text, address=address, blocks=blocks, ruling=True)
