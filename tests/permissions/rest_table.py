"""What REST answers to whom. Written by people, from the rules of docs/howto/sharing.md; never copied from an answer.

Columns: anonymous, stranger, viewer, annotator, reviewer, editor, owner, admin (a superuser to whom nothing was
shared). A star: the answer shows something of the owner's. The five in the middle have their role on the corpus, and
through it on the document that is lent to it. A request that needs a body other than the one the API's reference
shows names it in BODIES; `{name}` is put in from `world.py`.
"""

from typing import Any

ANYBODY = "200 200 200 200 200 200 200 200"
PERSON = "401 200 200 200 200 200 200 200"
MAKER = "401 201 201 201 201 201 201 201"
VIEW = "401 404 200* 200* 200* 200* 200* 404"
VIEW_PLAIN = "401 404 200 200 200 200 200 404"
LIST = "401 200 200* 200* 200* 200* 200* 200"
EDIT = "401 404 403 403 403 200 200 404"
EDIT_MAKES = "401 404 403 403 403 201 201 404"
EDIT_TAKES = "401 404 403 403 403 204 204 404"
ANNOTATE_MAKES = "401 404 403 201 403 201 201 404"
OWNER = "401 404 403 403 403 403 200 404"
OWNER_TAKES = "401 404 403 403 403 403 204 404"
OWN = "401 404 404 404 404 404 200* 404"
STAFF = "401 403 403 403 403 403 403 200"

