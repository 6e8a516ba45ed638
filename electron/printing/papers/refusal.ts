import type { Language } from '../../../shared/contract/index.ts';
import { describeServiceCode, type ReceiptTexts } from '../../../shared/i18n/index.ts';
import { isServiceCode, isVerbatimMessageCode } from '../../../shared/rules/index.ts';
import type { ReceiptFacts } from './receipt-facts.ts';

/**
 * The service's own message for a refused cash-out, and for any refusal whose wording the banking
 * regulation requires; otherwise null.
 */
export function getRefusalMessage(facts: ReceiptFacts): string | null {
  return isRefused(facts) && (facts.kind === 'cash-out' || isVerbatimMessageCode(facts.code))
    ? toNonBlank(facts.message)
    : null;
}

function toNonBlank(message: string | null): string | null {
  return message === null || message.trim() === '' ? null : message;
}

function isRefused({ state }: ReceiptFacts): boolean {
  return state === 'rejected' || state === 'not-performed' || state === 'by-hand-not-paid';
}

/** Our own description, printed with the service's message; null without that message. */
export function getRefusalReason(facts: ReceiptFacts, language: Language): string | null {
  const { code, kind, billerName: biller } = facts;
  if (getRefusalMessage(facts) === null || code === null || !isServiceCode(code)) return null;
  const during = kind === 'cash-out' || kind === 'cancel' ? kind : 'payment';
  return describeServiceCode({ code, httpStatus: 422, language, during, biller }).title;
}

export function formatServiceLabel({ code }: ReceiptFacts, words: ReceiptTexts): string {
  return code === null ? `${words.serviceSays}:` : `${words.serviceSays} (${code}):`;
}
