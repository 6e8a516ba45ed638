import type { PrintResult } from './transport.ts';

/**
 * The printer that every till has: it takes the same bytes that a paper printer would get, and
 * always prints. It shows the tape, which is drawn from the stored bytes.
 */
export function printToScreen(onLeaving: () => void): PrintResult {
  onLeaving();
  return { kind: 'printed', isPaperLow: false };
}
