import { type Money, parseAmount } from '../../../../../shared/money/index.ts';
import type { CashOnCounter, PayStep } from './steps.ts';

/**
 * Returns the customer's cash that is on the counter before anything was sent: typed, confirmed, or
 * left from an attempt that failed. `amount` is null if it is not readable. Null without such cash; a
 * cash-out takes none.
 */
export function getEnteredCash(
  step: PayStep,
  locale: string,
): { readonly amount: Money | null } | null {
  switch (step.step) {
    case 'confirm':
      return step.cash === null ? null : { amount: step.cash };
    case 'cash': {
      const parsed = parseAmount(step.cashText, step.order.due.currency, locale);
      if (step.cashText.trim() !== '') return { amount: parsed.ok ? parsed.value : null };
      return toEnteredCash(step.draft.cashOnCounter);
    }
    case 'account':
    case 'repeat-number':
    case 'top-up-check':
    case 'balance':
    case 'amount-difference':
    case 'amount':
    case 'warnings':
      return toEnteredCash(step.draft.cashOnCounter);
    // The result says what happens to the cash.
    case 'recording-intent':
    case 'sent-payment':
    case 'ended':
      return null;
  }

  function toEnteredCash(
    cashOnCounter: CashOnCounter | undefined,
  ): { readonly amount: Money | null } | null {
    if (cashOnCounter === undefined) return null;
    if (cashOnCounter.cash !== null) return { amount: cashOnCounter.cash };
    const parsed = parseAmount(cashOnCounter.cashText, cashOnCounter.due.currency, locale);
    return { amount: parsed.ok ? parsed.value : null };
  }
}
