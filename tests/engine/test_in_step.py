"""Rounds judged together are judged as each is alone (``games.engine.steps.in_step``)."""

from __future__ import annotations

import random
from collections.abc import Generator

import pytest

from games.catalogue import judge, judge_all
from games.engine.steps import Asked, in_step
from tests.golden.reader import Golden, all_golden


def asked(golden: Golden) -> Asked:
    return Asked(golden.state(), golden.book(), golden.header.get("ended", "yes") == "yes")


@pytest.mark.parametrize("together", [2, 25, 500])
def test_every_golden_round_is_judged_in_company_as_it_is_alone(together: int) -> None:
    """Rounds of all games, those with claims of time and facts after the end among them, in any company and order."""
    rounds = all_golden()
    random.Random(together).shuffle(rounds)
    for start in range(0, len(rounds), together):
        company = [asked(golden) for golden in rounds[start : start + together]]
        alone = [judge(state, book, ended=ended) for state, book, ended in company]
        assert judge_all(company) == alone


def test_nobody_is_judged_in_an_empty_company() -> None:
    assert judge_all([]) == []


def test_a_document_of_another_game_is_refused_before_anything_is_judged() -> None:
    [sicbo, *_], [roulette, *_] = all_golden("sicbo"), all_golden("roulette")
    wrong = asked(roulette)._replace(book=sicbo.book())
    with pytest.raises(ValueError, match="is not a document of roulette"):
        judge_all([asked(sicbo), wrong])


def test_works_of_different_length_go_on_together_and_answer_in_their_order() -> None:
    taken: list[str] = []

    def work(name: str, pieces: int) -> Generator[None, None, str]:
        for piece in range(pieces):
            taken.append(f"{name}{piece}")
            yield
        return name

    assert in_step([work("a", 3), work("b", 0), work("c", 2)]) == ["a", "b", "c"]
    assert taken == ["a0", "c0", "a1", "c1", "a2"]


def test_what_one_round_raises_is_raised() -> None:
    def broken() -> Generator[None, None, None]:
        yield
        raise KeyError("no such table")

    def sound() -> Generator[None, None, None]:
        yield

    with pytest.raises(KeyError, match="no such table"):
        in_step([sound(), broken()])
