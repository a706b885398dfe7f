"""Put documents that are there already where they were sent to: into a corpus, and into folders of it."""

import threading
from dataclasses import dataclass, field
from typing import Any

from cartulary_client.connection import Connection
from cartulary_client.errors import Conflict
from cartulary_client.sending import Place


@dataclass(slots=True)
class Places:
    """Threads may share it; folders are asked for once."""

    connection: Connection
    _folders: dict[tuple[str, str], str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, document: str, place: Place) -> None:
        """Put it there. One that was in the corpus before stays in its folder."""
        if not place.corpus:
            return
        added = self.connection.post(f"/corpuses/{place.corpus}/documents", {"documents": [document]})["added"]
        if not added or not (place.folder or place.path):
            return
        with self._lock:
            folder = self._folder(place)
        self._post(place, "folders/move", {"documents": [document], "folder": folder})

    def _folder(self, place: Place) -> str:
        """Go down the path, and make what is missing."""
        self._look(place.corpus, again=False)
        here = place.folder
        above = next((path for (corpus, path), known in self._folders.items() if known == here), "") if here else ""
        for name in filter(None, place.path.split("/")):
            above = f"{above}/{name}" if above else name
            here = self._folders.get((place.corpus, above)) or self._make(place, name, above, parent=here)
        return here

    def _make(self, place: Place, name: str, path: str, *, parent: str) -> str:
        """An upload may make the same folder at this moment."""
        try:
            made = str(self._post(place, "folders", {"name": name, "parent": parent or None})["id"])
        except Conflict as conflict:
            if conflict.code != "folder_exists":
                raise
            self._look(place.corpus, again=True)
            return self._folders[place.corpus, path]
        self._folders[place.corpus, path] = made
        return made

    def _look(self, corpus: str, *, again: bool) -> None:
        if again or not any(known == corpus for known, _ in self._folders):
            for each in self.connection.pages(f"/corpuses/{corpus}/folders", page_size=200):
                self._folders[corpus, each["path"]] = each["id"]

    def _post(self, place: Place, what: str, body: dict[str, Any]) -> Any:
        return self.connection.post(f"/corpuses/{place.corpus}/{what}", body)
