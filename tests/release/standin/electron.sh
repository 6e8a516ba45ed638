#!/bin/sh
# Replaces Electron by Node with the browser shell, to test an installer. Never for a shop.
here=$(dirname "$(readlink -f "$0")")
node="$here/resources/cli/node"
app=$("$node" "$here/standin/unpack-asar.mjs" "$here/resources/app.asar") || exit $?
STANDIN_RESOURCES="$here/resources"
export STANDIN_RESOURCES
exec "$node" --disable-warning=ExperimentalWarning \
  --import "$here/standin/resources-path.mjs" --import "$here/standin/register.js" \
  "$app/dist/main/main.js" "$@"
exit 1
