"""The root of the GraphQL schema."""

from config import software_api
from core.api.graphql.node import node_field
from core.api.graphql.root import build_schema
from core.features import import_from_features

APPS = ("users", "tasks", "documents", "corpuses")

schema = build_schema(
    [software_api, *(module for app in APPS for module in import_from_features(app, "api.graphql"))], node=node_field
)
