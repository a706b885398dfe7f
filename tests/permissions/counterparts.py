"""The counterpart of each REST operation in GraphQL, written by hand: both must make the same decision for every actor.

A counterpart is `mutation name` of `graphql_table.MUTATIONS`, or a field of the root, in which `{name}` is replaced by
values of `world.py`, and `Type:{name}` by global ids. An operation may occur with several query strings.
"""

CORPUS = 'corpus(id: "{corpus_id}") '
DOCUMENT = 'document(id: "{document_id}") '
CORPORA, DOCUMENTS, TEAMS = "api/v1/corpuses", "api/v1/documents", "api/v1/teams"
IN_CORPUS, ON_DOCUMENT, OF_TEAM = f"{CORPORA}/{{corpus_id}}", f"{DOCUMENTS}/{{document_id}}", f"{TEAMS}/{{team_id}}"
ACCOUNT = "api/v1/service-accounts/{service_account_id}"
FAILED = "api/v1/admin/failed-jobs"


def _list(field: str, *selection: str) -> str:
    return f"{field} {{ edges {{ node {{ {' '.join(selection)} }} }} }}"


def _node(name: str, kind: str, selection: str) -> str:
    return f'node(id: "{kind}:{{{name}}}") {{ ... on {kind} {{ {selection} }} }}'


