"""Documents for other tests that are ready without their processing."""

from collections import Counter

import pytest

from documents.models import Document
from tasks.models import Job
from tasks.states import ENDED
from tests.idempotency.snapshot import models
from tests.timeouts import until
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

RESULTS = ("title", "state", "page_count", "language", "thumbnail", "revision__text", "revision__docling")


def count_rows() -> Counter[str]:
    """Count the rows of each table when all jobs have ended."""
    until(lambda: not Job.objects.exclude(state__in=ENDED).exists())
    return Counter({model._meta.db_table: model._base_manager.count() for model in models()})


def test_a_copy_has_the_rows_of_a_processed_document(user, other_user, upload, upload_ready):
    upload_ready("hosting-agreement.pdf", owner=User.objects.create_user("grace", "grace@example.org", "battery"))
    counts = [count_rows()]
    for add, owner in ((upload, user), (upload_ready, other_user)):
        add("hosting-agreement.pdf", owner=owner)
        counts.append(count_rows())
    assert counts[2] - counts[1] == counts[1] - counts[0]
    assert len(set(Document.objects.values_list(*RESULTS))) == 1
