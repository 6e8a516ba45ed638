#!/bin/sh
set -e

# It runs at an upgrade too, when the new version's files are already in place. Profiles are never touched.
case "$1" in remove | purge) ;; *) exit 0 ;; esac

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1; then
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
      apparmor_parser --remove "$profile" || true
    fi
  fi
  rm -f "$profile"
fi