COUNTERPARTS: dict[str, str] = {
    "PATCH api/v1/auth/me": "mutation updateProfile",
    "POST api/v1/auth/password/change": "mutation changePassword",
    "GET api/v1/tokens": _list("tokens", "name"),
    "GET api/v1/audit-log?everyone=true": _list("auditLog(everyone: true)", "action objectName documentTitle"),
    "POST api/v1/tokens": "mutation createToken",
    "DELETE api/v1/tokens/{token_id}": "mutation revokeToken",
    "GET api/v1/audit-log": _list("auditLog", "action objectName documentTitle"),
    "GET api/v1/usage": "usage { documents }",
    "GET api/v1/first-steps": "firstSteps { hasDocuments }",
    "GET api/v1/todo": "todo { items { corpusTitle extractName } }",
    "GET api/v1/file-types": "fileTypes { name }",
    "GET api/v1/software": "software { version }",
    # Teams
    "GET api/v1/known-users": "knownUsers { users { username name } emails }",
    f"GET {TEAMS}": _list("teams", "name"),
    f"POST {TEAMS}": "mutation createTeam",
    f"GET {OF_TEAM}": _node("team_id", "Team", "name"),
    f"PATCH {OF_TEAM}": "mutation updateTeam",
    f"DELETE {OF_TEAM}": "mutation deleteTeam",
    f"POST {OF_TEAM}/members": "mutation addTeamMember",
    f"DELETE {OF_TEAM}/members/{{user_id}}": "mutation removeTeamMember",
    f"DELETE {OF_TEAM}/invitations/{{invitation_id}}": "mutation withdrawTeamInvitation",
    f"POST {OF_TEAM}/service-accounts": "mutation createServiceAccount",
    f"PATCH {ACCOUNT}": "mutation updateServiceAccount",
    f"DELETE {ACCOUNT}": "mutation deleteServiceAccount",
    f"POST {ACCOUNT}/tokens": "mutation createServiceAccountToken",
    f"DELETE {ACCOUNT}/tokens/{{token_id}}": "mutation revokeServiceAccountToken",
    "GET api/v1/team-invitations": _list("teamInvitations", "team { name }"),
    "POST api/v1/team-invitations/{invitation_id}/accept": "mutation acceptTeamInvitation",
    "POST api/v1/team-invitations/{invitation_id}/decline": "mutation declineTeamInvitation",
    # The bin
    "GET api/v1/bin": _list("bin", "title"),
    "DELETE api/v1/bin": "mutation emptyBin",
    "DELETE api/v1/bin/{bin_item_id}": "mutation purgeFromBin",
    "POST api/v1/bin/{bin_item_id}/restore": "mutation restoreFromBin",
    # Corpora
    f"GET {CORPORA}": _list("corpuses", "title"),
    f"GET {CORPORA}?scope=public": _list("corpuses(scope: PUBLIC)", "title"),
    f"GET {CORPORA}?scope=shared": _list("corpuses(scope: SHARED)", "title"),
    f"POST {CORPORA}": "mutation createCorpus",
    f"POST {CORPORA}/sample": "mutation createSampleCorpus",
    f"POST {IN_CORPUS}/copies": "mutation copyCorpus",
    f"GET {IN_CORPUS}": CORPUS + "{ title }",
    f"PATCH {IN_CORPUS}": "mutation updateCorpus",
    f"DELETE {IN_CORPUS}": "mutation deleteCorpus",
    f"GET {IN_CORPUS}/documents": _list('documents(corpusId: "{corpus_id}")', "title"),
    f"GET {IN_CORPUS}/documents?search=lease": CORPUS + "{ " + _list('documents(search: "lease")', "title") + " }",
    f"GET {DOCUMENTS}?corpus={{corpus_id}}": _list('documents(corpusId: "{corpus_id}")', "title"),
    f"GET {DOCUMENTS}?parent={{document_id}}": _list('documents(parentId: "{document_id}")', "title"),
    f"GET {DOCUMENTS}?label={{label_id}}": _list('documents(labelId: "{label_id}")', "title"),
    "GET api/v1/document-facets": "documentFacets { values { name } }",
    f"GET {DOCUMENTS}?scope=public&type=pdf": _list('documents(scope: PUBLIC, type: "pdf")', "title"),
    f"GET {CORPORA}?modified_after=2020-01-01": _list('corpuses(modifiedAfter: "2020-01-01T00:00:00Z")', "title"),
    f"GET {IN_CORPUS}/descriptions": CORPUS + "{ " + _list("descriptions", "text") + " }",
    f"POST {IN_CORPUS}/documents": "mutation addDocumentsToCorpus",
    f"DELETE {IN_CORPUS}/documents/{{document_id}}": "mutation removeDocumentsFromCorpus",
    f"GET {IN_CORPUS}/search?query=rent": 'searchCorpus(corpusId: "{corpus_id}", query: "rent") { quote }',
    "GET api/v1/answers?question=Quokka&corpus={corpus_id}": (
        'answerQuestion(corpusId: "{corpus_id}", question: "Quokka") { passageCount answers { text } }'
    ),
    "GET api/v1/search?query=Quokka": 'search(query: "Quokka") { documents { document { title } } }',
    f"GET {ON_DOCUMENT}/matches?query=Quokka": (
        'findInDocument(documentId: "{document_id}", query: "Quokka") { matches { quote } }'
    ),
    f"GET {IN_CORPUS}/documents/{{document_id}}/definitions": (
        'documentDefinitions(corpusId: "{corpus_id}", documentId: "{document_id}") { definitions { text } }'
    ),
    f"GET {IN_CORPUS}/folders": CORPUS + "{ " + _list("folders", "name") + " }",
    f"POST {IN_CORPUS}/folders": "mutation createFolder",
    f"POST {IN_CORPUS}/document-moves": "mutation moveDocuments",
    f"GET {IN_CORPUS}/labels": CORPUS + "{ labels { name } }",
    f"POST {IN_CORPUS}/labels": "mutation createLabel",
    f"GET {IN_CORPUS}/actions": CORPUS + "{ actions { name instructions questions { question } } }",
    f"POST {IN_CORPUS}/actions": "mutation createAction",
    f"GET {IN_CORPUS}/executions": CORPUS + "{ " + _list("executions", "message") + " }",
    f"GET {IN_CORPUS}/archives": CORPUS + "{ " + _list("archives", "filename") + " }",
    f"GET {IN_CORPUS}/archives/{{archive_id}}": _node("archive_id", "Archive", "filename"),
    f"GET {IN_CORPUS}/archives/{{archive_id}}/entries": _node("archive_id", "Archive", "entries { totalCount }"),
    f"GET {IN_CORPUS}/shares/{{share_id}}": _node("share_id", "Share", "role"),
    f"PATCH {IN_CORPUS}/shares/{{share_id}}": "mutation updateShare",
    f"DELETE {IN_CORPUS}/shares/{{share_id}}": "mutation deleteShare",
    f"DELETE {IN_CORPUS}/my-access": "mutation leave",
    f"POST {IN_CORPUS}/publish": "mutation setPublic",
    f"POST {IN_CORPUS}/unpublish": "mutation setPublic",
    "GET api/v1/folders/{folder_id}": _node("folder_id", "Folder", "name"),
    "PATCH api/v1/folders/{folder_id}": "mutation updateFolder",
    "DELETE api/v1/folders/{folder_id}": "mutation deleteFolder",
    "GET api/v1/labels/{label_id}": _node("label_id", "Label", "name"),
    "PATCH api/v1/labels/{label_id}": "mutation updateLabel",
    "DELETE api/v1/labels/{label_id}": "mutation deleteLabel",
    "GET api/v1/labels/{label_id}/suggestions": 'labelSuggestions(labelId: "{other_label_id}") { exampleCount }',
    "POST api/v1/labels/{label_id}/suggestions": "mutation suggestPassages",
    "POST api/v1/labels/{label_id}/merge": "mutation mergeLabels",
    "POST api/v1/labels/{label_id}/documents": "mutation labelDocuments",
    f"GET {IN_CORPUS}/document-labels": CORPUS + "{ " + _list("documentLabels", "label { name }") + " }",
    f"GET {IN_CORPUS}/fields": CORPUS + "{ fields { name } }",
    f"POST {IN_CORPUS}/fields": "mutation createField",
    "GET api/v1/fields/{field_id}": _node("field_id", "DocumentField", "name"),
    "PATCH api/v1/fields/{field_id}": "mutation updateField",
    "DELETE api/v1/fields/{field_id}": "mutation deleteField",
    "POST api/v1/fields/{field_id}/values": "mutation setFieldValues",
    f"GET {IN_CORPUS}/field-values": CORPUS + "{ " + _list("fieldValues", "text") + " }",
    f"GET {DOCUMENTS}?field={{field_id}}": _list('documents(fieldId: "{field_id}")', "title"),
    f"GET {DOCUMENTS}?document_label={{other_label_id}}": _list(
        'documents(documentLabelId: "{other_label_id}")', "title"
    ),
    "GET api/v1/annotations": _list("annotations", "note"),
    "GET api/v1/annotations?corpus={corpus_id}": _list('annotations(corpusId: "{corpus_id}")', "note"),
    "GET api/v1/annotations?document={document_id}": DOCUMENT + "{ " + _list("annotations", "note") + " }",
    "POST api/v1/annotations": "mutation createAnnotation",
    "GET api/v1/annotations/{annotation_id}": _node("annotation_id", "Annotation", "note"),
    "PATCH api/v1/annotations/{annotation_id}": "mutation updateAnnotation",
    "DELETE api/v1/annotations/{annotation_id}": "mutation deleteAnnotation",
    "POST api/v1/annotation-reviews": "mutation reviewAnnotations",
    "POST api/v1/annotation-deletions": "mutation deleteAnnotations",
    "POST api/v1/annotation-relabellings": "mutation relabelAnnotations",
    f"GET {IN_CORPUS}/relations": CORPUS + "{ " + _list("relations", "label { name }") + " }",
    f"GET {IN_CORPUS}/relations?annotation={{annotation_id}}": (
        CORPUS + "{ " + _list('relations(annotationId: "{annotation_id}")', "label { name }") + " }"
    ),
    f"POST {IN_CORPUS}/relations": "mutation createRelation",
    "GET api/v1/relations/{relation_id}": _node("relation_id", "Relation", "label { name }"),
    "PATCH api/v1/relations/{relation_id}": "mutation updateRelation",
    "DELETE api/v1/relations/{relation_id}": "mutation deleteRelation",
    "GET api/v1/edits": _list("edits", "quote"),
    "GET api/v1/edits?corpus={corpus_id}": _list('edits(corpusId: "{corpus_id}")', "quote"),
    "GET api/v1/edits?annotation={annotation_id}": _list('edits(annotationId: "{annotation_id}")', "quote"),
    f"GET {ON_DOCUMENT}/comparison": (
        'compareRevisions(documentId: "{document_id}") { rows { old { runs { text } } } }'
    ),
    f"PUT {ON_DOCUMENT}/presence": "mutation reportPresence",
    "POST api/v1/edits/undo": "mutation undoEdits",
    "POST api/v1/edits/redo": "mutation redoEdits",
    f"GET {IN_CORPUS}/threads": CORPUS + "{ " + _list("threads", "commentCount") + " }",
    f"GET {IN_CORPUS}/threads?document={{document_id}}": (
        CORPUS + "{ " + _list('threads(documentId: "{document_id}")', "commentCount") + " }"
    ),
    f"POST {IN_CORPUS}/threads": "mutation createThread",
    f"GET {IN_CORPUS}/annotators": 'annotators(corpusId: "{corpus_id}") { username }',
    f"GET {IN_CORPUS}/mentionable-users": CORPUS + '{ mentionableUsers(search: "") { username } }',
    "GET api/v1/threads/{thread_id}": _node("thread_id", "Thread", "commentCount"),
    "PATCH api/v1/threads/{thread_id}": "mutation updateThread",
    "GET api/v1/threads/{thread_id}/comments": _node("thread_id", "Thread", _list("comments", "text")),
    "POST api/v1/threads/{thread_id}/comments": "mutation createComment",
    "GET api/v1/comments/{comment_id}": _node("comment_id", "Comment", "text"),
    "PATCH api/v1/comments/{comment_id}": "mutation updateComment",
    "DELETE api/v1/comments/{comment_id}": "mutation deleteComment",
    f"GET {IN_CORPUS}/obligations": CORPUS + "{ " + _list("obligations", "quote") + " }",
    f"GET {IN_CORPUS}/similar-texts": 'similarTexts(corpusId: "{corpus_id}") { newDocumentCount }',
    f"POST {IN_CORPUS}/similar-texts": "mutation findSimilarTexts",
    f"GET {IN_CORPUS}/similar-groups": CORPUS + "{ " + _list("similarGroups", "textCount") + " }",
    f"GET {IN_CORPUS}/same-clauses": (
        'sameClauses(corpusId: "{corpus_id}", documentId: "{document_id}", start: 0, end: 6) { text }'
    ),
    f"GET {IN_CORPUS}/calendar-feeds": CORPUS + "{ " + _list("calendarFeeds", "path") + " }",
    f"POST {IN_CORPUS}/calendar-feeds": "mutation createCalendarFeed",
    "GET api/v1/obligations/{obligation_id}": _node("obligation_id", "Obligation", "quote"),
    "PATCH api/v1/obligations/{obligation_id}": "mutation updateObligation",
    "GET api/v1/calendar-feeds/{feed_id}": _node("feed_id", "CalendarFeed", "path"),
    "DELETE api/v1/calendar-feeds/{feed_id}": "mutation deleteCalendarFeed",
    "GET api/v1/saved-views": _list("savedViews", "name"),
    "POST api/v1/saved-views": "mutation createSavedView",
    "GET api/v1/saved-views/{view_id}": _node("view_id", "SavedView", "name"),
    "PATCH api/v1/saved-views/{view_id}": "mutation updateSavedView",
    "DELETE api/v1/saved-views/{view_id}": "mutation deleteSavedView",
    "GET api/v1/conversations": _list("conversations", "title"),
    "POST api/v1/conversations": "mutation createConversation",
    "GET api/v1/conversations/{conversation_id}": _node("conversation_id", "Conversation", "title"),
    "PATCH api/v1/conversations/{conversation_id}": "mutation updateConversation",
    "DELETE api/v1/conversations/{conversation_id}": "mutation deleteConversation",
    "GET api/v1/conversations/{conversation_id}/messages": _node(
        "conversation_id", "Conversation", _list("messages", "text")
    ),
    "POST api/v1/conversations/{conversation_id}/messages": "mutation sendMessage",
    "GET api/v1/messages/{message_id}": _node("message_id", "Message", "text"),
    "POST api/v1/messages/{message_id}/cancel": "mutation cancelMessage",
    "POST api/v1/messages/{message_id}/retry": "mutation retryMessage",
    "POST api/v1/messages/{message_id}/save": "mutation saveMessage",
    "GET api/v1/proposals": _list("proposals", "text"),
    "POST api/v1/proposals/{proposal_id}/approve": "mutation approveProposal",
    "POST api/v1/proposals/{proposal_id}/reject": "mutation rejectProposal",
    "POST api/v1/bulk-changes": "mutation createBulkChange",
    "GET api/v1/bulk-changes": _list("bulkChanges", "query"),
    "GET api/v1/bulk-changes/{bulk_id}": _node("bulk_id", "BulkChange", "query"),
    "POST api/v1/bulk-changes/{bulk_id}/undo": "mutation undoBulkChange",
    f"POST {IN_CORPUS}/exports": "mutation createExport",
    "GET api/v1/exports": _list("exports", "filename"),
    "GET api/v1/exports/{export_id}": _node("export_id", "Export", "filename"),
    "GET api/v1/exports/{export_id}/download-url": _node("export_id", "Export", "downloadUrl"),
    "DELETE api/v1/exports/{export_id}": "mutation deleteExport",
    "GET api/v1/notifications": _list("notifications", "text"),
    "POST api/v1/notifications/read": "mutation readAllNotifications",
    "PATCH api/v1/notifications/{notification_id}": "mutation updateNotification",
    f"GET {IN_CORPUS}/embedder": 'corpusEmbedder(corpusId: "{corpus_id}") { embedder }',
    f"PUT {IN_CORPUS}/embedder": "mutation changeCorpusEmbedder",
    f"GET {IN_CORPUS}/allowed-servers": 'allowedServers(corpusId: "{corpus_id}") { analyzers { host } }',
    "GET api/v1/language-model-usage": "languageModelUsage { tokens }",
    f"PUT {IN_CORPUS}/language-model": "mutation setLanguageModel",
    f"DELETE {IN_CORPUS}/language-model": "mutation removeLanguageModel",
    "GET api/v1/fieldset-templates": "fieldsetTemplates { name }",
    "GET api/v1/extract-engines": "extractEngines { name }",
    f"GET {IN_CORPUS}/fieldsets": CORPUS + "{ fieldsets { name } }",
    f"POST {IN_CORPUS}/fieldsets": "mutation createFieldset",
    "GET api/v1/fieldsets/{fieldset_id}": _node("fieldset_id", "Fieldset", "name"),
    "PATCH api/v1/fieldsets/{fieldset_id}": "mutation updateFieldset",
    "DELETE api/v1/fieldsets/{fieldset_id}": "mutation deleteFieldset",
    "POST api/v1/fieldsets/{fieldset_id}/copies": "mutation copyFieldset",
    f"GET {IN_CORPUS}/extracts": CORPUS + "{ " + _list("extracts", "name") + " }",
    f"POST {IN_CORPUS}/extracts": "mutation startExtract",
    f"GET {IN_CORPUS}/retention-preview": 'previewRetention(corpusId: "{corpus_id}", days: 1) { toBin }',
    f"POST {IN_CORPUS}/extract-estimates": (
        'estimateExtract(corpusId: "{corpus_id}", fieldsetId: "{fieldset_id}") { cells }'
    ),
    "GET api/v1/extracts/{extract_id}": _node("extract_id", "Extract", "name"),
    "PATCH api/v1/extracts/{extract_id}": "mutation updateExtract",
    "DELETE api/v1/extracts/{extract_id}": "mutation deleteExtract",
    "POST api/v1/extracts/{extract_id}/cancel": "mutation cancelExtract",
    "POST api/v1/extracts/{extract_id}/rerun": "mutation rerunExtract",
    "POST api/v1/extracts/{extract_id}/documents": "mutation addDocumentsToExtract",
    "POST api/v1/extracts/{extract_id}/suggestions": "mutation suggestSources",
    "GET api/v1/extracts/{extract_id}/rows": _node("extract_id", "Extract", _list("rows", "cells { text }")),
    "GET api/v1/extracts/{extract_id}/cells": _node("extract_id", "Extract", _list("cells", "text")),
    "GET api/v1/extracts/{extract_id}/differences": _node(
        "extract_id", "Extract", _list('differences(otherId: "{previous_id}")', "cell { text }")
    ),
    "GET api/v1/cells/{cell_id}": _node("cell_id", "Cell", "text"),
    "PATCH api/v1/cells/{cell_id}": "mutation updateCell",
    "POST api/v1/cell-reviews": "mutation reviewCells",
    "GET api/v1/actions/{action_id}": _node("action_id", "CorpusAction", "instructions"),
    "PATCH api/v1/actions/{action_id}": "mutation updateAction",
    "DELETE api/v1/actions/{action_id}": "mutation deleteAction",
    "GET api/v1/actions/{action_id}/run": 'documentsToRun(actionId: "{action_id}")',
    "POST api/v1/actions/{action_id}/run": "mutation runAction",
    "POST api/v1/actions/{action_id}/retry": "mutation retryAction",
    "GET api/v1/actions/{action_id}/analysis-versions": (
        'analysisVersions(actionId: "{action_id}") { settings labels { label count } }'
    ),
    "GET api/v1/actions/{action_id}/analysis-differences": (
        'analysisDifferences(actionId: "{action_id}", before: 1, after: 2) { places { quote } }'
    ),
    "GET api/v1/analyzers": "installedAnalyzers { name }",
    f"POST {IN_CORPUS}/analyzer-trials": (
        'tryAnalyzer(corpusId: "{corpus_id}", documentId: "{document_id}", analyzer: "dictionary", '
        'settings: "{\\"rules\\": [{\\"label\\": \\"Rent\\", \\"terms\\": [\\"rent\\"]}]}") { count }'
    ),
    f"GET {IN_CORPUS}/analysis-runs": CORPUS + "{ " + _list("analysisRuns", "message") + " }",
    f"POST {IN_CORPUS}/analysis-runs": "mutation startAnalysis",
    "POST api/v1/analysis-runs/{run_id}/cancel": "mutation cancelAnalysisRun",
    "POST api/v1/analysis-results/{suggested_value_id}/review": "mutation reviewSuggestedValue",
    f"GET {IN_CORPUS}/remote-analyzers": CORPUS + "{ " + _list("remoteAnalyzers", "name") + " }",
    f"POST {IN_CORPUS}/remote-analyzers": "mutation createRemoteAnalyzer",
    "GET api/v1/remote-analyzers/{analyzer_id}": _node("analyzer_id", "RemoteAnalyzer", "name"),
    "PATCH api/v1/remote-analyzers/{analyzer_id}": "mutation updateRemoteAnalyzer",
    "DELETE api/v1/remote-analyzers/{analyzer_id}": "mutation deleteRemoteAnalyzer",
    "POST api/v1/remote-analyzers/{analyzer_id}/trial": "mutation tryRemoteAnalyzer",
    "GET api/v1/analysis-runs/{run_id}": _node("run_id", "AnalysisRun", "message"),
    "GET api/v1/analysis-runs/{run_id}/results": _node("run_id", "AnalysisRun", _list("results", "quote")),
    "GET api/v1/executions/{execution_id}": _node("execution_id", "ActionExecution", "message"),
    # Documents
    f"GET {DOCUMENTS}": _list("documents", "title"),
    f"GET {DOCUMENTS}?search=lease": _list('documents(search: "lease")', "title"),
    f"GET {DOCUMENTS}?scope=public": _list("documents(scope: PUBLIC)", "title"),
    f"GET {ON_DOCUMENT}": DOCUMENT + "{ title }",
    f"PATCH {ON_DOCUMENT}": "mutation updateDocument",
    f"DELETE {ON_DOCUMENT}": "mutation deleteDocument",
    f"GET {ON_DOCUMENT}/attachments": DOCUMENT + "{ attachments { totalCount } }",
    f"GET {ON_DOCUMENT}/versions": DOCUMENT + "{ versions { edges { node { title } } } }",
    f"GET {ON_DOCUMENT}/memberships": DOCUMENT + "{ " + _list("memberships", "corpus { title }") + " }",
    f"DELETE {ON_DOCUMENT}/memberships/{{membership_id}}": "mutation removeDocumentFromCorpora",
    f"GET {ON_DOCUMENT}/download-url": DOCUMENT + "{ fileUrl }",
    f"GET {ON_DOCUMENT}/pages/{{number}}/tokens": DOCUMENT + "{ title " + _list("pages", "tokensUrl") + " }",
    f"POST {ON_DOCUMENT}/retry": "mutation retryDocument",
    f"POST {ON_DOCUMENT}/password": "mutation unlockDocument",
    f"POST {ON_DOCUMENT}/shares": "mutation createShare",
    f"GET {ON_DOCUMENT}/shares/{{share_id}}": _node("document_share_id", "Share", "role"),
    # Jobs
    "GET api/v1/jobs": _list("jobs", "subjectTitle"),
    "POST api/v1/jobs": "mutation retryDocument",
    "GET api/v1/jobs/{job_id}": 'job(id: "{job_id}") { subjectTitle }',
    "PATCH api/v1/jobs/{job_id}": "mutation setJobPriority",
    "POST api/v1/jobs/{job_id}/cancel": "mutation cancelJob",
    "POST api/v1/jobs/{job_id}/retry": "mutation retryJob",
    # Staff
    f"GET {FAILED}": "deadLetters { totalCount }",
    f"GET {FAILED}/depth": "deadLetters { totalCount }",
    f"POST {FAILED}/requeue": "mutation requeueDeadLetters",
    f"GET {FAILED}/{{dead_letter_id}}": 'deadLetter(id: "{dead_letter_id}") { id }',
    f"POST {FAILED}/{{dead_letter_id}}/requeue": "mutation requeueDeadLetters",
    f"POST {FAILED}/{{dead_letter_id}}/discard": "mutation discardDeadLetter",
    "POST api/v1/admin/reprocess": "mutation reprocessDocuments",
    "GET api/v1/admin/queues": "queueStages { __typename }",
    "GET api/v1/admin/workers": "workers { __typename }",
    "GET api/v1/admin/tenants": "tenantQueues { totalCount }",
    "PATCH api/v1/admin/tenants/{tenant_id}": "mutation setTenantQueue",
    "GET api/v1/admin/scheduler": "scheduler { policy }",
    "PATCH api/v1/admin/scheduler": "mutation setScheduler",
}

