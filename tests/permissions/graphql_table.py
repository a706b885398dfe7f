"""The expected result of every GraphQL operation for every actor: 200, the status of an error in REST, or its code.

Columns and stars as in `rest_table.py`. Queries are written in full, mutations by their input.
"""

from typing import Any

from tests.permissions.rest_table import (
    EDIT,
    EVERYONE,
    JOB,
    JOB_PLAIN,
    LIST,
    MEMBERS,
    MEMBERS_EDIT,
    MEMBERS_PLAIN,
    MEMBERS_REVIEW,
    OWN,
    OWN_LIST,
    OWN_PLAIN,
    OWNER,
    STAFF,
    TEAM_ADMIN_PLAIN,
    TEAM_INVITATIONS,
    TEAM_INVITED,
    TEAM_LIST,
    TEAM_VIEW,
    USER,
    VIEW,
    VIEW_PLAIN,
)

WRONG = "wrong_password"
ANNOTATE = "401 404 403 200 403 200 200 404 401 403 401 403 200"
BIN_ITEM = "401 404 404 404 404 200 200 404 401 404 401 404 200"
SESSION = "user_session_required"
LIMITED = "token_limited"
SIGNED_IN = f"401 200 200 200 200 200 200 200 401 200 401 {SESSION} {SESSION}"
UNLIMITED = f"401 200 200 200 200 200 200 200 401 200 401 200 {LIMITED}"
MANAGER = f"401 404 403 403 403 403 200 404 401 404 401 {SESSION} 404"

QUERIES: dict[str, tuple[str, str]] = {
    "node": ('node(id: "{document_id}") {{ ... on Document {{ title }} }}', VIEW),
    "me": ("me {{ username }}", EVERYONE),
    "auditLog": ("auditLog {{ totalCount edges {{ node {{ action details }} }} }}", UNLIMITED),
    "tokens": (
        "tokens {{ edges {{ node {{ name }} }} }}",
        f"401 200 200 200 200 200 200* 200 401 200 401 {SESSION} {SESSION}",
    ),
    "teams": ("teams {{ edges {{ node {{ name }} }} }}", TEAM_LIST),
    "teamInvitations": ("teamInvitations {{ edges {{ node {{ team {{ name }} }} }} }}", TEAM_INVITATIONS),
    "fileTypes": ("fileTypes {{ name }}", USER),
    "bin": ("bin {{ edges {{ node {{ title }} }} }}", "401 200 200 200 200 200* 200* 200 401 200 401 200 200*"),
    "usage": ("usage {{ documents }}", UNLIMITED),
    "documents": ("documents {{ totalCount edges {{ node {{ title jobs {{ subjectTitle }} }} }} }}", LIST),
    "document": ('document(id: "{document_id}") {{ title corpuses {{ title }} }}', VIEW),
    "corpuses": ("corpuses {{ edges {{ node {{ title documents {{ edges {{ node {{ title }} }} }} }} }} }}", LIST),
    "corpus": ('corpus(id: "{corpus_id}") {{ title labels {{ name }} }}', VIEW),
    "documentsToRun": ('documentsToRun(actionId: "{action_id}")', MEMBERS_PLAIN),
    "analyzers": ("analyzers", USER),
    "annotations": ("annotations {{ edges {{ node {{ quote note }} }} }}", LIST),
    "searchCorpus": ('searchCorpus(corpusId: "{corpus_id}", query: "rent") {{ quote }}', VIEW_PLAIN),
    "languageModelUsage": ("languageModelUsage {{ tokens }}", USER),
    "fieldsetTemplates": ("fieldsetTemplates {{ name }}", USER),
    "extractEngines": ("extractEngines {{ name }}", USER),
    "estimateExtract": ('estimateExtract(corpusId: "{corpus_id}", fieldsetId: "{fieldset_id}") {{ cells }}', EDIT),
    "search": (
        'search(query: "Quokka") {{ documents {{ document {{ title }} }} labels {{ name }} }}',
        "401 200- 200* 200* 200* 200* 200* 200- 200* 200* 401 200* 200*",
    ),
    "findInDocument": ('findInDocument(documentId: "{document_id}", query: "Quokka") {{ matches {{ quote }} }}', VIEW),
    "jobs": ("jobs {{ edges {{ node {{ subjectTitle }} }} }}", OWN_LIST),
    "job": ('job(id: "{job_id}") {{ subjectTitle }}', JOB),
    "jobKinds": ("jobKinds {{ name }}", USER),
    "failureGroups": ("failureGroups {{ __typename }}", STAFF),
    "deadLetters": ("deadLetters {{ totalCount }}", STAFF),
    "deadLetter": ('deadLetter(id: "{dead_letter_id}") {{ id }}', STAFF),
    "queueStages": ("queueStages {{ __typename }}", STAFF),
    "workers": ("workers {{ __typename }}", STAFF),
    "tenantQueues": ("tenantQueues {{ totalCount }}", STAFF),
    "scheduler": ("scheduler {{ policy }}", STAFF),
    "storedFiles": ("storedFiles {{ damagedCount }}", STAFF),
}

