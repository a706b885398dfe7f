"""Each change sends the events that bring other pages up to date. New ones fail here until they do, or say why not.

REST and GraphQL call the same services (`test_counterparts`), so mutations stand for both.
"""

import pytest
from django.db import transaction
from django.utils import timezone

from corpuses.conversations.models import Conversation
from corpuses.extracts.models import ExtractRow
from events.models import Event
from tests.permissions import graphql_table
from tests.permissions.sending import by_graphql, filled

pytestmark = pytest.mark.django_db

ACCESS = "corpus: access"
ACTIONS = "corpus: actions"
ANNOTATIONS = "corpus: annotations"
CELLS = "corpus: cells, extracts"
COMMENTS = "corpus: comments"
CORPUS = "corpus: description, title"
DELETED = "document: "  # no field is left
EXECUTIONS = "corpus: executions"
EXTRACTS = "corpus: extracts"
FIELDSETS = "corpus: fieldsets"
FOLDERS = "corpus: folders"
JOB = "job: state"
LABELS = "corpus: labels"
MEMBERS = "team: members"
LEFT = "team: "
PROPOSALS = "notification: proposals"

ANNOUNCED = {
    "acceptTeamInvitation": {MEMBERS},
    "addTeamMember": {MEMBERS, LEFT},
    "approveProposal": {COMMENTS, PROPOSALS},  # it is a comment
    "copyCorpus": {CORPUS, FIELDSETS, JOB},
    "copyFieldset": {FIELDSETS},
    "createAction": {ACTIONS, FIELDSETS},
    "createAnnotation": {LABELS, ANNOTATIONS},
    "createBulkChange": {JOB},
    "createComment": {COMMENTS, "notification: notification"},
    "createCorpus": {CORPUS},
    "createExport": {JOB},
    "createField": {"corpus: fields"},
    "createFieldset": {FIELDSETS},
    "createFolder": {FOLDERS},
    "createLabel": {LABELS},
    "createRelation": {ANNOTATIONS},
    "createRemoteAnalyzer": {"corpus: remote_analyzers"},
    "createSampleCorpus": {
        CORPUS, LABELS, FIELDSETS, ACTIONS, "corpus: documents", "corpus: document_labels", "document: state", JOB,
    },
    "createSavedView": {"corpus: saved_views"},
    "createServiceAccount": {MEMBERS},
    "createShare": {"document: access"},
    "createTeam": {MEMBERS},
    "createThread": {COMMENTS},
    "declineTeamInvitation": {MEMBERS},
    "deleteAction": {"corpus: actions, analysis_runs"},
    "deleteAnnotation": {ANNOTATIONS},
    "deleteAnnotations": {ANNOTATIONS},
    "deleteComment": {COMMENTS},
    "deleteConversation": {PROPOSALS},
    "deleteCorpus": {"corpus: ", "team: access"},
    "deleteDocument": {DELETED, "corpus: documents", JOB, "execution: state", EXECUTIONS},
    "deleteDocuments": {DELETED, "corpus: documents", JOB, "execution: state", EXECUTIONS},
    "deleteExtract": {EXTRACTS},
    "deleteField": {"corpus: field_values, fields"},
    "deleteFieldset": {FIELDSETS},
    "deleteFolder": {FOLDERS},
    "deleteLabel": {"corpus: annotations, document_labels, labels"},
    "deleteRelation": {ANNOTATIONS},
    "deleteRemoteAnalyzer": {"corpus: remote_analyzers"},
    "deleteSavedView": {"corpus: saved_views"},
    "deleteServiceAccount": {MEMBERS, LEFT},
    "deleteShare": {ACCESS},
    "emptyBin": {JOB},
    "findSimilarTexts": {JOB},
    "labelDocuments": {"corpus: document_labels"},
    "leave": {ACCESS},
    "mergeLabels": {"corpus: annotations, document_labels, labels"},
    "moveDocuments": {FOLDERS},
    "purgeFromBin": {"corpus: bin"},
    "readAllNotifications": {"notification: notification"},
    "rejectProposal": {PROPOSALS},
    "relabelAnnotations": {ANNOTATIONS},
    "removeDocumentFromCorpora": {"corpus: documents"},
    "removeDocumentsFromCorpus": {"corpus: documents"},
    "removeLanguageModel": {"corpus: language_model"},
    "removeTeamMember": {MEMBERS, LEFT},
    "requeueDeadLetters": {JOB},
    "rerunExtract": {CELLS},
    "restoreFromBin": {ANNOTATIONS},
    "retryMessage": {PROPOSALS},  # the rest is followed by the stream
    "retryDocument": {"document: state", JOB},
    "retryJob": {JOB},
    "reviewAnnotations": {ANNOTATIONS},
    "reviewCells": {"corpus: cells"},
    "reviewSuggestedValue": {"corpus: field_values"},
    "saveMessage": {COMMENTS},
    "setFieldValues": {"corpus: field_values"},
    "setLanguageModel": {"corpus: language_model"},
    "setPublic": {ACCESS},
    "startAnalysis": {ACTIONS, JOB, "execution: state", EXECUTIONS},
    "startExtract": {JOB, EXTRACTS},
    "suggestPassages": {JOB},
    "suggestSources": {LABELS, ANNOTATIONS},
    "undoBulkChange": {JOB},
    "undoEdits": {ANNOTATIONS},
    "updateAction": {ACTIONS},
    "updateAnnotation": {ANNOTATIONS},
    "updateCell": {"corpus: cells"},
    "updateComment": {COMMENTS},
    "updateCorpus": {"corpus: title"},
    "updateDocument": {"document: title"},
    "updateExtract": {EXTRACTS},
    "updateField": {"corpus: fields"},
    "updateFieldset": {FIELDSETS},
    "updateFolder": {FOLDERS},
    "updateLabel": {LABELS},
    "updateNotification": {"notification: notification"},
    "updateObligation": {ANNOTATIONS},
    "updateRelation": {ANNOTATIONS},
    "updateRemoteAnalyzer": {"corpus: remote_analyzers"},
    "updateSavedView": {"corpus: saved_views"},
    "updateServiceAccount": {MEMBERS},
    "updateShare": {ACCESS},
    "updateTeam": {MEMBERS},
    "updateThread": {COMMENTS},
    "withdrawTeamInvitation": {MEMBERS},
}  # fmt: skip

