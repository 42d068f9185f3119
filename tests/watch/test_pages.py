"""What people and machines see of the watches and of the annex, in both languages, and who does not."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.access.roles import ensure_roles
from games.drawing.svg import BRASS
from games.fairness.model import Driver
from games.fairness.shoe import WAYS
from games.watch.view_model import driver_words, plainly
from tests.replay.story import CODE
from tests.watch.house import Floor, follow

STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    """A wheel that is stuck, one that is not, dice and a shoe."""
    ensure_roles()
    told, chance = Floor(STARTS), random.Random(3)
    for table, game in (("RL01", "roulette"), ("RL02", "roulette"), ("SB01", "sicbo"), ("BC01", "baccarat")):
        told.founded(table, game, STARTS)
    told.results([17 if chance.random() < 0.25 else chance.randrange(37) for _ in range(200)], STARTS, dealer="S-101")
    told.results([chance.randrange(37) for _ in range(200)], STARTS, table="RL02")
    throws = [[chance.randint(1, 6) for _ in range(3)] for _ in range(60)]
    told.results(throws, STARTS, table="SB01", game="sicbo")
    told.results([("AS", "KD", "10H")] * 12, STARTS, table="BC01", game="baccarat")
    follow()
    return told


def client(language: str = "en", *, superuser: bool = True) -> Client:
    user = User.objects.create_user(f"u-{language}-{superuser}", is_staff=True, is_superuser=superuser)
    made = Client(headers={"Accept-Language": language})
    made.force_login(user)
    made.cookies["django_language"] = language
    return made


@pytest.fixture(params=["en", "vi"])
def seen(request: pytest.FixtureRequest, floor: Floor) -> tuple[str, Client]:
    return request.param, client(request.param)


def test_the_list_has_every_watch_the_doubtful_one_first(seen: tuple[str, Client]) -> None:
    language, reader = seen
    page = reader.get(reverse("admin:games_fairness")).content.decode()
    assert page.index("wheel%2FRL01%2F1") < page.index("wheel%2FRL02%2F1")
    assert ("in doubt" if language == "en" else "nghi ngờ") in page
    for code in ("shaker%2FSB01%2F1", "shoe%2FBC01%2F1", "hand%2Froulette%2FS-101"):
        assert code in page
    of_table = reader.get(reverse("admin:games_fairness") + "?table=RL02").content.decode()
    assert "RL02" in of_table
    assert "RL01%2F1" not in of_table


def test_the_page_of_a_watch_shows_plot_bar_drivers_and_what_to_do(seen: tuple[str, Client]) -> None:
    language, reader = seen
    page = reader.get(reverse("admin:games_fairness") + f"?watch=wheel/RL01/1&property={CODE}").content.decode()
    assert page.count("<polyline") == 2, "a lying one, and one for a phone"
    for words in {
        "en": ("In doubt since", "pocket 17", "Have the equipment examined", "bar: 1 in 6,400"),
        "vi": ("Bị nghi ngờ từ", "số 17", "Kiểm tra và cân chỉnh thiết bị", "ngưỡng: 1 trên 6.400"),
    }[language]:
        assert words in page
    assert page.count("tp-plot-ring") == 1
    circle = page.partition("tp-plot-ring")[2].partition("</svg>")[0]
    outlined = [place for place in circle.split("</g>") if BRASS in place]
    assert any(">17</text>" in place for place in outlined)
    assert len(outlined) < 19, "what drives it, not half the wheel"
    fair = reader.get(reverse("admin:games_fairness") + "?watch=wheel/RL02/1").content.decode()
    assert ("Nothing speaks against it" if language == "en" else "Không có gì vượt quá ngẫu nhiên") in fair


def test_what_came_is_drawn_of_every_kind_of_device(seen: tuple[str, Client]) -> None:
    """Round the wheel what lies round it, as bars everything; each drawing for a wide screen and for a phone."""
    _language, reader = seen
    for code, rings, rows in (
        ("wheel/RL02/1", 1, 1),
        ("hand/roulette/S-101", 2, 2),
        ("shaker/SB01/1", 0, 2),
        ("shoe/BC01/1", 0, 1),
    ):
        page = reader.get(reverse("admin:games_fairness"), {"watch": code}).content.decode()
        counted = (page.count("tp-plot-ring"), page.count("tp-plot-lying"), page.count("tp-plot-standing"))
        assert counted == (rings, rows, rows), code
        assert "style=" not in page.partition("tp-plot-lying")[2].partition("</svg>")[0]


def test_what_nothing_sensed_is_left_out_unless_asked_for(floor: Floor) -> None:
    """A list that was imported and what a person entered: no watch takes them, statistics only where asked, apart."""
    reader, ledger = client(), floor.ledger
    before = reader.get("/api/v1/fairness/watch/", {"watch": "wheel/RL02/1"}).json()
    address = "/api/v1/fairness/annex/"
    sensed = reader.get(address).json()
    assert (sensed["not_sensed"], sensed["with_not_sensed"]) == ({}, False)
    later = STARTS + timedelta(days=1)
    floor.results([5] * 40, later, table="RL02", first=500, actor="person:PM-1")
    floor.results([7] * 30, later + timedelta(days=1), table="RL02", first=600, source="imported")
    follow()
    assert ledger.head()[0] > sensed["position"]
    assert reader.get("/api/v1/fairness/watch/", {"watch": "wheel/RL02/1"}).json() == before
    without = reader.get(address).json()
    assert without["not_sensed"] == {"entered": 40, "imported": 30}
    assert without["frequencies"] == sensed["frequencies"]
    asked = reader.get(address, {"not_sensed": "1"}).json()

    def came(told: dict[str, Any], pocket: int) -> int:
        [counted] = [each for each in told["frequencies"] if (each["table"], each["of"]) == ("RL02", "pockets")]
        return int(counted["groups"][pocket]["count"])

    assert [came(asked, pocket) - came(without, pocket) for pocket in (5, 7, 17)] == [40, 30, 0]
    assert asked["watches"] == without["watches"]
    page = reader.get(reverse("admin:games_annex")).content.decode()
    assert "Left out of results and mispayments" in page
    assert "Entered by persons (40), Imported list (30)" in page
    page = reader.get(reverse("admin:games_annex"), {"not_sensed": "1"}).content.decode()
    assert "Results and mispayments count rounds" in page


def test_a_watch_as_a_file_and_over_the_api(floor: Floor) -> None:
    reader = client()
    lines = (
        reader.get(reverse("admin:games_fairness") + "?watch=wheel/RL01/1&format=csv").content.decode().split("\r\n")
    )
    assert lines[0] == "watch,results,moment,first_position,log10_evidence,log10_highest"
    assert [line.split(",")[1] for line in lines[1:5]] == ["50", "100", "150", "200"]
    told = reader.get("/api/v1/fairness/watch/", {"watch": "wheel/RL01/1"}).json()
    assert [point["results"] for point in told["points"]] == [50, 100, 150, 200]
    assert told["crossed"] is not None
    assert told["log10_highest"] > told["log10_bar"]
    assert told["points"][-1]["drivers"][0]["about"] == "17"
    watches = reader.get("/api/v1/fairness/watches/", {"game": "roulette"}).json()["watches"]
    assert {each["game"] for each in watches} == {"roulette"}
    assert watches[0]["watch"] == "wheel/RL01/1"
    assert reader.get("/api/v1/fairness/watch/", {"watch": "wheel/RL77/1"}).status_code == 404


def test_the_annex_has_all_games_as_page_and_as_data(seen: tuple[str, Client]) -> None:
    language, reader = seen
    page = reader.get(reverse("admin:games_annex")).content.decode()
    for words in ("Baccarat", "RL01", "SB01", "BC01"):
        assert words in page
    assert ("small numbers" if language == "en" else "số liệu ít") in page
    told: dict[str, Any] = reader.get("/api/v1/fairness/annex/").json()
    assert told == reader.get(reverse("admin:games_annex") + "?format=json").json()
    assert {each["game"] for each in told["frequencies"]} == {"roulette", "sicbo", "baccarat"}
    together = [each["watch"] for each in told["watches"]["watches"] if each["together"]]
    assert together == ["shoe/BC01/1", "wheel/RL01/1"]
    heading = "All tables looked at together" if language == "en" else "Xét chung mọi bàn"
    assert ", ".join(together) in page.partition(heading)[2].partition("</section>")[0]
    lines = reader.get(reverse("admin:games_annex") + "?format=csv").content.decode().splitlines()
    named = [line for line in lines if "e-BH" in line]
    assert len(named) == len(told["watches"]["watches"])
    assert [line.split(",")[4] for line in named if line.split(",")[7] == "1"] == together


def test_who_may_see_no_rounds_sees_no_statistics_of_them(floor: Floor) -> None:
    stranger = client(superuser=False)
    assert stranger.get(reverse("admin:games_fairness")).status_code == 403
    assert stranger.get(reverse("admin:games_annex")).status_code == 403
    for address in ("watches/", "watch/?watch=wheel/RL01/1", "annex/"):
        assert stranger.get(f"/api/v1/fairness/{address}").status_code == 403
    assert Client().get("/api/v1/fairness/watches/").status_code in (401, 403)


def test_a_watch_that_is_not_there_is_not_found(floor: Floor) -> None:
    reader = client()
    assert reader.get(reverse("admin:games_fairness") + "?watch=wheel/RL77/1").status_code == 404
    assert reader.get(reverse("admin:games_fairness") + "?watch=wheel/RL01/1&property=NO").status_code == 404


KINDS = ("pocket", "sector", "distance", "distances", "face", "faces", "total", "rank")


@pytest.mark.parametrize("kind", [*KINDS, "colour", "drawing"])
def test_every_driver_has_words_in_both_languages(kind: str) -> None:
    abouts = {"colour": ("red", "black"), "drawing": ("+1", *WAYS)}.get(kind, ("7",))
    for about in abouts:
        words = driver_words(Driver(kind, about, 1, 1.0, 1.0).kind, about)
        assert words.vi
        assert words.en
        assert words.vi != words.en


def test_evidence_is_said_plainly() -> None:
    said = [plainly(value) for value in (-2.0, 0.0, 3.3, 9.0, 30.0)]
    assert [each.en for each in said] == ["0.14", "1", "27", "8,103", "1.1·10¹³"]
    assert [each.vi for each in said] == ["0,14", "1", "27", "8.103", "1,1·10¹³"]
