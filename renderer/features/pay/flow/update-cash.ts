import {
  compare,
  formatAmount,
  type Money,
  money,
  parseAmount,
  subtract,
  times,
} from '../../../../shared/money/index.ts';
import type { Flow, FlowEvent, FlowSettings, Updated } from './flow.ts';
import { amountStep, go, stay } from './moves.ts';
import type { CashStep, ConfirmStep } from './steps.ts';

/** The cash, and the one key that pays. */

const MOST_TIMES_DUE = 10;
const NEVER_TOO_MUCH = '10000.00';

/** A scanned code or a finger on a key, and nobody's cash: the change would be a fortune. */
export function isBeyondSense(cash: Money, due: Money): boolean {
  const { currency } = due;
  return (
    compare(cash, money(NEVER_TOO_MUCH, currency)) > 0 &&
    compare(cash, times(due, MOST_TIMES_DUE)) > 0
  );
}

export function updateCash(
  flow: Flow,
  at: CashStep,
  event: FlowEvent,
  settings: FlowSettings,
): Updated {
  const { due } = at.order;
  const take = (cash: Money, text: string): Updated => {
    if (compare(cash, due) < 0) return go(flow, { ...at, text, fault: 'too-little' });
    if (isBeyondSense(cash, due)) return go(flow, { ...at, text, fault: 'too-much' });
    const { draft, order, decided } = at;
    const change = subtract(cash, due);
    return go(flow, { step: 'confirm', draft, order, decided, text, cash, change, problem: null });
  };
  switch (event.type) {
    case 'typed':
      return event.field === 'cash'
        ? go(flow, { ...at, text: event.text, fault: null })
        : stay(flow);
    case 'cash-chosen':
      return event.cash.currency === due.currency
        ? take(event.cash, formatAmount(event.cash, settings.locale))
        : stay(flow);
    case 'key': {
      if (event.key === 'back') return go(flow, amountStep(at.draft));
      if (event.key !== 'enter') return stay(flow);
      // Nothing typed is the exact sum; the confirm step says so before anything is sent.
      if (at.text.trim() === '') return take(due, '');
      const parsed = parseAmount(at.text, due.currency, settings.locale);
      return parsed.ok ? take(parsed.value, at.text) : go(flow, { ...at, fault: parsed.fault });
    }
    default:
      return stay(flow);
  }
}

export function updateConfirm(flow: Flow, at: ConfirmStep, event: FlowEvent): Updated {
  if (event.type !== 'key') return stay(flow);
  const { draft, order, decided, text } = at;
  if (event.key === 'back') {
    return draft.kind === 'cash-out'
      ? go(flow, amountStep(draft))
      : go(flow, { step: 'cash', draft, order, decided, text, fault: null });
  }
  if (event.key !== 'pay') return stay(flow);
  const ask = flow.asks + 1;
  return {
    flow: { asks: ask, at: { step: 'paying', from: at, asking: ask } },
    effect: { kind: 'pay', ask, orderId: order.id, cash: at.cash, acknowledged: decided },
  };
}