# Routes that GraphQL has no counterpart for, and the reason.
ONLY_REST: dict[str, str] = {
    f"GET {OF_TEAM}/service-accounts": "`serviceAccounts` is a field of the team, empty for those who are not admins",
    f"GET {ACCOUNT}": "one of `serviceAccounts` of its team",
    f"GET {ACCOUNT}/tokens": "`tokens` is a field of each of `serviceAccounts`",
    "GET api/v1/auth/me": "`me` is null for anonymous users, so that pages need one request",
    f"GET {IN_CORPUS}/shares": "`shares` is a field of the corpus, empty for those who may not share it",
    f"GET {ON_DOCUMENT}/shares": "`shares` is a field of the document, empty for those who may not share it",
    f"PATCH {ON_DOCUMENT}/shares/{{share_id}}": "`updateShare` takes shares of both; compared with those of corpora",
    f"DELETE {ON_DOCUMENT}/my-access": "`leave` takes both; compared with corpora",
    f"DELETE {ON_DOCUMENT}/shares/{{share_id}}": "`deleteShare` takes shares of both; compared with those of corpora",
    f"POST {IN_CORPUS}/shares": "`createShare` shares both; compared with those of documents",
    f"POST {ON_DOCUMENT}/publish": "`setPublic` takes both; compared with corpora",
    f"POST {ON_DOCUMENT}/unpublish": "`setPublic` takes both; compared with corpora",
    "GET api/v1/jobs/{job_id}/log": "a text",
    "GET api/v1/audit-log/export": "a stream",
    "GET api/v1/extracts/{extract_id}/export": "a file",
    f"GET {IN_CORPUS}/annotations/export": "a file",
    f"GET {IN_CORPUS}/obligations/calendar": "a file",
    "GET api/v1/calendar-feeds/{feed_id}/calendar": "a file",
    f"GET {IN_CORPUS}/documents/export": "a file",
    "GET api/v1/extracts/{extract_id}/row-index": "for grids; `Extract.rows` is the list, page by page",
    "GET api/v1/extracts/{extract_id}/row-cells": "as above",
    "POST api/v1/analysis-runs/{run_id}/results": "for servers, which sign the bytes of the message",
    f"GET {IN_CORPUS}/language-model": "`languageModel` is a field of the corpus, null for those who may not edit it",
}
# Beginnings of routes that have no counterpart.
ONLY_REST_BELOW: dict[str, str] = {
    "api/v1/auth/": "accounts and sessions",
    "api/v1/links/": "links are opened in the session",
    "api/v1/events": "a stream",
    "api/v1/conversations/{conversation_id}/stream": "a stream",
    "api/v1/jobs/{job_id}/events": "a stream",
    "api/v1/uploads": "bytes",
    "api/v1/blobs/": "bytes",
    "api/v1/upload-checks": "a part of uploads",
    "api/v1/documents/upload": "bytes",
    "api/v1/document-archives": "bytes",
}
# Representations of a document that are files.
FILES = (
    "file",
    "pdf",
    "annotated-pdf",
    "text",
    "markdown",
    "pawls",
    "docling",
    "result",
    "thumbnail",
    "figures/{order}",
)
ONLY_REST |= {f"GET {ON_DOCUMENT}/{name}": "a file" for name in FILES}
ONLY_REST |= {f"POST {IN_CORPUS}/archives": "bytes"}
ONLY_REST |= {f"POST {ON_DOCUMENT}/versions": "bytes"}
ONLY_REST |= {f"GET {IN_CORPUS}/copy": "`copy` is a field of the corpus, null for those who did not make it"}
ONLY_REST |= {f"POST {IN_CORPUS}/annotation-imports": "bytes"}
ONLY_REST |= {f"GET {IN_CORPUS}/annotation-imports/{{import_id}}": "the report of what was sent there"}
