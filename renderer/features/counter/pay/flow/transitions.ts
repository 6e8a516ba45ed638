import type { Order, Problem } from '../../../../../shared/contract/index.ts';
import {
  compare,
  isNegative,
  isZero,
  type Money,
  subtract,
} from '../../../../../shared/money/index.ts';
import { getPaymentType, type PaymentType } from '../../../../../shared/rules/index.ts';
import type { Flow, FlowUpdate } from './flow.ts';
import type { AccountStep, AmountStep, Draft, Step, WarningKind } from './steps.ts';

/** Moves that several steps share. */

/** Top-ups, gift cards and cash-outs have no balance. */
export function getDraftPaymentType(draft: Pick<Draft, 'kind' | 'biller' | 'isDrp'>): PaymentType {
  if (draft.kind !== 'bill') return 'any-amount';
  return getPaymentType(draft.biller, draft.isDrp);
}

/** Whether this flow can ask for the balance. */
export function canConsult(draft: Draft): boolean {
  return draft.kind === 'bill' && draft.biller.canCheckBalance && !draft.isSavedBill;
}

/** Whether the balance comes first: it must be paid whole, or only it names the currency. */
export function isConsultRequired(draft: Draft): boolean {
  return (
    getDraftPaymentType(draft) === 'full-balance' ||
    (draft.biller.currency === '' && canConsult(draft))
  );
}

/** The currency that is paid in: the balance's, which also names it where the list does not. */
export function getPaymentCurrency(draft: Draft): string {
  return draft.balance?.amount?.currency ?? draft.biller.currency;
}

/** Once the account is known: on to the balance, or to the amount. */
export function continueAfterAccount(flow: Flow, draft: Draft): FlowUpdate {
  if (isConsultRequired(draft)) return startConsult(flow, draft);
  return goToStep(flow, createAmountStep(draft));
}

/** Main prepares the order; nothing is sent to the service. */
export function prepareOrder(
  flow: Flow,
  draft: Draft,
  amount: Money,
  asking: (ask: number) => Step,
): FlowUpdate {
  const ask = flow.asks + 1;
  return {
    flow: { asks: ask, at: asking(ask) },
    effect: {
      kind: 'prepare',
      ask,
      sale: draft.kind,
      ...getAccount(draft),
      amount,
      balanceId: draft.balance?.id ?? null,
    },
  };
}

/** After the order is prepared: its warnings first, then the cash. A cash-out takes no cash. */
export function continueAfterOrder(flow: Flow, draft: Draft, order: Order): FlowUpdate {
  if (order.warnings.length > 0)
    return goToStep(flow, { step: 'decide', draft, order, decided: [] });
  return goToStep(flow, createTenderStep(draft, order, []));
}

export function createTenderStep(
  draft: Draft,
  order: Order,
  decided: readonly WarningKind[],
): Step {
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
export function getFixedAmount(draft: Draft): Money | null {
  const owed = draft.balance?.amount ?? null;
  if (getDraftPaymentType(draft) !== 'full-balance' || owed === null) return null;
  return isZero(owed) || isNegative(owed) ? null : owed;
}

/** Whether nothing is owed and the biller accepts nothing else. */
export function isNothingOwed(draft: Draft): boolean {
  const owed = draft.balance?.amount ?? null;
  if (getDraftPaymentType(draft) !== 'full-balance' || owed === null) return false;
  return isZero(owed) || isNegative(owed);
}

export function startConsult(flow: Flow, draft: Draft): FlowUpdate {
  const ask = flow.asks + 1;
  const asked = { ...draft, balance: null };
  return {
    flow: { asks: ask, at: { step: 'balance', draft: asked, asking: ask, problem: null } },
    effect: { kind: 'consult', ask, ...getAccount(draft) },
  };
}

export function createAmountStep(draft: Draft): AmountStep {
  return { step: 'amount', draft, asking: null, fault: null, problem: null };
}

export function createAccountStep(draft: Draft): AccountStep {
  return { step: 'account', draft, field: 'account', asking: null, problem: null };
}

/**
 * R13: the biller wants the name on the account, although its row in the list did not say so. From
 * then on it is asked for. Null if that is not what the service said, or no help.
 */
export function createNameStepAfterRefusal(draft: Draft, code: string | null): AccountStep | null {
  const { biller, isSavedBill } = draft;
  if (code !== 'R13' || isSavedBill || biller.requiresNameOnAccount) return null;
  return createNameStep(draft);
}

/** Asks for the name on the account. */
export function createNameStep(draft: Draft): AccountStep {
  const { biller } = draft;
  return {
    ...createAccountStep({
      ...draft,
      biller: { ...biller, requiresNameOnAccount: true },
      balance: null,
    }),
    field: 'name',
    problem: { kind: 'account-number', reason: 'name-required', expected: null },
  };
}

/** The code that the service refused a question with. */
export function getRefusalCode(problem: Problem): string | null {
  return problem.kind === 'service-refused' ? problem.code : null;
}

export function getNameOnAccount(draft: Draft): string | null {
  const name = draft.nameOnAccount.trim();
  return name === '' ? null : name;
}

export function getAccount(draft: Draft) {
  return {
    billerId: draft.biller.id,
    accountNumber: draft.accountNumber,
    nameOnAccount: draft.biller.requiresNameOnAccount ? getNameOnAccount(draft) : null,
  };
}

export function goToStep(flow: Flow, at: Step): FlowUpdate {
  return { flow: { ...flow, at }, effect: null };
}

export function stayOnStep(flow: Flow): FlowUpdate {
  return { flow, effect: null };
}
