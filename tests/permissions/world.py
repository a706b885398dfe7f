"""The data for all cells: objects of one owner, whose texts contain a unique word, and the other actors."""

import json
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from audit.models import AuditEntry
from core.api.testing import ApiClient
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.actions.remote.editing import RemoteDraft, create_remote_analyzer
from corpuses.analyzers.models import AnalysisResult, AnalysisRun
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.bulk.models import BulkChange
from corpuses.comments.models import Notification
from corpuses.comments.services import ThreadDraft, create_comment, create_thread
from corpuses.conversations.models import Conversation
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.exports.models import Export
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell, Extract, ExtractRow, Fieldset
from corpuses.extracts.runs import ExtractDraft, start_extract
from corpuses.fields.services import create_field
from corpuses.fields.setting import set_field_values
from corpuses.imports.models import AnnotationImport
from corpuses.models import Archive, Corpus, CorpusCopy, CorpusShare, Folder
from corpuses.obligations.models import CalendarFeed, Obligation
from corpuses.providers.editing import ModelDraft, set_language_model
from corpuses.saved_views.models import SavedView
from documents.models import Document, Page, StructureItem, Upload
from documents.tests.factories import parsed_document
from tasks.models import DeadLetter
from tasks.runtime import queue
from tests.api.jobs import make_jobs
from users.accounts.api_tokens import create_token
from users.accounts.models import Invitation, RefreshFamily
from users.accounts.tests.authenticators import stored_passkey
from users.accounts.token_pairs import TokenPairs
from users.models import User
from users.sharing import services
from users.sharing.models import TeamInvitation, TeamMembership
from users.sharing.service_accounts import create_account
from users.sharing.teams import create_team

SECRET = "Quokka"
"""A word in all texts of the owner."""
FIELD = f"{SECRET} field"
PRIVATE = "Numbat"
"""A word in the owner's objects that are neither shared nor public."""

# In the order of the columns. Those of `…_of_public` ask while the corpus is public; the last two use API tokens.
ACTORS = (
    "anonymous",
    "outsider",
    "viewer",
    "annotator",
    "reviewer",
    "editor",
    "owner",
    "admin",
    "link_holder",
    "user_of_public",
    "anonymous_of_public",
    "service_account",
    "limited_token",
)
WITHOUT_ACCESS = frozenset({"anonymous", "outsider", "admin"})
ROLES = ("viewer", "annotator", "reviewer", "editor")
PASSWORD = "correct horse battery"

_PDF = (
    b"%%PDF-1.4\n%%%s\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj\ntrailer<</Root 1 0 R>>\n%%%%EOF"
)


@dataclass(frozen=True)
class World:
    """The values that URLs and bodies can contain, by name, and the clients of the actors."""

    names: dict[str, str]
    users: dict[str, User] = field(repr=False)
    sessions: dict[str, str] = field(repr=False)
    tokens: dict[str, str] = field(repr=False)
    document: Document = field(repr=False)

    def client(self, actor: str) -> ApiClient:
        """Return a client of an actor; publish the corpus for those that ask while it is public."""
        if actor in {"user_of_public", "anonymous_of_public"}:
            Corpus.objects.filter(pk=self.names["corpus_id"]).update(is_public=True)
        headers = {"X-Share-Token": self.names["token"]} if actor == "link_holder" else {}
        if actor in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[actor]}"
        client = ApiClient(headers=headers)
        if actor in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[actor]
        return client

    def named(self, text: str) -> str:
        """Replace the names in a template by their values."""
        for name, value in self.names.items():
            text = text.replace(f"{{{name}}}", value)
        return text

    def store_bytes(self) -> None:
        """Store the file of the document in the storage of the current test."""
        default_storage.save(self.document.blob.name, ContentFile(_PDF % SECRET.encode()))


