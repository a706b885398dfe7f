"""The expected result of every GraphQL operation for every actor: 200, the status of an error in REST, or its code.

Columns and stars as in `rest_table.py`. Queries are written in full, mutations by their input.
"""

from typing import Any

from tests.permissions.account_table import (
    EVERYONE,
    STAFF,
    TEAM_ADMIN_PLAIN,
    TEAM_INVITATIONS,
    TEAM_LIST,
    TEAM_VIEW,
    USER,
)
from tests.permissions.rest_table import (
    ANNOTATE,
    COMMENT,
    EDIT,
    JOB,
    JOB_PLAIN,
    LIST,
    LIST_PLAIN,
    MEMBERS,
    MEMBERS_ANNOTATE,
    MEMBERS_EDIT,
    MEMBERS_LIST_OF_ALL,
    MEMBERS_OWNER,
    MEMBERS_PLAIN,
    MEMBERS_REVIEW,
    OWN,
    OWN_LIST,
    OWN_PLAIN,
    OWNER,
    PRESENCE,
    PROPOSALS,
    TEAM_INVITED,
    VIEW,
    VIEW_PLAIN,
)

WRONG = "wrong_password"
BIN_ITEM = "401 404 404 404 404 200 200 404 401 404 401 404 200"
SESSION = "user_session_required"
LIMITED = "token_limited"
SIGNED_IN = f"401 200 200 200 200 200 200 200 401 200 401 {SESSION} {SESSION}"
KNOWN_USERS = f"401 200 200* 200* 200* 200* 200* 200 401 200 401 {SESSION} {SESSION}"
CREATE_FEED = f"401 404 200 200 200 200 200 404 401 200 401 200 {LIMITED}"
SAVE_VIEW = "401 404 200 200 200 200 200 404 401 200 401 200 200"
UNLIMITED = f"401 200 200 200 200 200 200 200 401 200 401 200 {LIMITED}"
_ENDED = "analysis_has_ended"
ENDED = f"401 404 403 403 403 {_ENDED} {_ENDED} 404 401 404 401 403 {_ENDED}"
_INDIRECT = "access_not_direct"
_DISABLED = "remote_analyzer_disabled"
DISABLED = f"401 404 403 403 403 403 {_DISABLED} 404 401 404 401 403 {_DISABLED}"
MANAGER = f"401 404 403 403 403 403 200 404 401 404 401 {SESSION} 404"

