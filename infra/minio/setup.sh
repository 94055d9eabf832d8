#!/bin/sh
# Creates the bucket, its lifecycle rules and one user per service. It is idempotent and applies changed secrets.
# MC_HOST_store contains the server's URL and root credentials, so that no password appears on a command line.
set -eu
here=${MINIO_SETUP_DIR:-/setup}

mc mb --ignore-existing "store/$S3_BUCKET"
mc anonymous set none "store/$S3_BUCKET"
mc ilm rule import "store/$S3_BUCKET" <"$here/lifecycle.json"

# give <user> <secret> <policy>: creates the user and the policy, and attaches the policy to the user
give() {
  mc admin policy create store "$3" "$here/policy-$3.json"
  # mc reads user and secret from standard input if they are not passed as arguments.
  printf '%s\n%s\n' "$1" "$2" | mc admin user add store
  # mc fails if the policy is already attached.
  case $(mc admin user info store "$1") in
    *"PolicyName: $3"*) ;;
    *) mc admin policy attach store "$3" --user "$1" ;;
  esac
}

give gateway "$GATEWAY_S3_SECRET" gateway
give worker "$WORKER_S3_SECRET" worker
