import { assertNever, type Language, type Tape } from '../../../../shared/contract/index.ts';
import { paperSentence } from '../../../../shared/i18n/index.ts';
import type { Text } from '../../../i18n/index.ts';

/**
 * Whether there is a receipt to hand over. `comes`: it is out, or on its way. `lacking`: nobody can
 * hand it over. `spared`: the shop prints on request, or has no printer.
 */
export type PaperStanding = 'comes' | 'lacking' | 'spared';

/** Of the original receipt; undefined until it was read, null where none was made. */
export function standingOfPaper(
  tape: Pick<Tape, 'state' | 'isOnScreen'> | null | undefined,
): PaperStanding {
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

/** Why it is not (known to be) on paper, and what to do about it. */
export function whyNoPaper(text: Text, language: Language, tape: Tape): string {
  return paperSentence(language, tape) ?? text('pay.paper.unknownReason');
}
