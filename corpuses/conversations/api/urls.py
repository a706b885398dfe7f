"""URLs of conversations, below `/api/v1/`."""

from django.urls import path

from corpuses.conversations.api.rest import conversations, messages, proposals

urlpatterns = [
    path("conversations", conversations.ConversationsView.as_view(), name="conversations"),
    path("conversations/<uuid:conversation_id>", conversations.ConversationView.as_view(), name="conversation"),
    path(
        "conversations/<uuid:conversation_id>/stream",
        conversations.ConversationStreamView.as_view(),
        name="conversation-stream",
    ),
    path("conversations/<uuid:conversation_id>/messages", messages.MessagesView.as_view(), name="messages"),
    path("messages/<uuid:message_id>", messages.MessageView.as_view(), name="message"),
    path("messages/<uuid:message_id>/cancel", messages.CancelMessageView.as_view(), name="message-cancel"),
    path("messages/<uuid:message_id>/retry", messages.RetryMessageView.as_view(), name="message-retry"),
    path("messages/<uuid:message_id>/save", messages.SaveMessageView.as_view(), name="message-save"),
    path("proposals", proposals.ProposalsView.as_view(), name="proposals"),
    path("proposals/<uuid:proposal_id>/approve", proposals.ApproveProposalView.as_view(), name="proposal-approve"),
    path("proposals/<uuid:proposal_id>/reject", proposals.RejectProposalView.as_view(), name="proposal-reject"),
]
