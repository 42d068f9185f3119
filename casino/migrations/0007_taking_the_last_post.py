from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0006_saved_views"),
    ]

    operations = [
        migrations.AlterField(
            model_name="accountchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("post", "post"),
                    ("post_taking", "taking the last holder's post away"),
                    ("posting", "posting"),
                    ("password", "one-time password"),
                    ("email", "e-mail address"),
                    ("activation", "letting in again"),
                    ("factors", "reset of the second factor"),
                ],
                max_length=16,
                verbose_name="change",
            ),
        ),
    ]
