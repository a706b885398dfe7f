"""Add the score of suggestions by the recommender."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0021_label_hierarchy"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="score",
            field=models.FloatField(
                blank=True,
                help_text="of suggestions by the recommender: the probability that the label is right",
                null=True,
            ),
        ),
        migrations.AddConstraint(
            model_name="annotation",
            constraint=models.CheckConstraint(
                condition=Q(score__gte=0, score__lte=1), name="annotation_score_is_a_share"
            ),
        ),
    ]
