#!/bin/sh
# Writes infra/.env (or the given file) from .env.example, with a generated secret for every empty variable.
# Never overwrites the file, because existing volumes require the passwords that they were created with.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${1:-$here/.env}

if [ -e "$target" ]; then
  echo "$target is there already; it stays as it is." >&2
  exit 1
fi

umask 077
while IFS= read -r line; do
  case $line in
    '#'*) printf '%s\n' "$line" ;;
    *=) printf '%s%s\n' "$line" "$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <"$here/.env.example" >"$target"
echo "$target is written."
