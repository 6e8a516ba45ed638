#include "api.h"
/* `UAC::_ action`: 0 elevates, 2 checks for an administrator, 3 for the elevated inner process. */
PLUGIN(_) {
  BEGIN
  WCHAR action[64];
  pop(action);
  if (action[0] == L'0') {
    setvar(0, L"0");
    setvar(1, L"2");
    setvar(3, L"1");
  } else if (action[0] == L'2') push(L"1");
  else if (action[0] == L'3') push(L"0");
}
