"""Erasure of an account: nothing of it is left in any table, file, log line or key of Redis."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.urls import reverse

from audit.models import AuditEntry
from corpuses.annotations.document_labels.services import REMOVED_SUGGESTION, unlabel_documents
from corpuses.annotations.models import Annotation, DocumentLabel, Edit
from corpuses.comments.models import Comment
from corpuses.erasure import services
from corpuses.erasure.plan import ErasureOptions
from corpuses.fields.services import create_field
from corpuses.models import Corpus
from documents.models import Document
from documents.services.personal_data import user_columns
from tasks.models import Job
from tests.data_protection.filling import NAME, TITLE, empty_columns
from tests.data_protection.searching import places_of
from tests.permissions.world import PRIVATE, SECRET
from users.models import Tenant, User
from users.sharing.models import TeamMembership

pytestmark = pytest.mark.django_db


def erase(*options: str) -> str:
    out = StringIO()
    call_command("erase_user", NAME, *options, stdout=out)
    return out.getvalue()


def counts() -> dict[str, int]:
    return {model._meta.label: model._base_manager.count() for model in apps.get_models() if model._meta.managed}


def test_every_column_that_names_an_account_is_filled(user):
    assert empty_columns(user) == set()


@pytest.mark.parametrize("contributions", [[], ["--delete-contributions"]])
def test_nothing_is_left(user, contributions, django_capture_on_commit_callbacks, capfd):
    assert len(places_of([NAME])) > 10
    assert len([place for place in places_of([TITLE]) if "/" in place]) == 3  # stored files
    capfd.readouterr()
    with django_capture_on_commit_callbacks(execute=True):
        erase("--delete-documents", "--yes", *contributions)
    logged = "".join(capfd.readouterr()).lower()
    assert places_of([NAME, TITLE, PRIVATE]) == set()
    # A team has other members, who manage its service account.
    of_team = {"users_team.name", "users_user.name", "users_user.username", "users_apitoken.name", "users_tenant.name"}
    assert places_of([SECRET]) <= of_team
    assert not Tenant.objects.filter(pk=user.tenant_id).exists()
    named = {model for model, field in user_columns() if model._base_manager.filter(**{field.name: user.pk})}
    assert named == set()
    assert not any(word.lower() in logged for word in (NAME, TITLE, PRIVATE, SECRET))


def test_the_audit_log_keeps_entries_without_address_and_browser(user):
    erase("--delete-documents", "--yes")
    entries = AuditEntry.objects.filter(actor_id=user.pk)
    assert entries.exists()
    assert not entries.exclude(address=None, user_agent="").exists()
    assert AuditEntry.objects.get(action="user.erased").object_id == user.pk


def test_a_dry_run_lists_what_goes_and_changes_nothing(user):
    before = counts()
    listed = erase("--delete-documents")
    assert counts() == before
    assert "documents: 3 deleted, 1 in the bin deleted" in listed
    assert "annotations: 1 without a name" not in listed  # those of the own corpus are among them
    assert "conversations: 4 deleted" in listed
    assert "Nothing was changed" in listed


def test_it_has_to_be_decided_what_happens_to_documents(user):
    with pytest.raises(CommandError, match="owns documents or corpora"):
        erase("--yes")
    assert User.objects.filter(pk=user.pk, is_active=True).exists()


@pytest.mark.parametrize("heir", [NAME, "unknown"])
def test_only_another_user_gets_the_documents(user, heir):
    with pytest.raises(CommandError):
        erase("--yes", "--pass-on-to", heir)


def test_documents_and_corpora_are_passed_on(user, other, django_capture_on_commit_callbacks):
    documents = set(Document.objects.filter(owner=user).values_list("pk", flat=True))
    corpora = set(Corpus.objects.filter(owner=user).values_list("pk", flat=True))
    in_bin = Document.with_deleted.filter(owner=user).exclude(deleted_at=None).get()
    name = in_bin.blob.name
    with django_capture_on_commit_callbacks(execute=True):
        erase("--pass-on-to", other.username, "--yes")
    passed_on = Document.objects.filter(owner=other, tenant=other.tenant_id)
    assert documents <= set(passed_on.values_list("pk", flat=True))
    assert Corpus.objects.filter(pk__in=corpora, owner=other, is_personal=False).count() >= 1
    assert not Document.with_deleted.filter(pk=in_bin.pk).exists()
    assert not default_storage.exists(name)
    assert places_of([NAME]) == set()


def test_contributions_stay_without_a_name(user, other):
    annotation = Annotation.objects.get(creator=user, corpus__owner=other)
    comment = Comment.objects.get(author=user, thread__corpus__owner=other)
    erase("--delete-documents", "--yes")
    annotation.refresh_from_db()
    comment.refresh_from_db()
    assert (annotation.creator, comment.author, comment.text) == (None, None, "I think so.")
    mentions = list(Comment.objects.filter(text__contains="@").order_by("pk").values_list("text", flat=True))
    assert mentions == ["Really? See @deleted-user.", "Thank you, @deleted-user!"]


@pytest.mark.parametrize("contributions", [[], ["--delete-contributions"]])
def test_rejected_labels_are_not_forgotten(user, other, contributions):
    suggested = DocumentLabel.objects.get(label__name="Suggested", corpus__owner=other)
    unlabel_documents(suggested.label, [suggested.document], actor=user)
    edit = Edit.objects.filter(actor=user).latest("pk")
    assert "edits: 1 without a name" in erase("--delete-documents")
    erase("--delete-documents", "--yes", *contributions)
    edit.refresh_from_db()
    assert (edit.actor, Edit.objects.filter(REMOVED_SUGGESTION).get()) == (None, edit)
    state = {"label": str(suggested.label_id), "source": "analyzer"}
    assert edit.changes == {"document_label": [state, None]}


def test_reviews_of_suggested_values_are_not_forgotten(user, other):
    document = DocumentLabel.objects.filter(corpus__owner=other).first().document
    field = create_field(document.corpuses.get(), name="Tenant", type="string", actor=other)
    changes = {"field_value": [["Bob"], ["Ada"]], "suggested_value": "Ada"}
    edit = Edit.objects.create(
        corpus=field.corpus,
        document=document,
        subject="field_value",
        subject_id=field.pk,
        kind="accepted",
        actor=user,
        group=field.pk,
        changes=changes,
    )
    assert "edits: 1 without a name" in erase("--delete-documents")
    erase("--delete-documents", "--yes")
    edit.refresh_from_db()
    assert (edit.actor, edit.changes) == (None, {"suggested_value": "Ada"})


def test_contributions_are_deleted_if_requested(user, other):
    annotation = Annotation.objects.get(creator=user, corpus__owner=other)
    comment = Comment.objects.get(author=user, thread__corpus__owner=other)
    erase("--delete-documents", "--delete-contributions", "--yes")
    assert not Annotation.with_deleted.filter(pk=annotation.pk).exists()
    assert places_of(["I think so."]) == set()
    assert not Comment.with_deleted.filter(pk=comment.pk).exclude(text="", author=None).exists()
    assert Annotation.objects.filter(creator=other).exists()


def test_blobs_that_others_use_stay(user, other, django_capture_on_commit_callbacks):
    shared = Document.objects.filter(owner=user, filename=f"{TITLE}.txt").get()
    Document.objects.create(
        owner=other, tenant=other.tenant, title="Copy", filename="copy.txt", mime_type="text/plain", blob=shared.blob
    )
    with django_capture_on_commit_callbacks(execute=True):
        erase("--delete-documents", "--yes")
    assert default_storage.exists(shared.blob.name)


def test_an_interrupted_erasure_continues(user):
    calls = iter(range(2))

    def stop() -> None:
        if next(calls, None) is None:
            raise InterruptedError

    options = ErasureOptions(delete_documents=True)
    with pytest.raises(InterruptedError):
        services.erase(user, options, after_each=stop)
    assert not User.objects.get(pk=user.pk).is_active
    erase("--delete-documents", "--yes")
    assert places_of([NAME]) == set()


def test_teams_and_service_accounts_survive_with_another_admin(user, other):
    team = TeamMembership.objects.get(user=other, team__memberships__user=user).team
    account = User.objects.get(service_team=team)
    erase("--delete-documents", "--yes")
    assert team.memberships.filter(role="admin", user__is_service_account=False).count() == 1
    account.refresh_from_db()
    assert account.tenant_id != user.tenant_id


def test_the_admin_erases_in_a_job(user, filled, client):
    admin = filled.users["admin"]
    client.force_login(admin)
    address = reverse("admin:users_user_erase", args=[user.pk])
    assert address in client.get(reverse("admin:users_user_change", args=[user.pk])).content.decode()
    assert NAME in client.get(address).content.decode()
    form = {"delete_documents": "on"}
    assert "This is not the name" in client.post(address, form | {"confirmation": "other"}).content.decode()
    assert "owns documents" in client.post(address, {"confirmation": NAME}).content.decode()
    assert client.post(address, form | {"confirmation": NAME}).status_code == 302
    job = Job.objects.get(kind="corpuses.erase_user")
    assert NAME not in f"{job.args} {job.subject_title}"
    services.erase(user, ErasureOptions(delete_documents=True), actor_id=admin.pk)
    assert AuditEntry.objects.get(action="user.erased").actor_id == admin.pk
    assert places_of([NAME]) == set()


def test_staff_who_are_no_superusers_cannot_erase(user, filled, client):
    staff = filled.users["viewer"]
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    client.force_login(staff)
    assert client.get(reverse("admin:users_user_erase", args=[user.pk])).status_code == 403
    admin = filled.users["admin"]
    client.force_login(admin)
    assert client.get(reverse("admin:users_user_erase", args=[admin.pk])).status_code == 403
