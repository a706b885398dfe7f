"""Create the outbox, and the triggers that record changes of jobs in it."""

import django.contrib.postgres.fields
import django.db.models.functions.datetime
from django.db import migrations, models

import events.models
from core.db.schema_file import sql_of


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tasks', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('xid', events.models.TransactionIdField(db_default=events.models.CurrentTransaction(), editable=False)),
                ('owner', models.UUIDField(help_text='A user who is notified even without access to the object.')),
                ('entity', models.CharField(choices=[('job', 'Job'), ('document', 'Document'), ('execution', 'Execution'), ('corpus', 'Corpus'), ('team', 'Team'), ('notification', 'Notification')], max_length=16)),
                ('uuid', models.UUIDField()),
                ('subject', models.UUIDField(help_text='A related object, for clients that show both.', null=True)),
                ('changed', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=32), help_text='Names of changed fields; empty: deleted.', size=None)),
            ],
            options={
                'indexes': [models.Index(fields=['xid'], name='event_tail'), models.Index(fields=['owner', 'id'], name='event_owner')],
            },
        ),
        # SQL b3da639a235e
        migrations.RunSQL(sql_of("events"), "drop trigger if exists events_job_submitted on tasks_job; drop trigger if exists events_job_changed on tasks_job"),
    ]
