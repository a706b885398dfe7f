"""Every migration is reverted and applied again, on real PostgreSQL with rows in every app (T-13)."""

import hashlib
from collections.abc import Iterator

import pytest
from django.db.migrations.loader import MigrationLoader

from corpuses.conversations.models import Proposal
from corpuses.conversations.proposals.services import approve_proposal
from documents.models import Blob
from tasks.testing import run_jobs
from tests.api.seaweed import BUCKET, bucket, running
from tests.idempotency.conftest import begin, language_model
from tests.meta.rolling.scratch import APPS, Database, scratch_database
from users.models import User

__all__ = ["bucket", "language_model", "running"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600), pytest.mark.long]

BLOBS = "select sha256, size from documents_blob order by 1"
# Their later migrations change functions, which stay as they are when one is reverted, or the choices of a field.
SAME_TABLES = frozenset({"audit", "events", "tasks"})
# Columns that the first migrations made, two of them jsonb.
KEPT = (
    BLOBS,
    "select id, spans from corpuses_annotation order by 1",
    "select id, warnings from documents_documentrevision order by 1",
)


@pytest.fixture
def database(transactional_db, language_model) -> Iterator[Database]:
    """Copy a database with a document, its embeddings, the run of an agent, jobs and their log lines."""
    begin("corpuses.agent")
    run_jobs()
    with scratch_database() as copy:
        yield copy


# proves: T-13 S3-61
def test_each_migration_goes_down_and_up_again_with_rows(database):
    before, schema = database.rows(), database.schema()
    assert {name.partition("_")[0] for name, count in before.items() if count} == set(APPS)
    steps = steps_down()
    assert set(steps) >= {"corpuses", "documents"}  # of the others, `zero` is the only step
    kept = set(before)  # the tables that were there all the time
    for app, names in steps.items():
        database.migrate(*((app, name) for name in names))
        assert (database.schema() != schema) is (app not in SAME_TABLES), app
        kept &= set(database.rows())
        database.migrate(())
        assert database.schema() == schema, app
    assert kept >= {"users_user", "tasks_job", "tasks_steprun", "documents_page", "corpuses_passage"}
    after = database.rows()
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}


# proves: T-13 S3-61
def test_everything_goes_down_to_nothing_and_up_again(database):
    schema = database.schema()
    database.migrate(*((app, "zero") for app in APPS))
    assert database.rows() == {}
    database.migrate(())
    assert database.schema() == schema


# proves: S3-61
def test_files_in_an_object_store_and_json_survive_all_migrations_down_and_up(bucket, transactional_db, language_model):
    begin("corpuses.agent")
    run_jobs()
    approve_proposal(Proposal.objects.get(), actor=User.objects.get())  # writes an annotation
    with scratch_database() as copy:
        before = {text: copy.query(text) for text in KEPT}
        assert all(before.values())
        schema = copy.schema()
        copy.migrate(*((app, names[-1]) for app, names in steps_down().items()))
        assert copy.schema() != schema
        copy.migrate(())
        assert {text: copy.query(text) for text in KEPT} == before
    files = before[BLOBS]
    assert len(files) == 4  # the document, its picture, what is shown of it, its structure
    for sha256, size in files:
        body = bucket.get_object(Bucket=BUCKET, Key=Blob(sha256=sha256).name)["Body"].read()
        assert (hashlib.sha256(body).hexdigest(), len(body)) == (sha256, size)


def steps_down() -> dict[str, list[str]]:
    """Return the migrations of each app but the last, newest first: migrating to one reverts the next.

    Apps with one migration are left out.
    """
    nodes = MigrationLoader(None).disk_migrations
    steps = {app: sorted((name for label, name in nodes if label == app), reverse=True)[1:] for app in APPS}
    return {app: names for app, names in steps.items() if names}
