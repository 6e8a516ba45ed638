import { assertNever, type Language, type Tape } from '../../../../shared/contract/index.ts';
import { describePaperReason } from '../../../../shared/i18n/index.ts';
import type { TextFunction } from '../../../i18n/index.ts';
import type { OriginalReceiptStatus } from './result-title-key.ts';

/**
 * Returns the status of the original receipt. `tape` is undefined until it is loaded, and null if
 * no receipt was made.
 */
export function getOriginalReceiptStatus(
  tape: Pick<Tape, 'state' | 'isOnScreen'> | null | undefined,
): OriginalReceiptStatus {
  if (!tape) return 'coming';
  if (tape.isOnScreen) return 'not-printed';
  switch (tape.state) {
    case 'waiting':
    case 'printing':
    case 'printed':
      return 'coming';
    case 'skipped':
      return 'not-printed';
    case 'refused':
    case 'failed':
    case 'unconfirmed':
      return 'failed';
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
