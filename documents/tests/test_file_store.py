"""Without a bucket, all processes have to have the same folder of files."""

import pytest
from django.core.files.storage import storages
from django.core.management import call_command

from documents.models import FileStore
from documents.storage import file_store
from documents.storage.file_store import OtherFileStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def use_folder(settings, tmp_path):
    """Return a function that stores files in a folder of this name."""

    def use(name: str) -> None:
        options = {"location": str(tmp_path / name), "allow_overwrite": True}
        default = {**settings.STORAGES["default"], "OPTIONS": options}
        settings.STORAGES = settings.STORAGES | {"default": default}

    use("one")
    return use


def test_the_first_folder_is_the_one(use_folder):
    file_store.mark()
    file_store.mark()


def test_another_folder_is_refused_until_it_is_claimed(use_folder, tmp_path):
    file_store.mark()
    use_folder("other")
    with pytest.raises(OtherFileStore, match="S3_BUCKET"):
        file_store.mark()
    call_command("claim_file_store")
    file_store.mark()
    use_folder("one")
    with pytest.raises(OtherFileStore):
        file_store.mark()


def test_a_folder_that_was_moved_is_the_same(use_folder, tmp_path):
    file_store.mark()
    (tmp_path / "one").rename(tmp_path / "moved")
    use_folder("moved")
    file_store.mark()


def test_a_restored_folder_gets_the_key_of_the_database(use_folder):
    file_store.mark()
    use_folder("restored")
    file_store.adopt()
    file_store.mark()


def test_a_folder_of_an_earlier_database_is_marked_again(use_folder):
    file_store.mark()
    FileStore.objects.all().delete()
    file_store.mark()
    file_store.mark()


def test_a_bucket_is_the_same_for_all(use_folder, settings):
    options = {"bucket_name": "files", "access_key": "key", "secret_key": "secret"}
    default = {"BACKEND": "documents.storage.object_store.ObjectStore", "OPTIONS": options}
    settings.STORAGES = settings.STORAGES | {"default": default}
    file_store.mark()
    assert not FileStore.objects.exists()
    assert storages["default"].bucket_name == "files"
