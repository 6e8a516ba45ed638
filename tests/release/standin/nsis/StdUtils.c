#include "api.h"
#include <shellapi.h>

static LPCWSTR get_arguments(void) {
  LPCWSTR at = GetCommandLineW();
  if (*at == L'"') {
    for (at++; *at && *at != L'"'; at++) {}
    if (*at) at++;
  } else {
    while (*at && *at != L' ') at++;
  }
  while (*at == L' ') at++;
  return at;
}

/* Returns the position after `/name` or `--name` in the command line; null if it is missing. */
static LPCWSTR find_parameter(LPCWSTR name, int *has_value) {
  int length = lstrlenW(name);
  LPCWSTR at = get_arguments();
  while (*at) {
    LPCWSTR word;
    int dashes = 0, quoted = 0;
    while (*at == L' ') at++;
    word = at;
    if (*word == L'"') word++;
    for (; *word == L'-' || *word == L'/'; word++) dashes++;
    if (dashes && CompareStringW(LOCALE_INVARIANT, NORM_IGNORECASE, word, length, name, length) == CSTR_EQUAL) {
      WCHAR end = word[length];
      if (end == 0 || end == L' ' || end == L'=' || end == L'"') {
        *has_value = end == L'=';
        return word + length;
      }
    }
    for (; *at && (quoted || *at != L' '); at++) if (*at == L'"') quoted = !quoted;
  }
  return 0;
}

PLUGIN(GetAllParameters) { BEGIN pop(0); push(get_arguments()); }

PLUGIN(TestParameter) {
  BEGIN
  WCHAR name[1024];
  int has_value;
  pop(name);
  push(find_parameter(name, &has_value) ? L"true" : L"false");
}

PLUGIN(GetParameter) {
  BEGIN
  WCHAR name[1024], otherwise[1024], value[1024];
  int has_value, length = 0, quoted = 0;
  LPCWSTR at;
  pop(otherwise);
  pop(name);
  at = find_parameter(name, &has_value);
  if (!at || !has_value) {
    push(at ? L"" : otherwise);
    return;
  }
  for (at++; *at && length < 1023 && (quoted || *at != L' '); at++) {
    if (*at == L'"') quoted = !quoted;
    else value[length++] = *at;
  }
  value[length] = 0;
  push(value);
}

PLUGIN(GetParentPath) {
  BEGIN
  WCHAR path[4096];
  int at;
  pop(path);
  for (at = lstrlenW(path); at > 0 && path[at] != L'\\' && path[at] != L'/'; at--) {}
  path[at] = 0;
  push(path);
}

PLUGIN(ExecShellAsUser) {
  BEGIN
  WCHAR words[4096], verb[64], file[4096];
  pop(words);
  pop(verb);
  pop(file);
  push(ShellExecuteW(0, verb, file, words, 0, SW_SHOW) > (HINSTANCE)32 ? L"ok" : L"error");
}

PLUGIN(ScanStr3) {
  BEGIN
  WCHAR format[64], text[256], otherwise[3][64], number[64];
  int found[3], isWhole = 1, part;
  LPCWSTR at = text;
  pop(otherwise[2]);
  pop(otherwise[1]);
  pop(otherwise[0]);
  pop(text);
  pop(format);
  for (part = 0; part < 3; part++) {
    if (*at < L'0' || *at > L'9') isWhole = 0;
    for (found[part] = 0; *at >= L'0' && *at <= L'9'; at++) found[part] = found[part] * 10 + (*at - L'0');
    if (*at == L'.') at++;
  }
  for (part = 2; part >= 0; part--) {
    wsprintfW(number, L"%d", found[part]);
    push(isWhole ? number : otherwise[part]);
  }
}
