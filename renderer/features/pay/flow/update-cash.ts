import {
  compare,
  formatAmount,
  largestNote,
  type Money,
  money,
  parseAmount,
  subtract,
  times,
} from '../../../../shared/money/index.ts';
import type { Flow, FlowEvent, FlowSettings, Updated } from './flow.ts';
import { amountStep, go, stay } from './moves.ts';
import type { CashFault, CashStep, ConfirmStep } from './steps.ts';

/** The cash, and the only key that pays. */

const MOST_TIMES_DUE = 10;
/** Of a currency whose notes are not known. */
const OTHER_LARGEST_NOTE = '1000';

/**
 * An implausible sum of cash comes from a scanned code or a finger resting on a key. A single note
 * of the currency is always plausible.
 */
export function isBeyondSense(cash: Money, due: Money): boolean {
  return compare(cash, mostCash(due)) > 0;
}

/** The most that is plausible. */
export function mostCash(due: Money): Money {
  const { currency } = due;
  const oneNote = money(largestNote(currency)?.amount ?? OTHER_LARGEST_NOTE, currency);
  const most = times(due, MOST_TIMES_DUE);
  return compare(most, oneNote) > 0 ? most : oneNote;
}

/** One that is too much is `isMeant` after it was asked about. */
export function faultOfCash(cash: Money, due: Money, isMeant: boolean): CashFault {
  if (compare(cash, due) < 0) return 'too-little';
  return isBeyondSense(cash, due) && !isMeant ? 'too-much' : null;
}

export function updateCash(
  flow: Flow,
  at: CashStep,
  event: FlowEvent,
  settings: FlowSettings,
): Updated {
  const { due } = at.order;
  const take = (cash: Money, text: string): Updated => {
    // Asked once; what is typed or chosen again unchanged is meant.
    const fault = faultOfCash(cash, due, at.fault === 'too-much' && at.text === text);
    if (fault !== null) return go(flow, { ...at, text, fault });
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
      // An empty field means the exact sum; the confirm step shows it before anything is sent.
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
