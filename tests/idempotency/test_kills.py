"""T-15: each kind is killed after each of its commits, by SIGKILL in a real worker: the same rows and files as ever."""

import pytest

from tests.idempotency.scenarios import SCENARIOS
from tests.idempotency.snapshot import difference, tables_of_difference

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

# An optional step that kills its process is not tried again (S1-2): what it makes is missing then, and nothing else.
OF_OPTIONAL_STEPS = {"documents.process": {"tasks_steprun", "documents_blob", "file"}}
QUICK = "corpuses.analyze"


# proves: T-15 S1-14 S1-15
@pytest.mark.full
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == QUICK else pytest.mark.long) for kind in sorted(SCENARIOS)]
)
def test_a_kill_after_any_commit_does_not_change_the_result(kind, play):
    undisturbed = play.run(kind)
    commits = play.commits()
    assert undisturbed
    assert commits
    for number, commit in enumerate(commits, 1):
        found = play.run(kind, kill_after=number)
        assert play.was_killed(), (number, commit)
        if play.has_skipped():
            assert tables_of_difference(found, undisturbed) <= OF_OPTIONAL_STEPS[kind], difference(found, undisturbed)
        else:
            assert found == undisturbed, f"{number} of {len(commits)}: {commit}\n{difference(found, undisturbed)}"
