#!/bin/sh
# Runs before a version of Mostrador is unpacked. Refuses the installation while a till is running, for
# any user; if the last exit of a till left a payment with an unknown outcome or an open shift; and if
# the version is older than the installed one, because an older program cannot read the ledger of a
# newer one. The old version then stays unchanged, and apt exits with 100.
set -e

case "$1" in install | upgrade) ;; *) exit 0 ;; esac

refuse() {
  echo "mostrador: $1" >&2
  exit 75
}

if [ -n "$2" ] && [ -n "$3" ] && dpkg --compare-versions "$2" gt "$3"; then
  refuse "version $3 is older than the installed $2 and cannot replace it. To go back, publish the older program with a newer version number."
fi

for exe in /proc/[0-9]*/exe; do
  case "$(readlink "$exe" 2>/dev/null || true)" in
    /opt/Mostrador/*) refuse 'the till is open. Close it, then install again.' ;;
  esac
done

# An administrator may skip the checks for a till that the installed version can no longer open. /run is
# cleared at the next boot.
[ ! -e /run/mostrador-install-anyway ] || exit 0

# Checks how each till ended: the first line of the file `last-exit` in its profile. Root reads a file
# that users can write, so it must not be a link or a pipe, and only its beginning is read.
check_last_exit() {
  [ -e "$1" ] || [ -L "$1" ] || return 0
  # A stranger's file does not block anybody: only the files of root and of the till's account count, which
  # is the account that the provisioning file names, or otherwise that of the home.
  owner=${3:+$(stat -c %u -- "$3" 2>/dev/null || true)}
  file_owner=$(stat -c %u -- "$1" 2>/dev/null || true)
  [ -z "$owner" ] || [ "$file_owner" = "$owner" ] || [ "$file_owner" = 0 ] || return 0
  [ -z "$owner" ] || [ -z "$account_id" ] || [ "$owner" = "$account_id" ] || return 0
  word=
  if [ -f "$1" ] && [ ! -L "$1" ]; then
    word=$(timeout 5 head -c 32 "$1" 2>/dev/null | head -n 1 | tr -d '\r') || word=
  fi
  case "$word" in
    clean) ;;
    unresolved) refuse "a payment in $2 is not resolved. Open the till and wait for it, or close it by hand, then install again." ;;
    open-shift) refuse "a shift is open in $2. Count the drawer, close the shift and the till, then install again." ;;
    *) refuse "the till in $2 was not closed properly. Open it and close it, then install again." ;;
  esac
}

# Reads a string field of the machine-wide provisioning file: a value without quotes and backslashes.
read_field() {
  tr '\n' ' ' 2>/dev/null < /etc/mostrador/provision.json |
    sed -n 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"\([^"\\]*\)".*/\1/p'
}

profile=
account=
if [ -f /etc/mostrador/provision.json ]; then
  profile=$(read_field profile)
  account=$(read_field account)
fi
account_id=
[ -z "$account" ] || account_id=$(id -u -- "$account" 2>/dev/null || true)
[ -z "$profile" ] || check_last_exit "$profile/last-exit" "$profile"

# getent does not list the accounts of a directory service: also use the homes in /home, and the account
# in the provisioning file.
homes=$(
  getent passwd | cut -d: -f6
  [ -z "$account" ] || getent passwd -- "$account" | cut -d: -f6
  printf '%s\n' /home/* /home/*/*
)
homes=$(printf '%s\n' "$homes" | sort -u)
IFS='
'
for home in $homes; do
  for file in "$home"/.config/Mostrador*/last-exit; do
    check_last_exit "$file" "$home" "$home"
  done
done
exit 0