TABLE: dict[str, str] = {
    # Streams
    "GET api/v1/events": PERSON,
    "GET api/v1/jobs/{job_id}/events": "401 404 404 404 404 200 200 200",
    # Accounts: open doors, and doors for oneself
    "GET api/v1/auth/session": ANYBODY,
    "POST api/v1/auth/session": ANYBODY,
    "DELETE api/v1/auth/session": "204 204 204 204 204 204 204 204",
    "POST api/v1/auth/login": ANYBODY,
    "POST api/v1/auth/refresh": "401 401 401 401 401 401 401 401",
    "POST api/v1/auth/logout": "401 204 204 204 204 204 204 204",
    "POST api/v1/auth/logout-all": "401 204 204 204 204 204 204 204",
    "GET api/v1/auth/registration": ANYBODY,
    "POST api/v1/auth/register": "403 403 403 403 403 403 403 403",
    "GET api/v1/auth/me": PERSON,
    "PATCH api/v1/auth/me": PERSON,
    "POST api/v1/auth/email/confirm": "400 400 400 400 400 400 400 400",
    "POST api/v1/auth/email/send": "401 202 202 202 202 202 202 202",
    "POST api/v1/auth/password/change": "401 403 403 403 403 403 204 403",
    "POST api/v1/auth/password/reset": "202 202 202 202 202 202 202 202",
    "POST api/v1/auth/password/reset/confirm": "400 400 400 400 400 400 400 400",
    "GET api/v1/auth/invitations": STAFF,
    "POST api/v1/auth/invitations": "401 403 403 403 403 403 403 201",
    "POST api/v1/auth/invitations/check": "400 400 400 400 400 400 400 400",
    "DELETE api/v1/auth/invitations/{invitation_id}": "401 403 403 403 403 403 403 204",
    "GET api/v1/tokens": "401 200 200 200 200 200 200* 200",
    "POST api/v1/tokens": MAKER,
    "DELETE api/v1/tokens/{token_id}": "401 404 404 404 404 404 204 404",
    # Links say what they open to whoever holds them
    "GET api/v1/links/{token}": "200* 200* 200* 200* 200* 200* 200* 200*",
    "POST api/v1/links/{token}/open": "200* 200* 200* 200* 200* 200* 200* 200*",
    # Teams: the five in the middle are in it, the owner as its admin
    "GET api/v1/teams": LIST,
    "POST api/v1/teams": MAKER,
    "GET api/v1/teams/{team_id}": VIEW,
    "PATCH api/v1/teams/{team_id}": OWNER,
    "DELETE api/v1/teams/{team_id}": OWNER_TAKES,
    "POST api/v1/teams/{team_id}/members": "401 404 403 403 403 403 200* 404",
    "DELETE api/v1/teams/{team_id}/members/{user_id}": "401 404 204 403 403 403 204 404",  # the viewer leaves
    # Uploads: everybody's own
    "POST api/v1/documents/upload": MAKER,
    "POST api/v1/upload-checks": PERSON,
    "GET api/v1/usage": PERSON,
    "GET api/v1/uploads": "401 200 200 200 200 200 200* 200",
    "POST api/v1/uploads": MAKER,
    "GET api/v1/uploads/{upload_id}": OWN,
    "HEAD api/v1/uploads/{upload_id}": "401 404 404 404 404 404 200 404",
    "PATCH api/v1/uploads/{upload_id}": "401 404 404 404 404 404 204 404",
    "DELETE api/v1/uploads/{upload_id}": "401 404 404 404 404 404 204 404",
    "POST api/v1/uploads/direct": MAKER,
    "POST api/v1/uploads/{upload_id}/complete": "401 404 404 404 404 404 409 404",  # no bytes have come
    # Signed addresses: whoever has one needs nothing else, whoever has none gets nothing
    "GET api/v1/blobs/{sha256}": "403 403 403 403 403 403 403 403",
    "PUT api/v1/blobs/uploads/{upload_id}": "403 403 403 403 403 403 403 403",
    "GET api/v1/corpuses/{corpus_id}/archives": "401 404 200 200 200 200 200* 404",  # whoever sent it sees it
    "POST api/v1/corpuses/{corpus_id}/archives": EDIT_MAKES,
    "GET api/v1/corpuses/{corpus_id}/archives/{archive_id}": OWN,
    "GET api/v1/corpuses/{corpus_id}/archives/{archive_id}/entries": "401 404 404 404 404 404 200 404",
    # Corpora
    "GET api/v1/corpuses": LIST,
    "POST api/v1/corpuses": MAKER,
    "GET api/v1/corpuses/{corpus_id}": VIEW,
    "PATCH api/v1/corpuses/{corpus_id}": EDIT,
    "DELETE api/v1/corpuses/{corpus_id}": OWNER_TAKES,
    "GET api/v1/corpuses/{corpus_id}/documents": VIEW,
    "POST api/v1/corpuses/{corpus_id}/documents": EDIT,
    "DELETE api/v1/corpuses/{corpus_id}/documents/{document_id}": EDIT_TAKES,
    "GET api/v1/documents/{document_id}/memberships": VIEW,
    "DELETE api/v1/documents/{document_id}/memberships/{membership_id}": OWNER_TAKES,
    "GET api/v1/corpuses/{corpus_id}/search": VIEW_PLAIN,
    "GET api/v1/corpuses/{corpus_id}/folders": VIEW,
    "POST api/v1/corpuses/{corpus_id}/folders": EDIT_MAKES,
    "POST api/v1/corpuses/{corpus_id}/document-moves": EDIT,
    "GET api/v1/folders/{folder_id}": VIEW,
    "PATCH api/v1/folders/{folder_id}": EDIT,
    "DELETE api/v1/folders/{folder_id}": EDIT,
    "GET api/v1/corpuses/{corpus_id}/labels": VIEW,
    "POST api/v1/corpuses/{corpus_id}/labels": ANNOTATE_MAKES,
    "GET api/v1/corpuses/{corpus_id}/actions": VIEW_PLAIN,
    "POST api/v1/corpuses/{corpus_id}/actions": EDIT_MAKES,
    "GET api/v1/corpuses/{corpus_id}/executions": VIEW_PLAIN,
    "GET api/v1/labels/{label_id}": VIEW,
    "PATCH api/v1/labels/{label_id}": EDIT,
    "DELETE api/v1/labels/{label_id}": "401 404 403 403 403 409 409 404",  # it is in use
    "GET api/v1/annotations": LIST,
    "POST api/v1/annotations": ANNOTATE_MAKES,
    "GET api/v1/annotations/{annotation_id}": VIEW,
    "PATCH api/v1/annotations/{annotation_id}": EDIT,  # the owner made it: annotators change only their own
    "DELETE api/v1/annotations/{annotation_id}": EDIT_TAKES,
    "GET api/v1/actions/{action_id}": VIEW_PLAIN,
    "PATCH api/v1/actions/{action_id}": EDIT,
    "DELETE api/v1/actions/{action_id}": EDIT_TAKES,
    "POST api/v1/actions/{action_id}/run": "401 404 403 403 403 202 202 404",
    "GET api/v1/executions/{execution_id}": VIEW_PLAIN,
    "GET api/v1/corpuses/{corpus_id}/shares": OWNER,
    "POST api/v1/corpuses/{corpus_id}/shares": "401 404 403 403 403 403 201 404",
    "GET api/v1/corpuses/{corpus_id}/shares/{share_id}": OWNER,
    "PATCH api/v1/corpuses/{corpus_id}/shares/{share_id}": OWNER,
    "DELETE api/v1/corpuses/{corpus_id}/shares/{share_id}": OWNER_TAKES,
    "POST api/v1/corpuses/{corpus_id}/publish": OWNER,
    "POST api/v1/corpuses/{corpus_id}/unpublish": OWNER,
    # Documents
    "GET api/v1/file-types": PERSON,
    "GET api/v1/documents": LIST,
    "GET api/v1/documents/{document_id}": VIEW,
    "PATCH api/v1/documents/{document_id}": EDIT,
    "DELETE api/v1/documents/{document_id}": OWNER_TAKES,
    "GET api/v1/documents/{document_id}/attachments": VIEW_PLAIN,  # nothing was found in it
    "POST api/v1/documents/{document_id}/retry": "401 404 403 403 403 202 202 404",
    "POST api/v1/documents/{document_id}/password": "401 404 403 403 403 409 409 404",  # it needs none
    "GET api/v1/documents/{document_id}/file": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/pdf": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/text": VIEW,
    "GET api/v1/documents/{document_id}/markdown": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/pawls": VIEW,
    "GET api/v1/documents/{document_id}/docling": "401 404 404 404 404 404 404 404",  # there is none
    "GET api/v1/document-archives": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/download-url": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/result": VIEW_PLAIN,
    "GET api/v1/documents/{document_id}/thumbnail": "401 404 404 404 404 404 404 404",  # there is none
    "GET api/v1/documents/{document_id}/pages/{number}/tokens": VIEW,
    "GET api/v1/documents/{document_id}/shares": OWNER,
    "POST api/v1/documents/{document_id}/shares": "401 404 403 403 403 403 201 404",
    "GET api/v1/documents/{document_id}/shares/{share_id}": OWNER,
    "PATCH api/v1/documents/{document_id}/shares/{share_id}": OWNER,
    "DELETE api/v1/documents/{document_id}/shares/{share_id}": OWNER_TAKES,
    "POST api/v1/documents/{document_id}/publish": OWNER,
    "POST api/v1/documents/{document_id}/unpublish": OWNER,
    # Jobs: those of the owner, and about documents for their editors; staff see and change all
    "GET api/v1/jobs": "401 200 200 200 200 200 200* 200",
    "POST api/v1/jobs": EDIT_MAKES,
    "GET api/v1/jobs/{job_id}": "401 404 404 404 404 200* 200* 200*",
    "PATCH api/v1/jobs/{job_id}": "401 404 404 404 404 403 409 409",  # it has ended
    "POST api/v1/jobs/{job_id}/cancel": "401 404 404 404 404 403 200 200*",
    "POST api/v1/jobs/{job_id}/retry": "401 404 404 404 404 202 202 202*",
    "GET api/v1/jobs/{job_id}/log": "401 404 404 404 404 200 200 200",
    # Staff
    "GET api/v1/admin/failed-jobs": STAFF,
    "GET api/v1/admin/failed-jobs/depth": STAFF,
    "POST api/v1/admin/failed-jobs/requeue": "401 403 403 403 403 403 403 202",
    "GET api/v1/admin/failed-jobs/{dead_letter_id}": STAFF,
    "POST api/v1/admin/failed-jobs/{dead_letter_id}/requeue": "401 403 403 403 403 403 403 202",
    "POST api/v1/admin/failed-jobs/{dead_letter_id}/discard": STAFF,
    "POST api/v1/admin/reprocess": "401 403 403 403 403 403 403 202",
    "GET api/v1/admin/queues": STAFF,
    "GET api/v1/admin/workers": STAFF,
    "GET api/v1/admin/tenants": STAFF,
    "PATCH api/v1/admin/tenants/{tenant_id}": STAFF,
    "GET api/v1/admin/scheduler": STAFF,
    "PATCH api/v1/admin/scheduler": STAFF,
}