OWN = "is shown to this user only, who has just changed it"
STREAM = "is followed by the stream of the conversation"
UNCHANGED = "changes nothing here"
STAFF = "pages of staff are polled"
SILENT = {
    "addDocumentsToCorpus": "the document is in the corpus already",
    "addDocumentsToExtract": "the document is in the extract already",
    "cancelAnalysisRun": "the run has ended",
    "cancelExtract": "it has ended",
    "cancelJob": UNCHANGED,
    "cancelMessage": STREAM,
    "changeCorpusEmbedder": "it serves already",
    "changePassword": OWN,
    "createCalendarFeed": OWN,
    "createConversation": OWN,
    "createServiceAccountToken": "the number of tokens is shown to admins only, when they look",
    "createToken": OWN,
    "deleteCalendarFeed": OWN,
    "deleteExport": OWN,
    "deleteTeam": "refused here, because it has a service account",
    "discardDeadLetter": STAFF,
    "discardDeadLetters": STAFF,
    "openCircuitBreaker": STAFF,
    "redoEdits": "nothing was undone",
    "reportPresence": "is not stored: `presence` goes to Redis",
    "reprocessDocuments": "there is none here",
    "resetCircuitBreaker": STAFF,
    "retryAction": "no execution has failed here",
    "revokeServiceAccountToken": "the number of tokens is shown to admins only, when they look",
    "revokeToken": OWN,
    "runAction": "has run on all documents here",
    "sendMessage": STREAM,
    "setJobPriority": "the job has begun",
    "setScheduler": STAFF,
    "setTenantQueue": STAFF,
    "tryRemoteAnalyzer": "the analyzer is disabled",
    "unlockDocument": "refused here",
    "updateConversation": "is not shared here",
    "updateProfile": OWN,
}


def _announced(world, name: str) -> set[str]:
    """Return the events of a mutation, sent by the first actor who may, as `entity: changed`."""
    values, _ = graphql_table.MUTATIONS[name]
    query = f"mutation ($input: {name[0].upper()}{name[1:]}Input!) {{ {name}(input: $input) {{ errors {{ code }} }} }}"
    variables = {"input": filled(world, values)}
    for actor in ("owner", "admin", "viewer"):
        with transaction.atomic():
            before = list(Event.objects.values_list("pk", flat=True))
            status, _ = by_graphql(world.client(actor), query, variables)
            found = {
                f"{each.entity}: {', '.join(sorted(each.changed))}" for each in Event.objects.exclude(pk__in=before)
            }
            transaction.set_rollback(True)
        if status.startswith("2"):
            return found
    return set()


@pytest.mark.parametrize("name", sorted(graphql_table.MUTATIONS))
def test_mutations(world, name):
    assert (name in ANNOUNCED) != (name in SILENT), "Write down what it announces, or why nothing"
    assert _announced(world, name) == ANNOUNCED.get(name, set())


@pytest.mark.parametrize("name", ["updateConversation", "deleteConversation"])
def test_shared_conversations(world, name):
    Conversation.objects.filter(pk=world.names["conversation_id"]).update(is_shared=True)
    assert _announced(world, name) - {PROPOSALS} == {"corpus: conversations"}


def test_an_extract_that_runs_is_cancelled(world):
    ExtractRow.objects.update(state=ExtractRow.State.PENDING, started=None, finished=None)
    assert _announced(world, "cancelExtract") == {CELLS}


def test_a_document_that_is_removed_for_good(world):
    world.document.deleted_at, world.document.deleted_by_id = timezone.now(), world.document.owner_id
    world.document.save(update_fields=["deleted_at", "deleted_by"])
    mutation = f'mutation {{ purgeFromBin(input: {{id: "{world.document.pk}"}}) {{ errors {{ code }} }} }}'
    assert world.client("owner").execute(mutation) == {"purgeFromBin": {"errors": []}}
    assert Event.objects.filter(entity="document", uuid=world.document.pk, changed=[]).exists()


def test_nothing_else_is_listed():
    assert ANNOUNCED.keys() | SILENT.keys() == graphql_table.MUTATIONS.keys()
