/**
 * The options that run without a page: a second copy with one of them does not request an address
 * from the first.
 */
const HEADLESS_OPTIONS = [
  '--upload-daily-file',
  '--apply',
  '--status',
  '--diagnostics',
  '--version',
  '--help',
];

export function isHeadless(argv: readonly string[]): boolean {
  return argv.some((word) => HEADLESS_OPTIONS.includes(word.split('=', 1)[0] ?? ''));
}
