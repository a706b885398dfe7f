"""Add documents that exist already to the corpus and folder that their file was uploaded to."""

import threading
from dataclasses import dataclass, field
from typing import Any

from cartulary_client.connection import Connection
from cartulary_client.errors import Conflict
from cartulary_client.upload import Destination


@dataclass(slots=True)
class ExistingDocuments:
    """Adds documents to corpora; reads the folders of a corpus once. Thread-safe."""

    connection: Connection
    _folders: dict[tuple[str, str], str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, document: str, destination: Destination) -> None:
        """Add a document to the corpus and move it to the folder. One that was in the corpus stays in its folder."""
        if not destination.corpus:
            return
        path = f"/corpuses/{destination.corpus}/documents"
        added = self.connection.post(path, {"documents": [document]})["added"]
        if not added or not (destination.folder or destination.path):
            return
        with self._lock:
            folder = self._find_or_create_folder(destination)
        self._post(destination, "document-moves", {"documents": [document], "folder": folder})

    def _find_or_create_folder(self, destination: Destination) -> str:
        self._load_folders(destination.corpus, refresh=False)
        folder = destination.folder
        path = ""
        if folder:
            path = next((path for (_, path), known in self._folders.items() if known == folder), "")
        for name in filter(None, destination.path.split("/")):
            path = f"{path}/{name}" if path else name
            known = self._folders.get((destination.corpus, path))
            folder = known or self._create_folder(destination, name, path, parent=folder)
        return folder

    def _create_folder(self, destination: Destination, name: str, path: str, *, parent: str) -> str:
        """Create a folder; a concurrent upload may have created the same one."""
        try:
            folder = str(self._post(destination, "folders", {"name": name, "parent": parent or None})["id"])
        except Conflict as conflict:
            if conflict.code != "folder_exists":
                raise
            self._load_folders(destination.corpus, refresh=True)
            return self._folders[destination.corpus, path]
        self._folders[destination.corpus, path] = folder
        return folder

    def _load_folders(self, corpus: str, *, refresh: bool) -> None:
        if refresh or not any(known == corpus for known, _ in self._folders):
            for folder in self.connection.pages(f"/corpuses/{corpus}/folders", page_size=200):
                self._folders[corpus, folder["path"]] = folder["id"]

    def _post(self, destination: Destination, path: str, body: dict[str, Any]) -> Any:
        return self.connection.post(f"/corpuses/{destination.corpus}/{path}", body)
