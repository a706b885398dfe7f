"""File types have readable names wherever they are displayed."""

import pytest

from core.api.testing import ApiClient
from documents.models import Document
from documents.pipeline import registry
from documents.services.file_types import file_types, type_name
from documents.tests.factories import parsed_document

QUERY = "query($id: ID!) { document(id: $id) { typeName } usage { byType { mimeType typeName } } }"


@pytest.mark.parametrize(
    ("mime_type", "name"),
    [
        ("application/pdf", "PDF"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "Word document"),
        ("message/rfc822", "E-mail"),
        ("application/x-unknown", "application/x-unknown"),
    ],
)
def test_types_have_names(mime_type, name):
    assert type_name(mime_type) == name


def test_every_accepted_type_has_a_readable_name():
    for each in file_types():
        assert not {each.name, type_name(each.mime_type)} & {*registry.parsers().names(), each.mime_type}, each


@pytest.mark.django_db
def test_the_name_is_returned_with_the_document_and_its_usage(user):
    document = parsed_document(user, "One page.")
    Document.objects.update(mime_type="text/csv")
    data = ApiClient(user).execute(QUERY, {"id": str(document.pk)})
    assert data["document"]["typeName"] == "CSV table"
    assert data["usage"]["byType"] == [{"mimeType": "text/csv", "typeName": "CSV table"}]
