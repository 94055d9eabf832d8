#!/bin/sh
# Runs roles.sql with the passwords from the environment: automatically when the Compose stack's database is created,
# and manually after a password or role has changed (infra/README.md).
set -eu

settings=
for service in gateway billing affiliate; do
  case $service in
    gateway) password=$GATEWAY_DATABASE_PASSWORD ;;
    billing) password=$BILLING_DATABASE_PASSWORD ;;
    affiliate) password=$AFFILIATE_DATABASE_PASSWORD ;;
  esac
  # Passwords are inserted unescaped into URLs and session options.
  case $password in
    '' | *[!A-Za-z0-9_-]*)
      echo "The password of the role $service must be made of letters, digits, _ and -." >&2
      exit 1
      ;;
  esac
  settings="$settings -c gossamer.${service}_password=$password"
done

PGOPTIONS="$settings" psql --set=ON_ERROR_STOP=1 --no-psqlrc --quiet \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --file="${ROLES_SQL:-/etc/gossamer/roles.sql}"
