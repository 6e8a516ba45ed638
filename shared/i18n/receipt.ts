import { type Language, PAPER_REASONS } from '../contract/index.ts';
import type { AccountKind } from '../rules/index.ts';
import { getText, getTopicTexts, type TopicTexts } from './texts.ts';

/** The words on a receipt around the service's text. The draft on the tape uses the same. */
export type ReceiptTexts = TopicTexts<'receipt'>;

export function getReceiptTexts(language: Language): ReceiptTexts {
  return getTopicTexts('receipt', language);
}

/** What the number is that was paid to. */
export function getAccountLabel(words: ReceiptTexts, is: AccountKind): string {
  return words[is];
}

/** These have another sentence if nothing had been sent: then there is no paper to look for. */
const REASONS_WITH_NOT_SENT_TEXT = [
  'silent',
  'cover-open',
  'paper-out',
  'offline',
  'error',
  'broke-off',
] as const;

/** The sentence about a paper that may not be printed; null for a reason of a later version. */
export function describePaperReason(
  language: Language,
  { state, reason }: { readonly state: string; readonly reason: string | null },
): string | null {
  const known = PAPER_REASONS.find((one) => one === reason);
  if (known === undefined) return null;
  const isSent = state !== 'refused' && state !== 'failed';
  const notSent = isSent ? undefined : REASONS_WITH_NOT_SENT_TEXT.find((one) => one === reason);
  return getText(
    'receipt',
    language,
    notSent === undefined ? `paper.${known}` : `paperNotSent.${notSent}`,
  );
}

/** An instant of the shop's clock, its parts as digits. */
export function formatPaperTime(
  language: Language,
  parts: Readonly<Record<'year' | 'month' | 'day' | 'time', string>>,
): string {
  return getText('receipt', language, 'dateTime', parts);
}

/**
 * `**** 1234`: the last four characters, or fewer if four would show most of a short number. An
 * account with a mask keeps its punctuation: `(***) ***-1234`.
 */
export function maskAccount(account: {
  readonly accountNumber: string;
  readonly accountShown: string;
}): string {
  const characters = [...account.accountNumber];
  const clear = characters.length >= 8 ? 4 : Math.floor(characters.length / 3);
  if (account.accountShown === account.accountNumber) {
    return `**** ${characters.slice(characters.length - clear).join('')}`.trim();
  }
  let left = clear;
  const hidden = [...account.accountShown].reverse().map((character) => {
    if (!/[\p{L}\p{N}]/u.test(character)) return character;
    left -= 1;
    return left >= 0 ? character : '*';
  });
  return hidden.reverse().join('');
}
