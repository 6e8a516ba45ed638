# Extends electron-builder's template of the Windows installer, which would kill a running till. The
# installer refuses to install while a till is running, for any user; if the last exit of a till left
# a payment with an unknown outcome or an open shift; and if it is older than the installed version,
# because an older program cannot read the ledger of a newer one. The old version then stays unchanged.
!include WordFunc.nsh

# Exit codes that fleet management tools recognize.
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
  LangString tillLeft ${LANG_ENGLISH} "Mostrador was not closed properly. Open it and close it, then install again. Nothing was changed. Profile: "
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

# The installer never ends a running till, because a payment may be in progress. The program runs, in
# any session, if its file cannot be opened for writing.
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

# Used by the installer and the uninstaller. Also checks the commands without a window, which write too.
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
    # The updater starts this installer while the till is still exiting, so only then wait for it.
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

# Checks how each till ended: the first line of the file `last-exit` in its profile. A missing file is fine.
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
  # A fixed folder, regardless of /D or an earlier version, because an upgrade deletes its content.
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

  # An administrator may skip the check for a till that the installed version can no longer open.
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

# The template shows a window here, which nobody sees if a fleet management tool installs.
!macro customUnInstallCheck
  ${If} $R0 != 0
    !insertmacro refuse ${EXIT_BUSY} "$(tillOpen)"
  ${EndIf}
!macroend

# The folder of the machine-wide provisioning files. Any user could have created it, so each
# installation gives it to the administrators; its content stays unchanged.
!macro customInstall
  CreateDirectory "$APPDATA\${APP_FILENAME}"
  StrCpy $R0 1
  StrCpy $R1 1
  # A link created by an ordinary user would apply the rights to another folder.
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
