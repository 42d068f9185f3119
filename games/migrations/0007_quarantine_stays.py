"""What a known sender sent and was refused stays: its row is never removed, and its count only grows."""

from typing import Final

from django.db import migrations

GUARD: Final = """
CREATE FUNCTION games_quarantine_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF OLD.is_authenticated THEN
            RAISE EXCEPTION 'what a known sender sent stays in quarantine' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN OLD;
    END IF;
    IF NEW.times < OLD.times OR NEW.last_received_at < OLD.received_at THEN
        RAISE EXCEPTION 'how often something was refused only grows' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER games_quarantine_stays BEFORE UPDATE OR DELETE ON games_quarantine
    FOR EACH ROW EXECUTE FUNCTION games_quarantine_stays();
"""

NO_GUARD: Final = """
DROP TRIGGER games_quarantine_stays ON games_quarantine;
DROP FUNCTION games_quarantine_stays();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0006_sessions_by_position")]

    operations = [migrations.RunSQL(GUARD, NO_GUARD)]
