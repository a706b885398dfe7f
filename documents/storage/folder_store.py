"""File store in a folder, the default.

Django's own writes to the name of the file: that of a full disk or a killed process has half of the content. It does so
too for a file that it moves, wherever the system refuses to rename it.
"""

import errno
from pathlib import Path

from django.core.files import File
from django.core.files.storage import FileSystemStorage
from django.utils._os import safe_makedirs

from core.whole_files import draft_of


class FolderStore(FileSystemStorage):
    """A folder whose files appear whole or not at all. Saving a name again replaces its file at once."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        target = Path(self.path(name))
        safe_makedirs(target.parent, self.directory_permissions_mode or 0o777, exist_ok=True)
        received = getattr(content, "temporary_file_path", None)
        if received is None or not self._move(Path(received()), target):
            with draft_of(target) as draft:
                with draft.open("wb") as copy:
                    for chunk in content.chunks():
                        copy.write(chunk)
                self._set_mode(draft)
        return name

    def _move(self, path: Path, target: Path) -> bool:
        """Return whether a file, which is on disk, could be moved: it has to be copied from another file system."""
        self._set_mode(path)
        try:
            path.replace(target)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            return False
        return True

    def _set_mode(self, path: Path) -> None:
        if self.file_permissions_mode is not None:
            path.chmod(self.file_permissions_mode)
