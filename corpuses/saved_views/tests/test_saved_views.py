"""Saved views of lists: who sees and changes them, and what their queries may have."""

from functools import partial

import pytest
from django.db import IntegrityError

from audit.models import AuditEntry
from core.db.ids import uuid7
from core.errors import EditConflict, Invalid, NotAllowed, NotFound
from corpuses.annotations.labels.services import create_label, delete_label
from corpuses.corpora.services import create_corpus
from corpuses.models import Folder
from corpuses.saved_views import services
from corpuses.saved_views.api.selectors import get_visible_view, list_saved_views
from corpuses.saved_views.models import SavedView
from corpuses.saved_views.queries import invalid_parameters
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db


@pytest.fixture
def save(user, corpus):
    """Save a view of the documents of the corpus."""
    return partial(services.create_saved_view, corpus, kind="corpus_documents", name="Newest", query={}, actor=user)


@pytest.fixture
def share(corpus, user, other_user):
    return lambda role: create_share(corpus, ShareRequest(user=other_user.username, role=role), actor=user)


def names(actor, **filters):
    return [view.name for view in list_saved_views(actor, **filters)]


class TestQueries:
    @pytest.mark.parametrize(
        ("kind", "query"),
        [
            ("documents", {"q": "lease", "state": "FAILED", "scope": "MINE", "attachments": "only", "sort": "title"}),
            ("corpus_documents", {"sort": "pages_ascending"}),
            ("corpus_documents", {"sort": "owner_descending"}),
            ("documents", {"sort": "language"}),
            ("annotations", {"by": "ANALYZER", "review": "PENDING", "words": "rent"}),
            ("annotations", {"creator": "01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a"}),  # who may have left
        ],
    )
    def test_the_parameters_of_each_list_are_saved(self, user, corpus, kind, query):
        within = None if kind == "documents" else corpus
        view = services.create_saved_view(within, kind=kind, name="Mine", query=query, actor=user)
        assert SavedView.objects.get(pk=view.pk).query == query
        assert invalid_parameters([view]) == {view.pk: []}

    @pytest.mark.parametrize(
        "query", [{"words": "rent"}, {"sort": "size of the file"}, {"folder": "no id"}, {"sort": None}, {"label": 5}]
    )
    def test_other_parameters_and_values_are_refused(self, save, query):
        with pytest.raises(Invalid) as refused:
            save(query=query)
        assert refused.value.field == "query"
        assert not SavedView.objects.exists()

    def test_labels_and_folders_that_were_deleted_are_invalid(self, user, corpus, save):
        label = create_label(corpus, name="Duty", actor=user)
        elsewhere = create_corpus(owner=user, title="Elsewhere")
        folder = Folder.objects.create(corpus=elsewhere, name="Old", path="Old")
        view = save(query={"label": str(label.pk), "folder": str(folder.pk), "sort": "title"})
        assert invalid_parameters([view]) == {view.pk: ["folder"]}
        delete_label(label, actor=user)
        assert invalid_parameters([view]) == {view.pk: ["label", "folder"]}

    def test_several_labels_are_valid_while_one_of_them_exists(self, user, corpus, save):
        labels = [create_label(corpus, name=name, actor=user) for name in ("Duty", "Date")]
        query = {"label": ",".join(str(label.pk) for label in labels)}
        view = save(kind="annotations", query=query)
        for label, invalid in ((None, []), (labels[0], []), (labels[1], ["label"])):
            if label is not None:
                delete_label(label, actor=user)
            assert invalid_parameters([view]) == {view.pk: invalid}

    @pytest.mark.parametrize("label", ["", ",", "a,b", ",".join([str(uuid7())] * 51), ["a"]])
    def test_malformed_lists_of_labels_are_refused(self, save, label):
        with pytest.raises(Invalid):
            save(kind="annotations", query={"label": label})

    def test_values_that_later_versions_do_not_know_are_invalid(self, save):
        view = save()
        view.query = {"sort": "by colour", "mood": "good"}
        assert invalid_parameters([view]) == {view.pk: ["sort", "mood"]}

    def test_the_number_of_queries_does_not_depend_on_that_of_views(
        self, user, corpus, save, django_assert_num_queries
    ):
        label = create_label(corpus, name="Duty", actor=user)
        views = [save(name=f"View {number}", query={"label": str(label.pk)}) for number in range(5)]
        with django_assert_num_queries(1):
            invalid_parameters(views)


