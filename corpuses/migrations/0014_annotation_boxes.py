"""Add boxes to annotations; the bin names those without words by their label and page."""

from pathlib import Path

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.models import F, Q

_BIN = Path(__file__).parent / "sql" / "bin_with_boxes.sql"
_REPLACE_BIN = "create or replace view" + _BIN.read_text().partition("create view")[2]


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0013_annotation_confidence"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="box",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.FloatField(),
                blank=True,
                help_text="left, top, right, bottom, as fractions of the width and height of the page",
                null=True,
                size=4,
            ),
        ),
        migrations.AlterField(model_name="annotation", name="quote", field=models.TextField(blank=True)),
        migrations.RemoveConstraint(model_name="annotation", name="annotation_covers_text"),
        migrations.AddConstraint(
            model_name="annotation",
            constraint=models.CheckConstraint(
                condition=Q(start__lt=F("end")) | Q(box__isnull=False, start__lte=F("end")),
                name="annotation_covers_text",
            ),
        ),
        migrations.AddConstraint(
            model_name="annotation",
            constraint=models.CheckConstraint(
                condition=Q(box__isnull=True)
                | Q(
                    box__len=4,
                    box__0__gte=0,
                    box__1__gte=0,
                    box__2__lte=1,
                    box__3__lte=1,
                    box__0__lt=F("box__2"),
                    box__1__lt=F("box__3"),
                ),
                name="annotation_box_is_on_page",
            ),
        ),
        migrations.RunSQL(_REPLACE_BIN, migrations.RunSQL.noop),
    ]
