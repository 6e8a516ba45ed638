import { assertNever, type Language, type Tape } from '../../../../shared/contract/index.ts';
import { describePaperReason } from '../../../../shared/i18n/index.ts';
import type { TextFunction } from '../../../i18n/index.ts';

/**
 * Whether there is a receipt to hand over. `comes`: it is printed or being printed. `lacking`:
 * printing failed. `spared`: the shop prints on request, or has no printer.
 */
export type PaperStatus = 'comes' | 'lacking' | 'spared';

/**
 * Returns the status of the original receipt. `tape` is undefined until it is loaded, and null if
 * no receipt was made.
 */
export function getPaperStatus(
  tape: Pick<Tape, 'state' | 'isOnScreen'> | null | undefined,
): PaperStatus {
  if (!tape) return 'comes';
  if (tape.isOnScreen) return 'spared';
  switch (tape.state) {
    case 'waiting':
    case 'printing':
    case 'printed':
      return 'comes';
    case 'skipped':
      return 'spared';
    case 'refused':
    case 'failed':
    case 'unconfirmed':
      return 'lacking';
    default:
      return assertNever(tape.state);
  }
}

/** Returns why the paper was not, or may not have been, printed, and what to do about it. */
export function formatPaperUnavailableReason(
  text: TextFunction,
  language: Language,
  tape: Tape,
): string {
  return describePaperReason(language, tape) ?? text('pay.paper.unknownReason');
}