def build(owner_name: str = "ada") -> World:
    """Create the world, in the caller's transaction."""
    users = {name: User.objects.create_user(name, f"{name}@example.org") for name in ("outsider", *ROLES)}
    users["owner"] = owner = User.objects.create_user(
        owner_name, f"{owner_name}@example.org", PASSWORD, name=owner_name.title()
    )
    users["admin"] = User.objects.create_superuser("root", "root@example.org")
    User.objects.create_user("newcomer", "newcomer@example.org")
    make_jobs(owner)
    dead_letter = DeadLetter.objects.get()
    document = parsed_document(owner, f"{SECRET} pays the rent.", title=f"{SECRET} lease")
    figure = {"kind": "figure", "page": 1, "x0": 0, "y0": 0, "x1": 9, "y1": 9, "start": 0, "end": 0}
    StructureItem.objects.create(revision=document.revision, order=1, **figure)
    loose = parsed_document(owner, f"{PRIVATE} {SECRET} alone.", title=f"{PRIVATE} {SECRET}")
    job = queue.jobs_of([document.pk])[document.pk][0]
    queue.cancel(job.id)
    corpus = _corpus(owner, document)
    for role in ROLES:
        CorpusShare.objects.create(target=corpus, user=users[role], role=role, created_by=owner)
    annotation = annotate(
        AnnotationDraft(label_name=f"{SECRET} duty", start=0, end=6, note=SECRET),
        corpus=corpus, document=document, actor=owner,
    )  # fmt: skip
    action = corpus.actions.get()
    CorpusAction.objects.filter(pk=action.pk).update(instructions=SECRET)
    ActionExecution.objects.filter(action=action).update(message=SECRET)
    share_request = services.ShareRequest(role="viewer", link=True)
    link = services.create_share(corpus, share_request, actor=owner)
    team = create_team(f"{SECRET} team", actor=owner)
    for role in ROLES:
        TeamMembership.objects.create(team=team, user=users[role])
    account = create_account(team, f"{SECRET} robot", actor=owner)
    CorpusShare.objects.create(target=corpus, team=team, role="viewer", created_by=owner)
    robot = create_token(owner=account, actor=owner, name=SECRET, scopes=["read", "write"])
    limited = create_token(owner=owner, name=SECRET, scopes=["read", "write"], corpora=[corpus.pk])
    to_newcomer = TeamInvitation.objects.create(team=team, email="new@example.org", created_by=owner)
    to_viewer = TeamInvitation.objects.create(team=create_team(SECRET, actor=owner), user=users["viewer"])
    names = {
        "corpus_id": corpus.pk,
        "document_id": document.pk,
        "loose_id": loose.pk,
        "page_id": Page.objects.filter(revision=document.revision_id).first().pk,
        "owner_id": owner.pk,
        "job_id": job.id,
        "dead_letter_id": dead_letter.pk,
        "annotation_id": annotation.pk,
        **_relation(annotation, _suggestion(corpus, document)),
        **_edit(annotation, owner),
        "label_id": annotation.label_id,
        "other_label_id": _labelled(corpus, document, owner),
        **_comments(corpus, annotation, users),
        "field_id": _field(corpus, document, owner),
        **_due(annotation, owner),
        "view_id": SavedView.objects.create(
            owner=owner, corpus=corpus, kind="annotations", name=SECRET, is_shared=True
        ).pk,
        **_conversations(corpus, document, owner),
        "bin_item_id": _deleted(corpus, document, owner),
        "action_id": action.pk,
        "execution_id": ActionExecution.objects.get(action=action).pk,
        **_analysis(action, document),
        "analyzer_id": _remote_analyzer(corpus, owner),
        **_extracts(corpus, document, owner),
        "membership_id": corpus.memberships.get(document=document).pk,
        "folder_id": Folder.objects.create(corpus=corpus, name=f"{SECRET} old", path=f"{SECRET} old").pk,
        "archive_id": _archive(corpus, owner),
        "import_id": _import(corpus, owner),
        "copy_id": CorpusCopy.objects.create(corpus=corpus, owner=owner, parts=["labels"]).pk,
        "export_id": _export(corpus, document, owner),
        "bulk_id": _bulk_change(corpus, annotation, owner),
        "corpus_query": json.dumps({"corpus": str(corpus.pk)}),
        "upload_id": _upload(owner),
        "share_id": link.share.pk,
        "document_share_id": services.create_share(document, share_request, actor=owner).share.pk,
        "token": link.token,
        "team_id": team.pk,
        "team_invitation_id": to_newcomer.pk,
        "my_invitation_id": to_viewer.pk,
        "user_id": users["viewer"].pk,
        "service_account_id": account.pk,
        "account_token_id": robot[0].pk,
        "tenant_id": owner.tenant_id,
        **_sign_ins(owner),
        "token_id": create_token(owner=owner, name=SECRET, scopes=["read"])[0].pk,
        "audit_entry_id": AuditEntry.objects.get(action="link.created", object_id=corpus.pk).pk,
        "invitation_id": _invitation(users["admin"]),
        "sha256": document.blob_id,
        "number": 1,
    }
    users["user_of_public"] = users["outsider"]
    sessions = {actor: ApiClient(user).cookies[settings.SESSION_COOKIE_NAME].value for actor, user in users.items()}
    tokens = {"service_account": robot[1], "limited_token": limited[1]}
    return World({name: str(value) for name, value in names.items()}, users, sessions, tokens, document)


def _corpus(owner: User, document: Document) -> Corpus:
    corpus = create_corpus(owner=owner, title=f"{SECRET} corpus", description=SECRET)
    add_documents(corpus, [document], actor=owner)
    return corpus


