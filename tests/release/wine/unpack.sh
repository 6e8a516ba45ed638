#!/bin/sh
# Replaces 7-Zip for Windows: unpacks the last argument, an archive, into the first one, a folder.
plain() { printf '%s' "$1" | tr -d '"'; }
for archive; do :; done
cd "$(winepath -u "$(plain "$1")")" && 7z x -y -bd -bso0 -bsp0 "$(winepath -u "$(plain "$archive")")"
echo $? > /srv/unpacked
