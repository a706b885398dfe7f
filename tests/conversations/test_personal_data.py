"""The export of everything about a user has conversations with all that is below them."""

import json
import zipfile

from django.core.management import call_command

from corpuses.conversations.models import Conversation, Message


def test_rows_of_all_levels_are_exported(user, other_user, tmp_path):
    for owner in (other_user, user):
        conversation = Conversation.objects.create(owner=owner, tenant=owner.tenant)
        message = conversation.messages.create(order=1, role=Message.Role.ASSISTANT, state=Message.State.COMPLETE)
        call = message.tool_calls.create(name="search")
    call_command("export_user", user.username, tmp_path / "export.zip")
    with zipfile.ZipFile(tmp_path / "export.zip") as archive:
        (row,) = json.loads(archive.read("rows/corpuses_toolcall.json"))
    assert (row["id"], row["message_id"]) == (str(call.pk), str(message.pk))
