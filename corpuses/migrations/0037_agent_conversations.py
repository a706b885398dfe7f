"""Give agents conversations, with the runs that there are, and remove the tables of runs."""

import json
from typing import Any

from django.db import migrations, models

_SUMMARY = 300


def copy_runs(apps: Any, _: object) -> None:
    """Copy each run of an agent to a conversation, which keeps its id."""
    conversations = apps.get_model("corpuses", "Conversation")
    executions = apps.get_model("corpuses", "ActionExecution")
    for run in apps.get_model("corpuses", "AgentRun").objects.select_related("corpus__owner").iterator():
        turns = list(run.messages.order_by("order").values_list("role", "content"))
        names = executions.objects.filter(pk=run.key).values_list("action__name", flat=True)
        conversation = conversations.objects.create(
            id=run.pk,
            run=run.key,
            owner_id=run.corpus.owner_id,
            tenant_id=run.corpus.tenant_id,
            corpus_id=run.corpus_id,
            document_id=run.document_id,
            title=names.first() or "",
            is_shared=True,
        )
        instructions = next((content["content"] for role, content in turns if role == "user"), "")
        conversation.messages.create(order=0, role="user", state="complete", text=instructions, finished=run.created)
        answer = conversation.messages.create(
            order=1,
            role="assistant",
            state="complete",
            text=run.answer,
            sentences=[{"text": run.answer, "is_verified": False, "citations": []}],
            has_answer=True,
            finished=run.created,
        )
        _copy_calls(answer, turns)
        conversations.objects.filter(pk=run.pk).update(created=run.created, updated=run.created)
        conversation.messages.update(created=run.created)


def _copy_calls(answer: Any, turns: list[tuple[str, Any]]) -> None:
    results = {content.get("tool_call_id"): content.get("content") or "" for role, content in turns if role == "tool"}
    for role, content in turns:
        for call in content.get("tool_calls", ()) if role == "assistant" else ():
            answer.tool_calls.create(
                name=call["function"]["name"][:64],
                arguments=_arguments(call["function"]["arguments"]),
                state="complete",
                summary=" ".join(str(results.get(call["id"], "")).split())[:_SUMMARY],
            )


def _arguments(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0036_edits_of_other_subjects"),
    ]

    operations = [
        migrations.AddField(
            model_name="conversation",
            name="run",
            field=models.UUIDField(
                help_text="the execution of an action that its first question is", null=True, unique=True
            ),
        ),
        migrations.RunPython(copy_runs, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel(name="AgentMessage"),
        migrations.DeleteModel(name="AgentRun"),
    ]
