#!/bin/sh
set -e

# The administrator's settings for all tills of this computer; the content is never changed.
install -d -m 755 -o root -g root /etc/mostrador

program='/opt/${sanitizedProductName}'

# Electron's sandbox needs user namespaces, or else a setuid helper. Tested as nobody, because root may
# always create namespaces.
if command -v runuser >/dev/null && runuser -u nobody -- unshare --user true 2>/dev/null; then
  chmod 0755 "$program/chrome-sandbox"
else
  chmod 4755 "$program/chrome-sandbox"
fi

if command -v update-desktop-database >/dev/null; then
  update-desktop-database /usr/share/applications || true
fi

# Since Ubuntu 24.04, only a program with an AppArmor profile may create user namespaces; older versions
# cannot parse this profile.
source="$program/resources/apparmor-profile"
target='/etc/apparmor.d/${executable}'
if apparmor_status --enabled >/dev/null 2>&1; then
  if apparmor_parser --skip-kernel-load --debug "$source" >/dev/null 2>&1; then
    cp -f "$source" "$target"
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache "$target"
    fi
  fi
fi
