from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("surveillance", "0011_held"),
    ]

    operations = [
        migrations.AddField(
            model_name="hold",
            name="recording",
            field=models.TextField(blank=True, verbose_name="recording"),
        ),
        migrations.AlterField(
            model_name="hold",
            name="cause",
            field=models.TextField(
                choices=[("case", "case"), ("finding", "finding"), ("person", "a person"), ("incident", "incident")],
                verbose_name="cause",
            ),
        ),
        migrations.AlterField(
            model_name="hold",
            name="release_rule",
            field=models.TextField(
                blank=True,
                choices=[
                    ("case_term_ended", "the case's term ended"),
                    ("round_left_case", "the round left the case"),
                    ("person", "a person"),
                    ("incident_term_ended", "the incident's term ended"),
                ],
                verbose_name="released by rule",
            ),
        ),
    ]
