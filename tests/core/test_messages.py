"""Sentences from files: arguments in words of the language, and a precise error where something is not said."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino.core.messages import Message, Messages, NotSaid, message
from casino.core.money import Money
from casino.core.text import Text


@pytest.fixture
def some(tmp_path: Path) -> Messages:
    (tmp_path / "vi.ftl").write_text("paid = Trả { $amount } cho { $whom }: { $parts }.\npart = phần { $n }\n", "utf-8")
    (tmp_path / "en.ftl").write_text("paid = Pay { $whom } { $amount }: { $parts }.\npart = part { $n }\n", "utf-8")
    return Messages([tmp_path])


def test_texts_money_and_messages_are_put_in_as_the_language_says_them(some: Messages) -> None:
    paid = message(
        "paid",
        amount=Money(1_500_000, "VND"),
        whom=Text("khách", "the guest"),
        parts=[message("part", n=n) for n in (1, 2)],
    )
    text = some.text(paid)
    assert text.vi.replace("\N{NO-BREAK SPACE}", " ") == "Trả 1.500.000 VND cho khách: phần 1; phần 2."
    assert text.en.replace("\N{NO-BREAK SPACE}", " ") == "Pay the guest 1,500,000 VND: part 1; part 2."


@pytest.mark.parametrize(
    ("told", "language", "why"),
    [
        (message("unknown"), "vi", "unknown is not said in vi"),
        (message("part", n=1), "ko", "part is not said in ko"),
        (message("part"), "en", "part in en: Unknown external: n"),
    ],
)
def test_what_is_not_said_is_named(some: Messages, told: Message, language: str, why: str) -> None:
    with pytest.raises(NotSaid) as refused:
        some.say(told, language)
    assert str(refused.value) == why
