"""Every migration is reverted and applied again, on real PostgreSQL with rows in every app (T-13)."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpuses.conversations.models import Proposal
from corpuses.conversations.proposals.services import approve_proposal
from documents.models import Blob
from tasks.testing import run_jobs
from tests.api.seaweed import BUCKET, bucket, running
from tests.copies import ROOT
from tests.idempotency.conftest import begin, language_model
from tests.meta.rolling.scratch import APPS, Database, scratch_database
from users.models import User

__all__ = ["bucket", "language_model", "running"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600), pytest.mark.long]

BLOBS = "select sha256, size from documents_blob order by 1"
# Columns that the first migrations made, two of them jsonb.
KEPT = (
    BLOBS,
    "select id, spans from corpuses_annotation order by 1",
    "select id, warnings from documents_documentrevision order by 1",
)


# A step with rows on both sides, also while an app has one migration only.
_NEXT = """
from django.db import migrations, models
from core.db.schema_file import sql_of

class Migration(migrations.Migration):
    dependencies = [("corpuses", "{newest}")]
    operations = [
        migrations.AddField("annotation", "extra", models.JSONField(db_default={{"of": ["next"]}}, default=dict)),
        migrations.AddIndex("annotation", models.Index("created", name="annotation_next")),
        migrations.RemoveIndex("passage", "passage_words"),
        migrations.RunSQL(sql_of("corpuses"), migrations.RunSQL.noop),
    ]
"""


@pytest.fixture
def next_version(tmp_path) -> Path:
    """Return a folder with a copy of `corpuses` that has one more migration."""
    shutil.copytree(ROOT / "corpuses", tmp_path / "corpuses", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    folder = tmp_path / "corpuses" / "migrations"
    (folder / "9999_next.py").write_text(_NEXT.format(newest=max(folder.glob("0*.py")).stem))
    return tmp_path


@pytest.fixture
def database(transactional_db, language_model) -> Iterator[Database]:
    """Copy a database with a document, its embeddings, the run of an agent, jobs and their log lines."""
    begin("corpuses.agent")
    run_jobs()
    with scratch_database() as copy:
        yield copy


# proves: T-13 S3-61
def test_each_migration_goes_down_and_up_again_with_rows(database, next_version):
    before, schema = database.rows(), database.schema()
    assert {name.partition("_")[0] for name, count in before.items() if count} == set(APPS)
    database.sources = next_version
    database.migrate(())
    newest, counted = database.schema(), database.rows()
    assert newest != schema
    assert counted == before
    for app, names in steps_down(next_version).items():
        database.migrate(*((app, name) for name in names))
        assert database.schema() != newest, app
        database.migrate(())
        assert database.schema() == newest, app
    assert database.rows() == before
    database.migrate(("corpuses", steps_down(next_version)["corpuses"][0]))
    assert (database.schema(), database.rows()) == (schema, before)


# proves: T-13 S3-61
def test_everything_goes_down_to_nothing_and_up_again(database):
    schema = database.schema()
    database.migrate(*((app, "zero") for app in APPS))
    assert database.rows() == {}
    database.migrate(())
    assert database.schema() == schema


# proves: S3-61
def test_files_in_an_object_store_and_json_survive_all_migrations_down_and_up(
    bucket, transactional_db, language_model, next_version
):
    begin("corpuses.agent")
    run_jobs()
    approve_proposal(Proposal.objects.get(), actor=User.objects.get())  # writes an annotation
    with scratch_database() as copy:
        before = {text: copy.query(text) for text in KEPT}
        assert all(before.values())
        copy.sources = next_version
        copy.migrate(())
        schema = copy.schema()
        copy.migrate(*((app, names[-1]) for app, names in steps_down(next_version).items()))
        assert copy.schema() != schema
        copy.migrate(())
        assert {text: copy.query(text) for text in KEPT} == before
    files = before[BLOBS]
    assert len(files) == 4  # the document, its picture, what is shown of it, its structure
    for sha256, size in files:
        body = bucket.get_object(Bucket=BUCKET, Key=Blob(sha256=sha256).name)["Body"].read()
        assert (hashlib.sha256(body).hexdigest(), len(body)) == (sha256, size)


def steps_down(sources: Path) -> dict[str, list[str]]:
    """Return the migrations of each app but the last, newest first: migrating to one reverts the next.

    Apps with one migration are left out.
    """
    names = {app: (sources if (sources / app).exists() else ROOT) / app / "migrations" for app in APPS}
    steps = {
        app: sorted((file.stem for file in folder.glob("[0-9]*.py")), reverse=True)[1:] for app, folder in names.items()
    }
    return {app: names for app, names in steps.items() if names}
