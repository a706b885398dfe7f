"""An account that is named in every column that can name one: by what it owns, and by what it did in a corpus of
another user.
"""

from datetime import timedelta

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from corpuses.actions.models import ActionExecution
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Comment, Thread
from corpuses.comments.services import ThreadDraft, create_comment, create_thread, update_comment
from corpuses.conversations.models import Conversation
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell, Extract, ExtractRow, Fieldset
from corpuses.fields.models import DocumentField
from corpuses.models import Corpus, CorpusDocument, CorpusShare, Folder
from documents.models import Document, DocumentShare, Upload
from documents.services.deletion import delete_document
from documents.services.personal_data import user_columns
from documents.storage import blobs
from documents.storage.upload_parts import part_name
from documents.tests.factories import parsed_document
from tasks.models import Schedule
from tests.permissions.world import World, build
from users.accounts.models import Invitation, SecondFactor
from users.accounts.tests.authenticators import stored_passkey
from users.models import IdempotencyKey, TenantMembership, User
from users.provisioning.models import ProvisionedUser
from users.sharing.models import TeamInvitation
from users.sharing.teams import create_team

NAME = "zebedee"
TITLE = "Bilby"
"""A word in the titles, texts and bytes of other documents of the account."""


def fill() -> World:
    """Create the account, with rows in all tables that name one; its name is that of `NAME`."""
    world = build(NAME)
    user, other = world.users["owner"], world.users["editor"]
    _own_documents(user)
    _account(user, world.users["admin"])
    _shares(user, other)
    _work_in_corpus_of(other, user)
    return world


def empty_columns(user: User) -> set[str]:
    """Return the columns that could name the account, and do not."""
    return {
        f"{model._meta.label}.{field.name}"
        for model, field in user_columns()
        if not model._base_manager.filter(**{field.name: user.pk}).exists()
    }


def store_files(user: User) -> None:
    """Store the files of documents and of an unfinished upload in the storage of the current test."""
    for document in Document.with_deleted.filter(owner=user, filename=f"{TITLE}.txt"):
        default_storage.save(document.blob.name, ContentFile(document.title.encode()))
    upload = Upload.objects.filter(owner=user).get()
    default_storage.save(part_name(upload.pk, 0), ContentFile(TITLE.encode()))


def _own_documents(user: User) -> None:
    """Create a document, one in the bin, and a corpus in the bin."""
    for deleted in (False, True):
        with transaction.atomic():
            blob = blobs.store_bytes(f"{TITLE} {deleted}".encode())
        document = Document.objects.create(
            owner=user, tenant=user.tenant, title=f"{TITLE} {deleted}", filename=f"{TITLE}.txt", mime_type="text/plain",
            blob=blob, uploaded_by=user,
        )  # fmt: skip
        if deleted:
            delete_document(document, actor=user)
    Corpus.objects.filter(pk=create_corpus(owner=user, title=TITLE).pk).update(
        deleted_at=timezone.now(), deleted_by=user
    )


def _account(user: User, admin: User) -> None:
    user.groups.add(Group.objects.create(name="readers"))
    user.user_permissions.add(Permission.objects.first())
    TenantMembership.objects.create(user=user, tenant=admin.tenant)
    ProvisionedUser.objects.create(
        user=user, user_name=user.email, external_id=NAME, given_name=NAME, family_name=NAME, formatted_name=NAME
    )
    SecondFactor.objects.create(user=user, encrypted_secret=b"x", last_step=1, recovery_codes=["3" * 64])
    stored_passkey(user, f"{NAME}'s laptop")
    later = timezone.now() + timedelta(days=1)
    IdempotencyKey.objects.create(owner=user, key="k", expires=later)
    Invitation.objects.create(email=user.email, digest="1" * 64, invited_by=admin, expires=later, accepted_by=user)
    Invitation.objects.create(email="friend@example.org", digest="2" * 64, invited_by=user, expires=later)
    Schedule.objects.create(name="theirs", kind="sample_api.work", cron="0 0 * * *", owner=user, tenant=user.tenant)
    user.emailaddress_set.create(email=f"{NAME}@example.com")
    user.socialaccount_set.create(provider="openid", uid=NAME, extra_data={"name": NAME})
    kind = ContentType.objects.get_for_model(User)
    for who in (user, admin):
        LogEntry.objects.create(
            user=who, content_type=kind, object_id=str(user.pk), object_repr=NAME, action_flag=CHANGE,
            change_message=f'[{{"changed": {{"name": "{NAME}"}}}}]',
        )  # fmt: skip


