"""The lists that are in both APIs, with their orders."""

PAIRS = {  # the operation of REST, and the connection of GraphQL
    "listDocuments": "Query.documents",
    "listCorpusDocuments": "Corpus.documents",
    "listCorpora": "Query.corpuses",
    "listAnnotations": "Query.annotations",
    "listEdits": "Query.edits",
    "listThreads": "Corpus.threads",
    "listLabels": "Corpus.labels",
    "listDocumentLabels": "Corpus.documentLabels",
    "listFieldValues": "Corpus.fieldValues",
    "listRelations": "Corpus.relations",
    "listObligations": "Corpus.obligations",
    "listSimilarGroups": "Corpus.similarGroups",
    "listSavedViews": "Query.savedViews",
    "listConversations": "Query.conversations",
    "listProposals": "Query.proposals",
    "listBulkChanges": "Query.bulkChanges",
    "listExports": "Query.exports",
    "listNotifications": "Query.notifications",
    "listExecutions": "Corpus.executions",
    "listAnalysisRuns": "Corpus.analysisRuns",
    "listAnalysisResults": "AnalysisRun.results",
    "listExtracts": "Corpus.extracts",
    "listExtractRows": "Extract.rows",
    "listCells": "Extract.cells",
    "listDifferences": "Extract.differences",
    "listJobs": "Query.jobs",
    "listBin": "Query.bin",
    "listFailedJobs": "Query.deadLetters",
    "listTenantQueues": "Query.tenantQueues",
    "listAuditEntries": "Query.auditLog",
}
ONLY_REST = {"listFailedJobs": {"queue"}}  # an alias
WITHOUT_PAGES = {"Corpus.labels"}  # all are returned in GraphQL
ONLY_GRAPHQL = {"Document.annotations"}  # of the corpus that the viewer selected
TEXTS = ["title", "type", "state", "owner", "language"]
REVERSED = [*(f"{name}_descending" for name in TEXTS), "size_ascending", "pages_ascending"]
ORDERS = {
    "documents": ["newest", "oldest", "modified", *TEXTS, "size", "pages", *REVERSED],
    "corpuses": ["personal", "newest", "oldest", "title", "modified"],
    "annotations": ["place", "newest", "oldest", "modified", "score"],
    "executions": ["newest", "oldest"],
    "jobs": ["newest", "oldest"],
}
ORDERS_IN_CORPUS = {"documents": ["annotations", "annotations_ascending", "labels", "labels_ascending"]}
