"""Access to teams: their members see them."""

from core.access.rules import TEAMS, Limit, Members, register
from users.sharing.models import Team, TeamMembership

register(Team, Members(TeamMembership, object="team_id", user="user_id"), Limit(TEAMS))
