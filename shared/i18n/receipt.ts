import { type Language, PAPER_REASONS } from '../contract/index.ts';
import { textOf, type Words, wordsOf } from './texts.ts';

/**
 * The words that stand on a receipt around the service's own text. The tape that the page draws
 * before a payment uses the same ones.
 */
export type ReceiptWords = Words<'receipt'>;

export function receiptWords(language: Language): ReceiptWords {
  return wordsOf('receipt', language);
}

/** These have another sentence where nothing had been sent: there is no paper to look for. */
const NOT_SENT = ['silent', 'cover-open', 'paper-out', 'offline', 'error', 'broke-off'] as const;

/** What is said of a paper that is not (known to be) out; null for a reason of a later version. */
export function paperSentence(
  language: Language,
  { state, reason }: { readonly state: string; readonly reason: string | null },
): string | null {
  const known = PAPER_REASONS.find((one) => one === reason);
  if (known === undefined) return null;
  const isSent = state !== 'refused' && state !== 'failed';
  const notSent = isSent ? undefined : NOT_SENT.find((one) => one === reason);
  return textOf(
    'receipt',
    language,
    notSent === undefined ? `paper.${known}` : `paperNotSent.${notSent}`,
  );
}

/** An instant of the shop's clock, its parts as digits. */
export function paperTime(
  language: Language,
  parts: Readonly<Record<'year' | 'month' | 'day' | 'time', string>>,
): string {
  return textOf('receipt', language, 'dateTime', parts);
}

/** `**** 1234`: the last four characters; fewer where that would show most of a short number. */
export function maskAccount(accountNumber: string): string {
  const characters = [...accountNumber];
  const shown = characters.length >= 8 ? 4 : Math.floor(characters.length / 3);
  return `**** ${characters.slice(characters.length - shown).join('')}`.trim();
}
