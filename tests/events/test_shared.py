"""Who is told of what others change: whoever sees it by a share, a team or a corpus, as long as they do."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.access.audience import viewers_of
from core.access.roles import Role
from corpuses.annotations.editing import delete_annotation
from corpuses.annotations.services import AnnotationDraft, annotate, create_label
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from corpuses.services import folders
from corpuses.services.corpora import add_documents, create_corpus, delete_corpus, remove_documents, update_corpus
from documents.models import Document, DocumentShare
from documents.services import deletion, lifecycle
from documents.tests.factories import parsed_document
from events import outbox, recipients
from events.outbox import Cursor
from events.sharing_events import record_expired_shares
from users.models import Tenant, User
from users.sharing import services as sharing
from users.sharing import teams
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


class Ear:
    """What a person is told from now on; everything is in one transaction, so places are numbers only."""

    def __init__(self, who):
        self.who = who
        self.place = Cursor(outbox.current_cursor().last, None)

    def told(self):
        return [(change.entity, change.uuid, list(change.changed)) for change in self.changes()]

    def changes(self):
        batch = recipients.missed_by(self.who.pk, self.place)
        self.place = Cursor(outbox.current_cursor().last, None)
        return batch.changes


def team_of(*people):
    team = Team.objects.create(name="Readers")
    TeamMembership.objects.bulk_create(TeamMembership(team=team, user=each) for each in people)
    return team


def by_person(document, corpus, friend):
    return DocumentShare.objects.create(target=document, user=friend, role="viewer")


def by_team(document, corpus, friend):
    return DocumentShare.objects.create(target=document, team=team_of(friend), role="viewer")


def by_corpus(document, corpus, friend):
    return CorpusShare.objects.create(target=corpus, user=friend, role="viewer")


def by_team_of_corpus(document, corpus, friend):
    return CorpusShare.objects.create(target=corpus, team=team_of(friend), role="viewer")


WAYS = [by_person, by_team, by_corpus, by_team_of_corpus]


# proves: X-22 S3-44
@pytest.mark.parametrize("way", WAYS)
def test_whoever_sees_a_document_is_told_of_its_changes_until_they_see_it_no_more(
    user, friend, other_user, document, corpus, way
):
    ears = [Ear(each) for each in (user, friend, other_user)]
    lifecycle.update_document(document, actor=user, title="Before")
    share = way(document, corpus, friend)
    lifecycle.update_document(document, actor=user, title="Meanwhile")
    expected = [("document", document.pk, ["title"])]
    assert [ear.told() for ear in ears] == [expected * 2, expected * 2, []]  # who sees it now may hear that it changed
    share.delete()
    lifecycle.update_document(document, actor=user, title="After")
    assert [ear.told() for ear in ears] == [expected, [], []]


# proves: S3-44
@pytest.mark.parametrize("way", WAYS)
def test_a_share_whose_time_is_over_tells_nothing_more(user, friend, document, corpus, way):
    share = way(document, corpus, friend)
    ear = Ear(friend)
    type(share).objects.update(expires=timezone.now() - timedelta(seconds=1))
    lifecycle.update_document(document, actor=user, title="After")
    assert ear.told() == []


@pytest.mark.parametrize("way", WAYS)
def test_that_a_share_has_ended_by_itself_is_told_to_whoever_had_it(user, friend, other_user, document, corpus, way):
    share = way(document, corpus, friend)
    entity, key = ("team", share.team_id) if share.team_id else (type(share.target).__name__.lower(), share.target_id)
    type(share).objects.update(expires=timezone.now() - timedelta(seconds=1))
    ears = [Ear(each) for each in (friend, other_user)]
    told_until = record_expired_shares(since=timezone.now() - timedelta(minutes=1))
    assert [ear.told() for ear in ears] == [[(entity, key, ["access"])], []]
    record_expired_shares(since=told_until)
    assert ears[0].told() == []


# proves: S3-44
@pytest.mark.parametrize("way", WAYS)
def test_what_happened_before_a_share_ended_is_not_told_after_it(user, friend, document, corpus, way):
    share = way(document, corpus, friend)
    ear = Ear(friend)
    lifecycle.update_document(document, actor=user, title="Meanwhile")
    share.delete()
    assert ear.told() == []


def test_what_is_public_is_not_told_to_everybody(user, other_user, document, corpus):
    ear = Ear(other_user)
    sharing.set_public(document, public=True, actor=user)
    sharing.set_public(corpus, public=True, actor=user)
    lifecycle.update_document(document, actor=user, title="For all")
    assert ear.told() == []


@pytest.mark.parametrize("with_team", [False, True])
def test_a_share_is_told_when_it_is_given_changed_and_withdrawn(user, friend, document, with_team):
    team = team_of(friend, user) if with_team else None
    share_request = ShareRequest(role="viewer", team=team.pk) if team else ShareRequest(role="viewer", user="grace")
    ear = Ear(friend)
    share = sharing.create_share(document, share_request, actor=user).share
    assert ear.told() == [("document", document.pk, ["access"])]
    sharing.change_share(share, role="editor", actor=user)
    assert ear.told() == [("document", document.pk, ["access"])]
    sharing.withdraw_share(share, actor=user)
    lost = ("team", team.pk, ["access"]) if team else ("document", document.pk, ["access"])
    assert ear.told() == [lost]
    lifecycle.update_document(document, actor=user, title="After")
    assert ear.told() == []


def test_a_team_is_told_who_comes_and_leaves_and_that_it_is_gone(user, friend, document):
    team = teams.create_team("Readers", actor=user)
    ear = Ear(friend)
    teams.add_member(team, "grace", actor=user)
    assert ear.told() == [("team", team.pk, ["members"])]
    teams.remove_member(team, friend.pk, actor=user)
    assert ear.told() == [("team", team.pk, [])]
    teams.rename_team(team, "Writers", actor=user)
    assert ear.told() == []
    teams.add_member(team, "grace", actor=user)
    ear.told()
    key = team.pk
    teams.delete_team(team, actor=user)
    assert ear.told() == [("team", key, [])]


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (by_person, "document"),
        (by_team, "team"),
        (by_corpus, "corpus"),
        (by_team_of_corpus, "corpus"),
    ],
)
def test_that_a_document_is_gone_is_told_to_those_who_saw_it(user, friend, document, corpus, way, told):
    way(document, corpus, friend)
    mine, ear = Ear(user), Ear(friend)
    key = document.pk
    deletion.delete_document(document, actor=user)
    assert [entity for entity, _, _ in ear.told()] == [told]
    assert ("document", key, []) in mine.told()


@pytest.mark.parametrize(("way", "told"), [(by_corpus, "corpus"), (by_team_of_corpus, "team")])
def test_that_a_corpus_is_gone_is_told_to_those_who_saw_it(user, friend, document, corpus, way, told):
    way(document, corpus, friend)
    ear = Ear(friend)
    delete_corpus(corpus, actor=user)
    assert [entity for entity, _, _ in ear.told()] == [told]


def test_what_changes_in_a_corpus_is_told_to_those_who_see_it(user, friend, document, corpus):
    by_corpus(document, corpus, friend)
    ear = Ear(friend)
    update_corpus(corpus, actor=user, title="Contracts")
    folder = folders.create_folder(corpus, name="Old", actor=user)
    folders.move_documents(corpus, [document], folder=folder, actor=user)
    folders.change_folder(folder, name="Older", parent=None, actor=user)
    folders.delete_folder(folder, actor=user)
    create_label(corpus, name="Date", actor=user)
    create_label(corpus, name="Date", actor=user)
    remove_documents(corpus, [document], actor=user)
    add_documents(corpus, [document], actor=user)
    told = ear.told()
    assert {(entity, key) for entity, key, _ in told} == {("corpus", corpus.pk)}
    assert [changed for _, _, changed in told] == [
        ["title", "description"],
        *[["folders"]] * 4,
        ["labels"],
        *[["documents"]] * 2,
    ]


def said(corpus, document, actor):
    draft = AnnotationDraft(label_name="Word", start=0, end=4)
    return annotate(draft, corpus=corpus, document=document, actor=actor)


def test_annotations_are_told_to_those_who_see_corpus_and_document(user, friend, document, corpus):
    by_corpus(document, corpus, friend)
    create_label(corpus, name="Word", actor=user)
    ears = [Ear(user), Ear(friend)]
    delete_annotation(said(corpus, document, user), actor=user)
    for ear in ears:
        changes = ear.changes()
        assert [(each.entity, each.uuid, each.subject) for each in changes] == [("corpus", corpus.pk, document.pk)] * 2
        assert {each.changed for each in changes} == {("annotations",)}


# proves: S3-44
def test_of_a_document_that_was_not_lent_only_those_hear_who_see_it_elsewhere(user, friend, other_user, document):
    """Ada's document lies in Grace's corpus, where Eve looks, who does not see Ada's document."""
    DocumentShare.objects.create(target=document, user=friend, role="viewer")
    hers = create_corpus(owner=friend, title="Borrowed")
    add_documents(hers, [document], actor=friend)
    CorpusShare.objects.create(target=hers, user=other_user, role="viewer")
    create_label(hers, name="Word", actor=friend)
    ears = [Ear(each) for each in (user, friend, other_user)]
    said(hers, document, friend)
    assert [len(ear.told()) for ear in ears] == [0, 1, 0]
    DocumentShare.objects.all().delete()
    ears = [Ear(friend), Ear(other_user)]
    lifecycle.update_document(document, actor=user, title="Mine alone")
    assert [ear.told() for ear in ears] == [[], []]
    Document.objects.update(is_public=True)
    document.refresh_from_db()
    said(hers, document, friend)
    assert [len(ear.told()) for ear in ears] == [1, 1]  # they are told of the corpus, and all see the document


