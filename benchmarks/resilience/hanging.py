"""A plug-in that never returns: an analyzer of the entry point group `cartulary.analyzers`."""

import time
from collections.abc import Iterable

from corpuses.analyzers.protocol import Finding


class Hanging:
    """Sleeps, as one does that waits for something that never comes."""

    name = "hanging"

    def analyze(self, _text: str) -> Iterable[Finding]:
        """Return nothing, after a day."""
        time.sleep(24 * 3_600)
        return []
