#!/bin/sh
# Runs roles.sql with the passwords of the environment: once by itself when the compose stack's database is made, later
# by hand after a password or a role has changed (infra/README.md).
set -eu

settings=
for service in gateway billing affiliate; do
  case $service in
    gateway) password=$GATEWAY_DATABASE_PASSWORD ;;
    billing) password=$BILLING_DATABASE_PASSWORD ;;
    affiliate) password=$AFFILIATE_DATABASE_PASSWORD ;;
  esac
  # They stand in addresses and in the session's options as they are.
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