def world():
    """Things and people in every relation that gives sight, and in none."""
    people = [User.objects.create_user(f"p{number}", f"p{number}@example.org") for number in range(8)]
    documents = [parsed_document(people[number % 2], "Words.", title=str(number)) for number in range(4)]
    mine, lent = create_corpus(owner=people[0], title="a"), create_corpus(owner=people[7], title="b")
    CorpusDocument.objects.create(corpus=mine, document=documents[0], added_by=people[0])
    CorpusDocument.objects.create(corpus=mine, document=documents[1], added_by=people[0])  # not hers to lend
    CorpusDocument.objects.create(corpus=lent, document=documents[2], added_by=people[0])
    past, future = timezone.now() - timedelta(days=1), timezone.now() + timedelta(days=1)
    CorpusShare.objects.create(target=mine, user=people[2], role="viewer", expires=past)
    CorpusShare.objects.create(target=mine, team=team_of(people[2], people[3]), role="editor", expires=future)
    CorpusShare.objects.create(target=lent, team=team_of(people[4]), role="viewer", expires=past)
    CorpusShare.objects.create(target=lent, user=people[5], role="reviewer")
    DocumentShare.objects.create(target=documents[1], team=team_of(people[5], people[6]), role="viewer")
    DocumentShare.objects.create(target=documents[3], user=people[6], role="annotator", expires=past)
    DocumentShare.objects.create(target=documents[3], token_hash="0" * 64, role="viewer")
    return people


