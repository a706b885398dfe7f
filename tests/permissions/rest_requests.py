"""The bodies, headers and queries of the requests of `rest_table.py`, if the API reference has no example of them."""

from typing import Any

_FILE = ("file.txt", b"Some words.")
_TUS = {"Tus-Resumable": "1.0.0"}
_TUS_TYPE = "application/offset+octet-stream"

# JSON; a file is ("name", bytes) and makes it a form.
BODIES: dict[str, Any] = {
    "POST api/v1/auth/session": {"username": "ada", "password": "correct horse battery"},
    "POST api/v1/auth/login": {"username": "ada", "password": "correct horse battery"},
    "POST api/v1/auth/logout": {},
    "POST api/v1/auth/register": {"username": "new", "email": "a@example.org", "password": "long enough for all"},
    "POST api/v1/auth/password/change": {"current_password": "correct horse battery", "new_password": "staple 9s"},
    "POST api/v1/auth/end-access": {"current_password": "correct horse battery"},
    "POST api/v1/auth/second-factor": {"secret": "JBSWY3DPEHPK3PXP", "code": "123456"},
    "POST api/v1/auth/confirm": {"current_password": "correct horse battery"},
    "POST api/v1/auth/invitations": {"email": "another@example.org"},
    "POST api/v1/teams/{team_id}/members": {"user": "newcomer"},
    "POST api/v1/documents/upload": {"file": _FILE},
    "POST api/v1/documents/upload-batch": {"file": _FILE},
    "POST api/v1/documents/{document_id}/versions": {"file": _FILE},
    "POST api/v1/uploads/direct": {"filename": "file.txt", "size": 5},
    "POST api/v1/corpuses/{corpus_id}/annotation-imports": {"file": ("a.jsonl", b"{}")},
    "POST api/v1/corpuses/{corpus_id}/archives": {"file": ("files.zip", b"PK\x05\x06" + bytes(18))},
    "POST api/v1/bulk-changes": {"kind": "label", "query": {"corpus": "{corpus_id}"}, "label": "{label_id}"},
    "POST api/v1/corpuses/{corpus_id}/copies": {},
    "POST api/v1/corpuses/{corpus_id}/documents": {"documents": ["{document_id}"]},
    "POST api/v1/corpuses/{corpus_id}/folders": {"name": "New"},
    "POST api/v1/corpuses/{corpus_id}/document-moves": {"documents": ["{document_id}"], "folder": "{folder_id}"},
    "PATCH api/v1/labels/{label_id}": {"color": "#2f7fc4", "description": "New", "position": 1},
    "POST api/v1/labels/{label_id}/merge": {"into": "{other_label_id}"},
    "POST api/v1/labels/{label_id}/documents": {"documents": ["{document_id}"]},
    "POST api/v1/corpuses/{corpus_id}/fields": {"name": "New", "type": "date"},
    "PATCH api/v1/fields/{field_id}": {"name": "New"},
    "POST api/v1/fields/{field_id}/values": {"documents": ["{document_id}"], "values": ["New"]},
    "POST api/v1/annotations": {"corpus": "{corpus_id}", "document": "{document_id}", "label_name": "New", "start": 0,
                                "end": 3},
    "POST api/v1/annotation-reviews": {"annotations": ["{suggestion_id}"], "review": "accepted"},
    "POST api/v1/annotation-deletions": {"annotations": ["{annotation_id}", "{suggestion_id}"]},
    "POST api/v1/annotation-relabellings": {"annotations": ["{annotation_id}", "{suggestion_id}"],
                                            "label": "{other_label_id}"},
    "POST api/v1/corpuses/{corpus_id}/relations": {"source": "{suggestion_id}", "target": "{annotation_id}",
                                                   "label": "{label_id}"},
    "PATCH api/v1/relations/{relation_id}": {"label": "{other_label_id}"},
    "PATCH api/v1/obligations/{obligation_id}": {"is_done": True},
    "POST api/v1/corpuses/{corpus_id}/calendar-feeds": {},
    "POST api/v1/saved-views": {"corpus": "{corpus_id}", "kind": "corpus_documents", "name": "New", "query": {}},
    "POST api/v1/conversations": {"corpus": "{corpus_id}"},
    "POST api/v1/messages/{message_id}/save": {"kind": "comment"},
    "PATCH api/v1/conversations/{conversation_id}": {"title": "New"},
    "PATCH api/v1/saved-views/{view_id}": {"is_shared": False},
    "POST api/v1/edits/undo": {"group": "{edit_group}"},
    "POST api/v1/edits/redo": {"group": "{edit_group}"},
    "POST api/v1/corpuses/{corpus_id}/analyzer-trials": {
        "analyzer": "dictionary", "document": "{document_id}",
        "settings": {"rules": [{"label": "Rent", "terms": ["rent"]}]},
    },
    "POST api/v1/analysis-results/{suggested_value_id}/review": {"review": "accepted"},
    "POST api/v1/corpuses/{corpus_id}/analysis-runs": {"analyzer": "patterns", "documents": ["{document_id}"]},
    "PATCH api/v1/remote-analyzers/{analyzer_id}": {"description": "New"},
    "POST api/v1/actions/{action_id}/run": {"documents": ["{document_id}"]},
    "POST api/v1/actions/{action_id}/retry": {"executions": ["{execution_id}"]},
    "POST api/v1/fieldsets/{fieldset_id}/copies": {"name": "Copy"},
    "POST api/v1/corpuses/{corpus_id}/extracts": {"fieldset": "{fieldset_id}"},
    "POST api/v1/corpuses/{corpus_id}/extract-estimates": {"fieldset": "{fieldset_id}"},
    "POST api/v1/extracts/{extract_id}/rerun": {"rows": ["{row_id}"]},
    "POST api/v1/extracts/{extract_id}/suggestions": {"columns": ["{column_id}"]},
    "POST api/v1/extracts/{extract_id}/documents": {"documents": ["{document_id}"]},
    "PATCH api/v1/cells/{cell_id}": {"text": "New"},
    "POST api/v1/cell-reviews": {"cells": ["{cell_id}"], "review": "approved"},
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
    "GET api/v1/actions/{action_id}/analysis-differences": "?before=1&after=2",
    "GET api/v1/extracts/{extract_id}/row-cells": "?rows={row_id}",
    "GET api/v1/corpuses/{corpus_id}/search": "?query=rent",
    "GET api/v1/extracts/{extract_id}/differences": "?other={previous_id}",
    "GET api/v1/corpuses/{corpus_id}/same-clauses": "?document={document_id}&start=0&end=6",
    "GET api/v1/search": "?query=Quokka",
    "GET api/v1/answers": "?question=Quokka&corpus={corpus_id}",
    "GET api/v1/documents/{document_id}/matches": "?query=Quokka",
    "GET api/v1/documents/{document_id}/annotated-pdf": "?corpus={corpus_id}",
    "GET api/v1/document-archives": "?documents={document_id}",
}

# Parameters of URLs that stand for another value of the world.
PARAMETERS = {
    "api/v1/auth/secrets/{secret_id}": {"secret_id": "token_id"},
    "api/v1/messages/{message_id}/cancel": {"message_id": "open_message_id"},
    "api/v1/messages/{message_id}/save": {"message_id": "saved_message_id"},
    "api/v1/labels/{label_id}/suggestions": {"label_id": "other_label_id"},
    "api/v1/documents/{document_id}/figures/{order}": {"order": "number"},
    "api/v1/documents/{document_id}/shares/{share_id}": {"share_id": "document_share_id"},
    "api/v1/service-accounts/{service_account_id}/tokens/{token_id}": {"token_id": "account_token_id"},
    "api/v1/teams/{team_id}/invitations/{invitation_id}": {"invitation_id": "team_invitation_id"},
    "api/v1/team-invitations/{invitation_id}/accept": {"invitation_id": "my_invitation_id"},
    "api/v1/team-invitations/{invitation_id}/decline": {"invitation_id": "my_invitation_id"},
}
