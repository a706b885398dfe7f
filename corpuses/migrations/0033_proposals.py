"""Add proposals of language models; remove the state of answers that waited for approval, which none ever had."""

import django.db.models.deletion
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0032_annotation_parts"),
        ("documents", "0007_versions"),
    ]

    operations = [
        migrations.CreateModel(
            name="Proposal",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("annotation", "Annotation"),
                            ("relation", "Relation"),
                            ("comment", "Comment"),
                            ("cell", "Cell"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "Pending"), ("approved", "Approved"), ("rejected", "Rejected")],
                        default="pending",
                        max_length=16,
                    ),
                ),
                ("label", models.CharField(blank=True, help_text="of an annotation or a relation", max_length=100)),
                ("text", models.TextField(blank=True, help_text="the note, the comment, or the value of the cell")),
                (
                    "quote",
                    models.TextField(blank=True, help_text="the words that it is about, or that prove the value"),
                ),
                ("page", models.PositiveIntegerField(null=True)),
                ("start", models.PositiveIntegerField(null=True)),
                ("end", models.PositiveIntegerField(null=True)),
                (
                    "made",
                    models.UUIDField(
                        help_text="the annotation, relation, thread or cell after the approval", null=True
                    ),
                ),
                ("decided", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="message",
            name="one_open_answer",
        ),
        migrations.AlterField(
            model_name="message",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("running", "Running"),
                    ("complete", "Complete"),
                    ("failed", "Failed"),
                    ("cancelled", "Cancelled"),
                ],
                max_length=24,
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["waiting", "running"])),
                fields=("conversation",),
                name="one_open_answer",
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="cell",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="corpuses.cell"
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="document",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="documents.document"
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="message",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="proposals", to="corpuses.message"
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="source",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="corpuses.annotation"
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="target",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="corpuses.annotation"
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=models.Q(("state", "pending"), ("decided__isnull", False), _connector="XOR"),
                name="proposal_is_decided",
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "relation"), _negated=True),
                    models.Q(("source__isnull", False), ("target__isnull", False)),
                    _connector="OR",
                ),
                name="relation_proposal_has_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="proposal",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("kind", "cell"), _negated=True), ("cell__isnull", False), _connector="OR"),
                name="cell_proposal_has_cell",
            ),
        ),
    ]
