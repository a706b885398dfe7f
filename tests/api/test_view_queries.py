"""Lists and nodes of GraphQL that are made from REST views (`core.api.graphql.view_queries`, `resource_types`)."""

import pytest

from core.api.graphql.resource_types import ResourceType
from core.api.graphql.view_queries import list_of
from core.api.rest.permissions import IsStaff
from core.api.testing import ApiClient
from corpuses.saved_views.api.graphql import SavedView
from corpuses.saved_views.api.rest import SavedViewSerializer, SavedViewsView
from corpuses.saved_views.services import create_saved_view
from users.accounts.api_tokens import create_token

pytestmark = pytest.mark.django_db

LIST = "query ($kind: SavedViewKind) { savedViews(kind: $kind) { totalCount edges { node { id name } } } }"
NODE = "query ($id: ID!) { node(id: $id) { id } }"


@pytest.fixture
def views(user, corpus):
    create_saved_view(None, kind="documents", name="Failed", query={}, actor=user)
    create_saved_view(corpus, kind="annotations", name="To review", query={}, actor=user)


def test_a_list_has_the_rows_the_order_and_the_filters_of_rest(api, views):
    found = api.execute(LIST, {"kind": None})["savedViews"]
    rest = api.send("GET", "/api/v1/saved-views").json()["results"]
    assert (
        [edge["node"]["name"] for edge in found["edges"]] == [each["name"] for each in rest] == ["Failed", "To review"]
    )
    assert api.execute(LIST, {"kind": "ANNOTATIONS"})["savedViews"]["totalCount"] == 1


def test_a_node_is_what_rest_shows(api, other_api, views):
    node = api.execute(LIST, {"kind": "DOCUMENTS"})["savedViews"]["edges"][0]["node"]
    assert api.execute(NODE, {"id": node["id"]})["node"]["id"] == node["id"]
    assert other_api.graphql(NODE, {"id": node["id"]}).codes == ["not_found"]


def test_permissions_of_the_view_count(user):
    _, text = create_token(owner=user, name="sync", scopes=["read"])
    program = ApiClient(headers={"Authorization": f"Bearer {text}"})
    assert program.graphql("{ tokens { totalCount } }").codes == ["user_session_required"]
    assert ApiClient().graphql("{ tokens { totalCount } }").codes == ["not_authenticated"]


def test_a_list_with_permissions_of_its_own_is_refused():
    class Administrators(IsStaff):
        pass

    class Guarded(SavedViewsView):
        permission_classes = [Administrators]

    with pytest.raises(TypeError, match="Guarded has permissions of its own: write listSavedViews by hand"):
        list_of(SavedView, Guarded)


def test_a_node_needs_the_view_of_its_object():
    with pytest.raises(TypeError, match="No view of Listed has its object: write `get_node`"):

        class Listed(ResourceType):
            class Meta:
                resource, model, views = SavedViewSerializer, ApiClient, (SavedViewsView,)
