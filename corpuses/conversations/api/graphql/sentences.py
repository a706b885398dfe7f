"""The sentences of answers, and what they cite, in GraphQL."""

from typing import Any

import graphene

from corpuses.conversations.citations import load_spans
from documents.api.graphql.spans import TokenSpan, spans_field


def token_spans(rows: Any) -> list[TokenSpan]:
    """Return stored spans of tokens."""
    return [TokenSpan(page=page, first=first, last=last) for page, first, last in rows]


class Citation(graphene.ObjectType):
    """Words of a document, exactly as they are in it."""

    document_uuid = graphene.UUID(required=True, resolver=lambda row, _: row["document"])
    title = graphene.String(
        required=True, resolver=lambda row, _: row["title"], description="Of the document, when it was cited."
    )
    page = graphene.Int(required=True, resolver=lambda row, _: row["page"])
    start = graphene.Int(
        required=True, resolver=lambda row, _: row["start"], description="In code points of the document's text."
    )
    end = graphene.Int(required=True, resolver=lambda row, _: row["end"])
    quote = graphene.String(required=True, resolver=lambda row, _: row["quote"])
    spans = spans_field(lambda row, _: token_spans(load_spans(row)))


class Sentence(graphene.ObjectType):
    """A sentence of an answer."""

    text = graphene.String(required=True, resolver=lambda row, _: row["text"])
    is_verified = graphene.Boolean(
        required=True,
        resolver=lambda row, _: row["is_verified"],
        description="Words that can support it were found in a document: one or two common words cannot.",
    )
    citations = graphene.List(graphene.NonNull(Citation), required=True, resolver=lambda row, _: row["citations"])
