import { type Money, parseAmount } from '../../../../../shared/money/index.ts';
import type { PayStep } from './steps.ts';

/**
 * Returns the customer's cash that is on the counter before anything was sent: typed, confirmed, or
 * left from an attempt that failed. `sum` is null if it is not readable. Null without such cash; a
 * cash-out takes none.
 */
export function getEnteredCash(
  step: PayStep,
  locale: string,
): { readonly sum: Money | null } | null {
  switch (step.step) {
    case 'confirm':
      return step.cash === null ? null : { sum: step.cash };
    case 'cash': {
      const parsed = parseAmount(step.text, step.order.due.currency, locale);
      if (step.text.trim() !== '') return { sum: parsed.ok ? parsed.value : null };
      return toEnteredCash(step.draft.tender);
    }
    case 'account':
    case 'repeat-number':
    case 'top-up-check':
    case 'balance':
    case 'amount':
    case 'warnings':
      return toEnteredCash(step.draft.tender);
    // The result says what happens to the cash.
    case 'recording-intent':
    case 'sent-payment':
    case 'ended':
      return null;
  }

  function toEnteredCash(
    tender: { readonly text: string; readonly cash: Money | null; readonly due: Money } | undefined,
  ): { readonly sum: Money | null } | null {
    if (tender === undefined) return null;
    if (tender.cash !== null) return { sum: tender.cash };
    const parsed = parseAmount(tender.text, tender.due.currency, locale);
    return { sum: parsed.ok ? parsed.value : null };
  }
}
