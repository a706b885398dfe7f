"""The OpenAPI description of the REST API, generated from `@operation` and serializers."""
