#!/bin/sh
# Makes the bucket, its lifecycle and one user per service; may run as often as wished, and takes changed secrets over.
# MC_HOST_store names the server and its root user, so that no password stands on a command line here.
set -eu
here=${MINIO_SETUP_DIR:-/setup}

mc mb --ignore-existing "store/$S3_BUCKET"
mc anonymous set none "store/$S3_BUCKET"
mc ilm rule import "store/$S3_BUCKET" <"$here/lifecycle.json"

# give <user> <secret> <policy>
give() {
  mc admin policy create store "$3" "$here/policy-$3.json"
  # mc reads user and secret from its input when they are no arguments.
  printf '%s\n%s\n' "$1" "$2" | mc admin user add store
  # Attaching twice is an error to mc.
  case $(mc admin user info store "$1") in
    *"PolicyName: $3"*) ;;
    *) mc admin policy attach store "$3" --user "$1" ;;
  esac
}

give gateway "$GATEWAY_S3_SECRET" gateway
give worker "$WORKER_S3_SECRET" worker