def _shares(user: User, other: User) -> None:
    team = create_team("Others", actor=other)
    TeamInvitation.objects.create(team=team, user=user, created_by=other)
    TeamInvitation.objects.create(team=team, email=user.email, created_by=other)


def _work_in_corpus_of(other: User, user: User) -> None:
    """Let the account do everything in a corpus of another user that the columns can record."""
    document = parsed_document(other, "Wombat pays the rent.", title="Wombat lease")
    corpus = create_corpus(owner=other, title="Wombat corpus")
    add_documents(corpus, [document], actor=other)
    CorpusShare.objects.create(target=corpus, user=user, role="editor", created_by=other)
    CorpusShare.objects.create(target=corpus, email=f"{NAME}@example.com", role="viewer", created_by=other)
    DocumentShare.objects.create(target=document, user=user, role="editor", created_by=other)
    label = create_label(corpus, name="Wombat duty", actor=other)
    annotations = [
        annotate(AnnotationDraft(label_id=label.pk, start=start, end=end), corpus=corpus, document=document, actor=by)
        for start, end, by in ((0, 6, user), (7, 11, other), (12, 15, other))
    ]
    create_relation(
        RelationDraft(source=annotations[0], target=annotations[1], label_id=label.pk), corpus=corpus, actor=user
    )
    label_documents(label, [document], actor=user)
    _comments(corpus, document, annotations[1], user, other)
    _touch(corpus, document, annotations, user, other)


def _comments(corpus: Corpus, document: Document, annotation: Annotation, user: User, other: User) -> None:
    """Write comments by both, and let an agent of the other one answer the account.

    The other one mentions the account, and changes the comment.
    """
    thread = create_thread(corpus, ThreadDraft(text=f"Really? See @{NAME}.", annotation=annotation), actor=other)
    create_comment(thread, text="I think so.", actor=user)
    comment = create_comment(thread, text=f"Thank you, @{NAME}", actor=other)
    update_comment(comment, text=f"Thank you, @{NAME}!", actor=other)
    Thread.objects.filter(pk=thread.pk).update(resolved_at=timezone.now(), resolved_by=user)
    Conversation.objects.create(
        owner=other, tenant=other.tenant, corpus=corpus, comment_author=user, title="Answers", is_shared=True
    )


def _touch(corpus: Corpus, document: Document, annotations: list[Annotation], user: User, other: User) -> None:
    """Set the columns of rows of the other user that name who deleted, reviewed or started something."""
    deleted = {"deleted_at": timezone.now(), "deleted_by": user}
    Annotation.objects.filter(pk=annotations[2].pk).update(reviewer=user, **deleted)
    DocumentLabel.objects.create(
        corpus=corpus,
        document=document,
        membership=corpus.memberships.get(document=document),
        label=create_label(corpus, name="Suggested", actor=other),
        source="analyzer",
        reviewer=user,
        reviewed=timezone.now(),
    )
    comment = create_comment(Thread.objects.latest("pk"), text="Old.", actor=other)
    Comment.objects.filter(pk=comment.pk).update(**deleted)
    Folder.objects.create(corpus=corpus, name="old", path="old", **deleted)
    Label.objects.filter(pk=create_label(corpus, name="Old", actor=other).pk).update(**deleted)
    DocumentField.objects.create(corpus=corpus, name="Old", type="string", **deleted)
    draft = FieldsetDraft(name="Facts", columns=[ColumnDraft(name="Rent", question="How much?")])
    fieldset = create_fieldset(draft, corpus=corpus, actor=other)
    extract = Extract.objects.create(corpus=corpus, fieldset=fieldset, name="run", engine="x", creator=user, **deleted)
    row = ExtractRow.objects.create(extract=extract, document=document, revision=document.revision)
    Cell.objects.create(row=row, column=fieldset.columns.get(), status="not_found", reviewer=user)
    Fieldset.objects.filter(pk=fieldset.pk).update(**deleted)
    ActionExecution.objects.filter(action__corpus=corpus).update(started_by=user)
    CorpusDocument.objects.filter(corpus=corpus).update(added_by=user)
