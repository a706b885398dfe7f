"""Recipients of changes: users who have access by a share, a team or a corpus, as long as they have it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.access import Role, viewers_of
from corpuses.annotations.editing import delete_annotation
from corpuses.annotations.labels.services import create_label
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora import folders
from corpuses.corpora.services import add_documents, create_corpus, delete_corpus, remove_documents, update_corpus
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.models import Document, DocumentShare
from documents.services import deletion, lifecycle
from documents.tests.factories import parsed_document
from events import outbox, recipients
from events.outbox import Cursor
from events.sharing_events import record_expired_shares
from users.models import Tenant, User
from users.sharing import services as sharing
from users.sharing import team_invitations, teams
from users.sharing.models import Team, TeamMembership
from users.sharing.services import ShareRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def friend(db):
    return User.objects.create_user("grace", "grace@example.org")


@pytest.fixture
def document(user):
    return parsed_document(user, "Some words.", title="Lease")


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


class Inbox:
    """The events that a user receives from now on. All are in one transaction, so cursors are plain ids."""

    def __init__(self, who):
        self.who = who
        self.cursor = Cursor(outbox.current_cursor().last, None)

    def received(self):
        return [(change.entity, change.uuid, list(change.changed)) for change in self.changes()]

    def changes(self):
        batch = recipients.missed_by(self.who.pk, self.cursor)
        self.cursor = Cursor(outbox.current_cursor().last, None)
        return batch.changes


def team_of(*users):
    team = Team.objects.create(name="Readers")
    TeamMembership.objects.bulk_create(TeamMembership(team=team, user=each) for each in users)
    return team


def by_user(document, corpus, friend):
    return DocumentShare.objects.create(target=document, user=friend, role="viewer")


def by_team(document, corpus, friend):
    return DocumentShare.objects.create(target=document, team=team_of(friend), role="viewer")


def by_corpus(document, corpus, friend):
    return CorpusShare.objects.create(target=corpus, user=friend, role="viewer")


def by_team_of_corpus(document, corpus, friend):
    return CorpusShare.objects.create(target=corpus, team=team_of(friend), role="viewer")


SHARES = [by_user, by_team, by_corpus, by_team_of_corpus]


# proves: X-22 S3-44
@pytest.mark.parametrize("share_with", SHARES)
def test_viewers_receive_changes_of_a_document_until_they_lose_access(
    user, friend, other_user, document, corpus, share_with
):
    inboxes = [Inbox(each) for each in (user, friend, other_user)]
    lifecycle.update_document(document, actor=user, title="Before")
    share = share_with(document, corpus, friend)
    lifecycle.update_document(document, actor=user, title="Meanwhile")
    expected = [("document", document.pk, ["title"])]
    assert [inbox.received() for inbox in inboxes] == [expected * 2, expected * 2, []]  # visibility counts at delivery
    share.delete()
    lifecycle.update_document(document, actor=user, title="After")
    assert [inbox.received() for inbox in inboxes] == [expected, [], []]


# proves: S3-44
@pytest.mark.parametrize("share_with", SHARES)
def test_an_expired_share_delivers_no_events(user, friend, document, corpus, share_with):
    share = share_with(document, corpus, friend)
    inbox = Inbox(friend)
    type(share).objects.update(expires=timezone.now() - timedelta(seconds=1))
    lifecycle.update_document(document, actor=user, title="After")
    assert inbox.received() == []


@pytest.mark.parametrize("share_with", SHARES)
def test_the_expiry_of_a_share_is_an_event_for_its_user(user, friend, other_user, document, corpus, share_with):
    share = share_with(document, corpus, friend)
    entity, key = ("team", share.team_id) if share.team_id else (type(share.target).__name__.lower(), share.target_id)
    type(share).objects.update(expires=timezone.now() - timedelta(seconds=1))
    inboxes = [Inbox(each) for each in (friend, other_user)]
    until = record_expired_shares(since=timezone.now() - timedelta(minutes=1))
    assert [inbox.received() for inbox in inboxes] == [[(entity, key, ["access"])], []]
    record_expired_shares(since=until)
    assert inboxes[0].received() == []


# proves: S3-44
@pytest.mark.parametrize("share_with", SHARES)
def test_changes_before_the_end_of_a_share_are_not_delivered_after_it(user, friend, document, corpus, share_with):
    share = share_with(document, corpus, friend)
    inbox = Inbox(friend)
    lifecycle.update_document(document, actor=user, title="Meanwhile")
    share.delete()
    assert inbox.received() == []


def test_public_objects_deliver_no_events_to_other_users(user, other_user, document, corpus):
    inbox = Inbox(other_user)
    sharing.set_public(document, public=True, actor=user)
    sharing.set_public(corpus, public=True, actor=user)
    lifecycle.update_document(document, actor=user, title="For all")
    assert inbox.received() == []


@pytest.mark.parametrize("with_team", [False, True])
def test_granting_changing_and_withdrawing_a_share_are_events(user, friend, document, with_team):
    team = team_of(friend, user) if with_team else None
    share_request = ShareRequest(role="viewer", team=team.pk) if team else ShareRequest(role="viewer", user="grace")
    inbox = Inbox(friend)
    share = sharing.create_share(document, share_request, actor=user).share
    assert inbox.received() == [("document", document.pk, ["access"])]
    sharing.change_share(share, role="editor", actor=user)
    assert inbox.received() == [("document", document.pk, ["access"])]
    sharing.withdraw_share(share, actor=user)
    lost = ("team", team.pk, ["access"]) if team else ("document", document.pk, ["access"])
    assert inbox.received() == [lost]
    lifecycle.update_document(document, actor=user, title="After")
    assert inbox.received() == []


def test_joining_leaving_and_deleting_a_team_are_events(user, friend, document):
    team = teams.create_team("Readers", actor=user)
    inbox = Inbox(friend)
    teams.add_member(team, "grace", actor=user)
    assert inbox.received() == [("team", team.pk, [])]
    invitation = team.invitations.get()
    team_invitations.accept_invitation(invitation.pk, actor=friend)
    assert inbox.received() == [("team", team.pk, ["members"])]
    teams.remove_member(team, friend.pk, actor=user)
    assert inbox.received() == [("team", team.pk, [])]
    teams.rename_team(team, "Writers", actor=user)
    assert inbox.received() == []
    teams.add_member(team, "grace", actor=user)
    teams.add_member(team, "grace@example.org", actor=user)
    team_invitations.withdraw_invitation(team, team.invitations.last().pk, actor=user)
    assert inbox.received() == [("team", team.pk, [])] * 3
    key = team.pk
    teams.delete_team(team, actor=user)
    assert inbox.received() == [("team", key, [])]


@pytest.mark.parametrize("account", ["known", "unknown"])
def test_events_do_not_reveal_which_addresses_have_accounts(user, friend, document, account):
    address = "grace@example.org" if account == "known" else "new@example.org"
    team, inbox, received = teams.create_team("Readers", actor=user), Inbox(user), Inbox(friend)
    share = sharing.create_share(document, ShareRequest(role="viewer", user=address), actor=user).share
    sharing.withdraw_share(share, actor=user)
    teams.add_member(team, address, actor=user)
    team_invitations.withdraw_invitation(team, team.invitations.get().pk, actor=user)
    sharing.create_share(document, ShareRequest(role="viewer", user=address), actor=user)
    User.objects.create_user("new", "new@example.org")  # with the pending share
    access, members = ("document", document.pk, ["access"]), ("team", team.pk, ["members"])
    assert inbox.received() == [access, access, members, members, access]
    invited, lost = ("team", team.pk, []), ("document", document.pk, [])
    events = received.received()
    assert (invited in events, lost in events, access in events) == (account == "known",) * 3


@pytest.mark.parametrize(
    ("share_with", "received"),
    [
        (by_user, "document"),
        (by_team, "team"),
        (by_corpus, "corpus"),
        (by_team_of_corpus, "corpus"),
    ],
)
def test_the_deletion_of_a_document_is_an_event_for_its_viewers(user, friend, document, corpus, share_with, received):
    share_with(document, corpus, friend)
    own, inbox = Inbox(user), Inbox(friend)
    key = document.pk
    deletion.delete_document(document, actor=user)
    # In a corpus the cancelled action is an event as well.
    assert {entity for entity, _, _ in inbox.received()} == {received}
    assert ("document", key, []) in own.received()


@pytest.mark.parametrize(("share_with", "received"), [(by_corpus, "corpus"), (by_team_of_corpus, "team")])
def test_the_deletion_of_a_corpus_is_an_event_for_its_viewers(user, friend, document, corpus, share_with, received):
    share_with(document, corpus, friend)
    inbox = Inbox(friend)
    delete_corpus(corpus, actor=user)
    assert [entity for entity, _, _ in inbox.received()] == [received]


def test_changes_in_a_corpus_are_events_for_its_viewers(user, friend, document, corpus):
    by_corpus(document, corpus, friend)
    inbox = Inbox(friend)
    update_corpus(corpus, actor=user, title="Contracts")
    folder = folders.create_folder(corpus, name="Old", actor=user)
    folders.move_documents(corpus, [document], folder=folder, actor=user)
    folders.change_folder(folder, name="Older", parent=None, actor=user)
    folders.delete_folder(folder, actor=user)
    create_label(corpus, name="Date", actor=user)
    create_label(corpus, name="Date", actor=user)
    remove_documents(corpus, [document], actor=user)
    add_documents(corpus, [document], actor=user)
    received = inbox.received()
    assert {(entity, key) for entity, key, _ in received} == {("corpus", corpus.pk)}
    assert [changed for _, _, changed in received] == [
        ["title"],
        *[["folders"]] * 4,
        ["labels"],
        *[["documents"]] * 2,
    ]


def annotated(corpus, document, actor):
    draft = AnnotationDraft(label_name="Word", start=0, end=4)
    return annotate(draft, corpus=corpus, document=document, actor=actor)


def test_annotations_are_events_for_viewers_of_corpus_and_document(user, friend, document, corpus):
    by_corpus(document, corpus, friend)
    create_label(corpus, name="Word", actor=user)
    inboxes = [Inbox(user), Inbox(friend)]
    delete_annotation(annotated(corpus, document, user), actor=user)
    for inbox in inboxes:
        changes = inbox.changes()
        assert [(each.entity, each.uuid, each.subject) for each in changes] == [("corpus", corpus.pk, document.pk)] * 2
        assert {each.changed for each in changes} == {("annotations",)}


# proves: S3-44
def test_events_about_an_inaccessible_document_need_access_to_it(user, friend, other_user, document):
    """Ada's document is in Grace's corpus, which Eve sees, but not the document."""
    DocumentShare.objects.create(target=document, user=friend, role="viewer")
    her_corpus = create_corpus(owner=friend, title="Borrowed")
    add_documents(her_corpus, [document], actor=friend)
    CorpusShare.objects.create(target=her_corpus, user=other_user, role="viewer")
    create_label(her_corpus, name="Word", actor=friend)
    inboxes = [Inbox(each) for each in (user, friend, other_user)]
    annotated(her_corpus, document, friend)
    assert [len(inbox.received()) for inbox in inboxes] == [0, 1, 0]
    DocumentShare.objects.all().delete()
    inboxes = [Inbox(friend), Inbox(other_user)]
    lifecycle.update_document(document, actor=user, title="Mine unshared")
    assert [inbox.received() for inbox in inboxes] == [[], []]
    Document.objects.update(is_public=True)
    document.refresh_from_db()
    annotated(her_corpus, document, friend)
    assert [len(inbox.received()) for inbox in inboxes] == [1, 1]  # both see the corpus, and the document is public


def create_objects():
    """Create objects, and users with every kind of access and without."""
    users = [User.objects.create_user(f"p{number}", f"p{number}@example.org") for number in range(8)]
    documents = [parsed_document(users[number % 2], "Words.", title=str(number)) for number in range(4)]
    own, shared = create_corpus(owner=users[0], title="a"), create_corpus(owner=users[7], title="b")
    CorpusDocument.objects.create(corpus=own, document=documents[0], added_by=users[0])
    CorpusDocument.objects.create(corpus=own, document=documents[1], added_by=users[0])  # not her document
    CorpusDocument.objects.create(corpus=shared, document=documents[2], added_by=users[0])
    past, future = timezone.now() - timedelta(days=1), timezone.now() + timedelta(days=1)
    CorpusShare.objects.create(target=own, user=users[2], role="viewer", expires=past)
    CorpusShare.objects.create(target=own, team=team_of(users[2], users[3]), role="editor", expires=future)
    CorpusShare.objects.create(target=shared, team=team_of(users[4]), role="viewer", expires=past)
    CorpusShare.objects.create(target=shared, user=users[5], role="reviewer")
    DocumentShare.objects.create(target=documents[1], team=team_of(users[5], users[6]), role="viewer")
    DocumentShare.objects.create(target=documents[3], user=users[6], role="annotator", expires=past)
    DocumentShare.objects.create(target=documents[3], token_hash="0" * 64, role="viewer", created_by=users[0])
    return users


# proves: S3-44
@pytest.mark.parametrize("model", [Document, Corpus])
def test_viewers_are_exactly_the_users_who_see_an_object(model):
    users = create_objects()
    objects = list(model.objects.all())
    for public in (False, True):
        model.objects.filter(pk=objects[0].pk).update(is_public=public)
        seen = {
            each.pk: {who.pk for who in users if model.objects.visible_to(who).filter(pk=each.pk)} for each in objects
        }
        keys, all_users = [each.pk for each in objects], [who.pk for who in users]
        assert {
            key: set(found) for key, found in viewers_of(model, keys, all_users, public_counts=True).items()
        } == seen
        granted = viewers_of(model, keys, all_users, public_counts=False)
        assert all(granted[key] <= seen[key] for key in keys)
        if not public:
            assert {key: set(found) for key, found in granted.items()} == seen


def create_users(number):
    tenants = Tenant.objects.bulk_create(Tenant(name=str(each)) for each in range(number))
    return User.objects.bulk_create(User(username=each.name, tenant=each) for each in tenants)


def queries_for(changes, users):
    with CaptureQueriesContext(connection) as captured:
        recipients.recipients_of(changes, users)
    return len(captured)


# proves: S3-G10
@pytest.mark.full
def test_finding_recipients_takes_a_constant_number_of_queries(user, friend, document, corpus):
    by_team(document, corpus, friend)
    inbox = Inbox(friend)
    lifecycle.update_document(document, actor=user, title="One")
    annotated(corpus, document, user)
    few = recipients.missed_by(friend.pk, Cursor(inbox.cursor.last, None)).changes
    many_users = create_users(1_000)
    for target, table in ((document, DocumentShare), (corpus, CorpusShare)):
        table.objects.create(target=target, team=team_of(*many_users), role=Role.VIEWER)
    for number in range(20):
        lifecycle.update_document(document, actor=user, title=str(number))
        annotated(corpus, document, user)
    many = recipients.missed_by(many_users[0].pk, inbox.cursor).changes
    assert len(many) > 10 * len(few)
    assert queries_for(few, [friend.pk]) == 1  # of a document
    all_users = [each.pk for each in many_users]
    assert queries_for(many, all_users[:1]) == queries_for(many, all_users) == 3  # and of a corpus, and both
    assert {len(received) for received in recipients.recipients_of(many, all_users).values()} == {1_000}


def test_recording_takes_a_constant_number_of_queries(user, document):
    def writing():
        with CaptureQueriesContext(connection) as captured:
            lifecycle.update_document(document, actor=user, title=str(uuid4()))
        return len(captured)

    unshared = writing()
    for number in range(20):
        who = User.objects.create_user(f"r{number}", f"r{number}@example.org")
        DocumentShare.objects.create(target=document, user=who, role="viewer")
    assert writing() == unshared
