#!/bin/sh
# What `npm start`, `npm test` and `npm run dev` run: makes a fresh clone ready, then becomes node.
# Usage: run.sh <start|test|dev> [arguments…]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
cd "$root"

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# "v24.21.0" → 24; 0 where there is none
major_of() {
  "$1" --version 2>/dev/null | sed -n 's/^v\([0-9][0-9]*\)\..*/\1/p' | grep . || echo 0
}

command=${1:-start}
[ $# -eq 0 ] || shift
case $command in
  start | test | dev) ;;
  *) fail "Usage: tools/dev/run.sh <start|test|dev> [arguments…]" ;;
esac

[ "$(major_of node)" -ge 20 ] || fail 'Gossamer needs Node.js 20 or newer (24 is best) on PATH: https://nodejs.org'
command -v npm >/dev/null 2>&1 || fail 'Gossamer needs npm on PATH; it comes with Node.js: https://nodejs.org'

# Asks the file system, not the mode bits: root passes those even where a mount is read-only.
{ mkdir -p .gossamer/logs && (: >".gossamer/.writable-$$") && rm ".gossamer/.writable-$$"; } 2>/dev/null ||
  fail "The folder $root cannot be written to. Gossamer keeps its packages and data there: clone it to a place of your own."
chmod 700 .gossamer

# npm and pnpm keep their caches below HOME.
if [ -z "${HOME:-}" ] || ! [ -d "$HOME" ] || ! [ -w "$HOME" ]; then
  HOME="$root/.gossamer/home"
  mkdir -p "$HOME"
  export HOME
fi

# npm's number, to notice its end: by the time node runs, npm may be gone.
GOSSAMER_PARENT_PID=$PPID
export GOSSAMER_PARENT_PID

node tools/dev/install.mjs

if [ "$(major_of node)" -ge 24 ]; then
  node=$(command -v node)
elif [ "$(major_of node_modules/.bin/node)" -ge 24 ]; then
  node=$root/node_modules/.bin/node
else
  fail "Gossamer runs on Node.js 24, which npm's registry has for Linux on x64 and arm64 only. Install it: https://nodejs.org"
fi

# Every process begins with compiling what it loads: half of its start, unless the one before it has kept that.
NODE_COMPILE_CACHE="$root/.gossamer/compile-cache"
PATH="$root/node_modules/.bin:$PATH"
export NODE_COMPILE_CACHE PATH
exec "$node" "tools/dev/src/$command.ts" "$@"
