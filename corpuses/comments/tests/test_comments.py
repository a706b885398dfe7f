"""Threads of comments, mentions and notifications."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.db.ids import uuid7
from core.errors import EditConflict, Invalid, NotAllowed, NotFound
from corpuses.annotations.editing import delete_annotation, restore_annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.bin import services as bin_services
from corpuses.comments.mentions import mentioned_users, suggest_users
from corpuses.comments.models import Comment, Notification, Thread
from corpuses.comments.services import (
    CommentExists,
    ThreadDraft,
    create_comment,
    create_thread,
    delete_comment,
    purge_comment,
    shown_comments,
    update_comment,
    update_thread,
    version_of_comment,
    version_of_thread,
)
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus, CorpusShare
from documents.tests.factories import parsed_document
from events.models import Event
from users.models import User

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def document(user):
    return parsed_document(user, "Lease. The tenant pays rent.", title="A lease")


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


@pytest.fixture
def annotation(user, corpus, document):
    draft = AnnotationDraft(label_name="Duty", start=7, end=17)
    return annotate(draft, corpus=corpus, document=document, actor=user)


@pytest.fixture
def grace(corpus):
    grace = User.objects.create_user("grace", "grace@example.org", name="Grace Hopper")
    CorpusShare.objects.create(target=corpus, user=grace, role="annotator", created_by=corpus.owner)
    return grace


def start(corpus, actor, text="Is this right?", **fields) -> Thread:
    return create_thread(corpus, ThreadDraft(text=text, **fields), actor=actor)


def texts(thread) -> list[tuple[str, bool]]:
    return [(comment.text, comment.deleted_at is not None) for comment in shown_comments().filter(thread=thread)]


def notified(user) -> list[tuple[str, str]]:
    rows = Notification.objects.filter(owner=user).order_by("id")
    return [(row.kind, row.comment.text) for row in rows.select_related("comment")]


class TestThreads:
    def test_a_thread_is_about_a_corpus_a_document_or_an_annotation(self, user, corpus, document, annotation):
        assert start(corpus, user).document is None
        assert start(corpus, user, document=document).annotation is None
        thread = start(corpus, user, annotation=annotation)
        assert (thread.document, thread.annotation) == (document, annotation)

    def test_what_is_elsewhere_cannot_be_discussed(self, user, corpus, annotation):
        other = create_corpus(owner=user, title="Other")
        with pytest.raises(NotFound):
            start(other, user, annotation=annotation)
        with pytest.raises(NotFound):
            start(other, user, document=annotation.document)
        assert not Comment.objects.exists()

    @pytest.mark.parametrize("text", ["", "  \x00 ", "x" * 10_001])
    def test_an_invalid_text_is_refused(self, user, corpus, text):
        with pytest.raises(Invalid):
            start(corpus, user, text)

    def test_a_thread_is_resolved_and_reopened(self, user, corpus, grace):
        thread = start(corpus, user)
        version = version_of_thread(thread)
        resolved = update_thread(thread, actor=grace, resolved=True, expected=version)
        assert (resolved.resolved_by, resolved.resolved_at is not None) == (grace, True)
        with pytest.raises(EditConflict):
            update_thread(thread, actor=user, resolved=True, expected=version)
        assert update_thread(thread, actor=user, resolved=False).resolved_by is None
        actions = AuditEntry.objects.filter(object_kind="thread").order_by("id").values_list("action", flat=True)
        assert list(actions) == ["thread.resolved", "thread.reopened"]

    def test_a_repeated_request_is_stored_once(self, user, corpus):
        key = uuid7()
        thread = start(corpus, user, key=key)
        assert start(corpus, user, key=key) == thread
        reply = uuid7()
        for _ in range(2):
            create_comment(thread, text="Yes.", actor=user, key=reply)
        assert texts(thread) == [("Is this right?", False), ("Yes.", False)]
        with pytest.raises(CommentExists):
            create_comment(start(corpus, user), text="Yes.", actor=user, key=reply)

    def test_it_goes_and_returns_with_its_annotation(self, user, corpus, annotation):
        thread = start(corpus, user, annotation=annotation)
        delete_annotation(annotation, actor=user)
        assert not Thread.objects.exists()
        assert not Comment.objects.exists()
        annotation.refresh_from_db()
        restore_annotation(annotation, actor=user)
        assert Thread.objects.get() == thread


class TestComments:
    def test_a_comment_is_edited_by_its_author_only(self, user, corpus, grace):
        comment = start(corpus, grace).comments.get()
        with pytest.raises(NotAllowed):
            update_comment(comment, actor=user, text="No.")
        version = version_of_comment(comment)
        changed = update_comment(comment, actor=grace, text="Really?", expected=version)
        assert (changed.text, changed.edited is not None) == ("Really?", True)
        with pytest.raises(EditConflict):
            update_comment(comment, actor=grace, text="Or not?", expected=version)

    def test_a_deleted_comment_leaves_a_place_only_before_others(self, user, corpus, grace):
        thread = start(corpus, user, "One")
        second = create_comment(thread, text="Two", actor=grace)
        delete_comment(thread.comments.get(text="One"), actor=user)
        assert texts(thread) == [("One", True), ("Two", False)]
        assert Thread.objects.get().comment_count == 1
        delete_comment(second, actor=grace)
        assert texts(thread) == []
        assert not Thread.objects.exists()

    def test_editors_delete_and_annotators_do_not(self, user, corpus, grace):
        mine, theirs = start(corpus, user).comments.get(), start(corpus, grace).comments.get()
        with pytest.raises(NotAllowed):
            delete_comment(mine, actor=grace)
        delete_comment(theirs, actor=user)

    def test_a_deleted_comment_is_restored_from_the_bin(self, user, corpus, grace):
        thread = start(corpus, grace, "One")
        comment = thread.comments.get()
        delete_comment(comment, actor=grace)
        (item,) = bin_services.bin_items(grace)
        assert (item.kind, item.title) == ("comment", "One")
        bin_services.restore(grace, comment.pk)
        assert texts(thread) == [("One", False)]
        assert Thread.objects.get().comment_count == 1

    def test_a_purged_comment_leaves_only_its_place(self, user, corpus, grace):
        thread = start(corpus, user, "One, @grace")
        first = thread.comments.get()
        second = create_comment(thread, text="Two", actor=grace)
        delete_comment(first, actor=user)
        bin_services.purge(user, first.pk)
        assert texts(thread) == [("", True), ("Two", False)]
        assert notified(grace) == []
        assert not bin_services.bin_items(user).exists()
        delete_comment(second, actor=grace, permanently=True)
        assert texts(thread) == []
        purge_comment(Comment.with_deleted.get())
        assert not Thread.with_deleted.exists()

    def test_members_get_an_event(self, user, corpus, document):
        start(corpus, user, document=document)
        event = Event.objects.get(changed=["comments"])
        assert (event.entity, event.uuid, event.subject) == ("corpus", corpus.pk, document.pk)


class TestMentions:
    @pytest.mark.parametrize(
        "text", ["@grace", "Look, @grace.", "(@grace)", "@grace's", "**@grace**", "@grace, @grace", "a\n@grace!"]
    )
    def test_a_name_is_found_in_a_text(self, corpus, grace, text):
        assert mentioned_users(text, corpus, None) == [grace]

    @pytest.mark.parametrize("text", ["grace", "a@grace", "@gracie", "@", "@ grace", "@@grace", "@eve"])
    def test_other_texts_mention_no_one(self, corpus, grace, text):
        User.objects.create_user("eve", "eve@example.org")
        assert mentioned_users(text, corpus, None) == []

    def test_users_are_suggested_by_the_beginning_of_a_name(self, user, corpus, document, grace):
        assert suggest_users(corpus, search="gr") == suggest_users(corpus, search="hop") == [grace]
        assert suggest_users(corpus, search="race") == []
        assert set(suggest_users(corpus, document.pk)) == {user, grace}

    def test_addresses_are_not_given_away(self, user, corpus):
        eve = User.objects.create_user("eve", "eve@example.org")
        CorpusShare.objects.create(target=corpus, user=eve, email="eve@example.org", role="editor", created_by=user)
        assert suggest_users(corpus, search="eve") == []
        assert mentioned_users("@eve", corpus, None) == []

    def test_a_document_that_is_not_visible_is_not_discussed(self, user, corpus, grace):
        # Grace has added it: the corpus does not extend to it.
        hers = parsed_document(grace, "Secret words.")
        corpus.memberships.create(document=hers, added_by=user)
        assert mentioned_users("@ada @grace", corpus, hers.pk) == [grace]


class TestNotifications:
    def test_mentions_and_replies_notify_once(self, user, corpus, grace):
        thread = start(corpus, user, "Is this right, @grace @ada?")
        assert (notified(user), notified(grace)) == ([], [("mention", "Is this right, @grace @ada?")])
        create_comment(thread, text="Yes, @ada.", actor=grace)
        create_comment(thread, text="Thanks.", actor=user)
        assert notified(user) == [("mention", "Yes, @ada.")]
        assert notified(grace)[1:] == [("reply", "Thanks.")]
        events = Event.objects.filter(entity="notification", owner=grace.pk)
        assert [event.subject for event in events] == [corpus.pk] * 2

    def test_an_edit_notifies_new_mentions_and_withdraws_others(self, user, corpus, grace):
        comment = start(corpus, user).comments.get()
        comment = update_comment(comment, actor=user, text="@grace?")
        comment = update_comment(comment, actor=user, text="@grace, right?")
        assert notified(grace) == [("mention", "@grace, right?")]
        update_comment(comment, actor=user, text="Right?")
        assert notified(grace) == []

    def test_users_who_lost_access_are_not_notified(self, user, corpus, grace):
        thread = start(corpus, grace)
        CorpusShare.objects.all().delete()
        create_comment(thread, text="Gone, @grace?", actor=user)
        assert notified(grace) == []

    def test_those_of_a_lost_corpus_are_not_listed(self, user, corpus, grace):
        start(corpus, user, "@grace")
        api = ApiClient(grace)
        assert api.get(f"{V1}/notifications").json()["results"][0]["text"] == "@grace"
        CorpusShare.objects.all().delete()
        assert api.get(f"{V1}/notifications").json()["results"] == []
        key = Notification.objects.get().pk
        assert api.send("PATCH", f"{V1}/notifications/{key}", {"read": True}).status_code == 404

    def test_they_are_marked_as_read(self, user, corpus, grace):
        for text in ("One @grace", "Two @grace", "Three @grace"):
            start(corpus, user, text)
        api = ApiClient(grace)
        first, *_ = api.get(f"{V1}/notifications?unread=true").json()["results"]
        changed = api.send("PATCH", f"{V1}/notifications/{first['id']}", {"read": True}).json()
        assert (first["text"], changed["is_read"]) == ("Three @grace", True)
        assert api.execute("{ notifications(unread: true) { totalCount } }")["notifications"]["totalCount"] == 2
        assert api.send("POST", f"{V1}/notifications/read", {}).json() == {"count": 2}
        assert api.get(f"{V1}/notifications?unread=true").json()["results"] == []
        assert len(api.get(f"{V1}/notifications?unread=false").json()["results"]) == 3

    def test_only_those_until_a_time_are_marked(self, user, corpus, grace):
        start(corpus, user, "One @grace")
        api = ApiClient(grace)
        (seen,) = api.get(f"{V1}/notifications").json()["results"]
        start(corpus, user, "Two @grace")
        assert api.send("POST", f"{V1}/notifications/read", {"until": seen["created"]}).json() == {"count": 1}
        assert [row.comment.text for row in Notification.objects.filter(read_at=None)] == ["Two @grace"]
        unread = """mutation ($id: ID!) { updateNotification(input: {id: $id, read: false}) {
            notification { isRead } errors { code } } }"""
        changed = api.execute(unread, {"id": seen["id"]})["updateNotification"]
        assert changed == {"notification": {"isRead": False}, "errors": []}
        read = """mutation ($until: DateTime) { readAllNotifications(input: {until: $until}) {
            count errors { code } } }"""
        for until in (seen["created"], None):
            marked = api.execute(read, {"until": until})["readAllNotifications"]
            assert marked == {"count": 1, "errors": []}
        assert not Notification.objects.filter(read_at=None).exists()


class TestRest:
    def test_threads_are_started_listed_and_answered(self, api, user, corpus, document, annotation):
        threads = f"{V1}/corpuses/{corpus.pk}/threads"
        created = api.send("POST", threads, {"text": "Right?", "annotation": str(annotation.pk)})
        assert created.status_code == 201, created.body
        thread = created.json()
        assert (thread["annotation"], thread["document"]) == (str(annotation.pk), str(document.pk))
        api.send("POST", threads, {"text": "About all."})
        listed = api.get(f"{threads}?document={document.pk}&resolved=false").json()["results"]
        assert [each["id"] for each in listed] == [thread["id"]]
        comments = f"{V1}/threads/{thread['id']}/comments"
        reply = api.send("POST", comments, {"text": "Yes."}).json()
        assert [each["text"] for each in api.get(comments).json()["results"]] == ["Right?", "Yes."]
        url = f"{V1}/comments/{reply['id']}"
        stale = {"If-Match": '"0000000000000000"'}
        assert api.send("PATCH", url, {"text": "No."}, **stale).status_code == 412
        assert api.send("PATCH", url, {"text": "No."}).json()["text"] == "No."
        assert api.delete(url).status_code == 204
        assert api.get(url).status_code == 404

    def test_public_corpora_do_not_show_discussions(self, other_api, user, corpus):
        thread = start(corpus, user)
        Corpus.objects.update(is_public=True)
        assert other_api.get(f"{V1}/corpuses/{corpus.pk}/threads").json()["results"] == []
        assert other_api.get(f"{V1}/threads/{thread.pk}").status_code == 404
        fields = 'threads { totalCount } mentionableUsers(search: "") { username }'
        query = f'{{ corpus(id: "{corpus.pk}") {{ {fields} }} }}'
        assert other_api.execute(query)["corpus"] == {"threads": {"totalCount": 0}, "mentionableUsers": []}

    def test_those_who_may_not_comment_see_no_directory(self, user, corpus, grace):
        CorpusShare.objects.update(role="viewer")
        api = ApiClient(grace)
        assert api.get(f"{V1}/corpuses/{corpus.pk}/mentionable-users").json() == {"results": []}
        CorpusShare.objects.update(role="reviewer")
        listed = api.get(f"{V1}/corpuses/{corpus.pk}/mentionable-users?search=a").json()["results"]
        assert [each["username"] for each in listed] == ["ada"]


QUERIES = {
    "threads": (
        (
            "{ corpuses(first: 2) { edges { node { threads(first: 20) { totalCount edges { node { commentCount "
            "resolvedBy { username } "
            "document { title } annotation { quote label { name } } corpus { title } comments(first: 9) { totalCount "
            "edges { node "
            "{ text author { username } mentions { username } } } } } } } } } } }"
        ),
        10,
    ),
    "notifications": (
        (
            "{ notifications { totalCount edges { node { text author { username } thread { corpus { title } "
            "document { title } annotation { quote } } } } } }"
        ),
        5,
    ),
}


def test_the_number_of_queries_does_not_depend_on_the_length_of_a_list(user, corpus, document, annotation, grace):
    numbers = []
    for _ in range(2):
        for _ in range(4):
            thread = start(corpus, user, "Is this right, @grace?", annotation=annotation)
            create_comment(thread, text="Yes, @ada.", actor=grace)
            update_thread(thread, actor=grace, resolved=True)
        api = ApiClient(user)
        for name, (query, limit) in QUERIES.items():
            with CaptureQueriesContext(connection) as captured:
                api.execute(query)
            assert len(captured) - 2 <= limit, (name, len(captured) - 2)
        for path in (f"corpuses/{corpus.pk}/threads", f"threads/{thread.pk}/comments", "notifications"):
            with CaptureQueriesContext(connection) as captured:
                assert api.get(f"{V1}/{path}").status_code == 200
            numbers.append(len(captured))
    assert numbers[:3] == numbers[3:]
