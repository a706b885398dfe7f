"""A change that changes nothing leaves no trace: no entry in the audit log, no event, the same version.

Each change of an object is sent twice. What the log says was changed was changed.
"""

import pytest
from django.db import transaction

from audit.models import AuditEntry
from events.models import Event
from tests.permissions import rest_table
from tests.permissions.sending import send_rest

pytestmark = pytest.mark.django_db

OTHERWISE = {
    "PATCH api/v1/uploads/{upload_id}": "the next bytes; refused if they are sent again",
    "PUT api/v1/blobs/uploads/{upload_id}": "the same; refused here",
    "PATCH api/v1/jobs/{job_id}": "refused here, because the job has begun",
}
ACTIONS = [
    "POST api/v1/annotation-reviews",
    "POST api/v1/cell-reviews",
    "POST api/v1/corpuses/{corpus_id}/documents",
    "POST api/v1/corpuses/{corpus_id}/publish",
    "POST api/v1/corpuses/{corpus_id}/unpublish",
    "POST api/v1/documents/{document_id}/publish",
    "POST api/v1/documents/{document_id}/unpublish",
    "POST api/v1/extracts/{extract_id}/cancel",
    "POST api/v1/extracts/{extract_id}/documents",
    "POST api/v1/notifications/read",
]
CHANGES = [each for each in rest_table.TABLE if each.startswith(("PATCH", "PUT"))] + ACTIONS


def _trace(world, client, operation):
    """Send an operation; return its response, and the numbers of new entries and events."""
    before = AuditEntry.objects.count(), Event.objects.count()
    response = send_rest(world, client, operation)
    return response, (AuditEntry.objects.count() - before[0], Event.objects.count() - before[1])


@pytest.mark.parametrize("operation", [each for each in CHANGES if each not in OTHERWISE])
def test_the_same_change_again(world, operation):
    for actor in ("owner", "admin", "viewer"):
        client = world.client(actor)
        with transaction.atomic():
            first, _ = _trace(world, client, operation)
            again, trace = _trace(world, client, operation)
            transaction.set_rollback(True)
        if first.status_code < 300:
            assert (again.status_code, trace) == (first.status_code, (0, 0))
            assert again.headers.get("ETag") == first.headers.get("ETag")
            return
    pytest.fail("Refused to all.")


def test_nothing_else_is_listed():
    assert OTHERWISE.keys() <= set(CHANGES)