_FILE = ("file.txt", b"Some words.")
_TUS = {"Tus-Resumable": "1.0.0"}
_TUS_TYPE = "application/offset+octet-stream"

# JSON; a file as ("name", bytes), which makes it a form; None where there is no body.
BODIES: dict[str, Any] = {
    "POST api/v1/auth/session": {"username": "ada", "password": "correct horse battery"},
    "POST api/v1/auth/login": {"username": "ada", "password": "correct horse battery"},
    "POST api/v1/auth/logout": {},
    "POST api/v1/auth/register": {"username": "new", "email": "a@example.org", "password": "long enough for all"},
    "POST api/v1/auth/password/change": {"current_password": "correct horse battery", "new_password": "staple 9s"},
    "POST api/v1/auth/invitations": {"email": "another@example.org"},
    "POST api/v1/teams/{team_id}/members": {"user": "newcomer"},
    "POST api/v1/documents/upload": {"file": _FILE},
    "POST api/v1/uploads/direct": {"filename": "file.txt", "size": 5},
    "POST api/v1/corpuses/{corpus_id}/archives": {"file": ("files.zip", b"PK\x05\x06" + bytes(18))},
    "POST api/v1/corpuses/{corpus_id}/documents": {"documents": ["{document_id}"]},
    "POST api/v1/corpuses/{corpus_id}/folders": {"name": "New"},
    "POST api/v1/corpuses/{corpus_id}/document-moves": {"documents": ["{document_id}"], "folder": "{folder_id}"},
    "PATCH api/v1/labels/{label_id}": {"color": "#2f7fc4"},
    "POST api/v1/annotations": {"corpus": "{corpus_id}", "document": "{document_id}", "label_name": "New", "start": 0,
                                "end": 3},
    "POST api/v1/actions/{action_id}/run": {"documents": ["{document_id}"]},
    "POST api/v1/corpuses/{corpus_id}/shares": {"role": "viewer", "user": "newcomer"},
    "POST api/v1/documents/{document_id}/shares": {"role": "viewer", "user": "newcomer"},
    "POST api/v1/jobs": {"document_id": "{document_id}"},
}  # fmt: skip

