#!/bin/sh
# Before a version of Mostrador is unpacked. It refuses while a till is open, for whichever user: a
# program is not replaced beneath its cashier. It refuses over a till that was left with a payment
# whose outcome is not known, or with an open shift, and it refuses an older version: the ledger of
# a newer program is not for an older one. The old version stays as it is, and apt ends with 100.
set -e

case "$1" in install | upgrade) ;; *) exit 0 ;; esac

refuse() {
  echo "mostrador: $1" >&2
  exit 75
}

if [ -n "$2" ] && [ -n "$3" ] && dpkg --compare-versions "$2" gt "$3"; then
  refuse "version $2 is not replaced by the older $3. Roll forward: publish the older program under a newer number."
fi

for exe in /proc/[0-9]*/exe; do
  case "$(readlink "$exe" 2>/dev/null || true)" in
    /opt/Mostrador/*) refuse 'the till is open. Close it, then install again.' ;;
  esac
done

# For a till that the installed version can no longer open: an administrator's word, until the next start.
[ ! -e /run/mostrador-install-anyway ] || exit 0

# How each till ended last: the first line of the file `last-exit` in its profile. Root reads here what
# users can write: no link, no pipe, and no more than a word.
look() {
  [ -e "$1" ] || [ -L "$1" ] || return 0
  word=
  if [ -f "$1" ] && [ ! -L "$1" ]; then
    word=$(timeout 5 head -c 32 "$1" 2>/dev/null | head -n 1 | tr -d '\r') || word=
  fi
  case "$word" in
    clean) ;;
    unresolved) refuse "a payment in $2 is not resolved. Open the till and wait for it, or close it by hand, then install again." ;;
    open-shift) refuse "a shift is open in $2. Count the drawer, close the shift and the till, then install again." ;;
    *) refuse "the till in $2 did not end in order. Open it and close it, then install again." ;;
  esac
}

# What the computer's own file says of the till: a name without quotes and backslashes.
named() {
  tr '\n' ' ' 2>/dev/null < /etc/mostrador/provision.json |
    sed -n 's/.*"'"$1"'"[[:space:]]*:[[:space:]]*"\([^"\\]*\)".*/\1/p'
}

profile=
account=
if [ -f /etc/mostrador/provision.json ]; then
  profile=$(named profile)
  account=$(named account)
fi
[ -z "$profile" ] || look "$profile/last-exit" "$profile"

# A directory service does not list its accounts: their homes are in /home, or the file names the account.
homes=$(
  getent passwd | cut -d: -f6
  [ -z "$account" ] || getent passwd -- "$account" | cut -d: -f6
  printf '%s\n' /home/* /home/*/*
)
homes=$(printf '%s\n' "$homes" | sort -u)
IFS='
'
for home in $homes; do
  for mark in "$home"/.config/Mostrador*/last-exit; do
    look "$mark" "$home"
  done
done
exit 0
