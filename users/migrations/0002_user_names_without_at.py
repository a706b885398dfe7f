"""Take `@` out of user names, because a text that contains it is an address; change names to their normal form.

`ada@example.org` becomes `ada_at_example.org`, with a number where that is taken. Users who have confirmed their
address still sign in with it.
"""

import unicodedata

from django.db import migrations, models
from django.db.models import Q

import users.identifiers

MAX_LENGTH = 150


def change_names(apps, schema_editor):
    User = apps.get_model("users", "User")
    for user in User.objects.only("username", "tenant").order_by("pk").iterator():
        name = unicodedata.normalize("NFKC", user.username).replace("@", "_at_")
        if name == user.username:
            continue
        unique, number = name[:MAX_LENGTH], 1
        while User.objects.filter(username__iexact=unique).exclude(pk=user.pk).exists():
            number += 1
            unique = f"{name[: MAX_LENGTH - 10]}_{number}"
        apps.get_model("users", "Tenant").objects.filter(pk=user.tenant_id, name=user.username).update(name=unique)
        User.objects.filter(pk=user.pk).update(username=unique)


class Migration(migrations.Migration):
    dependencies = [("users", "0001_squashed_0009_help_texts")]

    operations = [
        migrations.RunPython(change_names, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "This user name is taken."},
                help_text="Alphabetic characters, digits and . + - _ only.",
                max_length=150,
                unique=True,
                validators=[users.identifiers.UsernameValidator()],
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(condition=~Q(username__contains="@"), name="username_is_no_address"),
        ),
    ]
