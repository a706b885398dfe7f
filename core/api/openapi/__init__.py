"""How REST describes itself: shapes of bodies, one decorator for operations, the OpenAPI document made of both."""
