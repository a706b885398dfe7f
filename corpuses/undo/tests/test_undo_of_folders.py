"""Edits of folders are recorded, undone and redone on the server."""

import pytest

from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Edit
from corpuses.corpora.folders import (
    change_folder,
    create_folder,
    delete_folder,
    move_documents,
    purge_folder,
    restore_folder,
)
from corpuses.models import Folder
from corpuses.undo.services import redo_edits, undo_edits
from corpuses.undo.tests.test_undo_of_corpora import corpus, documents, editor, folder, last_group, places

__all__ = ["corpus", "documents", "editor", "folder"]

pytestmark = pytest.mark.django_db


def test_a_new_name_is_undone_and_redone(user, corpus, folder):
    below = create_folder(corpus, name="Below", parent=folder, actor=user)
    change_folder(folder, actor=user, name="New")
    group = last_group(user)
    undo_edits(group, actor=user)
    below.refresh_from_db()
    assert below.path == "Old/Below"
    redo_edits(group, actor=user)
    below.refresh_from_db()
    assert below.path == "New/Below"


def test_a_move_is_undone(user, corpus, folder):
    other = create_folder(corpus, name="Other", actor=user)
    change_folder(folder, actor=user, parent=other)
    undo_edits(last_group(user), actor=user)
    folder.refresh_from_db()
    assert (folder.path, folder.parent) == ("Old", None)


def test_a_later_change_by_another_user_is_not_lost(user, editor, folder):
    change_folder(folder, actor=user, name="New")
    change_folder(folder, actor=editor, name="Newer")
    with pytest.raises(EditOutdated):
        undo_edits(last_group(user), actor=user)


def test_a_name_that_was_taken_since_is_outdated(user, corpus, folder):
    change_folder(folder, actor=user, name="New")
    group = last_group(user)
    create_folder(corpus, name="Old", actor=user)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)


def test_a_new_folder_is_undone_and_redone(user, corpus, folder):
    group = last_group(user)
    undo_edits(group, actor=user)
    assert not corpus.folders.exists()
    redo_edits(group, actor=user)
    assert corpus.folders.get() == folder


@pytest.mark.parametrize("content", ["a folder", "a document"])
def test_a_new_folder_that_is_not_empty_any_more_stays(user, editor, corpus, documents, folder, content):
    group = last_group(user)
    if content == "a folder":
        create_folder(corpus, name="Below", parent=folder, actor=editor)
    else:
        move_documents(corpus, documents[:1], folder=folder, actor=editor)
    with pytest.raises(EditOutdated):
        undo_edits(group, actor=user)
    assert corpus.folders.filter(pk=folder.pk).exists()


def test_a_deletion_is_undone_and_redone_with_what_is_in_the_folder(user, corpus, documents, folder):
    create_folder(corpus, name="Below", parent=folder, actor=user)
    move_documents(corpus, documents[:1], folder=folder, actor=user)
    delete_folder(folder, actor=user)
    group = last_group(user)
    undo_edits(group, actor=user)
    assert list(corpus.folders.order_by("path").values_list("path", flat=True)) == ["Old", "Old/Below"]
    assert places(corpus) == [("Lease 1", "Old"), ("Lease 2", None)]
    redo_edits(group, actor=user)
    assert not corpus.folders.exists()


def test_a_folder_that_was_taken_from_the_bin_counts_as_undone(user, corpus, folder):
    delete_folder(folder, actor=user)
    restore_folder(folder, actor=user)
    group = last_group(user)
    assert Edit.objects.get(group=group).is_undone
    redo_edits(group, actor=user)
    assert not corpus.folders.exists()


def test_no_name_stays_in_the_edits_of_a_purged_folder(user, folder):
    change_folder(folder, actor=user, name="New")
    delete_folder(folder, actor=user)
    purge_folder(Folder.with_deleted.get(pk=folder.pk))
    assert not Edit.objects.filter(subject="folder").exists()
