"""The functions of the queue plan by index from their first call; tenants with work have an index of their own."""

from django.db import migrations, models

from tasks.sql import install


class Migration(migrations.Migration):
    dependencies = [("tasks", "0002_sql_functions")]

    operations = [
        migrations.AddIndex(
            model_name="tenantqueue",
            index=models.Index(condition=models.Q(("active", True)), fields=["tenant"], name="tenant_active"),
        ),
        migrations.RunPython(install, migrations.RunPython.noop),
    ]
