#!/bin/sh
# Installs, upgrades and removes under wine as an administrator. Each printed line is the name of a case
# and its result; /srv/setup.exe is the installer.
cd /root || exit 1
rm -rf .wine
wineboot -i >/dev/null 2>&1
drive=/root/.wine/drive_c
program="$drive/Program Files/Mostrador"
profile=$drive/users/root/AppData/Roaming/Mostrador

# Wine does not wait for a Linux program: unpack.sh creates a file when it is done.
printf '@echo off\r\ndel Z:\\srv\\unpacked 2>nul\r\nstart /unix /srv/unpack.sh "%%CD%%" %%*\r\n:again\r\nif exist Z:\\srv\\unpacked goto done\r\nping -n 2 127.0.0.1 >nul\r\ngoto again\r\n:done\r\n' > /srv/unpack.bat
export STANDIN_7Z='Z:\srv\unpack.bat'

# Prints the exit code of a Windows program, which Linux would truncate to eight bits.
code() {
  printf '@echo off\r\n%s\r\necho code %%errorlevel%%\r\n' "$1" > "$drive/run.bat"
  timeout 300 wine cmd /c 'C:\run.bat' 2>/dev/null | tr -d '\r' | sed -n 's/^code //p'
}
setup() { code "Z:\\srv\\setup.exe /S $1"; }
remove() { code '"C:\Program Files\Mostrador\Uninstall Mostrador.exe" /allusers /S _?=C:\Program Files\Mostrador'; }
left() { mkdir -p "$profile"; printf "$1" > "$profile/last-exit"; }
is() { if [ "$1" "$2" ]; then echo yes; else echo no; fi; }

echo "installed $(setup)"
echo "its files $(is -f "$program/resources/app.asar")"
echo "its folder of the machine $(is -d "$drive/ProgramData/Mostrador")"
key=$(wine reg query 'HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall' /s /reg:64 2>/dev/null |
  tr -d '\r' | grep '^HKEY.*3f0c9b52' | head -n 1)
version() { wine reg add "$key" /v DisplayVersion /d "$1" /f /reg:64 >/dev/null 2>&1; }

left 'unresolved\r\nversion 1\r\n'; echo "over an unresolved payment $(setup)"
left 'open-shift\nversion 1\n'; echo "over an open shift $(setup)"
left ''; echo "after a power cut $(setup)"
left 'unresolved\n'; echo "by an administrator's word $(setup --install-anyway)"
left 'clean\n'; echo "with a request to take payments away $(setup --delete-app-data)"
echo ledger > "$profile/ledger-production.sqlite"
version 9.9.9; echo "over a newer version $(setup)"
version 0.0.1; echo "over an older version $(setup)"

# A program with the till's name, which ends without help.
cp "$drive/windows/system32/ping.exe" "$program/Mostrador.exe"
wine 'C:\Program Files\Mostrador\Mostrador.exe' -n 1000 127.0.0.1 >/dev/null 2>&1 &
till=$!
sleep 5
echo "while a till is open $(setup)"
echo "removed while a till is open $(remove)"
echo "its files then $(is -f "$program/resources/app.asar")"
kill $till
wait $till 2>/dev/null
sleep 2
echo "upgraded once it is closed $(setup)"
echo "removed $(remove)"
echo "its files at the end $(is -f "$program/resources/app.asar")"
echo "the ledger at the end $(cat "$profile/ledger-production.sqlite")"
wineserver -k
exit 0
