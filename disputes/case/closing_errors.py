"""The errors of the steps before a case closes, in the one table."""

from __future__ import annotations

from casino.core.errors import add

add(
    "case_step_unknown",
    422,
    vi="Hồ sơ không còn chờ bước {step}.",
    en="The case waits for no step {step}.",
    about="Steps before a case closes have codes: a line of money (M1), a paper (L1), the kind of a paper to be "
    "issued. What was done or set aside is waited for no more.",
)
