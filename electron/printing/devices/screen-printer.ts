import type { PrintResult } from './transport.ts';

/**
 * The screen as a printer: every job succeeds at once. The screen shows the tape, which is rendered
 * from the stored lines.
 */
export function printToScreen(onLeaving: () => void): PrintResult {
  onLeaving();
  return { kind: 'printed', isPaperLow: false };
}
