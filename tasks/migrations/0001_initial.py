"""Create jobs with their runs and logs, schedules, workers, and the functions of the runtime."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import core.db.ids
from core.db.schema_file import sql_of


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('users', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='WorkerBeat',
            fields=[
                ('key', models.IntegerField(primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=200)),
                ('slots', models.PositiveSmallIntegerField()),
                ('started', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('beat', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('lost_at', models.DateTimeField(help_text='Time when its lock was lost; it is dead after a grace period.', null=True)),
                ('stopping', models.BooleanField(db_default=False, help_text='It is stopping; jobs lost by that have not crashed.')),
            ],
            options={
                'verbose_name': 'worker',
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(max_length=100)),
                ('args', models.TextField(db_default='{}', help_text='JSON, decoded by the step (S2-7).')),
                ('subject_id', models.UUIDField(help_text='The subject, an object of a higher package.', null=True)),
                ('subject_title', models.CharField(db_default='', default='', help_text='Title of the subject when the job was enqueued.', max_length=300)),
                ('priority', models.SmallIntegerField(choices=[(1, 'High'), (2, 'Low')], db_default=1)),
                ('queue_rank', models.SmallIntegerField(db_default=1, help_text='0 for a retry that is due, else the priority.')),
                ('dedupe_key', models.CharField(db_default='', max_length=200)),
                ('live_key', models.CharField(help_text='The dedupe key while the job is live.', max_length=200, null=True)),
                ('request_id', models.CharField(db_default='', max_length=64)),
                ('traceparent', models.CharField(db_default='', help_text='W3C trace context of the request.', max_length=55)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('scheduled', 'Scheduled'), ('running', 'Running'), ('stuck', 'Stuck'), ('cancelled', 'Cancelled'), ('failed', 'Failed'), ('success', 'Success')], db_default='waiting', max_length=10)),
                ('reason', models.CharField(db_default='', max_length=32)),
                ('error_code', models.CharField(db_default='', max_length=64)),
                ('error_message', models.TextField(db_default='')),
                ('traceback', models.TextField(db_default='')),
                ('progress', models.SmallIntegerField(db_default=0)),
                ('message', models.CharField(db_default='', max_length=200)),
                ('cancel_requested', models.BooleanField(db_default=False)),
                ('attempts', models.SmallIntegerField(db_default=0, help_text='Attempts begun since the job was enqueued or retried.')),
                ('failures', models.SmallIntegerField(db_default=0, help_text='Failed attempts, which the retry policy counts.')),
                ('crashes', models.SmallIntegerField(db_default=0, help_text='How often its process crashed.')),
                ('max_crashes', models.SmallIntegerField(db_default=3)),
                ('timeout', models.PositiveIntegerField(db_default=600, help_text='Seconds that one attempt may take.')),
                ('fence', models.IntegerField(db_default=0)),
                ('holder', models.IntegerField(help_text='Key of the advisory lock of the process that runs it.', null=True)),
                ('worker_key', models.IntegerField(help_text='The last worker that ran it.', null=True)),
                ('pid', models.IntegerField(help_text='Process id of the holder on its host.', null=True)),
                ('queued', models.BooleanField(db_default=True)),
                ('inflight', models.BooleanField(db_default=False)),
                ('charged', models.BooleanField(db_default=False, help_text='Charged to its tenant and not settled yet.')),
                ('charge', models.FloatField(db_default=0.0)),
                ('used', models.FloatField(db_default=0.0, help_text='Seconds of worker time since it was dispatched.')),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), help_text='Time of the last change of state or step.')),
                ('began', models.DateTimeField(help_text='Start of the running step.', null=True)),
                ('run_at', models.DateTimeField(help_text='Time of the next attempt of a stuck job.', null=True)),
                ('deadline', models.DateTimeField(help_text='End of the time limit of the attempt.', null=True)),
                ('started', models.DateTimeField(null=True)),
                ('finished', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='users.tenant')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('queued', True)), fields=['tenant', 'queue_rank', 'id'], name='job_claim'), models.Index(condition=models.Q(('charged', True)), fields=['id'], name='job_charged'), models.Index(condition=models.Q(('run_at__isnull', False)), fields=['run_at'], name='job_due'), models.Index(condition=models.Q(('subject_id__isnull', False)), fields=['subject_id', 'id'], name='job_subject'), models.Index(fields=['owner', 'id'], name='job_owner')],
                'constraints': [models.UniqueConstraint(fields=('live_key',), name='one_live_job_per_key'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'scheduled', 'running', 'stuck', 'cancelled', 'failed', 'success'])), name='job_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('queued', True), ('state', 'waiting')), ('state', 'stuck'), models.Q(models.Q(('state__in', ['waiting', 'stuck']), _negated=True), ('queued', False)), _connector='OR'), name='job_queued'), models.CheckConstraint(condition=models.Q(models.Q(('charged', True), ('inflight', True), ('state__in', ('scheduled', 'running'))), models.Q(models.Q(('state__in', ('scheduled', 'running')), _negated=True), ('inflight', False)), _connector='OR'), name='job_inflight'), models.CheckConstraint(condition=models.Q(models.Q(('began__isnull', True), ('holder__isnull', True)), models.Q(('began__isnull', False), ('holder__isnull', False), ('state', 'running')), _connector='OR'), name='job_held_only_while_running'), models.CheckConstraint(condition=models.Q(models.Q(('run_at__isnull', False), ('state', 'stuck')), models.Q(models.Q(('state', 'stuck'), _negated=True), ('run_at__isnull', True)), _connector='OR'), name='job_stuck_knows_when'), models.CheckConstraint(condition=models.Q(models.Q(('finished__isnull', False), ('live_key__isnull', True), ('state__in', ('cancelled', 'failed', 'success'))), models.Q(models.Q(('state__in', ('cancelled', 'failed', 'success')), _negated=True), ('finished__isnull', True)), _connector='OR'), name='job_ended'), models.CheckConstraint(condition=models.Q(('deadline__isnull', True), ('inflight', True), _connector='OR'), name='job_deadline_of_an_attempt'), models.CheckConstraint(condition=models.Q(('progress__range', (0, 100))), name='job_progress_percent'), models.CheckConstraint(condition=models.Q(('queue_rank', 0), ('queue_rank', models.F('priority')), _connector='OR'), name='job_queue_rank')],
            },
        ),
        migrations.CreateModel(
            name='DeadLetter',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(max_length=100)),
                ('reason', models.CharField(max_length=32)),
                ('error_code', models.CharField(db_default='', max_length=64)),
                ('error_message', models.TextField(db_default='')),
                ('attempts', models.SmallIntegerField()),
                ('crashes', models.SmallIntegerField()),
                ('first_failed_at', models.DateTimeField(help_text='Time of the first failed attempt.')),
                ('last_failed_at', models.DateTimeField()),
                ('requeued_at', models.DateTimeField(null=True)),
                ('discarded_at', models.DateTimeField(null=True)),
                ('tenant', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='users.tenant')),
                ('job', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='dead_letter', to='tasks.job')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('discarded_at__isnull', True), ('requeued_at__isnull', True)), fields=['last_failed_at'], name='dead_letter_open')],
            },
        ),
        migrations.CreateModel(
            name='JobLog',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('attempt', models.SmallIntegerField()),
                ('level', models.CharField(choices=[('debug', 'Debug'), ('info', 'Info'), ('warning', 'Warning'), ('error', 'Error')], max_length=8)),
                ('message', models.TextField()),
                ('fields', models.JSONField(default=dict)),
                ('job', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='tasks.job')),
            ],
            options={
                'verbose_name': 'log line',
                'indexes': [models.Index(fields=['job', 'id'], name='job_log')],
            },
        ),
        migrations.CreateModel(
            name='Schedule',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(max_length=100, unique=True)),
                ('kind', models.CharField(max_length=100)),
                ('args', models.JSONField(blank=True, default=dict)),
                ('cron', models.CharField(help_text='Minute, hour, day of month, month, day of week.', max_length=100)),
                ('timezone', models.CharField(default='UTC', max_length=64)),
                ('enabled', models.BooleanField(default=True)),
                ('next_at', models.DateTimeField(db_index=True, help_text='Empty: computed at the next check.', null=True)),
                ('last_tick', models.DateTimeField(null=True)),
                ('last_job_id', models.UUIDField(null=True)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('tenant', models.ForeignKey(blank=True, help_text='Empty for the system tenant.', null=True, on_delete=django.db.models.deletion.CASCADE, to='users.tenant')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='SchedulerState',
            fields=[
                ('id', models.SmallIntegerField(db_default=1, default=1, primary_key=True, serialize=False)),
                ('policy', models.CharField(choices=[('time', 'least worker time next'), ('turns', 'round robin')], db_default='time', default='time', max_length=8)),
                ('window', models.SmallIntegerField(db_default=2, default=2, help_text='Jobs dispatched beyond the free slots, so that no slot waits for a message.')),
                ('high_share', models.SmallIntegerField(db_default=2, default=2)),
                ('low_share', models.SmallIntegerField(db_default=1, default=1)),
                ('max_stuck_streak', models.SmallIntegerField(db_default=3, default=3, help_text='Under `time` (X-27).')),
                ('vtime', models.FloatField(db_default=0.0, default=0.0)),
                ('turn', models.BigIntegerField(db_default=0, default=0)),
            ],
            options={
                'verbose_name_plural': 'scheduler state',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_scheduler'), models.CheckConstraint(condition=models.Q(('high_share__gte', 1), ('low_share__gte', 0), ('window__gte', 0)), name='scheduler_shares')],
            },
        ),
        migrations.CreateModel(
            name='StepRun',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=100)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('success', 'Success'), ('failed', 'Failed'), ('skipped', 'Skipped')], max_length=10)),
                ('optional', models.BooleanField(db_default=False)),
                ('runs', models.SmallIntegerField(db_default=1)),
                ('started', models.DateTimeField(null=True)),
                ('finished', models.DateTimeField(null=True)),
                ('error_code', models.CharField(db_default='', max_length=64)),
                ('error_message', models.TextField(db_default='')),
                ('job', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='step_runs', to='tasks.job')),
            ],
            options={
                'verbose_name': 'step',
                'constraints': [models.UniqueConstraint(fields=('job', 'name'), name='one_run_per_step'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'running', 'success', 'failed', 'skipped'])), name='step_state_known')],
            },
        ),
        migrations.CreateModel(
            name='TenantQueue',
            fields=[
                ('tenant', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='users.tenant')),
                ('cap', models.PositiveIntegerField(blank=True, help_text='Maximum of running jobs; empty for no limit.', null=True)),
                ('weight', models.FloatField(db_default=1.0, default=1.0)),
                ('paused', models.BooleanField(db_default=False, default=False)),
                ('rate', models.PositiveIntegerField(blank=True, help_text="Maximum of jobs started per minute, at most ten seconds' worth at once; empty: no limit.", null=True)),
                ('tokens', models.FloatField(db_default=0.0, help_text='Tokens left of the rate.')),
                ('tokens_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('retry_unknown', models.BooleanField(db_default=False, default=False, help_text='Retry after any error, not only of a dependency (X-12).')),
                ('vtime', models.FloatField(db_default=0.0)),
                ('turn', models.BigIntegerField(db_default=0, help_text='Sequence of the last dispatch; breaks ties of vtime.')),
                ('estimate', models.FloatField(db_default=0.0, help_text='Expected duration of its next job in seconds.')),
                ('running', models.IntegerField(db_default=0)),
                ('active', models.BooleanField(db_default=False)),
                ('cycle', models.SmallIntegerField(db_default=0, help_text='Position in the counting scheme of priorities.')),
                ('stuck_streak', models.SmallIntegerField(db_default=0)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('active', True)), fields=['tenant'], name='tenant_active')],
                'constraints': [models.CheckConstraint(condition=models.Q(('weight__gt', 0)), name='tenant_weight_positive'), models.CheckConstraint(condition=models.Q(('running__gte', 0)), name='tenant_running_counts'), models.CheckConstraint(condition=models.Q(('rate__isnull', True), ('rate__gt', 0), _connector='OR'), name='tenant_rate_positive')],
            },
        ),
        migrations.RunSQL(sql_of("tasks"), migrations.RunSQL.noop),
    ]
