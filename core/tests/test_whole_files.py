"""A file takes its name when all of it is on disk."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.whole_files import delete_old_drafts, draft_of


def test_a_draft_takes_the_name_of_its_target_at_the_end(tmp_path):
    target = tmp_path / "rows.txt"
    with draft_of(target) as draft:
        draft.write_text("all rows")
        assert (draft.parent, target.exists()) == (tmp_path, False)
    assert (target.read_text(), list(tmp_path.iterdir())) == ("all rows", [target])


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_after_an_error_the_target_is_as_it_was(tmp_path, error):
    target = tmp_path / "rows.txt"
    target.write_text("old rows")

    def write_half():
        with draft_of(target) as draft:
            draft.write_text("some r")
            raise error

    with pytest.raises(error):
        write_half()
    assert (target.read_text(), list(tmp_path.iterdir())) == ("old rows", [target])


def test_old_drafts_are_deleted_and_nothing_else(tmp_path):
    folder = tmp_path / "ab" / "cd"
    folder.mkdir(parents=True)
    with draft_of(folder / "rows.txt") as draft:
        (folder / "notes.txt").write_text("not ours")
        hour = timedelta(hours=1)
        assert delete_old_drafts(tmp_path, before=timezone.now() - hour) == 0
        assert draft.exists()
        assert delete_old_drafts(tmp_path, before=timezone.now() + hour) == 1
        assert [path.name for path in folder.iterdir()] == ["notes.txt"]
        draft.touch()
