"""The expected status of every REST operation for every actor, derived by hand from docs/howto/sharing.md.

Columns: anonymous, outsider (signed in, without access), viewer, annotator, reviewer, editor, owner, admin (a superuser
without access), link holder (anonymous, with a link to the corpus), and with the corpus public: a signed-in user
without a share, and an anonymous one; then a service account of the team, with which the corpus is shared for viewing,
and a token of the owner that is limited to the corpus, both with the scopes `read` and `write`. Roles are on the
corpus, and inherited by the document in it. A star: the response contains data of the owner; a minus: it contains none.
`{name}` is replaced by values of `world.py`; `rest_requests.py` has the bodies and headers.
"""

from tests.permissions.account_table import ACCOUNTS, STAFF, USER

UPLOAD = "401 201 201 201 201 201 201 201 401 201 401 201 404"
OWN_LIST = "401 200 200 200 200 200 200* 200 401 200 401 200 200*"
OWN = "401 404 404 404 404 404 200* 404 401 404 401 404 200*"
OWN_PLAIN = "401 404 404 404 404 404 200 404 401 404 401 404 200"
OWN_START = "401 404 404 404 404 404 202 404 401 404 401 404 202"
OWN_DELETE = "401 404 404 404 404 404 204 404 401 404 401 404 404"
VIEW = "401 404 200* 200* 200* 200* 200* 404 200* 200* 200* 200* 200*"
VIEW_PLAIN = "401 404 200 200 200 200 200 404 200 200 200 200 200"
# For members of the corpus (ADR 0029): links without signing in and publication do not count.
MEMBERS = "401 404 200* 200* 200* 200* 200* 404 401 404 401 200* 200*"
MEMBERS_PLAIN = "401 404 200 200 200 200 200 404 401 404 401 200 200"
MEMBERS_LIST = "401 404 200* 200* 200* 200* 200* 404 200- 200- 200- 200* 200*"
MEMBERS_EDIT = "401 404 403 403 403 200 200 404 401 404 401 403 200"
MEMBERS_ANNOTATE = "401 404 403 200 403 200 200 404 401 404 401 403 200"
MEMBERS_OWNER = COMMENT_OWNER = "401 404 403 403 403 403 200 404 401 404 401 403 200"
MEMBERS_START = "401 404 403 403 403 202 202 404 401 404 401 403 202"
MEMBERS_DELETE = "401 404 403 403 403 204 204 404 401 404 401 403 204"
MEMBERS_REVIEW = "401 404 403 403 200 200 200 404 401 404 401 403 200"
# Comments: written by those who may annotate or review, changed by their author, deleted by editors, too.
COMMENT = "401 404 403 200 200 200 200 404 401 404 401 403 200"
MEMBERS_LIST_OF_ALL = "401 200- 200* 200* 200* 200* 200* 200- 200- 200- 401 200* 200*"
PRESENCE = "401 404 200 200 200 200 200 404 401 200 401 200 200"  # of public documents: no one else is shown
CREATE_FEED = "401 404 201 201 201 201 201 404 401 201 401 201 403"  # the address shows what the whole account sees
PROPOSALS = "401 200- 200- 200- 200* 200* 200* 200- 401 200- 401 200- 200*"  # of agents, for reviewers
SAVE_VIEW = "401 404 201 201 201 201 201 404 401 201 401 201 201"
NONE = "401 404 404 404 404 404 404 404 404 404 404 404 404"  # visible, but there is none
LIST = "401 200- 200* 200* 200* 200* 200* 200- 200* 200- 401 200* 200*"  # what is public has a list of its own
LIST_PLAIN = "401 200 200 200 200 200 200 200 200 200 401 200 200"  # numbers of the documents that `LIST` has
EDIT = "401 404 403 403 403 200 200 404 401 403 401 403 200"
EDIT_CREATE = "401 404 403 403 403 201 201 404 401 403 401 403 201"
EDIT_START = "401 404 403 403 403 202 202 404 401 403 401 403 202"
EDIT_DELETE = "401 404 403 403 403 204 204 404 401 403 401 403 204"
EDIT_CONFLICT = "401 404 403 403 403 409 409 404 401 403 401 403 409"
ANNOTATE = "401 404 403 200 403 200 200 404 401 403 401 403 200"
ANNOTATE_START = "401 404 403 202 403 202 202 404 401 403 401 403 202"
ANNOTATE_CREATE = "401 404 403 201 403 201 201 404 401 403 401 403 201"
# Leave what was shared with the user; service accounts have access through their team, links give none to leave.
LEAVE_CORPUS = "401 404 204 204 204 204 409 404 401 409 401 409 409"
LEAVE_DOCUMENT = "401 404 409 409 409 409 409 404 401 409 401 409 409"  # their roles are inherited from the corpus
OWNER = "401 404 403 403 403 403 200 404 401 403 401 403 200"
OWNER_CREATE = "401 404 403 403 403 403 201 404 401 403 401 403 201"
OWNER_DELETE = "401 404 403 403 403 403 204 404 401 403 401 403 204"
TEAM_INVITED = "401 404 200 404 404 404 404 404 401 404 401 404 404"  # the viewer has an invitation to another team
# Jobs are visible to their owner, to editors of the document, and to staff.
JOB = "401 404 404 404 404 200* 200* 200* 401 404 401 404 200*"
JOB_PLAIN = "401 404 404 404 404 200 200 200 401 404 401 404 200"
STAFF_START = "401 403 403 403 403 403 403 202 401 403 401 403 403"
TABLE: dict[str, str] = {
    **ACCOUNTS,
    "GET api/v1/events": USER,
    "GET api/v1/jobs/{job_id}/events": JOB_PLAIN,
    # Uploads: private
    "POST api/v1/documents/upload": UPLOAD,
    "POST api/v1/documents/upload-batch": "401 200 200 200 200 200 200 200 401 200 401 200 404",
    "POST api/v1/upload-checks": USER,
    "GET api/v1/usage": "401 200 200 200 200 200 200 200 401 200 401 200 403",
    "GET api/v1/first-steps": "401 200 200 200 200 200 200 200 401 200 401 200 403",
    "GET api/v1/todo": "401 200- 200- 200* 200* 200* 200* 200- 401 200- 401 200- 200*",  # nothing for viewers
    # The bin: what was deleted in a corpus is listed to those who may restore it; emptying it concerns the own items.
    "GET api/v1/bin": "401 200 200 200 200 200* 200* 200 401 200 401 200 200*",
    "DELETE api/v1/bin": "401 202 202 202 202 202 202 202 401 202 401 202 403",
    "DELETE api/v1/bin/{bin_item_id}": "401 404 404 404 404 204 204 404 401 404 401 404 204",
    "POST api/v1/bin/{bin_item_id}/restore": "401 404 404 404 404 200* 200* 404 401 404 401 404 200*",
    # The owner's upload goes to no corpus.
    "GET api/v1/uploads": "401 200 200 200 200 200 200* 200 401 200 401 200 200",
    "POST api/v1/uploads": UPLOAD,
    "GET api/v1/uploads/{upload_id}": "401 404 404 404 404 404 200* 404 401 404 401 404 404",
    "HEAD api/v1/uploads/{upload_id}": "401 404 404 404 404 404 200 404 401 404 401 404 404",
    "PATCH api/v1/uploads/{upload_id}": OWN_DELETE,
    "DELETE api/v1/uploads/{upload_id}": OWN_DELETE,
    "POST api/v1/uploads/direct": UPLOAD,
    "POST api/v1/uploads/{upload_id}/complete": "401 404 404 404 404 404 409 404 401 404 401 404 404",  # it is empty
    # Signed URLs: access by signature only
    "GET api/v1/blobs/{sha256}": "403 403 403 403 403 403 403 403 403 403 403 403 403",
    "PUT api/v1/blobs/uploads/{upload_id}": "403 403 403 403 403 403 403 403 403 403 403 403 403",
    "POST api/v1/corpuses/{corpus_id}/annotation-imports": ANNOTATE_START,
    "GET api/v1/corpuses/{corpus_id}/annotation-imports/{import_id}": OWN,
    "GET api/v1/corpuses/{corpus_id}/archives": "401 404 200- 200- 200- 200- 200* 404 200- 200- 200- 200- 200*",
    "POST api/v1/corpuses/{corpus_id}/archives": EDIT_CREATE,
    "GET api/v1/corpuses/{corpus_id}/archives/{archive_id}": OWN,
    "GET api/v1/corpuses/{corpus_id}/archives/{archive_id}/entries": OWN_PLAIN,
    # Corpora
    "GET api/v1/corpuses": LIST,
    "POST api/v1/corpuses": "401 201 201 201 201 201 201 201 401 201 401 201 403",
    "POST api/v1/corpuses/sample": "401 201 201 201 201 201 201 201 401 201 401 201 403",
    "POST api/v1/corpuses/{corpus_id}/copies": "401 404 202 202 202 202 202 404 401 202 401 202 403",
    "GET api/v1/corpuses/{corpus_id}/copy": OWN_PLAIN,
    "GET api/v1/corpuses/{corpus_id}": VIEW,
    "PATCH api/v1/corpuses/{corpus_id}": EDIT,
    "DELETE api/v1/corpuses/{corpus_id}": OWNER_DELETE,
    "GET api/v1/corpuses/{corpus_id}/documents": VIEW,
    "POST api/v1/corpuses/{corpus_id}/documents": EDIT,
    "DELETE api/v1/corpuses/{corpus_id}/documents/{document_id}": EDIT_DELETE,
    "GET api/v1/corpuses/{corpus_id}/documents/{document_id}/definitions": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/memberships": VIEW,
    "DELETE api/v1/documents/{document_id}/memberships/{membership_id}": OWNER_DELETE,
    "GET api/v1/corpuses/{corpus_id}/search": VIEW_PLAIN,
    "GET api/v1/search": LIST,
    "GET api/v1/answers": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/matches": VIEW,
    "GET api/v1/documents/{document_id}/annotated-pdf": VIEW_PLAIN,
    "GET api/v1/corpuses/{corpus_id}/folders": VIEW,
    "POST api/v1/corpuses/{corpus_id}/folders": EDIT_CREATE,
    "POST api/v1/corpuses/{corpus_id}/document-moves": EDIT,
    "GET api/v1/folders/{folder_id}": VIEW,
    "PATCH api/v1/folders/{folder_id}": EDIT,
    "DELETE api/v1/folders/{folder_id}": EDIT,
    "GET api/v1/corpuses/{corpus_id}/labels": VIEW,
    "POST api/v1/corpuses/{corpus_id}/labels": ANNOTATE_CREATE,
    "GET api/v1/corpuses/{corpus_id}/actions": MEMBERS_LIST,
    "POST api/v1/corpuses/{corpus_id}/actions": EDIT_CREATE,
    "GET api/v1/corpuses/{corpus_id}/executions": MEMBERS_LIST,
    "GET api/v1/labels/{label_id}": VIEW,
    "GET api/v1/labels/{label_id}/suggestions": ANNOTATE,
    "POST api/v1/labels/{label_id}/suggestions": ANNOTATE_START,
    "PATCH api/v1/labels/{label_id}": EDIT,
    "DELETE api/v1/labels/{label_id}": EDIT_CONFLICT,  # it is in use
    "POST api/v1/labels/{label_id}/merge": EDIT,
    "POST api/v1/labels/{label_id}/documents": ANNOTATE,
    "GET api/v1/corpuses/{corpus_id}/document-labels": VIEW,
    "GET api/v1/corpuses/{corpus_id}/documents/export": VIEW,
    "GET api/v1/corpuses/{corpus_id}/fields": VIEW,
    "POST api/v1/corpuses/{corpus_id}/fields": EDIT_CREATE,
    "GET api/v1/corpuses/{corpus_id}/field-values": VIEW,
    "GET api/v1/fields/{field_id}": VIEW,
    "PATCH api/v1/fields/{field_id}": EDIT,
    "DELETE api/v1/fields/{field_id}": EDIT_DELETE,
    "POST api/v1/fields/{field_id}/values": ANNOTATE,
    "GET api/v1/annotations": LIST,
    "POST api/v1/annotations": ANNOTATE_CREATE,
    "GET api/v1/annotations/{annotation_id}": VIEW,
    "GET api/v1/corpuses/{corpus_id}/annotations/export": VIEW,
    "GET api/v1/corpuses/{corpus_id}/annotators": VIEW_PLAIN,
    "GET api/v1/corpuses/{corpus_id}/descriptions": MEMBERS_LIST,
    "PATCH api/v1/annotations/{annotation_id}": EDIT,  # the owner made it: annotators change only their own
    "DELETE api/v1/annotations/{annotation_id}": EDIT_DELETE,
    "POST api/v1/annotation-reviews": ANNOTATE,  # of a suggestion
    "POST api/v1/annotation-deletions": EDIT,  # the owner made it: annotators delete only their own
    "POST api/v1/annotation-relabellings": EDIT,
    "GET api/v1/corpuses/{corpus_id}/relations": VIEW,
    "POST api/v1/corpuses/{corpus_id}/relations": ANNOTATE_CREATE,
    "GET api/v1/relations/{relation_id}": VIEW,
    "PATCH api/v1/relations/{relation_id}": EDIT,  # the owner made it: annotators change only their own
    "DELETE api/v1/relations/{relation_id}": EDIT_DELETE,
    "PUT api/v1/documents/{document_id}/presence": PRESENCE,
    "GET api/v1/edits": MEMBERS_LIST_OF_ALL,
    "POST api/v1/edits/undo": OWN,  # the owner's edit
    "POST api/v1/edits/redo": OWN,
    "GET api/v1/corpuses/{corpus_id}/threads": MEMBERS_LIST.replace("*", ""),  # their texts are in the comments
    "POST api/v1/corpuses/{corpus_id}/threads": "401 404 403 201 201 201 201 404 401 403 401 403 201",
    "GET api/v1/corpuses/{corpus_id}/mentionable-users": VIEW_PLAIN,  # empty for those who may not comment
    "GET api/v1/threads/{thread_id}": MEMBERS_PLAIN,
    "PATCH api/v1/threads/{thread_id}": COMMENT,
    "GET api/v1/threads/{thread_id}/comments": MEMBERS,
    "POST api/v1/threads/{thread_id}/comments": "401 404 403 201 201 201 201 404 401 404 401 403 201",
    "GET api/v1/comments/{comment_id}": MEMBERS,
    "PATCH api/v1/comments/{comment_id}": MEMBERS_OWNER,  # the owner wrote it
    "DELETE api/v1/comments/{comment_id}": MEMBERS_DELETE,
    "GET api/v1/obligations/{obligation_id}": VIEW,
    "PATCH api/v1/obligations/{obligation_id}": ANNOTATE,
    "GET api/v1/corpuses/{corpus_id}/obligations": VIEW,
    "GET api/v1/corpuses/{corpus_id}/obligations/calendar": VIEW,
    "GET api/v1/corpuses/{corpus_id}/similar-texts": VIEW_PLAIN,
    "POST api/v1/corpuses/{corpus_id}/similar-texts": EDIT_START,
    "GET api/v1/corpuses/{corpus_id}/similar-groups": VIEW_PLAIN,  # there is one document
    "GET api/v1/corpuses/{corpus_id}/same-clauses": VIEW_PLAIN,
    "GET api/v1/corpuses/{corpus_id}/calendar-feeds": "401 404 200 200 200 200 200 404 200 200 200 200 200",
    "POST api/v1/corpuses/{corpus_id}/calendar-feeds": CREATE_FEED,
    "GET api/v1/calendar-feeds/{feed_id}": OWN_PLAIN,
    "DELETE api/v1/calendar-feeds/{feed_id}": "401 404 404 404 404 404 204 404 401 404 401 404 204",
    "GET api/v1/calendar-feeds/{feed_id}/calendar": "404 " * 12 + "404",  # without a signature
    "GET api/v1/saved-views": LIST,
    "POST api/v1/saved-views": SAVE_VIEW,
    "GET api/v1/saved-views/{view_id}": VIEW,
    "PATCH api/v1/saved-views/{view_id}": EDIT,
    "DELETE api/v1/saved-views/{view_id}": OWNER_DELETE,
    "GET api/v1/conversations": OWN_LIST,
    "POST api/v1/conversations": SAVE_VIEW,
    "GET api/v1/conversations/{conversation_id}": OWN,
    "PATCH api/v1/conversations/{conversation_id}": OWN_PLAIN,
    "DELETE api/v1/conversations/{conversation_id}": "401 404 404 404 404 404 204 404 401 404 401 404 204",
    "GET api/v1/conversations/{conversation_id}/stream": OWN_PLAIN,
    "GET api/v1/conversations/{conversation_id}/messages": OWN,
    "POST api/v1/conversations/{conversation_id}/messages": OWN_START,
    "GET api/v1/messages/{message_id}": OWN,
    "POST api/v1/messages/{message_id}/cancel": OWN,
    "POST api/v1/messages/{message_id}/retry": OWN_START,
    "POST api/v1/messages/{message_id}/save": OWN_PLAIN,
    "GET api/v1/proposals": PROPOSALS,
    "POST api/v1/proposals/{proposal_id}/approve": OWN_PLAIN,
    "POST api/v1/proposals/{proposal_id}/reject": OWN_PLAIN,
    "POST api/v1/bulk-changes": ANNOTATE_START,
    "GET api/v1/bulk-changes": OWN_LIST,
    "GET api/v1/bulk-changes/{bulk_id}": OWN,
    "POST api/v1/bulk-changes/{bulk_id}/undo": "401 404 404 404 404 404 202* 404 401 404 401 404 202*",
    "POST api/v1/corpuses/{corpus_id}/exports": "401 404 202 202 202 202 202 404 401 403 401 202 202",
    "GET api/v1/exports": OWN_LIST,
    "GET api/v1/exports/{export_id}": OWN,
    "DELETE api/v1/exports/{export_id}": "401 404 404 404 404 404 204 404 401 404 401 404 204",
    "GET api/v1/exports/{export_id}/download-url": OWN_PLAIN,
    "GET api/v1/notifications": OWN_LIST,
    "POST api/v1/notifications/read": USER,
    "PATCH api/v1/notifications/{notification_id}": OWN,
    "GET api/v1/language-model-usage": USER,
    "GET api/v1/corpuses/{corpus_id}/embedder": EDIT,
    "PUT api/v1/corpuses/{corpus_id}/embedder": OWNER,
    "GET api/v1/corpuses/{corpus_id}/allowed-servers": OWNER,
    "GET api/v1/corpuses/{corpus_id}/language-model": EDIT,
    "PUT api/v1/corpuses/{corpus_id}/language-model": OWNER,
    "DELETE api/v1/corpuses/{corpus_id}/language-model": OWNER_DELETE,
    "GET api/v1/fieldset-templates": USER,
    "GET api/v1/extract-engines": USER,
    "GET api/v1/corpuses/{corpus_id}/fieldsets": MEMBERS_LIST,
    "POST api/v1/corpuses/{corpus_id}/fieldsets": EDIT_CREATE,
    "GET api/v1/fieldsets/{fieldset_id}": MEMBERS,
    "PATCH api/v1/fieldsets/{fieldset_id}": MEMBERS_EDIT,
    "DELETE api/v1/fieldsets/{fieldset_id}": MEMBERS_DELETE,
    "POST api/v1/fieldsets/{fieldset_id}/copies": "401 404 403 403 403 201 201 404 401 404 401 403 201",
    "GET api/v1/corpuses/{corpus_id}/extracts": MEMBERS_LIST,
    "POST api/v1/corpuses/{corpus_id}/extracts": EDIT_CREATE,
    "POST api/v1/corpuses/{corpus_id}/extract-estimates": EDIT,
    "GET api/v1/corpuses/{corpus_id}/retention-preview": OWNER,
    "GET api/v1/extracts/{extract_id}": MEMBERS,
    "PATCH api/v1/extracts/{extract_id}": MEMBERS_EDIT,
    "DELETE api/v1/extracts/{extract_id}": MEMBERS_DELETE,
    "POST api/v1/extracts/{extract_id}/cancel": MEMBERS_EDIT,
    "POST api/v1/extracts/{extract_id}/rerun": MEMBERS_START,
    "POST api/v1/extracts/{extract_id}/documents": MEMBERS_START,
    "POST api/v1/extracts/{extract_id}/suggestions": MEMBERS_ANNOTATE,
    "GET api/v1/extracts/{extract_id}/rows": MEMBERS,
    "GET api/v1/extracts/{extract_id}/row-index": MEMBERS,
    "GET api/v1/extracts/{extract_id}/row-cells": MEMBERS,
    "GET api/v1/extracts/{extract_id}/cells": MEMBERS,
    "GET api/v1/extracts/{extract_id}/differences": MEMBERS,
    "GET api/v1/extracts/{extract_id}/export": MEMBERS,
    "GET api/v1/cells/{cell_id}": MEMBERS,
    "PATCH api/v1/cells/{cell_id}": MEMBERS_REVIEW,
    "POST api/v1/cell-reviews": MEMBERS_REVIEW,
    "GET api/v1/actions/{action_id}": MEMBERS,
    "PATCH api/v1/actions/{action_id}": MEMBERS_EDIT,
    "DELETE api/v1/actions/{action_id}": MEMBERS_DELETE,
    "GET api/v1/actions/{action_id}/run": MEMBERS_PLAIN,
    "POST api/v1/actions/{action_id}/run": MEMBERS_START,
    "POST api/v1/actions/{action_id}/retry": MEMBERS_START,
    "GET api/v1/actions/{action_id}/analysis-versions": MEMBERS,
    "GET api/v1/actions/{action_id}/analysis-differences": MEMBERS,
    "GET api/v1/analyzers": USER,
    "POST api/v1/corpuses/{corpus_id}/analyzer-trials": EDIT,
    "GET api/v1/corpuses/{corpus_id}/analysis-runs": MEMBERS_LIST,
    "POST api/v1/corpuses/{corpus_id}/analysis-runs": EDIT_START,
    "GET api/v1/analysis-runs/{run_id}": MEMBERS,
    "GET api/v1/analysis-runs/{run_id}/results": MEMBERS,
    "POST api/v1/analysis-results/{suggested_value_id}/review": MEMBERS_ANNOTATE,
    # By servers of remote analyzers: a message that is not signed says nothing about which runs there are.
    "POST api/v1/analysis-runs/{run_id}/results": "403 403 403 403 403 403 403 403 403 403 403 403 403",
    "POST api/v1/analysis-runs/{run_id}/cancel": "401 404 403 403 403 409 409 404 401 404 401 403 409",
    "GET api/v1/corpuses/{corpus_id}/remote-analyzers": MEMBERS_LIST,
    "POST api/v1/corpuses/{corpus_id}/remote-analyzers": OWNER_CREATE,
    "GET api/v1/remote-analyzers/{analyzer_id}": MEMBERS,
    "PATCH api/v1/remote-analyzers/{analyzer_id}": MEMBERS_OWNER,
    "DELETE api/v1/remote-analyzers/{analyzer_id}": "401 404 403 403 403 403 204 404 401 404 401 403 204",
    "POST api/v1/remote-analyzers/{analyzer_id}/trial": "401 404 403 403 403 403 409 404 401 404 401 403 409",
    "GET api/v1/executions/{execution_id}": MEMBERS,
    "GET api/v1/corpuses/{corpus_id}/shares": OWNER,
    "POST api/v1/corpuses/{corpus_id}/shares": OWNER_CREATE,
    "GET api/v1/corpuses/{corpus_id}/shares/{share_id}": OWNER,
    "PATCH api/v1/corpuses/{corpus_id}/shares/{share_id}": OWNER,
    "DELETE api/v1/corpuses/{corpus_id}/shares/{share_id}": OWNER_DELETE,
    "DELETE api/v1/corpuses/{corpus_id}/my-access": LEAVE_CORPUS,
    "POST api/v1/corpuses/{corpus_id}/publish": OWNER,
    "POST api/v1/corpuses/{corpus_id}/unpublish": OWNER,
    # Documents
    "GET api/v1/file-types": USER,
    "GET api/v1/software": USER,
    "GET api/v1/documents": LIST,
    "GET api/v1/document-facets": LIST_PLAIN,
    "GET api/v1/documents/{document_id}": VIEW,
    "PATCH api/v1/documents/{document_id}": EDIT,
    "DELETE api/v1/documents/{document_id}": OWNER_DELETE,
    "GET api/v1/documents/{document_id}/attachments": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/versions": VIEW,
    "POST api/v1/documents/{document_id}/versions": EDIT_CREATE,
    "POST api/v1/documents/{document_id}/retry": EDIT_START,
    "POST api/v1/documents/{document_id}/password": EDIT_CONFLICT,  # it needs none
    "GET api/v1/documents/{document_id}/file": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/pdf": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/text": VIEW,
    "GET api/v1/documents/{document_id}/comparison": VIEW,
    "GET api/v1/documents/{document_id}/markdown": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/pawls": VIEW,
    "GET api/v1/documents/{document_id}/docling": NONE,
    "GET api/v1/document-archives": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/download-url": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/result": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/thumbnail": NONE,
    "GET api/v1/documents/{document_id}/figures/{order}": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/pages/{number}/tokens": VIEW,
    "GET api/v1/documents/{document_id}/shares": OWNER,
    "POST api/v1/documents/{document_id}/shares": OWNER_CREATE,
    "GET api/v1/documents/{document_id}/shares/{share_id}": OWNER,
    "PATCH api/v1/documents/{document_id}/shares/{share_id}": OWNER,
    "DELETE api/v1/documents/{document_id}/shares/{share_id}": OWNER_DELETE,
    "DELETE api/v1/documents/{document_id}/my-access": LEAVE_DOCUMENT,
    "POST api/v1/documents/{document_id}/publish": OWNER,
    "POST api/v1/documents/{document_id}/unpublish": OWNER,
    # Jobs
    "GET api/v1/jobs": OWN_LIST,
    "POST api/v1/jobs": EDIT_CREATE,
    "GET api/v1/jobs/{job_id}": JOB,
    "PATCH api/v1/jobs/{job_id}": "401 404 404 404 404 403 409 409 401 404 401 404 409",  # it has ended
    "POST api/v1/jobs/{job_id}/cancel": "401 404 404 404 404 403 200 200* 401 404 401 404 200",
    "POST api/v1/jobs/{job_id}/retry": "401 404 404 404 404 202 202 202* 401 404 401 404 202",
    "GET api/v1/jobs/{job_id}/log": JOB_PLAIN,
    # Staff
    "GET api/v1/admin/failed-jobs": STAFF,
    "GET api/v1/admin/failed-jobs/depth": STAFF,
    "POST api/v1/admin/failed-jobs/requeue": STAFF_START,
    "GET api/v1/admin/failed-jobs/{dead_letter_id}": STAFF,
    "POST api/v1/admin/failed-jobs/{dead_letter_id}/requeue": STAFF_START,
    "POST api/v1/admin/failed-jobs/{dead_letter_id}/discard": STAFF,
    "POST api/v1/admin/reprocess": STAFF_START,
    "GET api/v1/admin/queues": STAFF,
    "GET api/v1/admin/workers": STAFF,
    "GET api/v1/admin/tenants": STAFF,
    "PATCH api/v1/admin/tenants/{tenant_id}": STAFF,
    "GET api/v1/admin/scheduler": STAFF,
    "PATCH api/v1/admin/scheduler": STAFF,
    "GET api/v1/admin/circuit-breakers": STAFF,
    "POST api/v1/admin/circuit-breakers/reset": STAFF,
    "POST api/v1/admin/circuit-breakers/open": STAFF,
}