RULES = r'settings: "{{\"rules\": [{{\"label\": \"Rent\", \"terms\": [\"rent\"]}}]}}") {{ count }}'
QUERIES: dict[str, tuple[str, str]] = {
    "node": ('node(id: "{document_id}") {{ ... on Document {{ title }} }}', VIEW),
    "me": ("me {{ username }}", EVERYONE),
    "auditLog": ("auditLog {{ totalCount edges {{ node {{ action details objectName documentTitle }} }} }}", UNLIMITED),
    "tokens": (
        "tokens {{ edges {{ node {{ name }} }} }}",
        f"401 200 200 200 200 200 200* 200 401 200 401 {SESSION} {SESSION}",
    ),
    "knownUsers": ("knownUsers {{ users {{ username name }} emails }}", KNOWN_USERS),
    "teams": ("teams {{ edges {{ node {{ name }} }} }}", TEAM_LIST),
    "teamInvitations": ("teamInvitations {{ edges {{ node {{ team {{ name }} }} }} }}", TEAM_INVITATIONS),
    "fileTypes": ("fileTypes {{ name }}", USER),
    "software": ("software {{ version libraries {{ license }} }}", USER),
    "bin": ("bin {{ edges {{ node {{ title }} }} }}", "401 200 200 200 200 200* 200* 200 401 200 401 200 200*"),
    "usage": ("usage {{ documents }}", UNLIMITED),
    "firstSteps": ("firstSteps {{ hasDocuments }}", UNLIMITED),
    # Suggestions wait for annotators, values for reviewers.
    "todo": (
        "todo {{ items {{ kind count corpusTitle extractName }} }}",
        "401 200- 200- 200* 200* 200* 200* 200- 401 200- 401 200- 200*",
    ),
    "documentFacets": ("documentFacets {{ values {{ name count }} }}", LIST_PLAIN),
    "documents": ("documents {{ totalCount edges {{ node {{ title jobs {{ subjectTitle }} }} }} }}", LIST),
    "document": ('document(id: "{document_id}") {{ title corpuses {{ title }} }}', VIEW),
    "corpuses": ("corpuses {{ edges {{ node {{ title documents {{ edges {{ node {{ title }} }} }} }} }} }}", LIST),
    "corpus": ('corpus(id: "{corpus_id}") {{ title labels {{ name }} }}', VIEW),
    "documentsToRun": ('documentsToRun(actionId: "{action_id}")', MEMBERS_PLAIN),
    "installedAnalyzers": ("installedAnalyzers {{ name }}", USER),
    "analyzerProblems": ("analyzerProblems {{ name }}", USER),
    "tryAnalyzer": (
        'tryAnalyzer(corpusId: "{corpus_id}", documentId: "{document_id}", analyzer: "dictionary", ' + RULES,
        EDIT,
    ),
    "analysisVersions": (
        'analysisVersions(actionId: "{action_id}") {{ settings labels {{ label count }} }}',
        MEMBERS,
    ),
    "analysisDifferences": (
        'analysisDifferences(actionId: "{action_id}", before: 1, after: 2) {{ places {{ quote }} }}',
        MEMBERS,
    ),
    "annotations": ("annotations {{ edges {{ node {{ quote note }} }} }}", LIST),
    "annotators": ('annotators(corpusId: "{corpus_id}") {{ username }}', VIEW_PLAIN),
    "edits": ("edits {{ edges {{ node {{ quote }} }} }}", MEMBERS_LIST_OF_ALL),
    "compareRevisions": (
        'compareRevisions(documentId: "{document_id}") {{ rows {{ old {{ runs {{ text }} }} }} }}',
        VIEW,
    ),
    "savedViews": ("savedViews {{ edges {{ node {{ name }} }} }}", LIST),
    "conversations": ("conversations {{ edges {{ node {{ title }} }} }}", OWN_LIST),
    "proposals": ("proposals {{ totalCount edges {{ node {{ text documentTitle }} }} }}", PROPOSALS),
    "bulkChanges": ("bulkChanges {{ edges {{ node {{ query }} }} }}", OWN_LIST),
    "exports": ("exports {{ edges {{ node {{ filename }} }} }}", OWN_LIST),
    "notifications": ("notifications {{ edges {{ node {{ text }} }} }}", OWN_LIST),
    "searchCorpus": ('searchCorpus(corpusId: "{corpus_id}", query: "rent") {{ quote }}', VIEW_PLAIN),
    "answerQuestion": (
        'answerQuestion(corpusId: "{corpus_id}", question: "Quokka") {{ passageCount answers {{ text }} }}',
        VIEW_PLAIN,
    ),
    "labelSuggestions": ('labelSuggestions(labelId: "{other_label_id}") {{ exampleCount }}', ANNOTATE),
    "similarTexts": ('similarTexts(corpusId: "{corpus_id}") {{ newDocumentCount }}', VIEW_PLAIN),
    "sameClauses": (
        'sameClauses(corpusId: "{corpus_id}", documentId: "{document_id}", start: 0, end: 6) {{ text }}',
        VIEW_PLAIN,
    ),
    "corpusEmbedder": ('corpusEmbedder(corpusId: "{corpus_id}") {{ embedder }}', EDIT),
    "allowedServers": ('allowedServers(corpusId: "{corpus_id}") {{ analyzers {{ host }} }}', OWNER),
    "languageModelUsage": ("languageModelUsage {{ tokens }}", USER),
    "fieldsetTemplates": ("fieldsetTemplates {{ name }}", USER),
    "extractEngines": ("extractEngines {{ name }}", USER),
    "previewRetention": ('previewRetention(corpusId: "{corpus_id}", days: 1) {{ toBin removed }}', OWNER),
    "estimateExtract": ('estimateExtract(corpusId: "{corpus_id}", fieldsetId: "{fieldset_id}") {{ cells }}', EDIT),
    "search": ('search(query: "Quokka") {{ documents {{ document {{ title }} }} labels {{ name }} }}', LIST),
    "findInDocument": ('findInDocument(documentId: "{document_id}", query: "Quokka") {{ matches {{ quote }} }}', VIEW),
    "documentDefinitions": (
        'documentDefinitions(corpusId: "{corpus_id}", documentId: "{document_id}") {{ definitions {{ text }} }}',
        VIEW_PLAIN,
    ),
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
    "circuitBreakers": ("circuitBreakers {{ name }}", STAFF),
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
    "DocumentField": ("field_id", "name", VIEW),
    "Relation": ("relation_id", "label { name }", VIEW),
    "Edit": ("edit_id", "quote", MEMBERS),
    "Thread": ("thread_id", "comments { edges { node { text } } }", MEMBERS),
    "Comment": ("comment_id", "text", MEMBERS),
    "SavedView": ("view_id", "name", VIEW),
    "RemoteAnalyzer": ("analyzer_id", "name", MEMBERS),
    "Conversation": ("conversation_id", "title messages { edges { node { text } } }", OWN),
    "Message": ("message_id", "text", OWN),
    "Obligation": ("obligation_id", "quote", VIEW),
    "CalendarFeed": ("feed_id", "path", OWN_PLAIN),
    "BulkChange": ("bulk_id", "query", OWN),
    "Export": ("export_id", "filename", OWN),
    "Notification": ("notification_id", "text", OWN),
    "Fieldset": ("fieldset_id", "name", MEMBERS),
    "Extract": ("extract_id", "name", MEMBERS),
    "ExtractRow": ("row_id", "document { title }", MEMBERS),
    "Cell": ("cell_id", "text", MEMBERS),
    "CorpusAction": ("action_id", "instructions", MEMBERS),
    "AnalysisRun": ("run_id", "message document { title }", MEMBERS),
    "AnalysisResult": ("result_id", "quote", MEMBERS),
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
    "createSampleCorpus": ({}, UNLIMITED),
    "updateCorpus": ({"id": "{corpus_id}", "title": "New"}, EDIT),
    "deleteCorpus": ({"id": "{corpus_id}"}, OWNER),
    "addDocumentsToCorpus": ({"corpusId": "{corpus_id}", "documentIds": ["{document_id}"]}, EDIT),
    "removeDocumentsFromCorpus": ({"corpusId": "{corpus_id}", "documentIds": ["{document_id}"]}, EDIT),
    "createFolder": ({"corpusId": "{corpus_id}", "name": "New"}, EDIT),
    "removeDocumentFromCorpora": ({"documentId": "{document_id}", "membershipIds": ["{membership_id}"]}, OWNER),
    "updateFolder": ({"id": "{folder_id}", "name": "New"}, EDIT),
    "deleteFolder": ({"id": "{folder_id}"}, EDIT),
    "moveDocuments": (
        {"corpusId": "{corpus_id}", "documentIds": ["{document_id}"], "folderId": "{folder_id}"}, EDIT,
    ),
    "createLabel": ({"corpusId": "{corpus_id}", "name": "New"}, ANNOTATE),
    "updateLabel": ({"id": "{label_id}", "name": "New", "parentId": "{other_label_id}", "position": 1}, EDIT),
    "mergeLabels": ({"id": "{label_id}", "intoId": "{other_label_id}"}, EDIT),
    "suggestPassages": ({"labelId": "{other_label_id}"}, ANNOTATE),
    "findSimilarTexts": ({"corpusId": "{corpus_id}"}, EDIT),
    "labelDocuments": ({"id": "{label_id}", "documentIds": ["{document_id}"]}, ANNOTATE),
    "createField": ({"corpusId": "{corpus_id}", "name": "New", "type": "DATE"}, EDIT),
    "updateField": ({"id": "{field_id}", "name": "New"}, EDIT),
    "deleteField": ({"id": "{field_id}"}, EDIT),
    "setFieldValues": (
        {"id": "{field_id}", "documentIds": ["{document_id}"], "values": ["New"]}, ANNOTATE,
    ),
    "deleteLabel": ({"id": "{label_id}", "withAnnotations": True}, EDIT),
    "createAnnotation": (
        {"corpusId": "{corpus_id}", "documentId": "{document_id}", "labelName": "New", "start": 0, "end": 3}, ANNOTATE,
    ),
    "updateAnnotation": ({"id": "{annotation_id}", "note": "New"}, EDIT),  # the owner's annotation
    "deleteAnnotation": ({"id": "{annotation_id}"}, EDIT),
    "reviewAnnotations": ({"annotationIds": ["{suggestion_id}"], "review": "ACCEPTED"}, ANNOTATE),
    "deleteAnnotations": (
        {"annotationIds": ["{annotation_id}", "{suggestion_id}"]}, EDIT,  # the owner's and a suggestion
    ),
    "relabelAnnotations": (
        {"annotationIds": ["{annotation_id}", "{suggestion_id}"], "labelId": "{other_label_id}"}, EDIT,
    ),
    "createRelation": (
        {
            "corpusId": "{corpus_id}", "sourceId": "{suggestion_id}", "targetId": "{annotation_id}",
            "labelId": "{label_id}",
        },
        ANNOTATE,
    ),
    "updateRelation": ({"id": "{relation_id}", "labelId": "{other_label_id}"}, EDIT),  # the owner's relation
    "deleteRelation": ({"id": "{relation_id}"}, EDIT),  # the owner's relation
    "reportPresence": ({"documentId": "{document_id}", "page": 1}, PRESENCE),
    "undoEdits": ({"group": "{edit_group}"}, OWN_PLAIN),  # the owner's edit
    "redoEdits": ({"group": "{edit_group}"}, OWN_PLAIN),
    "createThread": (
        {"corpusId": "{corpus_id}", "text": "New"}, "401 404 403 200 200 200 200 404 401 403 401 403 200",
    ),
    "updateThread": ({"id": "{thread_id}", "resolved": True}, COMMENT),
    "createComment": ({"threadId": "{thread_id}", "text": "New"}, COMMENT),
    "updateComment": ({"id": "{comment_id}", "text": "New"}, MEMBERS_OWNER),  # the owner's comment
    "deleteComment": ({"id": "{comment_id}"}, MEMBERS_EDIT),
    "updateObligation": ({"id": "{obligation_id}", "isDone": True}, ANNOTATE),
    "createCalendarFeed": ({"corpusId": "{corpus_id}"}, CREATE_FEED),
    "deleteCalendarFeed": ({"id": "{feed_id}"}, OWN_PLAIN),
    "createSavedView": (
        {"corpusId": "{corpus_id}", "kind": "CORPUS_DOCUMENTS", "name": "New", "query": "{}"}, SAVE_VIEW,
    ),
    "updateSavedView": ({"id": "{view_id}", "isShared": False}, EDIT),
    "deleteSavedView": ({"id": "{view_id}"}, OWNER),
    "createConversation": ({"corpusId": "{corpus_id}"}, SAVE_VIEW),
    "updateConversation": ({"id": "{conversation_id}", "title": "New"}, OWN_PLAIN),
    "deleteConversation": ({"id": "{conversation_id}"}, OWN_PLAIN),
    "sendMessage": ({"conversationId": "{conversation_id}", "text": "New"}, OWN_PLAIN),
    "cancelMessage": ({"id": "{open_message_id}"}, OWN_PLAIN),
    "retryMessage": ({"id": "{message_id}"}, OWN_PLAIN),
    "saveMessage": ({"id": "{saved_message_id}", "kind": "COMMENT"}, OWN_PLAIN),
    "approveProposal": ({"id": "{proposal_id}"}, OWN_PLAIN),
    "rejectProposal": ({"id": "{proposal_id}"}, OWN_PLAIN),
    "copyCorpus": ({"corpusId": "{corpus_id}"}, f"401 404 200 200 200 200 200 404 401 200 401 200 {LIMITED}"),
    "createBulkChange": ({"kind": "LABEL", "query": "{corpus_query}", "labelId": "{label_id}"}, ANNOTATE),
    "undoBulkChange": ({"id": "{bulk_id}"}, OWN_PLAIN),
    "createExport": (
        {"corpusId": "{corpus_id}", "kind": "ANNOTATIONS"}, "401 404 200 200 200 200 200 404 401 403 401 200 200",
    ),
    "deleteExport": ({"id": "{export_id}"}, OWN_PLAIN),
    "updateNotification": ({"id": "{notification_id}", "read": True}, OWN_PLAIN),
    "readAllNotifications": ({}, USER),
    "setLanguageModel": (
        {"corpusId": "{corpus_id}", "model": "gpt", "baseUrl": "https://api.openai.com/v1"}, OWNER,
    ),
    "changeCorpusEmbedder": ({"corpusId": "{corpus_id}", "embedder": "minilm-l6-v2"}, OWNER),
    "removeLanguageModel": ({"corpusId": "{corpus_id}"}, OWNER),
    "createFieldset": ({"corpusId": "{corpus_id}", "template": "leases"}, EDIT),
    "updateFieldset": ({"id": "{fieldset_id}", "name": "New"}, MEMBERS_EDIT),
    "copyFieldset": ({"fieldsetId": "{fieldset_id}"}, MEMBERS_EDIT),
    "deleteFieldset": ({"id": "{fieldset_id}"}, MEMBERS_EDIT),
    "startExtract": ({"corpusId": "{corpus_id}", "fieldsetId": "{fieldset_id}"}, EDIT),
    "updateExtract": ({"id": "{extract_id}", "name": "New"}, MEMBERS_EDIT),
    "cancelExtract": ({"id": "{extract_id}"}, MEMBERS_EDIT),
    "rerunExtract": ({"id": "{extract_id}", "rowIds": ["{row_id}"]}, MEMBERS_EDIT),
    "addDocumentsToExtract": ({"id": "{extract_id}", "documentIds": ["{document_id}"]}, MEMBERS_EDIT),
    "suggestSources": ({"id": "{extract_id}", "columnIds": ["{column_id}"]}, MEMBERS_ANNOTATE),
    "deleteExtract": ({"id": "{extract_id}"}, MEMBERS_EDIT),
    "reviewCells": ({"cellIds": ["{cell_id}"], "review": "APPROVED"}, MEMBERS_REVIEW),
    "updateCell": ({"id": "{cell_id}", "text": "New"}, MEMBERS_REVIEW),
    "createAction": ({"corpusId": "{corpus_id}", "kind": "EXTRACT", "name": "New",
                      "fields": [{"name": "Rent", "question": "How much?"}]}, EDIT),
    "updateAction": ({"id": "{action_id}", "enabled": False}, MEMBERS_EDIT),
    "deleteAction": ({"id": "{action_id}"}, MEMBERS_EDIT),
    "runAction": ({"id": "{action_id}", "documentIds": ["{document_id}"]}, MEMBERS_EDIT),
    "startAnalysis": (
        {"corpusId": "{corpus_id}", "analyzer": "patterns", "documentIds": ["{document_id}"]}, EDIT,
    ),
    "cancelAnalysisRun": ({"id": "{run_id}"}, ENDED),
    "reviewSuggestedValue": ({"id": "{suggested_value_id}", "review": "ACCEPTED"}, MEMBERS_ANNOTATE),
    "createRemoteAnalyzer": (
        {
            "corpusId": "{corpus_id}", "name": "New", "address": "https://analyzers.example.com/",
            "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        }, OWNER,
    ),
    "updateRemoteAnalyzer": ({"id": "{analyzer_id}", "description": "New"}, MEMBERS_OWNER),
    "deleteRemoteAnalyzer": ({"id": "{analyzer_id}"}, MEMBERS_OWNER),
    "tryRemoteAnalyzer": ({"id": "{analyzer_id}"}, DISABLED),
    "retryAction": ({"id": "{action_id}", "executionIds": ["{execution_id}"]}, MEMBERS_EDIT),
    "updateDocument": ({"id": "{document_id}", "title": "New"}, EDIT),
    "deleteDocument": ({"id": "{document_id}"}, OWNER),
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
    "leave": (
        {"targetId": "{corpus_id}"},
        f"401 404 200 200 200 200 {_INDIRECT} 404 401 {_INDIRECT} 401 {_INDIRECT} {_INDIRECT}",
    ),
    "setPublic": ({"targetId": "{corpus_id}", "public": True}, OWNER),
    "createTeam": ({"name": "New"}, f"401 200 200 200 200 200 200 200 401 200 401 403 {LIMITED}"),
    "updateTeam": ({"id": "{team_id}", "name": "New"}, TEAM_ADMIN_PLAIN),
    "deleteTeam": ({"id": "{team_id}"}, "401 404 403 403 403 403 team_has_service_accounts 404 401 404 401 403 404"),
    "addTeamMember": ({"id": "{team_id}", "user": "newcomer"}, TEAM_ADMIN_PLAIN),
    "acceptTeamInvitation": ({"id": "{my_invitation_id}"}, TEAM_INVITED),
    "declineTeamInvitation": ({"id": "{my_invitation_id}"}, TEAM_INVITED),
    "withdrawTeamInvitation": (
        {"id": "{team_id}", "invitationId": "{team_invitation_id}"}, TEAM_ADMIN_PLAIN,
    ),
    "removeTeamMember": (
        {"id": "{team_id}", "userId": "{user_id}"}, "401 404 200 403 403 403 200 404 401 404 401 403 404",  # leaves
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
    "resetCircuitBreaker": ({"name": "llm models.example.net"}, STAFF),
    "openCircuitBreaker": ({"name": "llm models.example.net", "reason": "Maintenance."}, STAFF),
    "updateProfile": ({"name": "New"}, SIGNED_IN),
    "changePassword": (
        {"currentPassword": "correct horse battery", "newPassword": "battery staple 9"},
        f"401 {WRONG} {WRONG} {WRONG} {WRONG} {WRONG} 200 {WRONG} 401 {WRONG} 401 {SESSION} {SESSION}",
    ),
    "createToken": ({"name": "New", "scopes": ["READ"]}, SIGNED_IN),
    "revokeToken": ({"id": "{token_id}"}, f"401 404 404 404 404 404 200 404 401 404 401 {SESSION} {SESSION}"),
    "createServiceAccount": ({"teamId": "{team_id}", "name": "New"}, MANAGER),
    "updateServiceAccount": ({"id": "{service_account_id}", "isActive": False}, MANAGER),
    "deleteServiceAccount": ({"id": "{service_account_id}"}, MANAGER),
    "createServiceAccountToken": (
        {"serviceAccountId": "{service_account_id}", "name": "New", "scopes": ["READ"]}, MANAGER,
    ),
    "revokeServiceAccountToken": ({"serviceAccountId": "{service_account_id}", "id": "{account_token_id}"}, MANAGER),
}  # fmt: skip
