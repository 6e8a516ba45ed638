import type { Order } from '../../../../shared/contract/index.ts';
import { isNegative, isZero, type Money } from '../../../../shared/money/index.ts';
import { type PaymentType, paymentType } from '../../../../shared/rules/index.ts';
import type { Flow, Updated } from './flow.ts';
import type { AccountStep, AmountStep, Draft, Step, WarningKind } from './steps.ts';

/** What several steps of the form do alike. */

/** Top-ups, gift cards and cash-outs have no balance. */
export function typeOf(draft: Pick<Draft, 'kind' | 'biller' | 'isDrp'>): PaymentType {
  if (draft.kind !== 'bill') return 'any-amount';
  return paymentType(draft.biller, draft.isDrp);
}

/** Whether what is owed can be looked up in this flow. */
export function mayConsult(draft: Draft): boolean {
  return draft.kind === 'bill' && draft.biller.canCheckBalance && !draft.isKept;
}

/** Where the account is known: on to the balance, or to the amount. */
export function afterAccount(flow: Flow, draft: Draft): Updated {
  if (typeOf(draft) === 'full-balance') return consult(flow, draft);
  return go(flow, amountStep(draft));
}

/** Main works the order out; nothing is sent. */
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

/** The order is there: its warnings first, then the money. A cash-out takes none. */
export function afterPrepared(flow: Flow, draft: Draft, order: Order): Updated {
  if (order.warnings.length > 0) return go(flow, { step: 'decide', draft, order, decided: [] });
  return go(flow, tenderStep(draft, order, []));
}

export function tenderStep(draft: Draft, order: Order, decided: readonly WarningKind[]): Step {
  if (draft.kind !== 'cash-out') {
    return { step: 'cash', draft, order, decided, text: '', fault: null };
  }
  const none = { text: '', cash: null, change: null, problem: null };
  return { step: 'confirm', draft, order, decided, ...none };
}

/** What the whole balance is, where it must be paid whole and there is something to pay. */
export function fixedAmount(draft: Draft): Money | null {
  const owed = draft.balance?.amount ?? null;
  if (typeOf(draft) !== 'full-balance' || owed === null) return null;
  return isZero(owed) || isNegative(owed) ? null : owed;
}

/** True if the look-up says that nothing is owed and the biller takes nothing else. */
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
