-- Roles of a PostgreSQL server (15 or later) for Tableproof. Run once, as a superuser:
--     psql --no-psqlrc --set ON_ERROR_STOP=1 --file deploy/roles.sql
-- Then give each a password or a certificate (ALTER ROLE ... PASSWORD), and create the database:
--     CREATE DATABASE tableproof OWNER tableproof_owner;
--     REVOKE ALL ON DATABASE tableproof FROM PUBLIC;
--     GRANT CONNECT ON DATABASE tableproof TO tableproof_app;
-- CREATEDB is for test databases only; take it away in production.
SELECT 'CREATE ROLE tableproof_owner LOGIN CREATEDB'
WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'tableproof_owner') \gexec
SELECT 'CREATE ROLE tableproof_app LOGIN'
WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'tableproof_app') \gexec
GRANT tableproof_app TO tableproof_owner;
