table--E201 = DEBUG=1 shows code and data to strangers.
table--E202 = The application is a superuser of the database: nothing keeps it from changing the record.
table--E203 = The application owns the tables: it could switch off what protects the record.
table--E204 = TABLEPROOF_PROFILE=demo is for this machine alone: it has accounts that everybody knows.
table--E205 = No ALLOWED_HOSTS: no page could be opened.
table--E206 = SECRET_KEY, FACTOR_KEY and PERSON_MASTER_KEY must differ.
table--E207 = SECRET_KEY repeats a part of itself and can be guessed.
table--E208 = Others can enter a folder of keys: its mode must be 700.
table--E209 = DATABASE_STATEMENT_SECONDS=0: a database that froze would hold every page for ever.
table--W201 = SECOND_FACTOR=off: a stolen password alone opens an account.
table--W202 = sslmode=disable to another host: whoever hears the network reads everything.
table--W203 = CELERY_BROKER_URL=memory:// reaches no worker: beat alone works, some seconds later.
table--W204 = CELERY_BROKER_URL uses the account guest on another host.
table--W205 = A group can enter a folder of keys: 700 is better.
table--W206 = BROKER_VISIBILITY_SECONDS is shorter than a task (60): tasks at work are given out again.
table--W207 = DATABASE_LOCK_SECONDS=0: a row that somebody holds stops all of its property for as long.