# The types of `node`: an id of the world, a field, and the expected results: those of the field that lists it.
NODES: dict[str, tuple[str, str, str]] = {
    "Document": ("document_id", "title", VIEW),
    "Page": ("page_id", "number", VIEW_PLAIN),
    "User": ("owner_id", "username", OWN_PLAIN),
    "Corpus": ("corpus_id", "title", VIEW),
    "Folder": ("folder_id", "name", VIEW),
    "Archive": ("archive_id", "filename", OWN),
    "Label": ("label_id", "name", VIEW),
    "Annotation": ("annotation_id", "note", VIEW),
    "Fieldset": ("fieldset_id", "name", MEMBERS),
    "Extract": ("extract_id", "name", MEMBERS),
    "ExtractRow": ("row_id", "document { title }", MEMBERS),
    "Cell": ("cell_id", "text", MEMBERS),
    "CorpusAction": ("action_id", "instructions", MEMBERS),
    "ActionExecution": ("execution_id", "message document { title }", MEMBERS),
    "Job": ("job_id", "subjectTitle", JOB),
    "Share": ("share_id", "role", OWNER),
    "Team": ("team_id", "name", TEAM_VIEW),
    "TeamInvitation": ("my_invitation_id", "team { name }", "401 404 200* 404 404 404 404 404 401 404 401 404 404"),
    "ApiToken": ("token_id", "name", f"401 404 404 404 404 404 200* 404 401 404 401 {SESSION} {SESSION}"),
    "AuditEntry": ("audit_entry_id", "action", f"401 404 404 404 404 404 200 200 401 404 401 404 {LIMITED}"),
}

