"""Every operation that changes something leaves an entry in the audit log. New ones fail here until they do."""

import pytest
from django.db import transaction

from audit.models import AuditEntry
from corpuses.extracts.models import ExtractRow
from corpuses.models import Corpus
from documents.models import Document
from tests.permissions import graphql_table, rest_table
from tests.permissions.sending import by_graphql, by_rest, filled

pytestmark = pytest.mark.django_db

JOBS = "jobs have a log of their own"
LATER = "the document or archive is recorded when it is complete"
READ_STATE = "the user has read a notification"
READS = "answers a question"
UNRECORDED = {
    "addDocumentsToCorpus": "the document is in the corpus already",
    "POST api/v1/corpuses/{corpus_id}/documents": "the same",
    "addDocumentsToExtract": "the document is in the extract already",
    "POST api/v1/extracts/{extract_id}/documents": "the same",
    "cancelExtract": "it has ended",
    "POST api/v1/extracts/{extract_id}/cancel": "the same",
    "POST api/v1/corpuses/{corpus_id}/unpublish": "it is not public",
    "POST api/v1/documents/{document_id}/unpublish": "the same",
    "changeCorpusEmbedder": "it serves already",
    "PUT api/v1/corpuses/{corpus_id}/embedder": "the same",
    "POST api/v1/auth/refresh": "the sign-in was recorded",
    "POST api/v1/auth/register": "refused here",
    "POST api/v1/auth/email/confirm": "refused here",
    "POST api/v1/auth/second-factor": "refused here",
    "POST api/v1/auth/second-factor/setup": "nothing is stored yet",
    "POST api/v1/auth/second-factor/recovery-codes": "refused here, because there is no second factor",
    "DELETE api/v1/auth/second-factor": "there is none here",
    "POST api/v1/auth/passkeys": "refused here",
    "POST api/v1/auth/passkeys/setup": "nothing is stored yet",
    "POST api/v1/auth/session/passkey": "refused here",
    "POST api/v1/auth/session/passkey/challenge": "nothing is stored",
    "POST api/v1/auth/email/send": "sends an e-mail only",
    "POST api/v1/auth/password/reset/confirm": "refused here",
    "POST api/v1/uploads": LATER,
    "POST api/v1/uploads/direct": LATER,
    "PATCH api/v1/uploads/{upload_id}": LATER,
    "DELETE api/v1/uploads/{upload_id}": "there is no document yet",
    "POST api/v1/uploads/{upload_id}/complete": LATER,
    "PUT api/v1/blobs/uploads/{upload_id}": LATER,
    "POST api/v1/corpuses/{corpus_id}/annotation-imports": "recorded when its job has ended",
    "POST api/v1/corpuses/{corpus_id}/archives": LATER,
    "DELETE api/v1/documents/{document_id}/my-access": "refused here, because access is inherited from the corpus",
    "DELETE api/v1/labels/{label_id}": "refused here, because it is in use",
    "DELETE api/v1/teams/{team_id}": "refused here, because it has a service account",
    "deleteTeam": "refused here, because it has a service account",
    "POST api/v1/documents/{document_id}/password": "recorded as reprocessed; refused here",
    "POST api/v1/admin/failed-jobs/requeue": "the example selects none",
    "POST api/v1/admin/reprocess": "each document is recorded; there is none here",
    "redoEdits": "nothing was undone",
    "POST api/v1/edits/redo": "nothing was undone",
    "reportPresence": "is forgotten after seconds",
    "PUT api/v1/documents/{document_id}/presence": "the same",
    "deleteExport": "the export was recorded; its file is deleted after some days anyway",
    "DELETE api/v1/exports/{export_id}": "the same",
    "updateNotification": READ_STATE,
    "readAllNotifications": READ_STATE,
    "PATCH api/v1/notifications/{notification_id}": READ_STATE,
    "POST api/v1/notifications/read": READ_STATE,
    "emptyBin": "each purge is recorded by its job",
    "cancelJob": JOBS,
    "retryJob": JOBS,
    "setJobPriority": JOBS,
    "reprocessDocuments": "each document is recorded; there is none here",
    "unlockDocument": "recorded as reprocessed; refused here",
    "POST api/v1/jobs/{job_id}/cancel": JOBS,
    "POST api/v1/jobs/{job_id}/retry": JOBS,
    "PATCH api/v1/jobs/{job_id}": JOBS,
    "DELETE api/v1/bin": "each purge is recorded by its job",
    "POST api/v1/upload-checks": READS,
    "POST api/v1/corpuses/{corpus_id}/analyzer-trials": READS,
    "POST api/v1/corpuses/{corpus_id}/extract-estimates": READS,
    "POST api/v1/analysis-runs/{run_id}/results": "the end of the action is recorded; refused here",
    "POST api/v1/analysis-runs/{run_id}/cancel": "the run has ended",
    "cancelAnalysisRun": "the run has ended",
    "POST api/v1/remote-analyzers/{analyzer_id}/trial": "the analyzer is disabled",
    "tryRemoteAnalyzer": "the analyzer is disabled",
    "POST api/v1/auth/invitations/check": READS,
}


def _leaves_entries(world, send, actors=("owner", "admin", "viewer", "outsider", "anonymous")) -> str:
    """Send the operation as the first actor who may; return its result: no entry, some, or refused."""
    for actor in actors:
        with transaction.atomic():
            before = AuditEntry.objects.count()
            status, _ = send(world.client(actor))
            after = AuditEntry.objects.count()
            transaction.set_rollback(True)
        if status.startswith("2"):
            return "recorded" if after > before else "not recorded"
    return "refused"


@pytest.mark.parametrize("name", sorted(set(graphql_table.MUTATIONS) - set(UNRECORDED)))
def test_mutations(world, name):
    values, _ = graphql_table.MUTATIONS[name]
    kind = name[0].upper() + name[1:]
    query = f"mutation ($input: {kind}Input!) {{ {name}(input: $input) {{ errors {{ code message }} }} }}"
    variables = {"input": filled(world, values)}
    assert _leaves_entries(world, lambda client: by_graphql(client, query, variables)) == "recorded"


def test_an_extract_that_runs_is_cancelled(world):
    ExtractRow.objects.update(state=ExtractRow.State.PENDING, started=None, finished=None)
    operation = "POST api/v1/extracts/{extract_id}/cancel"
    assert _leaves_entries(world, lambda client: by_rest(world, client, operation)) == "recorded"


@pytest.mark.parametrize(("model", "path"), [(Corpus, "corpuses/{corpus_id}"), (Document, "documents/{document_id}")])
def test_what_is_public_is_made_private(world, model, path):
    model.objects.update(is_public=True)
    operation = f"POST api/v1/{path}/unpublish"
    assert _leaves_entries(world, lambda client: by_rest(world, client, operation)) == "recorded"


WRITES = [each for each in rest_table.TABLE if not each.startswith(("GET", "HEAD")) and each not in UNRECORDED]


@pytest.mark.parametrize("operation", WRITES)
def test_rest(world, operation):
    assert _leaves_entries(world, lambda client: by_rest(world, client, operation)) == "recorded"
