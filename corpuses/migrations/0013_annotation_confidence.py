"""Add the confidence of the place of an annotation."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0012_label_description_position"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="confidence",
            field=models.FloatField(
                db_default=1,
                default=1,
                help_text="of the place: less than 1 after a move to another revision, 0 if not found",
            ),
        ),
        migrations.AddConstraint(
            model_name="annotation",
            constraint=models.CheckConstraint(
                condition=Q(confidence__gte=0, confidence__lte=1), name="annotation_confidence_is_a_share"
            ),
        ),
    ]
