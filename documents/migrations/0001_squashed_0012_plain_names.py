"""Create blobs, documents with their revisions and pages, uploads and shares."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    replaces = [
        ("documents", "0001_initial"),
        ("documents", "0002_blob_integrity"),
        ("documents", "0003_resumable_uploads_and_scans"),
        ("documents", "0004_shares"),
        ("documents", "0005_children_parsers_and_provenance"),
        ("documents", "0006_passwords"),
        ("documents", "0007_page_labels"),
        ("documents", "0008_marks_and_continued_items"),
        ("documents", "0009_page_readings"),
        ("documents", "0010_read_by"),
        ("documents", "0011_share_target"),
        ("documents", "0012_plain_names"),
    ]

    initial = True

    dependencies = [
        ("users", "0001_squashed_0009_help_texts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Blob",
            fields=[
                ("sha256", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("size", models.BigIntegerField()),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "checked",
                    models.DateTimeField(
                        editable=False, help_text="when the content was last compared with the hash", null=True
                    ),
                ),
                (
                    "damage",
                    models.CharField(
                        blank=True,
                        choices=[("missing", "not in the store"), ("changed", "content has changed")],
                        db_default="",
                        default="",
                        editable=False,
                        max_length=8,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("sha256__regex", "^[0-9a-f]{64}$")), name="blob_key_is_sha256"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("damage__in", ["", "missing", "changed"])), name="blob_damage_known"
                    ),
                ],
                "indexes": [
                    models.Index(models.OrderBy(models.F("checked"), nulls_first=True), name="blob_checked"),
                    models.Index(
                        condition=models.Q(("damage", ""), _negated=True), fields=["damage"], name="blob_damaged"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Document",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="users.tenant"),
                ),
                ("is_public", models.BooleanField(default=False)),
                ("lineage", models.UUIDField(db_index=True, default=core.db.ids.uuid7, editable=False)),
                ("title", models.CharField(max_length=300)),
                ("filename", models.CharField(max_length=255)),
                ("mime_type", models.CharField(max_length=127)),
                (
                    "blob",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="documents", to="documents.blob"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("processing", "Processing"),
                            ("ready", "Ready"),
                            ("partial", "partly ready"),
                            ("failed", "Failed"),
                        ],
                        default="processing",
                        max_length=16,
                    ),
                ),
                (
                    "scan",
                    models.CharField(
                        choices=[
                            ("unscanned", "not scanned"),
                            ("pending", "waiting for the scanner"),
                            ("clean", "Clean"),
                            ("infected", "Infected"),
                        ],
                        db_default="unscanned",
                        default="unscanned",
                        max_length=16,
                    ),
                ),
                ("backend_lock", models.BooleanField(default=True)),
                ("processing_started", models.DateTimeField(blank=True, null=True)),
                ("processing_finished", models.DateTimeField(blank=True, null=True)),
                ("failure_code", models.CharField(blank=True, max_length=64)),
                ("failure_message", models.TextField(blank=True)),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attachments",
                        to="documents.document",
                    ),
                ),
                (
                    "path",
                    models.CharField(
                        blank=True, db_default="", help_text="of an attachment, in the parent", max_length=600
                    ),
                ),
                (
                    "requested_parser",
                    models.CharField(blank=True, db_default="", help_text="blank: the default one", max_length=100),
                ),
                ("page_count", models.PositiveIntegerField(default=0)),
                ("language", models.CharField(blank=True, max_length=16)),
                (
                    "thumbnail",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="documents.blob",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["owner", "-id"], name="document_of_owner"),
                    models.Index(condition=models.Q(("is_public", True)), fields=["id"], name="document_public"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("backend_lock", True), ("state", "processing")),
                            models.Q(models.Q(("state", "processing"), _negated=True), ("backend_lock", False)),
                            _connector="OR",
                        ),
                        name="document_locked_only_while_processing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "failed"), models.Q(("failure_code", ""), _negated=True)),
                            models.Q(models.Q(("state", "failed"), _negated=True), ("failure_code", "")),
                            _connector="OR",
                        ),
                        name="document_failed_has_reason",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("parent__isnull", False)),
                        fields=("parent", "path"),
                        name="document_once_in_its_parent",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "tenant",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="users.tenant"),
                ),
                ("filename", models.CharField(max_length=255)),
                ("length", models.PositiveBigIntegerField(help_text="bytes, of the whole file")),
                ("received", models.PositiveBigIntegerField(default=0)),
                ("parts", models.JSONField(default=list, help_text="the lengths of the parts, in order")),
                ("sha256", models.CharField(blank=True, help_text="announced by the client", max_length=64)),
                ("options", models.JSONField(default=dict, help_text="of the document or archive to create")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("receiving", "Receiving"),
                            ("held", "used by a job"),
                            ("done", "Done"),
                            ("refused", "Refused"),
                        ],
                        default="receiving",
                        max_length=16,
                    ),
                ),
                ("result", models.UUIDField(help_text="the document or archive that was created", null=True)),
                ("error_code", models.CharField(blank=True, max_length=64)),
                ("error_message", models.TextField(blank=True)),
                ("error_data", models.JSONField(default=dict)),
                ("expires", models.DateTimeField(db_index=True)),
            ],
            options={
                "indexes": [models.Index(fields=["owner", "-id"], name="upload_of_owner")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("received__lte", models.F("length"))), name="upload_within_its_length"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "refused"), models.Q(("error_code", ""), _negated=True)),
                            models.Q(models.Q(("state", "refused"), _negated=True), ("error_code", "")),
                            _connector="OR",
                        ),
                        name="upload_refused_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DocumentShare",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("viewer", "viewer"),
                            ("reviewer", "reviewer"),
                            ("annotator", "annotator"),
                            ("editor", "editor"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="users.team",
                    ),
                ),
                (
                    "token_hash",
                    models.CharField(
                        blank=True,
                        editable=False,
                        help_text="SHA-256 of a link's token",
                        max_length=64,
                        null=True,
                        unique=True,
                    ),
                ),
                ("expires", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shares", to="documents.document"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("team__isnull", True), ("token_hash__isnull", True), ("user__isnull", False)),
                            models.Q(("team__isnull", False), ("token_hash__isnull", True), ("user__isnull", True)),
                            models.Q(("team__isnull", True), ("token_hash__isnull", False), ("user__isnull", True)),
                            _connector="OR",
                        ),
                        name="documentshare_has_one_grantee",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["viewer", "reviewer", "annotator", "editor"])),
                        name="documentshare_role_known",
                    ),
                    models.UniqueConstraint(fields=("target", "user"), name="documentshare_user_once"),
                    models.UniqueConstraint(fields=("target", "team"), name="documentshare_team_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DocumentRevision",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="revisions", to="documents.document"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("parser", models.CharField(max_length=100)),
                ("parser_version", models.CharField(max_length=50)),
                ("options_hash", models.CharField(max_length=64)),
                (
                    "rendition",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="documents.blob",
                    ),
                ),
                (
                    "docling",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="documents.blob",
                    ),
                ),
                ("text", models.TextField(blank=True)),
                ("language", models.CharField(blank=True, max_length=16)),
                ("page_count", models.PositiveIntegerField(default=0)),
                ("warnings", models.JSONField(blank=True, default=list)),
                (
                    "properties",
                    models.JSONField(blank=True, db_default={}, default=dict, help_text="metadata of the file"),
                ),
                (
                    "outline",
                    models.JSONField(
                        blank=True, db_default=[], default=list, help_text="[title, level, page] of bookmarks"
                    ),
                ),
                (
                    "links",
                    models.JSONField(
                        blank=True, db_default=[], default=list, help_text="[page, [x0, y0, x1, y1], target]"
                    ),
                ),
                (
                    "ocr_page_count",
                    models.PositiveIntegerField(db_default=0, default=0, help_text="pages with recognized text"),
                ),
                ("ocr_engines", models.CharField(blank=True, db_default="", default="", max_length=100)),
                (
                    "confidence",
                    models.FloatField(blank=True, help_text="mean of the recognized words, 0 to 1", null=True),
                ),
                ("published", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("document", "number"), name="revision_number_once")],
            },
        ),
        migrations.AddField(
            model_name="document",
            name="revision",
            field=models.ForeignKey(
                blank=True,
                help_text="published",
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="documents.documentrevision",
            ),
        ),
        migrations.AddConstraint(
            model_name="document",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state__in", ["ready", "partial"]), _negated=True),
                    ("revision__isnull", False),
                    _connector="OR",
                ),
                name="document_ready_has_revision",
            ),
        ),
        migrations.CreateModel(
            name="DocumentPassword",
            fields=[
                (
                    "document",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="documents.document",
                    ),
                ),
                ("encrypted", models.BinaryField(help_text="see documents.services.passwords")),
            ],
        ),
        migrations.CreateModel(
            name="OcrPage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="documents.document"
                    ),
                ),
                ("key", models.CharField(help_text="hash of the parser, its version and options", max_length=64)),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField(help_text="in a format of the parser")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("document", "number"), name="page_read_once")],
            },
        ),
        migrations.CreateModel(
            name="ParserChoice",
            fields=[
                ("mime_type", models.CharField(max_length=127, primary_key=True, serialize=False)),
                ("parser", models.CharField(max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name="Page",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pages",
                        to="documents.documentrevision",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "label",
                    models.CharField(
                        blank=True, db_default="", default="", help_text="of the source: iv, A-3", max_length=100
                    ),
                ),
                ("width", models.FloatField(help_text="points")),
                ("height", models.FloatField(help_text="points")),
                ("text_start", models.PositiveIntegerField()),
                ("text_end", models.PositiveIntegerField()),
                ("token_count", models.PositiveIntegerField()),
                ("tokens", models.BinaryField(help_text="binary token page (documents.pipeline.tokens), gzip")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("revision", "number"), name="page_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("text_start__lte", models.F("text_end"))), name="page_text_runs_forward"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StructureItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="documents.documentrevision",
                    ),
                ),
                ("order", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("title", "title"),
                            ("heading", "heading"),
                            ("paragraph", "paragraph"),
                            ("list_item", "list item"),
                            ("table", "table"),
                            ("figure", "figure"),
                            ("caption", "caption"),
                            ("footnote", "footnote"),
                            ("page_header", "page header"),
                            ("page_footer", "page footer"),
                            ("code", "code"),
                            ("formula", "formula"),
                        ],
                        max_length=16,
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("page", models.PositiveIntegerField()),
                ("x0", models.FloatField()),
                ("y0", models.FloatField()),
                ("x1", models.FloatField()),
                ("y1", models.FloatField()),
                ("start", models.PositiveIntegerField(help_text="code points, in the revision's text")),
                ("end", models.PositiveIntegerField()),
                ("table", models.JSONField(blank=True, null=True)),
                (
                    "marks",
                    models.JSONField(
                        blank=True, help_text="start, end, style, link; offsets in the item's text", null=True
                    ),
                ),
                (
                    "continues",
                    models.BooleanField(db_default=False, default=False, help_text="the rest of the previous item"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["revision", "page"], name="item_of_page")],
                "constraints": [models.UniqueConstraint(fields=("revision", "order"), name="item_order_once")],
            },
        ),
    ]
