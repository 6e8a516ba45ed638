#include "api.h"
/* `UAC::_ what`: 0 elevates, 2 asks whether this is an administrator, 3 whether it is the inner one. */
PLUGIN(_) {
  BEGIN
  WCHAR what[64];
  pop(what);
  if (what[0] == L'0') {
    setvar(0, L"0");
    setvar(1, L"2");
    setvar(3, L"1");
  } else if (what[0] == L'2') push(L"1");
  else if (what[0] == L'3') push(L"0");
}
