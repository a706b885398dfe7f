"""`python peer_program.py FILE PART…` in another checkout, with its own Python: write the figures of parts to a file.

It takes all modules from that checkout, but those that it lacks, which are the ones of this folder, from here.
"""

import json
import sys
from pathlib import Path

import benchmarks

benchmarks.__path__.append(str(Path(__file__).resolve().parents[1]))

from benchmarks.resilience import parts  # noqa: E402 - found by the line above


def main() -> None:
    """Measure the parts."""
    file, *selected = sys.argv[1:]
    figures: dict[str, float] = {}
    parts.measure(selected, figures.update)
    Path(file).write_text(json.dumps(figures))


if __name__ == "__main__":
    main()