class TestLimits:
    def test_names_are_unique_in_a_list(self, user, corpus, save):
        save()
        with pytest.raises(services.SavedViewExists):
            save(name=" Newest ")
        save(kind="annotations")
        for _ in range(2):
            all_documents = partial(services.create_saved_view, None, kind="documents", name="A", query={}, actor=user)
            if SavedView.objects.filter(kind="documents").exists():
                with pytest.raises(services.SavedViewExists):
                    all_documents()
            else:
                all_documents()

    @pytest.mark.parametrize("name", ["", " ", "x" * 101])
    def test_names_have_1_to_100_characters(self, save, name):
        with pytest.raises(Invalid):
            save(name=name)

    def test_the_number_of_views_is_limited(self, save, monkeypatch):
        monkeypatch.setattr(services, "LIMIT", 1)
        save()
        with pytest.raises(services.TooManySavedViews):
            save(name="Another")

    def test_the_kind_says_whether_there_is_a_corpus(self, user, corpus, save):
        with pytest.raises(Invalid):
            save(kind="documents")
        with pytest.raises(Invalid):
            services.create_saved_view(None, kind="annotations", name="A", query={}, actor=user)
        with pytest.raises(Invalid):
            services.create_saved_view(None, kind="documents", name="A", query={}, is_shared=True, actor=user)
        with pytest.raises(IntegrityError):
            SavedView.objects.create(owner=user, kind="annotations", name="A")


class TestSharing:
    def test_readers_of_the_corpus_see_shared_views_only(self, user, other_user, corpus, save, share):
        save(name="Private")
        view = save(name="Shared", is_shared=True)
        with pytest.raises(NotFound):
            get_visible_view(other_user, view.pk)
        share("viewer")
        assert names(other_user) == names(other_user, corpus=corpus.pk, kind="corpus_documents") == ["Shared"]
        assert names(user) == ["Private", "Shared"]
        assert names(user, kind="annotations") == []

    def test_viewers_save_views_but_do_not_share_them(self, other_user, save, share):
        share("viewer")
        with pytest.raises(NotAllowed):
            save(is_shared=True, actor=other_user)
        view = save(actor=other_user)
        with pytest.raises(NotAllowed):
            services.update_saved_view(view, is_shared=True, actor=other_user)

    def test_editors_end_the_sharing_of_others_but_change_nothing_else(self, other_user, save, share):
        share("editor")
        view = save(is_shared=True)
        for change in ({"name": "Mine"}, {"is_shared": False, "query": {}}, {"is_shared": True}, {}):
            with pytest.raises(NotAllowed):
                services.update_saved_view(view, actor=other_user, **change)
        with pytest.raises(NotAllowed):
            services.delete_saved_view(view, actor=other_user)
        assert not services.update_saved_view(view, actor=other_user, is_shared=False).is_shared
        assert names(other_user) == []

    def test_views_of_a_corpus_that_is_not_shared_any_more_are_hidden(self, other_user, save, share):
        grant = share("viewer")
        save(actor=other_user)
        grant.share.delete()
        assert names(other_user) == []


class TestChanges:
    def test_a_view_is_changed_and_deleted(self, user, save):
        view = save()
        changed = services.update_saved_view(view, actor=user, name="Oldest", query={"sort": "oldest"})
        assert (changed.name, changed.query) == ("Oldest", {"sort": "oldest"})
        services.delete_saved_view(view, actor=user)
        assert not SavedView.objects.exists()
        with pytest.raises(NotFound):
            services.delete_saved_view(view, actor=user)
        entries = AuditEntry.objects.filter(object_id=view.pk).order_by("pk")
        assert [entry.action for entry in entries] == [
            f"saved_view.{each}" for each in ("created", "changed", "deleted")
        ]
        assert entries[1].details == {"fields": ["name", "query"]}

    def test_a_change_by_another_tab_is_not_overwritten(self, user, save):
        view = save()
        version = services.version_of_view(view)
        services.update_saved_view(view, actor=user, query={"sort": "title"})
        with pytest.raises(EditConflict):
            services.update_saved_view(view, actor=user, name="Mine", expected=version)