# proves: S3-44
@pytest.mark.parametrize("model", [Document, Corpus])
def test_whom_a_thing_reaches_is_exactly_who_sees_it(model):
    people = world()
    things = list(model.objects.all())
    for public in (False, True):
        model.objects.filter(pk=things[0].pk).update(is_public=public)
        seen = {
            each.pk: {who.pk for who in people if model.objects.visible_to(who).filter(pk=each.pk)} for each in things
        }
        keys, everybody = [each.pk for each in things], [who.pk for who in people]
        assert {
            key: set(found) for key, found in viewers_of(model, keys, everybody, public_counts=True).items()
        } == seen
        reached = viewers_of(model, keys, everybody, public_counts=False)
        assert all(reached[key] <= seen[key] for key in keys)
        if not public:
            assert {key: set(found) for key, found in reached.items()} == seen


def crowd_of(number):
    tenants = Tenant.objects.bulk_create(Tenant(name=str(each)) for each in range(number))
    return User.objects.bulk_create(User(username=each.name, tenant=each) for each in tenants)


def questions(changes, people):
    with CaptureQueriesContext(connection) as asked:
        recipients.recipients_of(changes, people)
    return len(asked)


# proves: S3-G10
def test_telling_costs_the_same_however_many_changes_shares_and_people_there_are(user, friend, document, corpus):
    by_team(document, corpus, friend)
    ear = Ear(friend)
    lifecycle.update_document(document, actor=user, title="One")
    said(corpus, document, user)
    few = recipients.missed_by(friend.pk, Cursor(ear.place.last, None)).changes
    crowd = crowd_of(1_000)
    for target, table in ((document, DocumentShare), (corpus, CorpusShare)):
        table.objects.create(target=target, team=team_of(*crowd), role=Role.VIEWER)
    for number in range(20):
        lifecycle.update_document(document, actor=user, title=str(number))
        said(corpus, document, user)
    many = recipients.missed_by(crowd[0].pk, ear.place).changes
    assert len(many) > 10 * len(few)
    assert questions(few, [friend.pk]) == 1  # of a document
    everybody = [each.pk for each in crowd]
    assert questions(many, everybody[:1]) == questions(many, everybody) == 3  # and of a corpus, and both
    assert {len(told) for told in recipients.recipients_of(many, everybody).values()} == {1_000}


def test_writing_costs_the_same_however_many_it_is_shared_with(user, document):
    def writing():
        with CaptureQueriesContext(connection) as asked:
            lifecycle.update_document(document, actor=user, title=str(uuid4()))
        return len(asked)

    alone = writing()
    for number in range(20):
        who = User.objects.create_user(f"r{number}", f"r{number}@example.org")
        DocumentShare.objects.create(target=document, user=who, role="viewer")
    assert writing() == alone
