"""The result of the virus scan in GraphQL, and when it counts as missing."""

import pytest

from documents.models import Document
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("url", "scan", "missing"),
    [
        ("", "unscanned", False),
        ("tcp://clamd:3310", "unscanned", True),
        ("tcp://clamd:3310", "clean", False),
        ("tcp://clamd:3310", "pending", False),
        ("tcp://clamd:3310", "infected", False),
    ],
)
def test_a_scan_is_missing_where_there_is_a_scanner_that_has_not_seen_the_file(api, user, settings, url, scan, missing):
    settings.CLAMD_URL = url
    document = parsed_document(user, "Words.")
    Document.objects.update(scan=scan)
    found = api.ask("query ($id: ID!) { document(id: $id) { scan isScanMissing } }", {"id": str(document.pk)})
    assert found["document"] == {"scan": scan.upper(), "isScanMissing": missing}
