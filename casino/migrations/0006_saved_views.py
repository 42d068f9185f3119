# Views of lists that people keep: filters under a name.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0005_refusals"),
        ("ledger", "0008_verification"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SavedView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("list", models.CharField(max_length=100)),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("query", models.CharField(blank=True, max_length=2000)),
                ("role", models.CharField(blank=True, max_length=32)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "property",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="ledger.property"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "saved view",
                "verbose_name_plural": "saved views",
                "ordering": ("name", "id"),
                "default_permissions": (),
                "indexes": [models.Index(fields=["list", "role"], name="casino_savedview_shared")],
                "constraints": [models.UniqueConstraint(fields=("user", "list", "name"), name="casino_savedview_once")],
            },
        ),
    ]
