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
def test_a_scan_is_missing_if_the_configured_scanner_has_not_checked_the_file(api, user, settings, url, scan, missing):
    settings.CLAMD_URL = url
    document = parsed_document(user, "Words.")
    Document.objects.update(scan=scan)
    data = api.execute("query ($id: ID!) { document(id: $id) { scan isScanMissing } }", {"id": str(document.pk)})
    assert data["document"] == {"scan": scan.upper(), "isScanMissing": missing}
