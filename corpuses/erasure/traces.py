"""Names, addresses and titles of an erased account in rows of others."""

import json
import re
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q

from corpuses.annotations.document_labels.services import DOCUMENT_LABEL, REMOVED_SUGGESTION
from corpuses.annotations.models import Edit
from corpuses.comments.models import Comment
from corpuses.fields.suggested_values import REVIEW_OF_VALUE, SUGGESTED_VALUE
from users.models import User

REPLACEMENT: Final = "deleted-user"


def keep_reviews(user: User) -> None:
    """Keep the edits by which a user rejected labels and reviewed values of analyzers, without anything about users."""
    edits = Edit.objects.filter(REMOVED_SUGGESTION, actor=user)
    for edit in edits.only("changes").order_by("pk").iterator():
        state = edit.changes[DOCUMENT_LABEL][0]
        kept = {name: state[name] for name in ("label", "source")}
        Edit.objects.filter(pk=edit.pk).update(actor=None, changes={DOCUMENT_LABEL: [kept, None]})
    for edit in Edit.objects.filter(REVIEW_OF_VALUE, actor=user).only("changes").order_by("pk").iterator():
        kept = {SUGGESTED_VALUE: edit.changes[SUGGESTED_VALUE]}
        Edit.objects.filter(pk=edit.pk).update(actor=None, changes=kept)


def erase_from_comments(user: User) -> None:
    """Replace mentions of a user, and the line above an imported comment that names its author."""
    mention = re.compile(rf"(?<![\w@./+-])@{re.escape(user.username)}(?![\w+-]|\.\w)")
    line = re.compile(rf"\A{re.escape(user.username)}(?=(, \d{{4}}-\d\d-\d\d)?:\n\n)")

    def without_name(text: str) -> str:
        return line.sub(REPLACEMENT, mention.sub(f"@{REPLACEMENT}", text))

    named = Q(text__contains=f"@{user.username}") | Q(text__startswith=user.username)
    for comment in Comment.with_deleted.filter(named).only("text").order_by("pk").iterator():
        Comment.with_deleted.filter(pk=comment.pk).update(text=without_name(comment.text))
    edits = Edit.objects.filter(subject=Edit.Subject.COMMENT, changes__text__icontains=user.username)
    for edit in edits.only("changes").order_by("pk").iterator():
        texts = [without_name(each) if isinstance(each, str) else each for each in edit.changes["text"]]
        Edit.objects.filter(pk=edit.pk).update(changes=edit.changes | {"text": texts})


@transaction.atomic
def erase_from_admin_log(user: User, names: Iterable[str]) -> None:
    """Remove what Django's admin recorded about the account, and entries that have one of its names."""
    condition = Q(object_id__in=[str(user.pk), str(user.tenant_id)])
    for name in names:
        # Messages are JSON: other characters than those of ASCII are escaped.
        condition |= Q(object_repr__regex=_as_word(name)) | Q(change_message__regex=_as_word(json.dumps(name)[1:-1]))
    LogEntry.objects.filter(condition).update(object_repr="", change_message="")


def _as_word(name: str) -> str:
    """Return a regular expression of PostgreSQL: the name "al" is not in "sealed"."""
    return rf"(^|\W){re.escape(name)}(\W|$)"


def erase_from_admin_log_of(keys: Iterable[UUID]) -> None:
    """Remove the titles of documents and corpora that Django's admin recorded."""
    LogEntry.objects.filter(object_id__in=[str(key) for key in keys]).update(object_repr="", change_message="")
