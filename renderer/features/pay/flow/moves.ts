import type { Order, Problem } from '../../../../shared/contract/index.ts';
import {
  compare,
  isNegative,
  isZero,
  type Money,
  subtract,
} from '../../../../shared/money/index.ts';
import { type PaymentType, paymentType } from '../../../../shared/rules/index.ts';
import type { Flow, Updated } from './flow.ts';
import type { AccountStep, AmountStep, Draft, Step, WarningKind } from './steps.ts';

/** Moves that several steps share. */

/** Top-ups, gift cards and cash-outs have no balance. */
export function typeOf(draft: Pick<Draft, 'kind' | 'biller' | 'isDrp'>): PaymentType {
  if (draft.kind !== 'bill') return 'any-amount';
  return paymentType(draft.biller, draft.isDrp);
}

/** Whether this flow can ask for the balance. */
export function mayConsult(draft: Draft): boolean {
  return draft.kind === 'bill' && draft.biller.canCheckBalance && !draft.isKept;
}

/** Whether the balance comes first: it must be paid whole, or only it names the currency. */
export function mustConsult(draft: Draft): boolean {
  return typeOf(draft) === 'full-balance' || (draft.biller.currency === '' && mayConsult(draft));
}

/** The currency that is paid in: the balance's, which also names it where the list does not. */
export function currencyOf(draft: Draft): string {
  return draft.balance?.amount?.currency ?? draft.biller.currency;
}

/** Once the account is known: on to the balance, or to the amount. */
export function afterAccount(flow: Flow, draft: Draft): Updated {
  if (mustConsult(draft)) return consult(flow, draft);
  return go(flow, amountStep(draft));
}

/** Main prepares the order; nothing is sent to the service. */
export function prepare(
  flow: Flow,
  draft: Draft,
  amount: Money,
  asking: (ask: number) => Step,
): Updated {
  const ask = flow.asks + 1;
  return {
    flow: { asks: ask, at: asking(ask) },
    effect: {
      kind: 'prepare',
      ask,
      sale: draft.kind,
      ...accountOf(draft),
      amount,
      balanceId: draft.balance?.id ?? null,
    },
  };
}

/** After the order is prepared: its warnings first, then the cash. A cash-out takes no cash. */
export function afterPrepared(flow: Flow, draft: Draft, order: Order): Updated {
  if (order.warnings.length > 0) return go(flow, { step: 'decide', draft, order, decided: [] });
  return go(flow, tenderStep(draft, order, []));
}

export function tenderStep(draft: Draft, order: Order, decided: readonly WarningKind[]): Step {
  if (draft.kind === 'cash-out') {
    const none = { text: '', cash: null, change: null, problem: null };
    return { step: 'confirm', draft, order, decided, ...none };
  }
  const { tender } = draft;
  const text = tender?.text ?? '';
  const cash = tender?.cash ?? null;
  const { due } = order;
  // The same sum once more: the cash for it is on the counter.
  if (tender && cash !== null && isSameSum(tender.due, due)) {
    const change = subtract(cash, due);
    return { step: 'confirm', draft, order, decided, text, cash, change, problem: null };
  }
  return { step: 'cash', draft, order, decided, text, fault: null };
}

function isSameSum(a: Money, b: Money): boolean {
  return a.currency === b.currency && compare(a, b) === 0;
}

/** The whole balance, if it must be paid whole and is not zero. */
export function fixedAmount(draft: Draft): Money | null {
  const owed = draft.balance?.amount ?? null;
  if (typeOf(draft) !== 'full-balance' || owed === null) return null;
  return isZero(owed) || isNegative(owed) ? null : owed;
}

/** Whether nothing is owed and the biller accepts nothing else. */
export function owesNothing(draft: Draft): boolean {
  const owed = draft.balance?.amount ?? null;
  if (typeOf(draft) !== 'full-balance' || owed === null) return false;
  return isZero(owed) || isNegative(owed);
}

export function consult(flow: Flow, draft: Draft): Updated {
  const ask = flow.asks + 1;
  const asked = { ...draft, balance: null };
  return {
    flow: { asks: ask, at: { step: 'balance', draft: asked, asking: ask, problem: null } },
    effect: { kind: 'consult', ask, ...accountOf(draft) },
  };
}

export function amountStep(draft: Draft): AmountStep {
  return { step: 'amount', draft, asking: null, fault: null, problem: null };
}

export function accountStep(draft: Draft): AccountStep {
  return { step: 'account', draft, field: 'account', asking: null, problem: null };
}

/**
 * R13: the biller wants the name on the account, although its row in the list did not say so. From
 * then on it is asked for. Null if that is not what the service said, or no help.
 */
export function nameStep(draft: Draft, code: string | null): AccountStep | null {
  const { biller, isKept } = draft;
  if (code !== 'R13' || isKept || biller.requiresNameOnAccount) return null;
  return namedStep(draft);
}

/** Asks for the name on the account. */
export function namedStep(draft: Draft): AccountStep {
  const { biller } = draft;
  return {
    ...accountStep({ ...draft, biller: { ...biller, requiresNameOnAccount: true }, balance: null }),
    field: 'name',
    problem: { kind: 'account-number', reason: 'name-required', expected: null },
  };
}

/** The code that the service refused a question with. */
export function codeOf(problem: Problem): string | null {
  return problem.kind === 'service-refused' ? problem.code : null;
}

export function nameOf(draft: Draft): string | null {
  const name = draft.nameOnAccount.trim();
  return name === '' ? null : name;
}

export function accountOf(draft: Draft) {
  return {
    billerId: draft.biller.id,
    accountNumber: draft.accountNumber,
    nameOnAccount: draft.biller.requiresNameOnAccount ? nameOf(draft) : null,
  };
}

export function go(flow: Flow, at: Step): Updated {
  return { flow: { ...flow, at }, effect: null };
}

export function stay(flow: Flow): Updated {
  return { flow, effect: null };
}
