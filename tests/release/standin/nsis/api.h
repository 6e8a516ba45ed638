/* The interface of NSIS for plugins: variables, and a stack of strings. For Unicode installers. */
#define UNICODE
#include <windows.h>

typedef struct word {
  struct word *next;
  WCHAR text[1];
} word;

static int word_size;
static WCHAR *variables;
static word **words;

#define PLUGIN(name) \
  __declspec(dllexport) void name(HWND window, int given_size, WCHAR *given_variables, word **given_words)
#define BEGIN          \
  (void)window;        \
  word_size = given_size; \
  variables = given_variables; \
  words = given_words;

/* Pops the top string off the stack, truncated to the size of the buffer. */
#define pop(buffer) pop_into((WCHAR *)(buffer), sizeof(buffer) / sizeof(WCHAR))
static __attribute__((unused)) void pop_into(WCHAR *buffer, int length) {
  word *top = *words;
  if (buffer) *buffer = 0;
  if (!top) return;
  *words = top->next;
  if (buffer) lstrcpynW(buffer, top->text, length);
  GlobalFree(top);
}

static __attribute__((unused)) void push(LPCWSTR text) {
  word *top = GlobalAlloc(GPTR, sizeof(word) + word_size * sizeof(WCHAR));
  lstrcpynW(top->text, text, word_size);
  top->next = *words;
  *words = top;
}

static __attribute__((unused)) void setvar(int index, LPCWSTR text) {
  lstrcpynW(variables + index * word_size, text, word_size);
}
