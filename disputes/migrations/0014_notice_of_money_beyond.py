from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0013_presence"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.TextField(
                choices=[
                    ("your_move", "your move"),
                    ("assigned", "handed over to you"),
                    ("answered", "answered"),
                    ("soon", "a clock runs out soon"),
                    ("overdue", "overdue"),
                    ("account", "an account or a device changed"),
                    ("second", "a person's own word is asked for"),
                    ("footage", "footage"),
                    ("report", "a report is ready"),
                    ("beyond", "money beyond the rules"),
                ],
                verbose_name="notice",
            ),
        ),
    ]
