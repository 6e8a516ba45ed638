/** The options that end without a page: a second copy with one of them asks the first for no address. */
const WITHOUT_WINDOW = [
  '--upload-daily-file',
  '--apply',
  '--status',
  '--diagnostics',
  '--version',
  '--help',
];

export function isWithoutWindow(argv: readonly string[]): boolean {
  return argv.some((word) => WITHOUT_WINDOW.includes(word.split('=', 1)[0] ?? ''));
}
