import { correction, generate, mode } from 'lean-qr';

/** White around the code, in modules, as the standard requires. */
const QUIET_ZONE_MODULES = 4;
/** Black on white whatever the colors of the terminal are: many scanners read no inverted code. */
const BLACK_ON_WHITE = '\u001b[30;107m';
const RESET = '\u001b[0m';

/**
 * Returns a QR code as lines for a terminal; each character shows two modules, one above the other.
 * The text is short and in ASCII, best in capitals and digits, for which the code is smallest.
 */
export function formatTerminalQr(text: string): string {
  const code = generate(text, {
    modes: [mode.alphaNumeric, mode.ascii],
    minCorrectionLevel: correction.M,
  });
  const from = -QUIET_ZONE_MODULES;
  const to = code.size + QUIET_ZONE_MODULES;
  const lines: string[] = [];
  for (let y = from; y < to; y += 2) {
    let line = '';
    for (let x = from; x < to; x += 1) {
      const isUpperBlack = code.get(x, y);
      const isLowerBlack = code.get(x, y + 1);
      line += isUpperBlack ? (isLowerBlack ? '█' : '▀') : isLowerBlack ? '▄' : ' ';
    }
    lines.push(`${BLACK_ON_WHITE}${line}${RESET}\n`);
  }
  return lines.join('');
}
