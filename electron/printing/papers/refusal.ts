import type { Language } from '../../../shared/contract/index.ts';
import {
  describeServiceCode,
  getReceiptTexts,
  type ReceiptTexts,
} from '../../../shared/i18n/index.ts';
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

/**
 * Our own description of the refusal, printed with the service's message. Without a message it is all
 * that the slip says about the refusal, so it includes what the message of R126 tells the customer.
 */
export function listRefusalReasons(facts: ReceiptFacts, language: Language): readonly string[] {
  const { code, kind, billerName: biller } = facts;
  const isVerbatim = isVerbatimMessageCode(code);
  const isExplained = isRefused(facts) && (kind === 'cash-out' || isVerbatim);
  if (!isExplained || code === null || !isServiceCode(code)) return [];
  const hasMessage = getRefusalMessage(facts) !== null;
  if (!hasMessage && !isVerbatim && facts.state !== 'rejected') return [];
  const during = kind === 'cash-out' || kind === 'cancel' ? kind : 'payment';
  const { title } = describeServiceCode({
    code,
    httpStatus: 422,
    language,
    context: during,
    billerName: biller,
  });
  const isSentToBranch = code === 'R126' && !hasMessage;
  return [title, ...(isSentToBranch ? [getReceiptTexts(language).goToBankBranch] : [])];
}

export function formatServiceMessageLabel({ code }: ReceiptFacts, words: ReceiptTexts): string {
  return code === null ? `${words.serviceSays}:` : `${words.serviceSays} (${code}):`;
}
