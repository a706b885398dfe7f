"""JSON columns return from PostgreSQL exactly what was stored (S3-61)."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.db import connection, models
from django.utils import timezone

from core.db.ids import uuid7
from corpuses.analyzers.models import AnalysisRun
from corpuses.bulk.models import BulkChange
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.conversations.models import Conversation
from corpuses.exports.models import Export
from corpuses.extracts.models import Cell, Extract, ExtractRow, Fieldset
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.imports.models import AnnotationImport
from corpuses.models import Folder
from corpuses.saved_views.models import SavedView
from documents.models import StructureItem, Upload
from tasks.models import Job, JobLog, Schedule
from tests.api.populated import TABLE, populate

PACKAGES = {"users", "tasks", "documents", "corpuses"}
COLUMNS = [
    field
    for model in apps.get_models()
    if model._meta.app_label in PACKAGES
    for field in model._meta.local_fields
    if isinstance(field, models.JSONField)
]
VALUES = [
    {},
    [],
    "",
    0,
    False,
    {"nothing": None, "deep": [[[[{"er": [True, False, None]}]]]]},
    [2**53 + 1, -(10**30), 0.1, 1.5e-7, -0.5, 1e15],
    {"": "an empty name", "a.b": 1, "a->>b": 2, "%s": "%(x)s", "$.*": "?"},
    ['"quoted" and \\ back\\slashed', "line\nbreak\ttab", "\x01\x1f", "\u2028"],
    ["Ünïcödé", "e\u0301", "العربية", "漢字", "👩\u200d👩\u200d👧", "\U0010ffff"],
    {"long": "x" * 100_000, "many": list(range(10_000))},
]


@pytest.fixture
def populated(user):
    """Create a row in each table that has a JSON column."""
    (corpus,) = populate(user)
    document = corpus.documents.get()
    Folder.objects.create(corpus=corpus, name="Old", path="Old")
    JobLog.objects.create(job=Job.objects.first(), attempt=1, level="info", message="Logged.")
    Schedule.objects.create(name="nightly", kind="tasks.cleanup", cron="0 3 * * *")
    later = timezone.now() + timedelta(days=1)
    Upload.objects.create(owner=user, tenant=user.tenant, filename="a.pdf", length=1, expires=later)
    column = Fieldset.objects.create(corpus=corpus, name="Facts").columns.create(name="Rent", question="How much?")
    extract = Extract.objects.create(corpus=corpus, name="Facts")
    row = ExtractRow.objects.create(extract=extract, document=document)
    Cell.objects.create(row=row, column=column, status="unproven", text="1")
    action = corpus.actions.first()
    AnalysisRun.objects.create(
        corpus=corpus, document=document, revision=document.revision, action=action, settings_version=1, started=later
    )
    SavedView.objects.create(owner=user, kind="documents", name="Failed")
    AnnotationImport.objects.create(corpus=corpus, owner=user, upload=uuid7(), filename="a.jsonl")
    conversation = Conversation.objects.create(owner=user, tenant=user.tenant)
    message = conversation.messages.create(order=0, role="user", state="complete")
    message.tool_calls.create(name="search")
    create_thread(corpus, ThreadDraft(text="Is the rent due?"), actor=user)
    set_field_values(create_field(corpus, name="Rent", type="number", actor=user), [document], ["5"], actor=user)
    Export.objects.create(corpus=corpus, owner=user, kind="annotations", format="csv")
    change = BulkChange.objects.create(corpus=corpus, owner=user, kind="retry", total=1)
    change.batches.create(number=0, documents=[document.pk])


# proves: S3-61
@pytest.mark.django_db
@pytest.mark.parametrize("field", COLUMNS, ids=str)
def test_every_column_returns_the_stored_value(populated, field):
    row = field.model._base_manager.first()
    assert row is not None, f"create a row of {field.model.__name__} in `populated`"
    with connection.cursor() as cursor:
        cursor.execute(f'select pg_typeof("{field.column}")::text from {field.model._meta.db_table}')
        assert cursor.fetchone() == ("jsonb",)
    for value in VALUES:
        setattr(row, field.name, value)
        row.save(update_fields=[field.name])
        row.refresh_from_db()
        stored = getattr(row, field.name)
        assert stored == value
        assert type(stored) is type(value)


# proves: S3-61
@pytest.mark.django_db
def test_postgresql_can_filter_by_json_values(populated):
    item = StructureItem.objects.get(table__cells__0__text="Rent")
    assert item.table == TABLE
    assert StructureItem.objects.filter(table__contains={"rows": 1}, table__cells__0__box__2=3.0).get() == item
    assert not StructureItem.objects.filter(table__cells__0__text="rent").exists()
