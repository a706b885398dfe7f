"""Add the review of suggestions. Those that exist are pending: none has been reviewed."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("corpuses", "0017_document_labels"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="reviewer",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="annotation",
            name="reviewed",
            field=models.DateTimeField(
                blank=True, help_text="of suggestions: the time when it was accepted", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="annotation",
            index=models.Index(
                condition=Q(reviewed__isnull=True) & ~Q(source="human"),
                fields=["corpus", "document"],
                name="annotation_pending",
            ),
        ),
    ]
