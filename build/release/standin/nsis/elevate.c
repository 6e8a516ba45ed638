/* In the place of the helper that asks Windows for more rights. */
int main(void) { return 0; }
