/* Replaces electron-builder's helper that requests elevation from Windows. */
int main(void) { return 0; }
