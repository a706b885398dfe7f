"""Create corpora, their folders, shares, annotations, extracted fields, actions and search index."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import pgvector.django.indexes
import pgvector.django.vector
from django.conf import settings
from django.db import migrations, models
from pgvector.django import VectorExtension

import core.db.ids


class Migration(migrations.Migration):
    replaces = [
        ("corpuses", "0001_initial"),
        ("corpuses", "0002_folders_and_archives"),
        ("corpuses", "0003_shares"),
        ("corpuses", "0004_share_target"),
    ]

    initial = True

    dependencies = [
        ("documents", "0001_squashed_0012_plain_names"),
        ("users", "0001_squashed_0009_help_texts"),
    ]

    operations = [
        VectorExtension(),
        migrations.CreateModel(
            name="Corpus",
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
                ("title", models.CharField(max_length=200)),
                ("description", models.TextField(blank=True)),
                ("is_personal", models.BooleanField(default=False, editable=False)),
            ],
            options={
                "verbose_name_plural": "corpuses",
                "ordering": ["-is_personal", "-id"],
                "indexes": [models.Index(condition=models.Q(("is_public", True)), fields=["id"], name="corpus_public")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_personal", True)), fields=("owner",), name="one_personal_corpus"
                    ),
                    models.CheckConstraint(condition=models.Q(("title", ""), _negated=True), name="corpus_has_title"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Folder",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="folders", to="corpuses.corpus"
                    ),
                ),
                (
                    "parent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="children",
                        to="corpuses.folder",
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("path", models.CharField(max_length=1000)),
            ],
            options={
                "ordering": ["path", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("corpus", "path"), name="folder_path_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("name", ""), _negated=True), models.Q(("name__contains", "/"), _negated=True)
                        ),
                        name="folder_name_is_one_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CorpusShare",
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="shares", to="corpuses.corpus"
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
                        name="corpusshare_has_one_grantee",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["viewer", "reviewer", "annotator", "editor"])),
                        name="corpusshare_role_known",
                    ),
                    models.UniqueConstraint(fields=("target", "user"), name="corpusshare_user_once"),
                    models.UniqueConstraint(fields=("target", "team"), name="corpusshare_team_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="CorpusDocument",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="corpuses.corpus"
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="documents.document"
                    ),
                ),
                (
                    "folder",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="memberships",
                        to="corpuses.folder",
                    ),
                ),
                (
                    "added_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("corpus", "document"), name="document_once_in_corpus")],
            },
        ),
        migrations.AddField(
            model_name="corpus",
            name="documents",
            field=models.ManyToManyField(
                related_name="corpuses", through="corpuses.CorpusDocument", to="documents.document"
            ),
        ),
        migrations.CreateModel(
            name="Archive",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="archives", to="corpuses.corpus"
                    ),
                ),
                (
                    "folder",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="corpuses.folder",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("upload", models.UUIDField(help_text="contains its bytes until it is unpacked")),
                ("filename", models.CharField(max_length=255)),
                ("size", models.PositiveBigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "Waiting"), ("done", "Done"), ("failed", "Failed")],
                        default="waiting",
                        max_length=16,
                    ),
                ),
                ("entry_count", models.PositiveIntegerField(help_text="known once it has been opened", null=True)),
                ("error_code", models.CharField(blank=True, max_length=64)),
                ("error_message", models.TextField(blank=True)),
                ("job", models.UUIDField(null=True)),
                ("finished", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ArchiveEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "archive",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="corpuses.archive"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("path", models.TextField(help_text="made safe to show")),
                ("size", models.PositiveBigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("added", "Added"),
                            ("existing", "existed already, is in the corpus now"),
                            ("skipped", "a file of the operating system"),
                            ("refused", "Refused"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="documents.document",
                    ),
                ),
                ("code", models.CharField(blank=True, max_length=64)),
                ("message", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("archive", "number"), name="archive_entry_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "refused"), models.Q(("code", ""), _negated=True)),
                            models.Q(("state", "refused"), _negated=True),
                            _connector="OR",
                        ),
                        name="refused_entry_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Label",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="labels", to="corpuses.corpus"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("color", models.CharField(max_length=7)),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("corpus", "name"), name="label_name_once"),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="label_has_name"),
                    models.CheckConstraint(
                        condition=models.Q(("color__regex", "^#[0-9a-f]{6}$")), name="label_color_is_hex"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Annotation",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="annotations", to="corpuses.corpus"
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="annotations", to="documents.document"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="documents.documentrevision"
                    ),
                ),
                (
                    "label",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT, related_name="annotations", to="corpuses.label"
                    ),
                ),
                (
                    "creator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[("human", "Human"), ("analyzer", "Analyzer"), ("agent", "Agent")],
                        default="human",
                        max_length=16,
                    ),
                ),
                ("page", models.PositiveIntegerField()),
                ("start", models.PositiveIntegerField(help_text="code points, in the revision's text")),
                ("end", models.PositiveIntegerField()),
                ("spans", models.JSONField(help_text="[[page, first token, last token], …]")),
                ("quote", models.TextField()),
                ("prefix", models.CharField(blank=True, max_length=64)),
                ("suffix", models.CharField(blank=True, max_length=64)),
                ("note", models.TextField(blank=True)),
                (
                    "origin",
                    models.CharField(
                        blank=True, help_text="the run that created it; a second run adds nothing", max_length=200
                    ),
                ),
            ],
            options={
                "ordering": ["page", "start", "id"],
                "indexes": [models.Index(fields=["corpus", "document", "page", "start"], name="annotation_of_page")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("start__lt", models.F("end"))), name="annotation_covers_text"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("origin", ""), _negated=True),
                        fields=("origin", "revision", "label", "start", "end"),
                        name="annotation_once_per_origin",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Passage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="passages",
                        to="documents.documentrevision",
                    ),
                ),
                ("embedder", models.CharField(max_length=50)),
                ("order", models.PositiveIntegerField()),
                ("page", models.PositiveIntegerField()),
                ("start", models.PositiveIntegerField(help_text="code points, in the revision's text")),
                ("end", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("vector", pgvector.django.vector.VectorField(dimensions=384)),
                (
                    "words",
                    models.GeneratedField(
                        db_persist=True,
                        expression=django.contrib.postgres.search.SearchVector("text", config="simple"),
                        output_field=django.contrib.postgres.search.SearchVectorField(),
                    ),
                ),
            ],
            options={
                "indexes": [
                    pgvector.django.indexes.HnswIndex(
                        condition=models.Q(("embedder", "minilm-l6-v2")),
                        fields=["vector"],
                        name="passage_minilm_hnsw",
                        opclasses=["vector_cosine_ops"],
                    ),
                    django.contrib.postgres.indexes.GinIndex(fields=["words"], name="passage_words"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("revision", "embedder", "order"), name="passage_once"),
                    models.CheckConstraint(
                        condition=models.Q(("start__lt", models.F("end"))), name="passage_covers_text"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Fieldset",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="fieldsets", to="corpuses.corpus"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("corpus", "name"), name="fieldset_name_once")],
            },
        ),
        migrations.CreateModel(
            name="Column",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "fieldset",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="columns", to="corpuses.fieldset"
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("question", models.TextField()),
            ],
            options={
                "ordering": ["id"],
                "constraints": [models.UniqueConstraint(fields=("fieldset", "name"), name="column_name_once")],
            },
        ),
        migrations.CreateModel(
            name="Datacell",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "column",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cells", to="corpuses.column"
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="cells", to="documents.document"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="documents.documentrevision"
                    ),
                ),
                ("value", models.TextField(blank=True)),
                ("is_found", models.BooleanField()),
                (
                    "absence",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "there is a value"),
                            ("not_in_document", "the document does not say"),
                            ("unproven", "the words given as proof are not in the document"),
                            ("unreadable", "the model's answer could not be read"),
                        ],
                        default="",
                        max_length=16,
                    ),
                ),
                ("quote", models.TextField(blank=True)),
                ("start", models.PositiveIntegerField(blank=True, null=True)),
                ("end", models.PositiveIntegerField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("column", "revision"), name="cell_once_per_revision"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("is_found", False),
                            models.Q(("end__isnull", False), ("start__isnull", False)),
                            _connector="OR",
                        ),
                        name="found_value_has_place",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("absence", ""), ("is_found", True)),
                            models.Q(("is_found", False), ("value", ""), models.Q(("absence", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="missing_value_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AgentRun",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "key",
                    models.UUIDField(help_text="what asked for the run; a second ask gives the same run", unique=True),
                ),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="agent_runs", to="corpuses.corpus"
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="agent_runs", to="documents.document"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="documents.documentrevision"
                    ),
                ),
                ("answer", models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name="AgentMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="corpuses.agentrun"
                    ),
                ),
                ("order", models.PositiveIntegerField()),
                ("role", models.CharField(max_length=16)),
                ("content", models.JSONField()),
            ],
            options={
                "ordering": ["order"],
                "constraints": [models.UniqueConstraint(fields=("run", "order"), name="agent_message_order_once")],
            },
        ),
        migrations.CreateModel(
            name="CorpusAction",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "corpus",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="actions", to="corpuses.corpus"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("embed", "index for search"),
                            ("extract", "extract fields"),
                            ("analyze", "annotate with an analyzer"),
                            ("agent", "run an agent"),
                        ],
                        max_length=16,
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                (
                    "fieldset",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="corpuses.fieldset",
                    ),
                ),
                ("analyzer", models.CharField(blank=True, max_length=100)),
                ("instructions", models.TextField(blank=True, help_text="the task of the agent")),
                ("enabled", models.BooleanField(default=True)),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "embed")), fields=("corpus",), name="one_embed_action_per_corpus"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ActionExecution",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "action",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="executions",
                        to="corpuses.corpusaction",
                    ),
                ),
                (
                    "document",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="executions", to="documents.document"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="documents.documentrevision"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "Queued"),
                            ("success", "Success"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="queued",
                        max_length=16,
                    ),
                ),
                ("message", models.TextField(blank=True)),
                ("job", models.UUIDField(blank=True, editable=False, null=True)),
                ("finished", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("action", "document", "revision"), name="execution_once_per_revision"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("finished__isnull", True), ("state", "queued")),
                            models.Q(models.Q(("state", "queued"), _negated=True), ("finished__isnull", False)),
                            _connector="OR",
                        ),
                        name="execution_finished_has_time",
                    ),
                ],
            },
        ),
    ]
