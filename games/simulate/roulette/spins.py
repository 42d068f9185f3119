"""Faults of the spin itself: no-spin calls (7.1 to 7.10), rulings (7.12), the announcement, result, display and end.

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random
from typing import Final

from games.simulate import staff
from games.simulate.play import Act, Planted
from games.simulate.roulette.table import Spin

FLOOR: Final = ("dealer", "acting_pit_supervisor", "pit_supervisor")
ABOVE: Final = ("pit_manager", "shift_manager", "assistant_director", "director_of_table_games", "senior_management")

CALLERS: Final = {
    "7.1": FLOOR,
    "7.2": FLOOR,
    "7.3": FLOOR,
    "7.4": ("dealer",),
    "7.4.1": FLOOR,
    "7.5": ("dealer",),
    "7.6": ("dealer",),
    "7.7": FLOOR,
    "7.8": ("acting_pit_supervisor", "pit_supervisor", *ABOVE),
}
"""Who may call "no spin" on each ground."""

EVERYONE: Final = (*FLOOR, *ABOVE, "surveillance", "head_of_operations")


def _calls(spin: Spin, at: int, post: str, ground: str | None) -> None:
    said: dict[str, object] = {"called_by": staff.person(post)}
    if ground is not None:
        said["ground"] = ground
    spin.acts.append(Act(at, "tablet", "no_spin_called", said))


def _while_it_runs(spin: Spin, rng: random.Random) -> int:
    """A moment between the announcement and the ball's rest."""
    return rng.randrange((spin.called or 0) + 500, (spin.dropped or 0) - 500)


def _voids(spin: Spin, rng: random.Random, post: str, ground: str | None) -> None:
    """The call in time; the ball is taken out, or falls all the same (7.9)."""
    at = _while_it_runs(spin, rng)
    seen = ground is not None and rng.random() < 0.4
    taken_out = rng.random() < 0.6 or ground is None
    if seen or (ground is not None and not taken_out):
        spin.acts.append(Act(at - 300, "tablet", "irregularity_seen", {"ground": ground}))
    _calls(spin, at, post, ground)
    spin.void = True
    if taken_out:
        spin.dropped = spin.shown = None


def no_spin(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: any ground, by a post that it names. Chips stay, or are handed back."""
    ground = rng.choice(tuple(CALLERS))
    _voids(spin, rng, rng.choice(CALLERS[ground]), ground)
    return []


def no_spin_stakes_handed_back(spin: Spin, rng: random.Random) -> list[Planted] | None:
    ground = rng.choice(tuple(CALLERS))
    _voids(spin, rng, rng.choice(CALLERS[ground]), ground)
    spin.hands_back = True
    return []


def no_spin_by_wrong_post(spin: Spin, rng: random.Random) -> list[Planted] | None:
    ground = rng.choice(tuple(CALLERS))
    _voids(spin, rng, rng.choice([post for post in EVERYONE if post not in CALLERS[ground]]), ground)
    return [Planted(spin.code, "caller_not_named", "call")]


def no_spin_without_ground(spin: Spin, rng: random.Random) -> list[Planted] | None:
    _voids(spin, rng, rng.choice(FLOOR), None)
    return [Planted(spin.code, "void_without_ground", "call")]


def no_spin_although_it_fell(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: no spin was called, the ball fell all the same on somebody's bet, and nobody is paid (7.9)."""
    spin.lands_on(rng.choice(spin.bets), rng)
    at, ground = _while_it_runs(spin, rng), rng.choice(("7.1", "7.2", "7.3", "7.6"))
    spin.acts.append(Act(at - 300, "tablet", "irregularity_seen", {"ground": ground}))
    _calls(spin, at, "dealer", ground)
    spin.void = True
    return []


def suspicion_after_drop(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """A call under 7.8 before the winners are paid voids although the ball rests: nothing wrong."""
    _calls(spin, (spin.dropped or 0) + 900, rng.choice(CALLERS["7.8"]), "7.8")
    spin.void = True
    return []


# --- what only the director of table games or above may settle (7.12) --------------------------------------------


def _called_too_late(spin: Spin, rng: random.Random) -> list[Planted]:
    ground = rng.choice([ground for ground in CALLERS if ground != "7.8"])
    _calls(spin, (spin.dropped or 0) + 900, rng.choice(CALLERS[ground]), ground)
    return [Planted(spin.code, "call_after_drop", "call")]


def _not_called(spin: Spin, rng: random.Random) -> list[Planted]:
    seen = {"ground": rng.choice(tuple(CALLERS)), "seen_by": staff.person("surveillance")}
    spin.acts.append(Act(_while_it_runs(spin, rng), "tablet", "irregularity_seen", seen))
    return [Planted(spin.code, "cause_without_call", "call")]


def _doubtful(spin: Spin, rng: random.Random) -> list[Planted]:
    return rng.choice((_called_too_late, _not_called))(spin, rng)


def doubtful_unruled(spin: Spin, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(spin, rng)
    spin.unsettled = True
    return planted


def doubtful_settled_all_the_same(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Nobody asks for a ruling and the dealer settles as spun: what was due is open, so no amount is wrong yet."""
    return _doubtful(spin, rng)


def doubtful_ruled_as_spun(spin: Spin, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(spin, rng)
    spin.rules("7.12", rng.choice(("director_of_table_games", "senior_management")), "as_spun", delay=60_000)
    return planted


def doubtful_ruled_void(spin: Spin, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(spin, rng)
    spin.rules("7.12", rng.choice(("director_of_table_games", "senior_management")), "void", delay=60_000)
    spin.void = True
    return planted


def doubtful_ruled_by_lower_post(spin: Spin, rng: random.Random) -> list[Planted] | None:
    planted = _doubtful(spin, rng)
    post = rng.choice([post for post in EVERYONE if post not in ("director_of_table_games", "senior_management")])
    spin.rules("7.12", post, rng.choice(("as_spun", "void")), delay=60_000)
    spin.unsettled = True
    return [*planted, Planted(spin.code, "post_not_competent", "ruling")]


def doubtful_ruled_something_else(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The director decides what the document does not offer: nothing is decided."""
    planted = _doubtful(spin, rng)
    spin.rules("7.12", "director_of_table_games", "half_stakes_back", delay=60_000)
    spin.unsettled = True
    return [*planted, Planted(spin.code, "ruling_not_offered", "ruling")]


# --- result and display --------------------------------------------------------------------------


def no_result(spin: Spin, rng: random.Random) -> list[Planted] | None:
    spin.dropped = spin.shown = None
    spin.unsettled = True
    return [Planted(spin.code, "no_result", "")]


def _another(spin: Spin, rng: random.Random) -> int:
    return rng.choice([n for n in range(37) if n != spin.pocket])


def display_mismatch(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The display shows another number; the ball decides."""
    shown_at = spin.shown or 0
    spin.shown = None
    spin.acts.append(Act(shown_at, "sensor", "result_displayed", {"pocket": _another(spin, rng)}))
    return [Planted(spin.code, "display_mismatch", "")]


def results_disagree(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The dealer enters another result after the sensor's."""
    data = {"pocket": _another(spin, rng), "source": "dealer"}
    spin.acts.append(Act((spin.dropped or 0) + 1_500, "tablet", "ball_dropped", data))
    return [Planted(spin.code, "results_disagree", "")]


def result_entered_twice(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the dealer confirms the sensor's result."""
    data = {"pocket": spin.pocket, "source": "dealer"}
    spin.acts.append(Act((spin.dropped or 0) + 1_500, "tablet", "ball_dropped", data))
    return []
