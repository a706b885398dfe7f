"""Call the hash of families of refresh tokens by Django's name."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("users", "0007_team_membership_user")]

    operations = [
        migrations.RenameField(model_name="refreshfamily", old_name="stamp", new_name="session_auth_hash"),
    ]
