"""REST, GraphQL and tokens."""

from datetime import timedelta

from config.env import env

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework_simplejwt.authentication.JWTAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "EXCEPTION_HANDLER": "core.api.rest.error_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SIMPLE_JWT = {
    "ACCESS_TOKEN_LIFETIME": timedelta(minutes=15),  # S3-14
    "REFRESH_TOKEN_LIFETIME": timedelta(days=30),  # S3-15
    "ALGORITHM": "HS256",
}

GRAPHENE = {"SCHEMA": "config.schema.schema", "SCHEMA_OUTPUT": "frontend/schema.graphql"}
GRAPHQL_MAX_DEPTH = env("GRAPHQL_MAX_DEPTH")
GRAPHQL_MAX_COST = env("GRAPHQL_MAX_COST")