def _analysis(action: CorpusAction, document: Document) -> dict[str, UUID]:
    """Create two runs of an analyzer; the second one has a result that the first one has not."""
    columns = {"corpus": action.corpus, "document": document, "revision": document.revision, "action": action}
    ended = {"state": "success", "message": SECRET, "started": timezone.now(), "finished": timezone.now()}
    runs = [
        AnalysisRun.objects.create(
            **columns, **ended, settings_version=version, analyzer="patterns", settings={"pattern": SECRET}
        )
        for version in (1, 2)
    ]
    result = AnalysisResult.objects.create(run=runs[1], kind="finding", label=SECRET, start=0, end=6, quote=SECRET)
    value = AnalysisResult.objects.create(run=runs[1], kind="metadata", label=FIELD, value="New")
    return {"run_id": runs[1].pk, "result_id": result.pk, "suggested_value_id": value.pk}


def _remote_analyzer(corpus: Corpus, owner: User) -> UUID:
    """Define a remote analyzer. It is disabled, so that no test sends anything."""
    draft = RemoteDraft(
        name=SECRET, address="https://analyzers.example.com/", secret=f"whsec_{'A' * 32}", enabled=False
    )
    return create_remote_analyzer(corpus, draft, actor=owner).pk


def _field(corpus: Corpus, document: Document, owner: User) -> UUID:
    """Create a field, and a value of it."""
    field = create_field(corpus, name=FIELD, type="string", actor=owner)
    set_field_values(field, [document], [SECRET], actor=owner)
    return field.pk


def _labelled(corpus: Corpus, document: Document, owner: User) -> UUID:
    """Create another label, which the document has as a whole, and ten passages of it: enough to learn from."""
    label = create_label(corpus, name=f"{SECRET} right", actor=owner)
    label_documents(label, [document], actor=owner)
    for _ in range(10):
        draft = AnnotationDraft(label_id=label.pk, start=0, end=6)
        annotate(draft, corpus=corpus, document=document, actor=owner)
    return label.pk


def _comments(corpus: Corpus, annotation: Annotation, users: dict[str, User]) -> dict[str, UUID]:
    """Create a thread on an annotation: a comment by the owner, and a reply by the editor that mentions the owner."""
    thread = create_thread(corpus, ThreadDraft(text=SECRET, annotation=annotation), actor=users["owner"])
    comment = thread.comments.get()
    reply = create_comment(thread, text=f"@{users['owner'].username}: {SECRET}", actor=users["editor"])
    return {
        "thread_id": thread.pk,
        "comment_id": comment.pk,
        "notification_id": Notification.objects.get(comment=reply).pk,
    }


def _conversations(corpus: Corpus, document: Document, owner: User) -> dict[str, UUID]:
    """Create private conversations, with a failed, a complete and an open answer, and that of an action."""
    failed, running = (
        Conversation.objects.create(owner=owner, tenant=owner.tenant, corpus=corpus, title=SECRET) for _ in range(2)
    )
    failed.messages.create(order=0, role="user", state="complete", text=SECRET)
    saved = failed.messages.create(order=1, role="assistant", state="complete", text=SECRET)
    failed.messages.create(order=2, role="user", state="complete", text=SECRET)
    answer = failed.messages.create(order=3, role="assistant", state="failed", text=SECRET, error_code="answer_failed")
    open_answer = running.messages.create(order=1, role="assistant", state="running", text=SECRET)
    proposal = answer.proposals.create(kind="comment", document=document, text=SECRET)
    of_action = Conversation.objects.create(
        owner=owner, tenant=owner.tenant, corpus=corpus, document=document, title=SECRET, run=uuid4(), is_shared=True
    )
    proposing = of_action.messages.create(order=1, role="assistant", state="complete")
    proposing.proposals.create(kind="comment", document=document, text=SECRET)
    return {
        "conversation_id": failed.pk,
        "message_id": answer.pk,
        "open_message_id": open_answer.pk,
        "saved_message_id": saved.pk,
        "proposal_id": proposal.pk,
    }


def _relation(annotation: Annotation, suggestion: Annotation) -> dict[str, UUID]:
    draft = RelationDraft(source=annotation, target=suggestion, label_id=annotation.label_id)
    relation = create_relation(draft, corpus=annotation.corpus, actor=annotation.corpus.owner)
    return {"relation_id": relation.pk, "suggestion_id": suggestion.pk}


def _due(annotation: Annotation, owner: User) -> dict[str, UUID]:
    """Make an obligation of the annotation, and a calendar feed of the owner."""
    obligation = Obligation.objects.create(
        corpus=annotation.corpus, document=annotation.document, annotation=annotation, kind="payment", due="2028-02-29"
    )
    feed = CalendarFeed.objects.create(corpus=annotation.corpus, owner=owner)
    return {"obligation_id": obligation.pk, "feed_id": feed.pk}


