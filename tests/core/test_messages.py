"""Sentences from files: arguments in words of the language, and a precise error where something is not said."""

from __future__ import annotations

from pathlib import Path

import pytest

from casino.core.messages import ROOMS, Catalogue, Message, Messages, NotSaid, message, templates
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


def test_lines_are_read_as_the_library_reads_them() -> None:
    root = Path(__file__).resolve().parents[2]
    folders = [folder for room in ROOMS for folder in (root / room).rglob("wording/*") if folder.is_dir()]
    assert len(folders) > 100
    for folder in folders:
        whole = Messages([folder])
        for language in whole.languages:
            said = templates(folder / f"{language}.ftl") or {}
            assert said == {id: whole.template_in(id, language) for id in said}, folder
            assert list(said) == [id for id in whole.ids if id in said]


@pytest.fixture
def words(tmp_path: Path) -> Catalogue:
    folder = tmp_path / "wording" / "module"
    folder.mkdir(parents=True)
    (folder / "vi.ftl").write_text("held = Giữ { $n } ngày\nended = Hết\n", "utf-8")
    (folder / "en.ftl").write_text(
        "held = { $n ->\n    [1] Held a day\n   *[other] Held { $n } days\n }\nended = Ended\n", "utf-8"
    )
    (folder / "ko.ftl").write_text("held = { $n }일 보관\n", "utf-8")
    return Catalogue(str(tmp_path / "module.py"))


def test_a_catalogue_is_read_in_the_language_that_is_asked_for(words: Catalogue) -> None:
    held = words.text("held", n=3)
    assert (held.vi, held.en, held.in_language("ko")) == ("Giữ 3 ngày", "Held 3 days", "3일 보관")
    assert words.text("held", n=1).en == "Held a day"
    assert words.text("held").format(n=1).en == "Held 1 days", "what is put in later cannot choose"
    assert words.text("ended").in_language("ko") == "Ended [en]", "what is missing is seen"
    with pytest.raises(NotSaid, match=r"unknown of .* is not said in vi"):
        words.text("unknown")