MUTATIONS: dict[str, tuple[dict[str, Any], str]] = {
    "restoreFromBin": ({"id": "{bin_item_id}"}, BIN_ITEM),
    "purgeFromBin": ({"id": "{bin_item_id}"}, BIN_ITEM),
    "emptyBin": ({"kind": "DOCUMENT"}, UNLIMITED),
    "createCorpus": ({"title": "New"}, UNLIMITED),
    "updateCorpus": ({"id": "{corpus_id}", "title": "New"}, EDIT),
    "deleteCorpus": ({"id": "{corpus_id}"}, OWNER),
    "addDocumentsToCorpus": ({"corpusId": "{corpus_id}", "documentIds": ["{document_id}"]}, EDIT),
    "removeDocumentsFromCorpus": ({"corpusId": "{corpus_id}", "documentIds": ["{document_id}"]}, EDIT),
    "createFolder": ({"corpusId": "{corpus_id}", "name": "New"}, EDIT),
    "removeDocumentFromCorpora": ({"documentId": "{document_id}", "membershipIds": ["{membership_id}"]}, OWNER),
    "renameFolder": ({"id": "{folder_id}", "name": "New"}, EDIT),
    "moveFolder": ({"id": "{folder_id}"}, EDIT),
    "deleteFolder": ({"id": "{folder_id}"}, EDIT),
    "moveDocuments": (
        {"corpusId": "{corpus_id}", "documentIds": ["{document_id}"], "folderId": "{folder_id}"}, EDIT,
    ),
    "createLabel": ({"corpusId": "{corpus_id}", "name": "New"}, ANNOTATE),
    "updateLabel": ({"id": "{label_id}", "name": "New"}, EDIT),
    "deleteLabel": ({"id": "{label_id}", "withAnnotations": True}, EDIT),
    "createAnnotation": (
        {"corpusId": "{corpus_id}", "documentId": "{document_id}", "label": "New", "start": 0, "end": 3}, ANNOTATE,
    ),
    "updateAnnotation": ({"id": "{annotation_id}", "note": "New"}, EDIT),  # the owner's annotation
    "deleteAnnotation": ({"id": "{annotation_id}"}, EDIT),
    "setLanguageModel": (
        {"corpusId": "{corpus_id}", "model": "gpt", "baseUrl": "https://api.openai.com/v1"}, EDIT,
    ),
    "removeLanguageModel": ({"corpusId": "{corpus_id}"}, EDIT),
    "createFieldset": ({"corpusId": "{corpus_id}", "template": "leases"}, EDIT),
    "updateFieldset": ({"id": "{fieldset_id}", "name": "New"}, MEMBERS_EDIT),
    "copyFieldset": ({"id": "{fieldset_id}"}, MEMBERS_EDIT),
    "deleteFieldset": ({"id": "{fieldset_id}"}, MEMBERS_EDIT),
    "startExtract": ({"corpusId": "{corpus_id}", "fieldsetId": "{fieldset_id}"}, EDIT),
    "updateExtract": ({"id": "{extract_id}", "name": "New"}, MEMBERS_EDIT),
    "cancelExtract": ({"id": "{extract_id}"}, MEMBERS_EDIT),
    "rerunExtract": ({"id": "{extract_id}", "rowIds": ["{row_id}"]}, MEMBERS_EDIT),
    "addDocumentsToExtract": ({"id": "{extract_id}", "documentIds": ["{document_id}"]}, MEMBERS_EDIT),
    "deleteExtract": ({"id": "{extract_id}"}, MEMBERS_EDIT),
    "reviewCells": ({"ids": ["{cell_id}"], "review": "APPROVED"}, MEMBERS_REVIEW),
    "updateCell": ({"id": "{cell_id}", "text": "New"}, MEMBERS_REVIEW),
    "createAction": ({"corpusId": "{corpus_id}", "kind": "EXTRACT", "name": "New",
                      "questions": [{"name": "Rent", "question": "How much?"}]}, EDIT),
    "updateAction": ({"id": "{action_id}", "enabled": False}, MEMBERS_EDIT),
    "deleteAction": ({"id": "{action_id}"}, MEMBERS_EDIT),
    "runAction": ({"id": "{action_id}", "documentIds": ["{document_id}"]}, MEMBERS_EDIT),
    "retryAction": ({"id": "{action_id}", "executionIds": ["{execution_id}"]}, MEMBERS_EDIT),
    "updateDocument": ({"id": "{document_id}", "title": "New"}, EDIT),
    "deleteDocuments": ({"ids": ["{document_id}"]}, OWNER),
    "reprocessDocuments": ({}, STAFF),
    "retryDocument": ({"id": "{document_id}"}, EDIT),
    "unlockDocument": (
        {"id": "{document_id}", "password": "x"},
        "401 404 403 403 403 not_encrypted not_encrypted 404 401 403 401 403 not_encrypted",
    ),
    "createShare": ({"targetId": "{document_id}", "role": "VIEWER", "user": "newcomer"}, OWNER),
    "updateShare": ({"id": "{share_id}", "role": "EDITOR"}, OWNER),
    "deleteShare": ({"id": "{share_id}"}, OWNER),
    "setPublic": ({"targetId": "{corpus_id}", "public": True}, OWNER),
    "createTeam": ({"name": "New"}, f"401 200 200 200 200 200 200 200 401 200 401 403 {LIMITED}"),
    "updateTeam": ({"id": "{team_id}", "name": "New"}, TEAM_ADMIN_PLAIN),
    "deleteTeam": ({"id": "{team_id}"}, "401 404 403 403 403 403 team_has_service_accounts 404 401 404 401 403 404"),
    "addTeamMember": ({"teamId": "{team_id}", "user": "newcomer"}, TEAM_ADMIN_PLAIN),
    "acceptTeamInvitation": ({"id": "{my_invitation_id}"}, TEAM_INVITED),
    "declineTeamInvitation": ({"id": "{my_invitation_id}"}, TEAM_INVITED),
    "withdrawTeamInvitation": (
        {"teamId": "{team_id}", "invitationId": "{team_invitation_id}"}, TEAM_ADMIN_PLAIN,
    ),
    "removeTeamMember": (
        {"teamId": "{team_id}", "userId": "{user_id}"}, "401 404 200 403 403 403 200 404 401 404 401 403 404",  # leaves
    ),
    "cancelJob": ({"id": "{job_id}"}, "401 404 404 404 404 403 200 200 401 404 401 404 200"),
    "retryJob": ({"id": "{job_id}"}, JOB_PLAIN),
    "setJobPriority": (
        {"id": "{job_id}", "priority": "LOW"},
        "401 404 404 404 404 403 job_has_begun job_has_begun 401 404 401 404 job_has_begun",
    ),
    "requeueDeadLetters": ({"ids": ["{dead_letter_id}"]}, STAFF),
    "discardDeadLetter": ({"id": "{dead_letter_id}"}, STAFF),
    "discardDeadLetters": ({"ids": ["{dead_letter_id}"]}, STAFF),
    "setTenantQueue": ({"id": "{tenant_id}", "weight": 2.0}, STAFF),
    "setScheduler": ({"policy": "TURNS"}, STAFF),
    "updateProfile": ({"name": "New"}, SIGNED_IN),
    "changePassword": (
        {"currentPassword": "correct horse battery", "newPassword": "battery staple 9"},
        f"401 {WRONG} {WRONG} {WRONG} {WRONG} {WRONG} 200 {WRONG} 401 {WRONG} 401 {SESSION} {SESSION}",
    ),
    "createToken": ({"name": "New", "scopes": ["READ"]}, SIGNED_IN),
    "revokeToken": ({"id": "{token_id}"}, f"401 404 404 404 404 404 200 404 401 404 401 {SESSION} {SESSION}"),
    "createServiceAccount": ({"teamId": "{team_id}", "name": "New"}, MANAGER),
    "updateServiceAccount": ({"id": "{account_id}", "isActive": False}, MANAGER),
    "deleteServiceAccount": ({"id": "{account_id}"}, MANAGER),
    "createServiceAccountToken": ({"accountId": "{account_id}", "name": "New", "scopes": ["READ"]}, MANAGER),
    "revokeServiceAccountToken": ({"accountId": "{account_id}", "id": "{account_token_id}"}, MANAGER),
}  # fmt: skip
