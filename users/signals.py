"""Signals of users, sent within the transaction that makes them true."""

from django.dispatch import Signal

# provides: user (User), who has confirmed `user.email`; also sent when such a user is created or changed
email_confirmed = Signal()

# provides: account (User), whose API tokens end; team (Team) that it belongs to; heir (User), who gets what it owns
service_account_deleted = Signal()

# provides: email (str), team_name (str), invited_by (User)
invited_to_team = Signal()
