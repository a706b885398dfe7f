"""Pages of long lists: PostgreSQL sorts keys only, and looks only the first rows up that may be visible."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core import visible_pages
from core.api import ordering
from core.db.table_sizes import estimated_rows
from corpuses.memberships.api.selectors import list_documents
from documents.api.ordering import DOCUMENT_ORDER
from documents.models import Document
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def documents(user, other_user):
    for number, owner in enumerate([user, user, user, other_user]):
        parsed_document(owner, "Words.", *["More."] * (number % 2), title=f"Lease {number % 2}")
    return list_documents(user, scope="all")


@pytest.mark.parametrize("name", [each.value for each in DOCUMENT_ORDER.enum])
def test_page_has_the_first_rows_with_what_they_need(documents, name):
    order = DOCUMENT_ORDER.resolve(name)
    rows = order.apply(documents)
    with CaptureQueriesContext(connection) as captured:
        page = order.page(documents, 2)
        needed = [(each.blob.size, each.revision.number) for each in page]
    assert [each.pk for each in page] == [each.pk for each in rows][:2]
    assert len(needed) == 2
    assert len(captured) == 1
    assert [order.cursor(each) for each in page] == [order.cursor(each) for each in rows][:2]
    assert page[0].get_deferred_fields() == rows[0].get_deferred_fields()
    assert page[0].revision.get_deferred_fields() == rows[0].revision.get_deferred_fields()


@pytest.fixture
def large_table(monkeypatch):
    monkeypatch.setattr(ordering, "is_large", lambda model: True)


def pages_of(order, rows, size, **options):
    found = order.page(rows, size, **options)
    while found:
        yield [each.title for each in found]
        found = order.page(rows, size, order.cursor(found[-1]), **options)


@pytest.mark.parametrize("visible_every", [1, 2, 9, 60])
def test_pages_of_a_large_table_are_the_same(user, other_user, monkeypatch, visible_every):
    for number in range(61):
        parsed_document(other_user if number % visible_every else user, "Words.", title=f"Lease {number % 7} {number}")
    rows = list_documents(user)
    for name in ("newest", "oldest", "title", "title_descending"):
        order = DOCUMENT_ORDER.resolve(name)
        with monkeypatch.context() as patched:
            patched.setattr(ordering, "is_large", lambda model: True)
            found = list(pages_of(order, rows, 3))
        assert found == list(pages_of(order, rows, 3)), name
        assert sum(map(len, found)) == -(-61 // visible_every), name


def test_only_the_visibility_of_the_first_rows_is_looked_up(user, other_user, large_table):
    """Each page is two queries, and none of them reads the documents of everyone."""
    for number in range(30):
        parsed_document(user, "Words.", title=f"Lease {number}")
    with CaptureQueriesContext(connection) as captured:
        page = DOCUMENT_ORDER.resolve("newest").page(list_documents(user), 5)
    assert [each.title for each in page] == [f"Lease {number}" for number in range(29, 24, -1)]
    position, rows = (each["sql"] for each in captured)
    assert "LIMIT 1 OFFSET 100" in position
    assert 'found.key = "documents_document"."id" OFFSET 0' in rows
    assert "UNION ALL" in rows
    assert " UNION (" not in rows  # which would sort the keys of each row


def test_rows_are_read_until_enough_of_them_are_visible(user, other_user, large_table):
    for number in range(60):
        parsed_document(other_user if number < 40 else user, "Words.", title=f"Lease {number:02}")
    order, rows = DOCUMENT_ORDER.resolve("title"), list_documents(user)
    with CaptureQueriesContext(connection) as captured:
        page = order.page(rows, 2)
    assert [each.title for each in page] == ["Lease 40", "Lease 41"]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off")
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {captured[-1]['sql']}")
        plan = str(cursor.fetchone()[0])
    assert "document_title_order" in plan
    assert "'Rows Removed by Filter': 40," in plan


def test_the_size_of_a_table_is_what_postgresql_knows(documents):
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE documents_document")
    assert estimated_rows("documents_document") == 4
    assert estimated_rows("no_such_table") == 0


def test_a_row_that_is_added_between_two_parts_repeats_no_other(user, other_user, large_table):
    for number in range(40):
        parsed_document(user if number in {0, 4, 38, 39} else other_user, "Words.", title=f"Lease {number}")
    order = DOCUMENT_ORDER.resolve("newest")
    rows = order.apply(list_documents(user))
    table = order.apply(Document.objects.all()).values_list("pk", flat=True)

    def fetch(among, number):
        parsed_document(user, "Words.", title="Added")
        return list(among[:number])

    found = visible_pages.first_visible(rows, table, 9, fetch=fetch)
    assert [each.title for each in found] == ["Lease 39", "Lease 38", "Lease 4", "Lease 0"]


def test_a_short_list_at_the_head_of_a_large_table_takes_few_queries(user, other_user, large_table):
    for number in range(300):
        parsed_document(user if number > 290 else other_user, "Words.", title=f"Lease {number}")
    order, rows = DOCUMENT_ORDER.resolve("newest"), list_documents(user)
    with CaptureQueriesContext(connection) as captured:
        assert len(order.page(rows, 10)) == 9
    assert len(captured) <= 12


def test_users_who_see_few_rows_of_a_large_table_wait_for_one_part_of_it(user, other_user, large_table):
    for number in range(150):
        parsed_document(user if number == 0 else other_user, "Words.", title=f"Lease {number}")
    order, rows = DOCUMENT_ORDER.resolve("newest"), list_documents(user)
    with CaptureQueriesContext(connection) as captured:
        assert [each.title for each in order.page(rows, 2)] == ["Lease 0"]
    positions = [each["sql"] for each in captured if "LIMIT 1 OFFSET" in each["sql"]]
    assert len(positions) == 1
    assert "OFFSET 40" in positions[0]


def test_a_filter_that_nothing_meets_is_an_empty_page(user, documents, large_table):
    order = DOCUMENT_ORDER.resolve("newest")
    rows = list_documents(user).filter(pk__in=[])
    visible_pages._keep(0)  # of another list
    assert order.page(rows, 5) == []


def test_nothing_is_read_for_an_empty_list(user, documents, large_table):
    with CaptureQueriesContext(connection) as captured:
        assert DOCUMENT_ORDER.resolve("newest").page(list_documents(user).none(), 5) == []
    assert not captured


def test_a_position_is_found_in_the_index(user, documents):
    order = DOCUMENT_ORDER.resolve("title")
    (first,) = order.page(documents, 1)
    table = order.after(order.cursor(first), order.apply(Document.objects.order_by()))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off")
    plan = table.values("pk").explain()
    assert "document_title_order" in plan
    assert "Index Cond" in plan
