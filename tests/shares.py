"""Which of many cases of one test `.ci/run` tries, and which only ``make test-long``.

A test with dozens of seeds, stages or containers says most with the first of them; all of them together are most of
what a run takes. Each line names tests (a file, or a function in it) and one in how many of their cases stays as it is
marked; the others become ``long``. The first case of every function stays, so nothing is left untried. Loaded by
``tests.plugin``; proved by ``tests/test_shares.py``.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

ONE_IN: Final = {
    "tests/admin/test_list_addresses.py::test_no_address_of_a_list_makes_it_fail": 5,
    "tests/architecture/test_commands.py::test_each_step_of_a_target_does_something": 3,
    "tests/disputes/admin/test_figure_links.py": 4,
    "tests/disputes/test_currencies.py": 3,
    "tests/golden/test_any_facts.py": 3,
    "tests/guides/test_text.py::test_words_of_the_product_stand_in_it_in_this_language": 4,
    "tests/interop/test_bundle.py": 3,
    "tests/journeys/": 3,
    "tests/niuniu/test_heard.py": 3,
    "tests/papers/test_fuzzing.py": 2,
    "tests/roulette/test_heard.py": 3,
    "tests/simulate/test_audit_finds_baccarat.py::test_the_judgement_finds_each_fault_and_nothing_else": 2,
    "tests/simulate/test_audit_finds_maubinh.py::test_the_judgement_finds_each_fault_and_nothing_else": 2,
    "tests/simulate/test_audit_finds_niuniu.py::test_the_judgement_finds_each_fault_and_nothing_else": 2,
    "tests/simulate/test_audit_finds_sicbo.py::test_the_judgement_finds_each_fault_and_nothing_else": 2,
    "tests/simulate/test_audit_finds_what_was_planted.py::test_the_judgement_finds_each_fault_and_nothing_else": 2,
    "tests/simulate/test_clocks.py::test_whole_days": 10,
    "tests/surveillance/bundle/test_fuzzing.py": 4,
    "tests/surveillance/film/test_copies.py": 2,
    "tests/surveillance/film/test_hostile.py": 3,
    "tests/surveillance/film/test_origin.py": 5,
    "tests/surveillance/player/test_engine.py": 3,
    "tests/web/test_slow_clients.py": 2,
}


def of(function: str) -> int:
    """One in how many cases of a function (``file::name``) is kept."""
    file, _, name = function.partition("::")
    folder = file.rpartition("/")[0] + "/"
    return ONE_IN.get(f"{file}::{name}") or ONE_IN.get(file) or ONE_IN.get(folder, 1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before pytest looks at ``-m``."""
    met: Counter[str] = Counter()
    for item in items:
        function = item.nodeid.partition("[")[0]
        if met[function] % of(function):
            item.add_marker(pytest.mark.long)
        met[function] += 1
