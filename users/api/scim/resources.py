"""The resources: what is read and written of users and groups, and the capabilities of this server."""

from typing import Annotated, Any, Final

from pydantic import Field
from scim2_models import (
    URN,
    AuthenticationScheme,
    Bulk,
    CaseExact,
    ChangePassword,
    ComplexAttribute,
    ETag,
    Filter,
    GroupMembership,
    Mutability,
    Pagination,
    Patch,
    Reference,
    Required,
    Resource,
    ResourceType,
    Schema,
    ScimPolicy,
    ServiceProviderConfig,
    Sort,
    Uniqueness,
)

MAX_RESULTS: Final = 200

# What Entra and Okta send beyond the standard: attributes that are not kept, values with `remove`, and filters of
# paths that nothing fits yet.
POLICY: Final = ScimPolicy(
    unknown=ScimPolicy.Unknown.ignore,
    remove_value_as_filter=ScimPolicy.RemoveValue.apply,
    unmatched_path_filter=ScimPolicy.UnmatchedPathFilter.create,
)


class Name(ComplexAttribute):
    """The parts of a name, kept as they are sent."""

    formatted: str | None = None
    family_name: str | None = None
    given_name: str | None = None


class Email(ComplexAttribute):
    """The address of a user. The library's own class refuses domains like `corp.local`."""

    value: str | None = None
    type: str | None = Field(None, examples=["work"])
    primary: bool | None = None


class User(Resource[Any]):
    """A user."""

    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:User")

    user_name: Annotated[str | None, Required.true, Uniqueness.server] = None
    name: Name | None = None
    display_name: str | None = None
    emails: list[Email] | None = None
    preferred_language: str | None = Field(None, examples=["en", "de"])
    active: bool | None = None
    groups: Annotated[list[GroupMembership] | None, Mutability.read_only] = None


class GroupMember(ComplexAttribute):
    """A user in a group. Groups in groups are not supported."""

    value: Annotated[str | None, Mutability.immutable, CaseExact.true] = None
    ref: Annotated[Reference[User] | None, Mutability.immutable] = Field(
        None, serialization_alias="$ref", validation_alias="$ref"
    )
    type: Annotated[str | None, Mutability.immutable] = Field(None, examples=["User"])


class Group(Resource[Any]):
    """A group."""

    __schema__ = URN("urn:ietf:params:scim:schemas:core:2.0:Group")

    display_name: Annotated[str | None, Required.true] = None
    members: list[GroupMember] | None = None


def _schemas() -> dict[str, Schema]:
    schemas = {str(model.__schema__): model.to_schema() for model in (User, Group)}
    # An account is active or not: requests may leave it out, but it cannot be removed.
    schemas[str(User.__schema__)]["active"].required = Required.true
    return schemas


CONFIG: Final = ServiceProviderConfig(
    patch=Patch(supported=True),
    bulk=Bulk(supported=False, max_operations=0, max_payload_size=0),
    filter=Filter(supported=True, max_results=MAX_RESULTS),
    change_password=ChangePassword(supported=False),
    sort=Sort(supported=False),
    etag=ETag(supported=False),
    pagination=Pagination(
        cursor=False,
        index=True,
        default_pagination_method=Pagination.DefaultPaginationMethod.index,
        default_page_size=MAX_RESULTS,
        max_page_size=MAX_RESULTS,
    ),
    authentication_schemes=[
        AuthenticationScheme(
            type=AuthenticationScheme.Type.oauthbearertoken,
            name="API token",
            description="A token of an administrator with the scope `provisioning`.",
            spec_uri=Reference("https://www.rfc-editor.org/info/rfc6750"),
            primary=True,
        )
    ],
)
RESOURCE_TYPES: Final = {model.__name__: ResourceType.from_resource(model) for model in (User, Group)}
SCHEMAS: Final = _schemas()
