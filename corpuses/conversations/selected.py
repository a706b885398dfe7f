"""The passage of a document that was selected for a conversation, as a part of its questions."""

from core.errors import Invalid
from corpuses.annotations.anchoring import anchor_spans
from corpuses.conversations.models import Message
from corpuses.conversations.scope import current_conversation, question_of, readable_documents, user_of
from corpuses.conversations.tool_types import marked
from corpuses.conversations.tools import READ_LIMIT


def prompt_of(message: Message) -> str:
    """Return the question of an answer for a language model, with the selected passage."""
    question, passage = question_of(message), _selected_passage(message)
    return f"{question}\n\nThe user has selected this passage:\n{passage}" if passage else question


def _selected_passage(message: Message) -> str:
    """Return the selected words, marked as data; empty if the newest version of the document does not have them."""
    conversation = current_conversation(message)
    if not conversation.selection or conversation.document_id is None:
        return ""
    documents = readable_documents(conversation, user_of(message))
    document = documents.filter(pk=conversation.document_id).first()
    if document is None or document.revision_id is None:
        return ""
    try:
        anchor = anchor_spans(
            document.revision_id, [(page, first, last) for page, first, last in conversation.selection]
        )
    except Invalid:
        return ""
    return marked(document, anchor.quote[:READ_LIMIT], page=anchor.page, start=anchor.start, end=anchor.end)
