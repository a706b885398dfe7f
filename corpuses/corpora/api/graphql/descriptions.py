"""Earlier descriptions of corpora in GraphQL."""

import graphene

from core.api.graphql.connections import Children, Slice, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import related_object
from core.api.graphql.resource_types import ResourceType
from core.api.rest.pagination import NEWEST_FIRST
from corpuses import models
from corpuses.corpora.api.rest.descriptions import DescriptionRevisionSerializer
from corpuses.visible_rows import visible_rows
from users.api.graphql.users import User
from users.models import User as UserRow


def _author(revision: models.DescriptionRevision, _: Info) -> UserRow | None:
    return related_object(revision, "author_id", UserRow.objects.all) if revision.author_id else None


class DescriptionRevision(ResourceType):
    """A description of a corpus as it was saved."""

    class Meta:
        resource = DescriptionRevisionSerializer
        exclude = ("author",)

    id = graphene.ID(required=True, resolver=lambda revision, _: str(revision.pk))
    author = graphene.Field(User, resolver=_author)


DescriptionRevisionConnection = connection_of(DescriptionRevision)


def descriptions_of(corpus: models.Corpus, info: Info, *, window: Window) -> Slice[models.DescriptionRevision]:
    """Return a page of the descriptions that a corpus has had, the newest first; none for those who are not members."""
    rows = visible_rows(models.DescriptionRevision, info.context.actor)
    return related_page(corpus, "descriptions", Children(rows, "corpus_id", NEWEST_FIRST), window)
