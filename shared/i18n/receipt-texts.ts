import { type Language, PAPER_REASONS } from '../contract/index.ts';
import type { AccountKind } from '../rules/index.ts';
import { getText, getTopicTexts, type TopicTexts } from './texts.ts';

/** The texts on a receipt around the service's ticket text. The draft on the tape uses the same. */
export type ReceiptTexts = TopicTexts<'receipt'>;

export function getReceiptTexts(language: Language): ReceiptTexts {
  return getTopicTexts('receipt', language);
}

/** The label of the account number. */
export function getAccountLabel(texts: ReceiptTexts, accountKind: AccountKind): string {
  return texts[accountKind];
}

/** These reasons have another text if nothing was sent, because then there is no paper to search. */
const REASONS_WITH_NOT_SENT_TEXT = [
  'silent',
  'cover-open',
  'paper-out',
  'offline',
  'error',
  'broke-off',
] as const;

/** Describes a paper that may not be printed; null for a reason of a later version. */
export function describePaperReason(
  language: Language,
  { state, reason }: { readonly state: string; readonly reason: string | null },
): string | null {
  const knownReason = PAPER_REASONS.find((paperReason) => paperReason === reason);
  if (knownReason === undefined) return null;
  const isSent = state !== 'refused' && state !== 'failed';
  const notSentReason = isSent
    ? undefined
    : REASONS_WITH_NOT_SENT_TEXT.find((paperReason) => paperReason === reason);
  return getText(
    'receipt',
    language,
    notSentReason === undefined ? `paper.${knownReason}` : `paperNotSent.${notSentReason}`,
  );
}

/** Formats a local time of the shop; `parts` are digits. */
export function formatReceiptTime(
  language: Language,
  parts: Readonly<Record<'year' | 'month' | 'day' | 'time', string>>,
): string {
  return getText('receipt', language, 'dateTime', parts);
}

/**
 * Masks an account: `**** 1234`. Shows the last four characters, or fewer of a short number. An account
 * with a biller's mask keeps its punctuation: `(***) ***-1234`.
 */
export function maskAccount(account: {
  readonly accountNumber: string;
  readonly accountShown: string;
}): string {
  const characters = [...account.accountNumber];
  const visibleCount = characters.length >= 8 ? 4 : Math.floor(characters.length / 3);
  if (account.accountShown === account.accountNumber) {
    return `**** ${characters.slice(characters.length - visibleCount).join('')}`.trim();
  }
  let remainingVisible = visibleCount;
  const maskedCharacters = [...account.accountShown].reverse().map((character) => {
    if (!/[\p{L}\p{N}]/u.test(character)) return character;
    remainingVisible -= 1;
    return remainingVisible >= 0 ? character : '*';
  });
  return maskedCharacters.reverse().join('');
}