HEADERS: dict[str, dict[str, str]] = {
    "POST api/v1/uploads": {**_TUS, "Upload-Length": "5", "Upload-Metadata": "filename ZmlsZS50eHQ="},
    "PATCH api/v1/uploads/{upload_id}": {**_TUS, "Upload-Offset": "0", "Content-Type": _TUS_TYPE},
    "DELETE api/v1/uploads/{upload_id}": _TUS,
    "HEAD api/v1/uploads/{upload_id}": _TUS,
}

QUERIES = {
    "GET api/v1/corpuses/{corpus_id}/search": "?query=rent",
    "GET api/v1/document-archives": "?documents={document_id}",
}

# Where the name of a place means something else than elsewhere.
PLACES = {"api/v1/documents/{document_id}/shares/{share_id}": {"share_id": "document_share_id"}}

# Addresses that are no operations of the API, and why they are not in the table.
OTHERS = {
    "health/live": "for supervisors, knows nobody",
    "health/ready": "for supervisors, knows nobody",
    "health/metrics": "opened by a token of its own (tests/api/test_metrics.py)",
    "metrics": "opened by a token of its own (tests/api/test_metrics.py)",
    "api/schema": "the description, for everybody",
    "api/docs": "the description, for everybody",
    "api/redoc": "the description, for everybody",
    r"^api(?:/|$)": "what is not there",
    r"^graphql/?$": "every field of it is in graphql_table.py",
    "admin": "leads to admin/",
    "admin/": "Django's, for the staff (tests/api/test_admin.py)",
    r"accounts/oidc/^(?P<provider_id>[^/]+)/login/": "leads to the provider",
    r"accounts/oidc/^(?P<provider_id>[^/]+)/login/callback/": "where the provider leads back to",
    r"^(?!static/|health/).*": "the page of the user interface, the same for everybody",
}
