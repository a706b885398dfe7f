"""The passage of a document that was selected for a conversation, as a part of its questions."""

from core.errors import Invalid
from corpuses.annotations.anchoring import Anchor, anchor_spans
from corpuses.conversations.models import Conversation, Message
from corpuses.conversations.scope import current_conversation, readable_documents, user_of
from corpuses.conversations.tool_types import marked
from corpuses.conversations.tools import READ_LIMIT
from corpuses.reader.asking import TextPart
from documents.models import Document


def prompt_of(question: str, message: Message, conversation: Conversation) -> str:
    """Return the question of an answer for a language model, with the passage that is selected in the conversation."""
    passage = _selected_passage(message, conversation)
    return f"{question}\n\nThe user has selected this passage:\n{passage}" if passage else question


def part_of(message: Message) -> TextPart | None:
    """Return the selected part of the text for the offline reader."""
    if (selected := _selected(message, current_conversation(message))) is None:
        return None
    document, anchor = selected
    return TextPart(document.revision_id, anchor.start, anchor.end)


def _selected_passage(message: Message, conversation: Conversation) -> str:
    """Return the selected words, marked as data."""
    if (selected := _selected(message, conversation)) is None:
        return ""
    document, anchor = selected
    return marked(document, anchor.quote[:READ_LIMIT], page=anchor.page, start=anchor.start, end=anchor.end)


def _selected(message: Message, conversation: Conversation) -> tuple[Document, Anchor] | None:
    """Return the document and the selected words; `None` if its newest version does not have them."""
    if not conversation.selection or conversation.document_id is None:
        return None
    documents = readable_documents(conversation, user_of(message))
    document = documents.filter(pk=conversation.document_id).first()
    if document is None or document.revision_id is None:
        return None
    try:
        anchor = anchor_spans(
            document.revision_id, [(page, first, last) for page, first, last in conversation.selection]
        )
    except Invalid:
        return None
    return document, anchor
