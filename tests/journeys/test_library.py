"""The director enters a procedure with its file, adds a version, withdraws it again; on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from tests.admin.house import person
from tests.disputes.library.conftest import PDF
from tests.journeys.conftest import Walk, also
from tests.journeys.test_wrong_payment import log_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WORDS = {
    "vi": {
        "library": "Thư viện",
        "entered": "Văn bản đã vào thư viện.",
        "needed": "Cần một tệp, một trích dẫn hoặc một liên kết.",
        "mistake": "nhập nhầm",
    },
    "en": {
        "library": "Library",
        "entered": "The document is in the library.",
        "needed": "A file, a citation or a link is needed.",
        "mistake": "entered by mistake",
    },
}


@pytest.fixture
def director(address: str) -> User:
    """Made before the browser starts: beside its event loop Django does not use the database."""
    return person("director_of_table_games", may_log_in=True)


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), also("en", 1400)])
def test_a_procedure_comes_and_a_draft_goes(
    director: User, walk: Callable[..., Walk], language: str, width: int, tmp_path: Path
) -> None:
    said = WORDS[language]
    file = tmp_path / "quy trình.pdf"
    file.write_bytes(PDF)
    step = walk(width=width)
    page = step.page
    log_in(step, director.get_username(), language)
    step.go("/admin/disputes/libraryversion/")
    page.locator(".tp-round-head h1", has_text=said["library"]).wait_for()
    step.fits()
    step.follow(page.locator("a[href$='/enter/']"))
    page.fill("[name=code]", "SOP-ROU")
    page.select_option("[name=kind]", "procedures")
    page.fill("[name=title_vi]", "Quy trình bàn Cò Quay")
    page.fill("[name=title_en]", "Procedure at roulette")
    page.fill("[name=version]", "2026-01")
    page.fill("[name=valid_from]", "2026-01-01")
    step.fits()
    step.follow(page.locator(".tp-form button[type=submit]"))
    page.locator(".tp-wrong", has_text=said["needed"]).wait_for()
    step.answered(422)
    page.set_input_files("[name=file]", file)
    assert page.input_value("[name=code]") == "SOP-ROU"
    step.follow(page.locator(".tp-form button[type=submit]"))
    page.get_by_text(said["entered"]).wait_for()
    step.fits()

    step.follow(page.locator("a[href$='/version/']"))
    page.fill("[name=version]", "draft")
    page.fill("[name=valid_from]", "2026-06-01")
    page.fill("[name=citation]", "Tủ số 3")
    step.fits()
    step.follow(page.locator(".tp-form button[type=submit]"))
    step.follow(page.locator("#version-draft a[href$='/withdraw/draft/']"))
    step.fits()
    page.select_option("[name=how]", "mistake")
    page.fill("[name=reason]", "Bản nháp, chưa được duyệt")
    step.follow(page.locator(".tp-form button[type=submit]"))
    page.locator("#version-draft", has_text=said["mistake"]).wait_for()
    step.fits()
    with page.expect_download() as saving:
        page.get_by_text("quy trình.pdf").first.click()
    assert saving.value.suggested_filename == "quy trình.pdf"
    assert Path(saving.value.path()).read_bytes() == PDF
