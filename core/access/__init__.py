"""Access: who may see and do what with which rows. Declared for each model by `rules`; everything else is derived."""

from core.access.actors import (
    UPLOADING,
    Access,
    AccessLimits,
    Actor,
    ScopeMissing,
    SecondFactorRequired,
    TokenLimited,
    TokenScope,
    UserSessionRequired,
    access_of,
    is_staff,
    require_administrator,
    require_no_token,
    require_reader,
    require_scope,
    require_staff,
    require_unlimited,
    require_user,
)
from core.access.compiler import viewers_of
from core.access.permissions import (
    get_visible,
    has_permission,
    is_member,
    keys_within,
    memberships_of,
    permissions_on,
    permissions_on_all,
    require,
    require_all,
    require_in_bin,
    within_limits,
)
from core.access.visible import (
    ListScope,
    LiveVisibleManager,
    VisibleQuerySet,
    limit_condition,
    list_scope,
    visible_among,
    visible_keys,
)
from core.roles import PERMISSIONS, Permission, Role, permissions_of
