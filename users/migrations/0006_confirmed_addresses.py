"""A confirmed address belongs to one account. Apart from 0005: PostgreSQL builds no index over rows just changed."""

from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [("users", "0005_accounts")]

    operations = [
        migrations.AddConstraint(
            "user",
            models.UniqueConstraint(
                Lower("email"), condition=Q(email_confirmed=True) & ~Q(email=""), name="confirmed_email_once"
            ),
        ),
    ]
