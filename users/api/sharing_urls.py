"""Addresses of links and teams, below `/api/v1/`. Those of shares stand below what is shared."""

from django.urls import path

from users.api import share_views, team_views

urlpatterns = [
    path("links/<str:token>", share_views.LinkView.as_view(), name="link"),
    path("links/<str:token>/open", share_views.LinkOpenView.as_view(), name="link-open"),
    path("teams", team_views.TeamsView.as_view(), name="teams"),
    path("teams/<uuid:team_id>", team_views.TeamView.as_view(), name="team"),
    path("teams/<uuid:team_id>/members", team_views.MembersView.as_view(), name="team-members"),
    path("teams/<uuid:team_id>/members/<uuid:user_id>", team_views.MemberView.as_view(), name="team-member"),
]
