"""Call the column of memberships in teams `user`."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("users", "0006_confirmed_addresses")]

    operations = [
        migrations.RemoveConstraint(model_name="teammembership", name="team_member_once_each"),
        migrations.RenameField(model_name="teammembership", old_name="person", new_name="user"),
        migrations.AlterField(
            model_name="teammembership",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="team_memberships",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="tenant",
            field=models.OneToOneField(
                editable=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="user",
                to="users.tenant",
            ),
        ),
        migrations.AddConstraint(
            model_name="teammembership",
            constraint=models.UniqueConstraint(fields=("team", "user"), name="team_member_once_each"),
        ),
    ]
