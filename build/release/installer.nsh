# What the installer for Windows does beyond electron-builder's template, which would end a till that
# is open. It refuses while one is open, for whichever user; over a till that was left with a payment
# whose outcome is not known, or with an open shift; and it refuses an older version, for the ledger
# of a newer program is not for an older one. The old version stays as it is.
!include WordFunc.nsh

# Exit codes that fleet tools know.
!define EXIT_BUSY 1618
!define EXIT_NEWER 1638
!define EXIT_FOLDER 5
!define EXIT_WORDS 87

!macro customHeader
  LangString tillOpen ${LANG_ENGLISH} "Mostrador is open on this computer, for this user or another. Close it, then try again. Nothing was changed."
  LangString tillOpen ${LANG_SPANISHINTERNATIONAL} "Mostrador está abierto en esta computadora, con este usuario o con otro. Ciérrelo y vuelva a intentarlo. No se cambió nada."
  LangString tillUnresolved ${LANG_ENGLISH} "A payment is not resolved. Open Mostrador and wait for it, or close it by hand, then install again. Nothing was changed. Profile: "
  LangString tillUnresolved ${LANG_SPANISHINTERNATIONAL} "Hay un pago sin resolver. Abra Mostrador y espere a que se resuelva, o ciérrelo a mano, y vuelva a instalar. No se cambió nada. Perfil: "
  LangString tillShift ${LANG_ENGLISH} "A shift is open. Count the drawer, close the shift and Mostrador, then install again. Nothing was changed. Profile: "
  LangString tillShift ${LANG_SPANISHINTERNATIONAL} "Hay un turno abierto. Haga el corte, cierre el turno y Mostrador, y vuelva a instalar. No se cambió nada. Perfil: "
  LangString tillLeft ${LANG_ENGLISH} "Mostrador did not end in order. Open it and close it, then install again. Nothing was changed. Profile: "
  LangString tillLeft ${LANG_SPANISHINTERNATIONAL} "Mostrador no se cerró bien. Ábralo y ciérrelo, y vuelva a instalar. No se cambió nada. Perfil: "
  LangString tillNewer ${LANG_ENGLISH} "A newer version is installed, and the older one cannot read its payments. Nothing was changed. Installed: "
  LangString tillNewer ${LANG_SPANISHINTERNATIONAL} "Ya hay una versión más nueva, y la anterior no puede leer sus pagos. No se cambió nada. Instalada: "
  LangString tillKeeps ${LANG_ENGLISH} "--delete-app-data is not for Mostrador: payments and shifts stay on this computer. Nothing was changed."
  LangString tillKeeps ${LANG_SPANISHINTERNATIONAL} "--delete-app-data no es para Mostrador: los pagos y los turnos se quedan en esta computadora. No se cambió nada."
  LangString tillFolder ${LANG_ENGLISH} "The folder of this computer's settings could not be kept for administrators alone. Mostrador is installed; set the folder's rights before you put files in it: "
  LangString tillFolder ${LANG_SPANISHINTERNATIONAL} "No se pudo reservar a los administradores la carpeta de ajustes de esta computadora. Mostrador quedó instalado; ponga los permisos de la carpeta antes de guardar archivos en ella: "
!macroend

!macro refuse CODE WORDS
  ${IfNot} ${Silent}
    MessageBox MB_OK|MB_ICONSTOP "${WORDS}"
  ${EndIf}
  SetErrorLevel ${CODE}
  Quit
!macroend

# A till that is open is never ended from outside: money may be under way. The program is open as long
# as its file cannot be opened for writing, in whatever session it runs.
!macro tillIsOpen FILE RESULT
  ${If} ${RESULT} == 0
  ${AndIf} ${FileExists} "${FILE}"
    ClearErrors
    FileOpen ${RESULT} "${FILE}" a
    ${If} ${Errors}
      StrCpy ${RESULT} 1
    ${Else}
      FileClose ${RESULT}
      StrCpy ${RESULT} 0
    ${EndIf}
    ClearErrors
  ${EndIf}
!macroend

# In the installer and in the uninstaller. The commands without a window count as well: they write, too.
!macro customCheckAppRunning
  Push $R0
  Push $R1
  StrCpy $R1 0
  ${Do}
    StrCpy $R0 0
    !insertmacro tillIsOpen "$INSTDIR\${APP_EXECUTABLE_FILENAME}" $R0
    !insertmacro tillIsOpen "$INSTDIR\resources\cli\node.exe" $R0
    ${If} $R0 == 0
      ${Break}
    ${EndIf}
    # The updater starts us while the till is on its way out; nobody else gets that time.
    ${If} ${isUpdated}
    ${AndIf} $R1 < 60
      Sleep 500
      IntOp $R1 $R1 + 1
    ${ElseIf} ${Silent}
      SetErrorLevel ${EXIT_BUSY}
      Quit
    ${Else}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(tillOpen)" IDRETRY +3
      SetErrorLevel ${EXIT_BUSY}
      Quit
    ${EndIf}
  ${Loop}
  Pop $R1
  Pop $R0
