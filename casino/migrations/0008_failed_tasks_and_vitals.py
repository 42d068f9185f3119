"""Background tasks that failed, and signs of life for ``/readyz``."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("casino", "0007_taking_the_last_post")]

    operations = [
        migrations.CreateModel(
            name="FailedTask",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("task", models.TextField(verbose_name="task")),
                ("arguments", models.TextField()),
                ("first_at", models.DateTimeField(verbose_name="failed first")),
                ("last_at", models.DateTimeField(verbose_name="failed last")),
                ("times", models.IntegerField(default=1, verbose_name="times")),
                ("error", models.TextField(verbose_name="error")),
                ("begun_again_at", models.DateTimeField(null=True, verbose_name="begun again")),
            ],
            options={
                "verbose_name": "failed task",
                "verbose_name_plural": "failed tasks",
                "db_table": "casino_failed_task",
                "default_permissions": (),
                "constraints": [models.UniqueConstraint(fields=("task", "arguments"), name="casino_failed_task_once")],
            },
        ),
        migrations.CreateModel(
            name="Vital",
            fields=[
                ("name", models.TextField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("waited_ms", models.BigIntegerField(default=0)),
                ("said", models.TextField(blank=True)),
            ],
            options={
                "verbose_name": "sign of life",
                "verbose_name_plural": "signs of life",
                "db_table": "casino_vital",
                "default_permissions": (),
            },
        ),
    ]
