import {
  formatAmount,
  type Money,
  parseAmount,
  subtract,
} from '../../../../../shared/money/index.ts';
import { getCannotPayReason, getInvalidCashReason } from '../../../../../shared/rules/index.ts';
import type { PayFlow, PayFlowEvent, PayFlowSettings, PayFlowUpdate } from './flow.ts';
import type { CashStep, ConfirmStep, PaymentDraft } from './steps.ts';
import {
  createAmountStep,
  createStepBeforeOrder,
  goToStep,
  hasCashFromFailedAttempt,
  stayOnStep,
} from './transitions.ts';

/** The steps for the cash and the confirmation, whose F12 is the only key that pays. */

export function updateCashStep(
  flow: PayFlow,
  at: CashStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  const { due } = at.order;
  const acceptCash = (cash: Money, text: string): PayFlowUpdate => {
    // An implausible sum is accepted if it is entered a second time unchanged.
    const invalidReason = getInvalidCashReason(
      cash,
      due,
      at.invalidReason === 'too-much' && at.cashText === text,
    );
    if (invalidReason !== null) return goToStep(flow, { ...at, cashText: text, invalidReason });
    const { draft, order, decidedWarnings } = at;
    const change = subtract(cash, due);
    return goToStep(flow, {
      step: 'confirm',
      draft,
      order,
      decidedWarnings,
      cashText: text,
      cash,
      change,
      problem: null,
    });
  };
  switch (event.type) {
    case 'typed':
      return event.field === 'cash'
        ? goToStep(flow, { ...at, cashText: event.text, invalidReason: null })
        : stayOnStep(flow);
    case 'cash-chosen':
      return event.cash.currency === due.currency
        ? acceptCash(event.cash, formatAmount(event.cash, settings.locale))
        : stayOnStep(flow);
    case 'key': {
      if (event.key === 'back')
        return goToStep(flow, createStepBeforeOrder(keepTypedCash(at), settings));
      if (event.key === 'pay') {
        return goToStep(flow, {
          ...at,
          invalidReason: getCannotPayReason(at.cashText, due, settings.locale),
        });
      }
      // An empty field means the exact sum. The confirm step shows it before anything is sent.
      if (at.cashText.trim() === '') return acceptCash(due, '');
      const parsed = parseAmount(at.cashText, due.currency, settings.locale);
      return parsed.ok
        ? acceptCash(parsed.value, at.cashText)
        : goToStep(flow, { ...at, invalidReason: parsed.reason });
    }
    default:
      return stayOnStep(flow);
  }
}

/** Typed cash stays with the draft, so that it is neither typed again nor forgotten. */
function keepTypedCash({ draft, cashText: text, order }: CashStep): PaymentDraft {
  if (hasCashFromFailedAttempt(draft) || text.trim() === '') return draft;
  return { ...draft, cashOnCounter: { cashText: text, cash: null, due: order.due } };
}

export function updateConfirmStep(
  flow: PayFlow,
  at: ConfirmStep,
  event: PayFlowEvent,
  settings: PayFlowSettings,
): PayFlowUpdate {
  if (event.type !== 'key') return stayOnStep(flow);
  const { draft, order, decidedWarnings, cash } = at;
  if (event.key === 'back') {
    if (cash === null) return goToStep(flow, createAmountStep(draft));
    // An empty field meant the exact sum, which is now known.
    const text = at.cashText.trim() === '' ? formatAmount(cash, settings.locale) : at.cashText;
    return goToStep(flow, {
      step: 'cash',
      draft,
      order,
      decidedWarnings,
      cashText: text,
      invalidReason: null,
    });
  }
  if (event.key !== 'pay') return stayOnStep(flow);
  const requestNumber = flow.requestCount + 1;
  return {
    flow: {
      requestCount: requestNumber,
      at: { step: 'recording-intent', confirmStep: at, pendingRequest: requestNumber },
    },
    effect: {
      kind: 'pay',
      requestNumber,
      orderId: order.id,
      cash: at.cash,
      acknowledged: decidedWarnings,
    },
  };
}
