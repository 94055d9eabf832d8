#!/bin/sh
# Run by the npm scripts that are written in TypeScript: installs dependencies in a fresh clone, then executes
# node with the given file.
# Usage: run.sh <file> [arguments…]
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
cd "$root"

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# Prints the major version of a node binary, 24 for "v24.21.0", or 0 if it does not run.
major_of() {
  "$1" --version 2>/dev/null | sed -n 's/^v\([0-9][0-9]*\)\..*/\1/p' | grep . || echo 0
}

[ $# -gt 0 ] || fail 'Usage: tools/dev/run.sh <file> [arguments…]'

[ "$(major_of node)" -ge 20 ] || fail 'Gossamer needs Node.js 20 or newer (24 is best) on PATH: https://nodejs.org'
command -v npm >/dev/null 2>&1 || fail 'Gossamer needs npm on PATH; it comes with Node.js: https://nodejs.org'

# Tests with a real file, because root passes permission checks even on a read-only mount.
{ mkdir -p .gossamer/logs && (: >".gossamer/.writable-$$") && rm ".gossamer/.writable-$$"; } 2>/dev/null ||
  fail "The folder $root cannot be written to. Gossamer keeps its packages and data there: clone it to a place of your own."
chmod 700 .gossamer

# npm and pnpm keep their caches below HOME.
if [ -z "${HOME:-}" ] || ! [ -d "$HOME" ] || ! [ -w "$HOME" ]; then
  HOME="$root/.gossamer/home"
  mkdir -p "$HOME"
  export HOME
fi

# Process id of npm, which node polls to detect that npm has exited. Set here, because npm may exit before node starts.
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

# Caches compiled modules, because compiling them takes half of each process's startup time.
NODE_COMPILE_CACHE="$root/.gossamer/compile-cache"
PATH="$root/node_modules/.bin:$PATH"
export NODE_COMPILE_CACHE PATH
exec "$node" "$@"