def _edit(annotation: Annotation, owner: User) -> dict[str, UUID]:
    """Change the annotation; return the edit."""
    update_annotation(annotation, AnnotationChange(note=f"{SECRET}!"), actor=owner)
    edit = annotation.edits.first()
    return {"edit_id": edit.pk, "edit_group": edit.group}


def _suggestion(corpus: Corpus, document: Document) -> Annotation:
    found = [(12, 15, f"{SECRET} duty")]
    annotate_many(corpus, document.revision, found, source=Annotation.Source.ANALYZER, origin="action:1")
    return Annotation.objects.get(source=Annotation.Source.ANALYZER)


def _deleted(corpus: Corpus, document: Document, owner: User) -> UUID:
    draft = AnnotationDraft(label_name=f"{SECRET} duty", start=7, end=11)
    annotation = annotate(draft, corpus=corpus, document=document, actor=owner)
    delete_annotation(annotation, actor=owner)
    Annotation.with_deleted.filter(pk=annotation.pk).update(quote=SECRET)
    return annotation.pk


def _extracts(corpus: Corpus, document: Document, owner: User) -> dict[str, UUID]:
    """Create a fieldset and two extracts of it, whose cells differ."""
    own = ModelDraft(model=f"{SECRET} model", base_url="https://api.openai.com/v1", api_key=SECRET)
    set_language_model(corpus, own, actor=owner)
    draft = FieldsetDraft(name=f"{SECRET} facts", columns=[ColumnDraft(name="Rent", question="How much?")])
    fieldset = create_fieldset(draft, corpus=corpus, actor=owner)
    cells = [_cell(fieldset, document, owner, text) for text in (SECRET, f"{SECRET} again")]
    return {
        "fieldset_id": fieldset.pk,
        "previous_id": cells[0].row.extract_id,
        "extract_id": cells[1].row.extract_id,
        "row_id": cells[1].row_id,
        "cell_id": cells[1].pk,
        "column_id": cells[1].column_id,
    }


def _cell(fieldset: Fieldset, document: Document, owner: User, text: str) -> Cell:
    extract = start_extract(ExtractDraft(fieldset=fieldset), corpus=fieldset.corpus, actor=owner)
    Extract.objects.filter(pk=extract.pk).update(name=f"{SECRET} run")
    row = extract.rows.get(document=document)
    ExtractRow.objects.filter(pk=row.pk).update(state="done", finished=timezone.now())
    source = {"start": 0, "end": 6, "page": 1, "quote": SECRET}
    return Cell.objects.create(
        row=row, column=extract.columns.get(), status="found", text=text, sort_key=text, sources=[source]
    )


def _archive(corpus: Corpus, owner: User) -> UUID:
    fields = {"upload": corpus.pk, "job": corpus.pk, "filename": f"{SECRET}.zip", "size": 1}
    row = Archive.objects.create(corpus=corpus, owner=owner, **fields)
    return row.pk


def _import(corpus: Corpus, owner: User) -> UUID:
    fields = {"upload": corpus.pk, "job": corpus.pk, "filename": f"{SECRET}.jsonl"}
    return AnnotationImport.objects.create(corpus=corpus, owner=owner, **fields).pk


def _export(corpus: Corpus, document: Document, owner: User) -> UUID:
    fields = {"kind": "annotations", "format": "csv", "job": corpus.pk, "state": "done", "blob": document.blob}
    return Export.objects.create(corpus=corpus, owner=owner, filename=f"{SECRET}.csv", **fields).pk


def _bulk_change(corpus: Corpus, annotation: Annotation, owner: User) -> UUID:
    target = {"label": str(annotation.label_id)}
    fields = {"kind": "label", "query": {"search": SECRET}, "state": "done", "total": 0, "job": corpus.pk}
    change = BulkChange.objects.create(corpus=corpus, owner=owner, target=target, **fields)
    change.batches.create(number=0, documents=[], state="done")
    return change.pk


def _upload(owner: User) -> UUID:
    expires = timezone.now() + timedelta(days=1)
    row = Upload.objects.create(owner=owner, tenant=owner.tenant, filename=f"{SECRET}.txt", length=9, expires=expires)
    return row.pk


def _sign_ins(owner: User) -> dict[str, UUID]:
    TokenPairs().issue(owner)
    return {"session_id": RefreshFamily.objects.get(user=owner).pk, "passkey_id": stored_passkey(owner, SECRET).pk}


def _invitation(admin: User) -> UUID:
    expires = timezone.now() + timedelta(days=1)
    return Invitation.objects.create(email="new@example.org", digest="0" * 64, invited_by=admin, expires=expires).pk
