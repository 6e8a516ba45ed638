#include "api.h"
/* Unpacks into the current folder with the 7z.exe whose path is in STANDIN_7Z. */
PLUGIN(Extract) {
  BEGIN
  WCHAR file[4096], program[1024], line[8192];
  STARTUPINFOW start;
  PROCESS_INFORMATION process;
  DWORD code;
  pop(file);
  if (!GetEnvironmentVariableW(L"STANDIN_7Z", program, 1024)) ExitProcess(97);
  wsprintfW(line, L"\"%s\" x -y -bd -bso0 -bsp0 \"%s\"", program, file);
  ZeroMemory(&start, sizeof start);
  start.cb = sizeof start;
  if (!CreateProcessW(0, line, 0, 0, FALSE, CREATE_NO_WINDOW, 0, 0, &start, &process)) ExitProcess(98);
  WaitForSingleObject(process.hProcess, INFINITE);
  GetExitCodeProcess(process.hProcess, &code);
  if (code) ExitProcess(99);
  CloseHandle(process.hProcess);
  CloseHandle(process.hThread);
}
