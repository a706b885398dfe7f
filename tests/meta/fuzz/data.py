"""Data for schemathesis: a staff user with all scopes of the API, and objects of every kind."""

from dataclasses import dataclass

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from core.access import TokenScope
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.models import Annotation, Label
from documents.models import Blob
from tasks.models import Job
from tests.api.populated import populate
from users.accounts.api_tokens import create_token
from users.models import User

_SCOPES = [scope.value for scope in TokenScope if scope is not TokenScope.PROVISIONING]


@dataclass(frozen=True, slots=True)
class TestData:
    """A token, and the ids of existing objects by kind."""

    token: str
    ids: dict[str, list[str]]


def create_test_data(size: int = 8) -> TestData:
    """Create the user and the objects."""
    user = User.objects.create_user("fuzz", "fuzz@example.org", "correct horse", is_staff=True)
    corpora = populate(user, documents=size, corpora=3)
    for blob in Blob.objects.all():  # the documents have no files yet
        default_storage.save(blob.name, ContentFile(b"x" * blob.size))
    with transaction.atomic():
        _, token = create_token(owner=user, name="fuzz", scopes=_SCOPES)
    rows = {
        "corpus": corpora,
        "document": corpora[0].documents.all(),
        "label": Label.objects.all(),
        "annotation": Annotation.objects.all(),
        "action": CorpusAction.objects.all(),
        "execution": ActionExecution.objects.all(),
        "job": Job.objects.all(),
        "tenant": [user.tenant],
    }
    return TestData(token, {kind: [str(row.pk) for row in objects] for kind, objects in rows.items()})
