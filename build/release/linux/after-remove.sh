#!/bin/sh
set -e

# Also runs during an upgrade, when the new files are already installed. Never changes profiles of tills.
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
