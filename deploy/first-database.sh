#!/bin/sh
# Run once by the database container, after roles.sql: passwords, who owns the database, and who may connect.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
    --set database="$POSTGRES_DB" --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
ALTER ROLE tableproof_owner NOCREATEDB PASSWORD :'owner_password';
ALTER ROLE tableproof_app PASSWORD :'app_password';
ALTER DATABASE :"database" OWNER TO tableproof_owner;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO tableproof_app;
SQL