!macroend

# How each till ended last: the first line of the file `last-exit` in its profile. No file holds nothing up.
!macro refuseLastExit FILE PROFILE
  ${If} ${FileExists} "${FILE}"
    StrCpy $R5 ""
    ClearErrors
    FileOpen $R4 "${FILE}" r
    ${IfNot} ${Errors}
      FileRead $R4 $R5 64
      FileClose $R4
    ${EndIf}
    ClearErrors
    ${WordReplace} "$R5" "$\n" "" "+" $R5
    ${WordReplace} "$R5" "$\r" "" "+" $R5
    ${If} $R5 S== "unresolved"
      !insertmacro refuse ${EXIT_BUSY} "$(tillUnresolved)${PROFILE}"
    ${ElseIf} $R5 S== "open-shift"
      !insertmacro refuse ${EXIT_BUSY} "$(tillShift)${PROFILE}"
    ${ElseIf} $R5 S!= "clean"
      !insertmacro refuse ${EXIT_BUSY} "$(tillLeft)${PROFILE}"
    ${EndIf}
  ${EndIf}
!macroend

!define PROFILES "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList"

!macro customInit
  # One place, whatever /D or an earlier version says: an upgrade removes all that is in it.
  StrCpy $INSTDIR "$PROGRAMFILES64\${APP_FILENAME}"
  ${If} ${isDeleteAppData}
    !insertmacro refuse ${EXIT_WORDS} "$(tillKeeps)"
  ${EndIf}

  ReadRegStr $R0 SHELL_CONTEXT "${UNINSTALL_REGISTRY_KEY}" DisplayVersion
  ${If} $R0 != ""
    ${VersionCompare} "$R0" "${VERSION}" $R1
    ${If} $R1 == 1
      !insertmacro refuse ${EXIT_NEWER} "$(tillNewer)$R0"
    ${EndIf}
  ${EndIf}

  # For a till that the installed version can no longer open: an administrator's word.
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "--install-anyway" $R1
  ${If} ${Errors}
    ClearErrors
    StrCpy $R0 0
    ${Do}
      EnumRegKey $R1 HKLM "${PROFILES}" $R0
      ${If} $R1 == ""
        ${Break}
      ${EndIf}
      ReadRegStr $R2 HKLM "${PROFILES}\$R1" ProfileImagePath
      ExpandEnvStrings $R2 "$R2"
      ${If} $R2 != ""
        !insertmacro refuseLastExit "$R2\AppData\Roaming\${APP_FILENAME}\last-exit" "$R2"
      ${EndIf}
      IntOp $R0 $R0 + 1
    ${Loop}
  ${EndIf}
  ClearErrors
!macroend

# The template asks in a window here, which nobody sees where a fleet's tool installs.
!macro customUnInstallCheck
  ${If} $R0 != 0
    !insertmacro refuse ${EXIT_BUSY} "$(tillOpen)"
  ${EndIf}
!macroend

# The folder of the files that make tills. Any user may create folders beside it, so it is taken into
# the administrators' hands at each installation; what is in it stays as it is.
!macro customInstall
  CreateDirectory "$APPDATA\${APP_FILENAME}"
  StrCpy $R0 1
  StrCpy $R1 1
  # A link that an ordinary user has laid there would give the rights to some other folder.
  ${GetFileAttributes} "$APPDATA\${APP_FILENAME}" "REPARSE_POINT" $R2
  ${If} $R2 == 0
    nsExec::Exec `"$SYSDIR\icacls.exe" "$APPDATA\${APP_FILENAME}" /setowner *S-1-5-32-544`
    Pop $R0
    nsExec::Exec `"$SYSDIR\icacls.exe" "$APPDATA\${APP_FILENAME}" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX`
    Pop $R1
  ${EndIf}
  ${If} $R0 != 0
  ${OrIf} $R1 != 0
    ${IfNot} ${Silent}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(tillFolder)$APPDATA\${APP_FILENAME}"
    ${EndIf}
    SetErrorLevel ${EXIT_FOLDER}
  ${EndIf}
!macroend

!macro customUnInit
  ${If} ${isDeleteAppData}
    !insertmacro refuse ${EXIT_WORDS} "$(tillKeeps)"
  ${EndIf}
!macroend
