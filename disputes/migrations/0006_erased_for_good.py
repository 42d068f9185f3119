"""Who was erased stays erased: the moment is written once, and never taken back or moved."""

from typing import Final

from django.db import migrations

GUARD: Final = """
CREATE FUNCTION disputes_erased_for_good() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.erased_at IS NOT NULL AND NEW.erased_at IS DISTINCT FROM OLD.erased_at THEN
        RAISE EXCEPTION 'who was erased stays erased' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER disputes_erased_for_good BEFORE UPDATE ON disputes_person
    FOR EACH ROW EXECUTE FUNCTION disputes_erased_for_good();
"""

NO_GUARD: Final = """
DROP TRIGGER disputes_erased_for_good ON disputes_person;
DROP FUNCTION disputes_erased_for_good();
"""


class Migration(migrations.Migration):
    dependencies = [("disputes", "0005_account_notices")]

    operations = [migrations.RunSQL(GUARD, NO_GUARD)]
