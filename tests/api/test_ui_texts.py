"""The texts that the user interface has for names of the server, which would be in English on all screens."""

import re

from audit.actions import Action
from config.env import BASE_DIR
from tasks.runtime import registry

OWN_APPS = {"documents", "corpuses", "tasks", "users"}
TEXTS = BASE_DIR / "frontend" / "src" / "lib" / "messages"


def names_in(file: str) -> set[str]:
    return set(re.findall(r"^  '([^']+)': t`", (TEXTS / file).read_text(), re.MULTILINE))


def test_every_action_of_the_audit_log_has_a_text():
    assert {str(action) for action in Action} - names_in("audit.ts") == set()


def test_every_kind_of_job_and_each_step_has_a_text():
    # Other tests register kinds of their own.
    kinds = [kind for kind in registry.all_kinds() if kind.name.split(".")[0] in OWN_APPS]
    assert len(kinds) > 10
    assert {kind.title for kind in kinds} - names_in("jobs.ts") == set()
    assert {step.name for kind in kinds for step in kind.steps} - names_in("jobs.ts") == set()
