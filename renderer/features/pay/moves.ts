import { isNegative, isZero, type Money } from '../../../shared/money/index.ts';
import type { AccountStep, AmountStep, Draft, Flow, Step, Updated } from './flow.ts';
import { paymentType } from './payment-type.ts';

/** What several steps of the form do alike. */

/** What the whole balance is, where it must be paid whole and there is something to pay. */
export function fixedAmount(draft: Draft): Money | null {
  const owed = draft.balance?.amount ?? null;
  if (paymentType(draft.biller) !== 'full-balance' || owed === null) return null;
  return isZero(owed) || isNegative(owed) ? null : owed;
}

/** True where the look-up says that nothing is owed and the biller takes nothing else. */
export function owesNothing(draft: Draft): boolean {
  const owed = draft.balance?.amount ?? null;
  if (paymentType(draft.biller) !== 'full-balance' || owed === null) return false;
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
