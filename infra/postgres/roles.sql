-- Creates one role and one schema per service. A role has access only to its own schema.
--
-- Run this idempotent script in the product's database as a superuser. The passwords are passed as session settings:
--
--   PGOPTIONS="-c gossamer.gateway_password=… -c gossamer.billing_password=… -c gossamer.affiliate_password=…" \
--     psql --set=ON_ERROR_STOP=1 --dbname=gossamer --file=roles.sql

DO $$
DECLARE
  service text;
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  REVOKE ALL ON SCHEMA public FROM PUBLIC;

  FOREACH service IN ARRAY ARRAY['gateway', 'billing', 'affiliate'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service) THEN
      EXECUTE format('CREATE ROLE %I', service);
    END IF;
    EXECUTE format(
      'ALTER ROLE %I WITH LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT PASSWORD %L',
      service, current_setting('gossamer.' || service || '_password'));
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), service);
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', service, service);
    EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', service);
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = %I', service, current_database(), service);
  END LOOP;
END
$$;
