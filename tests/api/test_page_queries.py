"""Pages of long lists: PostgreSQL sorts keys only, and knows how many documents are visible."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.api.selectors import list_documents
from documents.api.ordering import DOCUMENT_ORDER
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def documents(user, other_user):
    for number, owner in enumerate([user, user, user, other_user]):
        parsed_document(owner, "Words.", *["More."] * (number % 2), title=f"Lease {number % 2}")
    return list_documents(user, scope="all")


@pytest.mark.parametrize("name", [each.value for each in DOCUMENT_ORDER.enum])
@pytest.mark.sampled(4)
def test_page_has_the_first_rows_with_what_they_need(documents, name):
    order = DOCUMENT_ORDER.resolve(name)
    rows = order.apply(documents)
    with CaptureQueriesContext(connection) as captured:
        page = order.first(rows, 2)
        needed = [(each.blob.size, each.revision.number) for each in page]
    assert [each.pk for each in page] == [each.pk for each in rows][:2]
    assert len(needed) == 2
    assert len(captured) == 1
    assert [order.cursor(each) for each in page] == [order.cursor(each) for each in rows][:2]
    assert page[0].get_deferred_fields() == rows[0].get_deferred_fields()
    assert page[0].revision.get_deferred_fields() == rows[0].revision.get_deferred_fields()
