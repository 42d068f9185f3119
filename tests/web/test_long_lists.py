"""Long lists as PostgreSQL goes through them: hundreds of thousands of rows, and no list, filter, search or page of
them reads a whole table or sorts on disk; pages that stay right while rows are added; and what is said of their length.

The rows are made by the server (``generate_series``), the questions are those that the pages really ask, and the plans
are what it did (EXPLAIN ANALYZE).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection, models
from django.test import Client
from django.urls import reverse

from casino.access.models import Refusal
from casino.console import long_lists
from casino.console.distinct import distinct_values
from casino.console.theme import RecordAdmin
from casino.ledger.grams import holding, searched
from casino.ledger.models import Property
from disputes.reads.models import PersonalRead
from games.rows.models import Finding, Round, Table, row_key
from surveillance.rows.models import ClockReading, Gap, Link, Recorder, Recording
from tests.posting import a_property

MANY: Final = 200_000
HOUSES: Final = ("HOI", "FAR")
READ_IN_ORDER: Final = 4 * long_lists.MOST_COUNTED
"""A count that ends at its bound may begin wherever rows lie: what no page does is to read on."""
GROWING: Final[dict[type[models.Model], int]] = {
    Round: MANY, Finding: MANY, Recording: 50_000, Link: 50_000, PersonalRead: MANY, Gap: 50_000, ClockReading: 50_000,
}  # fmt: skip
"""What grows with play and film, and how many rows of it these tests have."""
SHORT: Final = {
    "auth.User": "people",
    "auth.Group": "posts",
    "axes.AccessAttempt": "cleared by the program itself",
    "axes.AccessLog": "cleared by the program itself",
    "casino.AccountChange": "one a change of an account",
    "casino.Posting": "one a posting; by person",
    "casino.Refusal": "at most so many an hour",
    "disputes.Case": "a complaint takes people days",
    "disputes.LibraryVersion": "documents",
    "disputes.Notice": "by person",
    "games.Device": "devices",
    "games.Projection": "followers",
    "games.Quarantine": "what could not be read",
    "games.Table": "tables",
    "games.Waiting": "a person's own word each",
    "surveillance.Camera": "cameras",
    "surveillance.Coverage": "cameras",
    "surveillance.FootageJob": "a request of a person each",
    "surveillance.HeldChange": "a change of two persons each",
    "surveillance.Hold": "a case each",
    "surveillance.Incident": "entered by a person each",
    "surveillance.Looker": "accounts that look on",
    "surveillance.Recorder": "recorders",
    "surveillance.Report": "a request of a person each",
    "surveillance.Request": "a request of a person each",
    "surveillance.Review": "a look of a person each",
    "surveillance.ShiftReport": "one a shift",
    "surveillance.SpotCheck": "a look of a person each",
}
"""Lists that do not grow with play, and why."""
VALUES: Final[dict[type[models.Field[Any, Any]], str]] = {
    models.JSONField: "'{}'", models.BooleanField: "false", models.UUIDField: "gen_random_uuid()",
    models.DateTimeField: "timestamptz '2026-01-01' + g * interval '1 minute'",
    models.DateField: "date '2026-01-01' + (g / 2000)::int",
}  # fmt: skip
NUMBER: Final = "lpad((g % 40)::text, 2, '0')"
WRITTEN: Final[dict[str, str]] = {
    "about": "'2026-' || g",
    "code": "'c' || (g % 90)",
    "document": "'roulette.2020-06-13'",
    "findings_open": "(g % 499 = 0)::int",
    "first_position": "g",
    "game": "(array['roulette', 'baccarat', 'sicbo'])[1 + g % 3]",
    "identity": "'i' || g",
    "kind": "''",
    "name": "'film-' || g || '.mp4'",
    "opened_position": "g",
    "search": f"'rl' || {NUMBER} || '/2026-' || g || ' |' || (g % 9) || '|'",
    "severity": "(array['remark', 'procedure', 'money'])[1 + (g % 40) / 19]",
    "sha256": "md5(g::text)",
    "source": "case when g % 3 = 0 then 'imported' else '' end",
    "staff": "'S-' || (g % 300)",
    "staked_minor": "g * 1000",
    "status": "case when g % 997 = 0 then 'open' else 'closed' end",
    "stream": f"'round/RL' || {NUMBER} || '/' || g",
    "summary": '\'{"kind": "none"}\'',
    "table": f"'RL' || {NUMBER}",
}
OF_MODEL: Final[dict[type[models.Model], dict[str, str]]] = {
    ClockReading: {"code": "'r' || g"},
    Finding: {"code": "'impossible_spot'", "status": "case when g % 11 = 0 then 'open' else 'dismissed' end"},
    Gap: {"kind": "'missing'", "code": "'g' || g"},
    Link: {"code": "'L-' || g"},
    PersonalRead: {"kind": "'case'"},
    Recording: {"code": "'REC-' || g"},
    Round: {"code": "'2026-' || g"},
    Table: {"code": f"'RL' || {NUMBER}", "staff": "'{}'"},
}


def fill(model: type[models.Model], rows: int, owner: Property, first: int) -> None:
    """So many rows of a property, written by the server."""
    said = {**WRITTEN, **OF_MODEL.get(model, {})}
    names, values = [], []
    for field in model._meta.concrete_fields:
        names.append(connection.ops.quote_name(str(field.column)))
        if field.primary_key:
            values.append(f"{row_key(owner.pk, 0)} + g" if model is not PersonalRead else f"g + {first}")
        elif field.column == "property_id":
            values.append(str(owner.pk))
        elif field.name == "round" and field.is_relation:
            values.append(f"{row_key(owner.pk, 0)} + g")
        elif field.is_relation and not field.null:
            values.append(str(row_key(owner.pk, 1)))
        elif field.null:
            values.append("NULL" if field.name not in ("gaming_day", "opened_at") else VALUES[type(field)])
        elif field.name in said:
            values.append(said[field.name])
        else:
            arrays = "'{}'" if hasattr(field, "base_field") else "''"
            kind = next((sql for of, sql in VALUES.items() if isinstance(field, of)), None)
            values.append(kind or ("0" if isinstance(field, models.IntegerField) else arrays))
    table = connection.ops.quote_name(model._meta.db_table)
    searches = [index for index in model._meta.indexes if "search" in index.name]  # quicker built at once
    with connection.cursor() as cursor, connection.schema_editor(atomic=False) as schema:
        for index in searches:
            schema.remove_index(model, index)
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM generate_series(1, {rows}) g"
        )
        for index in searches:
            schema.add_index(model, index)
        cursor.execute(f"ANALYZE {table}")


@pytest.fixture
def root(db: None) -> Client:
    """Somebody for whom every list opens, of two properties."""
    client = Client()
    client.force_login(User.objects.create_superuser("root"), backend="casino.backends.PostingBackend")
    return client


def grown(*models_: type[models.Model]) -> None:
    """Two properties, the first of them with many rows of these models."""
    large, small = (a_property(code) for code in HOUSES)
    for owner in (large, small):
        fill(Recorder, 1, owner, 0)
        fill(Table, 40, owner, 0)  # without any there is nothing to choose in a filter
    for model in models_:
        fill(model, GROWING[model], large, 0)
        fill(model, 500, small, MANY)


def asked_by(client: Client, address: str) -> list[str]:
    """The questions that a page asks of tables that grow."""
    found: list[str] = []
    tables = {model._meta.db_table for model in GROWING}

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if any(f'"{table}"' in sql for table in tables) and not sql.startswith(("EXPLAIN", "INSERT", "UPDATE")):
            found.append(context["cursor"].mogrify(sql, params) if params else sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        answer = client.get(address)
    assert answer.status_code == 200, address
    return found


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for under in plan.get("Plans", ()):
        yield from nodes(under)


def wrong_in(sql: str) -> list[str]:
    """What a question does that no page may: read a whole table that grows, or sort on disk."""
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, FORMAT JSON) " + sql.replace("%", "%%") if "%%" not in sql else sql)
        [[plan]] = cursor.fetchone()
    tables = {model._meta.db_table for model in GROWING}
    found = []
    for node in nodes(plan["Plan"]):
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] in tables:
            read = node["Actual Rows"] + node.get("Rows Removed by Filter", 0)
            if read > READ_IN_ORDER:
                found.append(f"reads {read:.0f} rows of {node['Relation Name']} as they lie")
        if "external" in node.get("Sort Method", ""):
            found.append(f"sorts on disk by {node.get('Sort Key')}")
    return found


def addresses(model: type[models.Model]) -> Iterator[str]:
    """A list, each of its filters with each kind of choice, a search by each kind of word, and pages behind a row."""
    page = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    yield page
    middle = model._default_manager.order_by("pk")[10_000].pk
    yield f"{page}?after={middle}"
    yield f"{page}?before={middle}"
    list_admin = admin.site._registry[model]
    asked = {"table": "RL07", "game": "sicbo", "day": "2026-02-01", "status": "open", "source": "all", "found": "any",
             "severity": "money", "code": "impossible_spot", "clause": "6.6"}  # fmt: skip
    known = {getattr(each, "parameter_name", None) for each in list_admin.list_filter}
    yield from (f"{page}?{name}={value}" for name, value in asked.items() if name in known)
    if "found" in known:
        yield f"{page}?found=money"
    if "status" in known and model is Finding:
        yield f"{page}?status=all"
        yield f"{page}?status=all&after={middle}"
    if searched(model):
        for word in ("2026-177", "RL07", "177000", "zzzz", "S-29", "seat 7", "REC-177"):
            yield f"{page}?q={word}&source=all" if model is Round else f"{page}?q={word}"


@pytest.mark.slow
@pytest.mark.parametrize("model", GROWING, ids=lambda model: model.__name__)
def test_no_page_of_a_long_list_reads_all_of_a_table_or_sorts_on_disk(model: type[models.Model], root: Client) -> None:
    grown(*((Round, model) if model is Finding else (model,)))
    found = []
    for address in addresses(model):
        for sql in asked_by(root, address):
            found += [f"{address}: {each}: {sql[:3000]}" for each in wrong_in(sql)]
    assert found == [], "\n".join(found)


def test_every_list_says_whether_it_grows() -> None:
    """A new list is one of those above, with rows made for it, or says why it stays short."""
    lists = {model._meta.label for model, of in admin.site._registry.items() if isinstance(of, RecordAdmin)}
    assert lists == set(SHORT) | {model._meta.label for model in GROWING}


@pytest.mark.parametrize("model", list(GROWING), ids=lambda model: model.__name__)
def test_every_index_that_orders_a_long_list_begins_with_the_property(model: type[models.Model]) -> None:
    """The columns by which the list is ordered stand in an index, behind the property."""
    of = admin.site._registry[model]
    order = [part for part in (of.ordering or model._meta.ordering or ()) if isinstance(part, str)]
    order = [part for part in order if part.lstrip("-") != "pk"] or list(order)
    began = [list(index.fields)[: len(order) + 1] for index in model._meta.indexes if index.fields]
    assert ["property", *order] in began, (model, order)


@pytest.mark.slow
def test_what_is_too_long_to_count_is_estimated_and_said_to_be(root: Client) -> None:
    grown(Round)
    page = reverse("admin:games_round_changelist") + "?source=all"
    said = {"en": r"about 2\d\d,000 rows", "vi": r"khoảng 2\d\d\.000 dòng"}
    for language, words in said.items():
        root.cookies["django_language"] = language
        assert re.search(words, root.get(page).content.decode()), language
        exact = root.get(f"{page}&table=RL07&day=2026-02-01").content.decode()
        assert re.search(r">\s*\d+ (rows|dòng)", exact), language


# --- Pages ------------------------------------------------------------------------------------------------------------


def refusals(times: list[int]) -> None:
    from casino.clock import now as clock

    Refusal.objects.bulk_create(
        Refusal(address=str(number), place="x", code="forbidden", times=times, first_at=clock(), last_at=clock())
        for number, times in enumerate(times)
    )


@pytest.mark.django_db
@pytest.mark.parametrize("ordering", [("times", "-pk"), ("-times", "pk"), ("user", "-times", "pk")])
def test_pages_forwards_and_back_show_each_row_once_while_rows_are_added(ordering: tuple[str, ...]) -> None:
    refusals([number % 7 for number in range(60)])
    rows = Refusal.objects.all()
    want = list(rows.order_by(*ordering).values_list("pk", flat=True))
    seen: list[int] = []
    anchor = None
    while True:
        page = long_lists.page(rows, ordering, 8, anchor, back=False)
        seen += [row.pk for row in page.rows]
        if not page.after:
            break
        anchor = long_lists.anchor_of(rows, ordering, str(seen[-1]))
        refusals([3])
    assert [key for key in seen if key in want] == want, "whatever is added"
    assert len(seen) == len(set(seen))
    anchor = long_lists.anchor_of(rows, ordering, str(want[40]))
    back = long_lists.page(Refusal.objects.filter(pk__in=want), ordering, 8, anchor, back=True)
    assert [row.pk for row in back.rows] == want[32:40]
    assert back.before
    assert back.after


@pytest.mark.django_db
def test_rows_without_a_value_have_their_place() -> None:
    people = [User.objects.create_user(f"p{number}", last_login=None) for number in range(6)]
    for number, user in enumerate(people[:3]):
        User.objects.filter(pk=user.pk).update(last_login=f"2026-01-0{number + 1}T00:00Z")
    for ordering in (("last_login", "pk"), ("-last_login", "pk")):
        want = list(User.objects.order_by(*ordering).values_list("pk", flat=True))
        seen: list[int] = []
        anchor = None
        while len(seen) < len(want):
            page = long_lists.page(User.objects.all(), ordering, 1, anchor, back=False)
            seen += [row.pk for row in page.rows]
            anchor = long_lists.anchor_of(User.objects.all(), ordering, str(seen[-1]))
        assert seen == want


@pytest.mark.django_db
def test_of_two_properties_each_gives_its_rows_and_both_make_the_page() -> None:
    owners = [a_property(code) for code in HOUSES]
    for owner in owners:
        fill(Gap, 30, owner, 0)
    rows, ordering = Gap.objects.all(), ("-begins_at", "-pk")
    want = list(rows.order_by(*ordering).values_list("pk", flat=True))
    first = long_lists.page(rows, ordering, 11, None, back=False)
    anchor = long_lists.anchor_of(rows, ordering, str(first.rows[-1].pk))
    second = long_lists.page(rows, ordering, 11, anchor, back=False)
    assert [row.pk for row in (*first.rows, *second.rows)] == want[:22]
    assert len({row.property_id for row in first.rows}) == 2
    assert long_lists.count(rows) == long_lists.Count(60)


@pytest.mark.django_db
def test_a_word_is_found_wherever_it_stands_and_nowhere_else() -> None:
    """The index offers what the columns then hold, letter by letter: also where pieces of a word stand apart."""
    owners = [a_property(code) for code in HOUSES]
    fill(Link, 40, owners[0], 0)
    fill(Link, 5, owners[1], 0)
    names = ("code", "subject_stream", "case", "linked_by")
    assert searched(Link) == names
    Link.objects.filter(pk=row_key(owners[0].pk, 3)).update(case="abcd", linked_by="Đỗ Thị Ánh")
    Link.objects.filter(pk=row_key(owners[0].pk, 4)).update(case="abc", linked_by="bcd")
    for word, keys in (
        ("abcd", [3]),
        ("ABC", [3, 4]),
        ("bcd", [3, 4]),
        ("đỗ", [3]),
        ("ÁNH", [3]),
        ("d", [3, 4]),
        ("cd", [3, 4]),
    ):
        found = Link.objects.filter(holding(word, *names), property=owners[0]).exclude(case="")
        assert sorted(row.pk - row_key(owners[0].pk, 0) for row in found) == keys, word
    plain = Link.objects.filter(code__icontains="L-1")
    assert set(Link.objects.filter(holding("l-1", *names))) == set(plain)


@pytest.mark.django_db
def test_the_choices_of_a_filter_are_the_values_of_the_column() -> None:
    for code in HOUSES:
        fill(Gap, 90, a_property(code), 0)
    tables = sorted(set(Gap.objects.values_list("table", flat=True)))
    assert distinct_values(Gap.objects.all(), "table", most=500) == tables
    assert distinct_values(Gap.objects.all(), "table", most=3, newest=True) == tables[::-1][:3]
    assert distinct_values(Gap.objects.none(), "table", most=3) == []
