"""Goals of the figures of the code."""

from collections.abc import Mapping
from typing import Final

from benchmarks.goals import Goal, at_most

GOALS: Final[Mapping[str, Goal]] = {
    "source_files": at_most(1_150),
    "python_lines": at_most(105_000),
    "import_share": at_most(7.5, others="5.4 to 5.9"),
    "one_importer_files": at_most(100),
    "import_circles": at_most(0),
    "operations_declared_twice": at_most(0),
}
