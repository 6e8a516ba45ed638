import type { Order, Problem } from '../../../../../shared/contract/index.ts';
import {
  compare,
  createMoney,
  formatAmount,
  isNegative,
  isSameCurrency,
  isZero,
  type Money,
  roundUpToPayableAmount,
  subtract,
} from '../../../../../shared/money/index.ts';
import { getPaymentType, type PaymentType } from '../../../../../shared/rules/index.ts';
import type { PayFlow, PayFlowSettings, PayFlowUpdate } from './flow.ts';
import type { AccountStep, AmountStep, PaymentDraft, PayStep, WarningKind } from './steps.ts';

/** Transitions that several steps share. */

/** Returns the payment type. Top-ups, gift cards and cash-outs have no balance. */
export function getDraftPaymentType(
  draft: Pick<PaymentDraft, 'kind' | 'biller' | 'isDrp'>,
): PaymentType {
  if (draft.kind !== 'bill') return 'any-amount';
  return getPaymentType(draft.biller, draft.isDrp);
}

/** Whether this flow can ask for the balance. */
export function canConsult(draft: PaymentDraft): boolean {
  return draft.kind === 'bill' && draft.biller.canCheckBalance && !draft.isSavedBill;
}

/**
 * Whether the balance must be requested first: it must be paid in full, or only it names the
 * currency.
 */
export function isConsultRequired(draft: PaymentDraft): boolean {
  return (
    getDraftPaymentType(draft) === 'full-balance' ||
    (draft.biller.currency === '' && canConsult(draft))
  );
}

/**
 * Returns the currency of the payment: the balance's, or else the biller's. The balance also names
 * it if the biller's list entry does not.
 */
export function getPaymentCurrency(draft: PaymentDraft): string {
  return draft.balance?.amount?.currency ?? draft.biller.currency;
}

/** Continues with the balance or the amount, once the account is known. */
export function continueAfterAccount(
  flow: PayFlow,
  draft: PaymentDraft,
  settings: Pick<PayFlowSettings, 'locale'>,
): PayFlowUpdate {
  if (isConsultRequired(draft)) return startConsult(flow, draft);
  const amount = draft.scannedBill?.amount ?? null;
  if (amount === null) return goToStep(flow, createAmountStep(draft));
  // The bill's amount is compared with the balance; without one, it is only proposed.
  if (canConsult(draft)) return startConsult(flow, draft);
  const amountText = draft.amountText.trim() || formatAmount(amount, settings.locale);
  return goToStep(flow, createAmountStep({ ...draft, amountText }));
}

/** Whether the bill and the service name different amounts of what is owed. */
export function hasAmountDifference({ scannedBill, balance }: PaymentDraft): boolean {
  const amount = scannedBill?.amount ?? null;
  const owed = balance?.amount ?? null;
  if (amount === null || owed === null) return false;
  return !isSameCurrency(amount.currency, owed.currency) || !isEqualAmount(amount, owed);
}

function isEqualAmount(a: Money, b: Money): boolean {
  return compare(createMoney(a.amount, b.currency), roundUpToPayableAmount(b)) === 0;
}

/** Requests the order from main; nothing is sent to the service. */
export function prepareOrder(
  flow: PayFlow,
  draft: PaymentDraft,
  amount: Money,
  toStep: (requestNumber: number) => PayStep,
): PayFlowUpdate {
  const requestNumber = flow.requestCount + 1;
  return {
    flow: { requestCount: requestNumber, at: toStep(requestNumber) },
    effect: {
      kind: 'prepare',
      requestNumber,
      sale: draft.kind,
      ...toAccountInput(draft),
      amount,
      balanceId: draft.balance?.id ?? null,
    },
  };
}

/** Continues with the order's warnings, or with the cash. A cash-out takes no cash. */
export function continueAfterOrder(
  flow: PayFlow,
  draft: PaymentDraft,
  order: Order,
): PayFlowUpdate {
  if (order.warnings.length > 0)
    return goToStep(flow, { step: 'warnings', draft, order, decidedWarnings: [] });
  return goToStep(flow, createTenderStep(draft, order, []));
}

export function createTenderStep(
  draft: PaymentDraft,
  order: Order,
  decidedWarnings: readonly WarningKind[],
): PayStep {
  if (draft.kind === 'cash-out') {
    const emptyTender = { cashText: '', cash: null, change: null, problem: null };
    return { step: 'confirm', draft, order, decidedWarnings, ...emptyTender };
  }
  const { cashOnCounter } = draft;
  const text = cashOnCounter?.cashText ?? '';
  const cash = cashOnCounter?.cash ?? null;
  const { due } = order;
  // The same sum as in the previous attempt, so its cash on the counter is reused.
  if (cashOnCounter && cash !== null && isSameSum(cashOnCounter.due, due)) {
    const change = subtract(cash, due);
    return {
      step: 'confirm',
      draft,
      order,
      decidedWarnings,
      cashText: text,
      cash,
      change,
      problem: null,
    };
  }
  return {
    step: 'cash',
    draft: removeTypedTender(draft),
    order,
    decidedWarnings,
    cashText: text,
    invalidReason: null,
  };
}

/** Whether the customer's cash is on the counter after an attempt that was refused or not sent. */
export function hasCashFromFailedAttempt({ cashOnCounter }: PaymentDraft): boolean {
  return cashOnCounter !== undefined && cashOnCounter.cash !== null;
}

/** Cash that was only typed is the cash step's own. */
function removeTypedTender(draft: PaymentDraft): PaymentDraft {
  if (hasCashFromFailedAttempt(draft)) return draft;
  const { cashOnCounter: _, ...rest } = draft;
  return rest;
}

function isSameSum(a: Money, b: Money): boolean {
  return a.currency === b.currency && compare(a, b) === 0;
}

/**
 * Returns the whole balance, as it can be paid, if it must be paid in full and is positive; otherwise
 * null.
 */
export function getFixedAmount(draft: PaymentDraft): Money | null {
  const balanceAmount = draft.balance?.amount ?? null;
  if (getDraftPaymentType(draft) !== 'full-balance' || balanceAmount === null) return null;
  if (isZero(balanceAmount) || isNegative(balanceAmount)) return null;
  return roundUpToPayableAmount(balanceAmount);
}

/**
 * Whether the amount needs no screen of its own: the whole balance is due, and there is no fee to
 * mention. The cash step shows the sum.
 */
export function isAmountDecided(draft: PaymentDraft, { hasFee }: PayFlowSettings): boolean {
  return getFixedAmount(draft) !== null && (draft.isReturningCustomer || hasFee?.(draft) !== true);
}

/** Returns the step before the order: the amount, or the account if the amount was decided. */
export function createStepBeforeOrder(draft: PaymentDraft, settings: PayFlowSettings): PayStep {
  if (!isAmountDecided(draft, settings)) return createAmountStep(draft);
  return draft.isSavedBill ? { step: 'ended' } : createAccountStep({ ...draft, balance: null });
}

/** Whether nothing is owed and the biller accepts no other amount. */
export function isNothingOwed(draft: PaymentDraft): boolean {
  const balanceAmount = draft.balance?.amount ?? null;
  if (getDraftPaymentType(draft) !== 'full-balance' || balanceAmount === null) return false;
  return isZero(balanceAmount) || isNegative(balanceAmount);
}

export function startConsult(flow: PayFlow, draft: PaymentDraft): PayFlowUpdate {
  const requestNumber = flow.requestCount + 1;
  const draftWithoutBalance = { ...draft, balance: null };
  return {
    flow: {
      requestCount: requestNumber,
      at: {
        step: 'balance',
        draft: draftWithoutBalance,
        pendingRequest: requestNumber,
        problem: null,
      },
    },
    effect: { kind: 'consult', requestNumber, ...toAccountInput(draft) },
  };
}

export function createAmountStep(draft: PaymentDraft): AmountStep {
  return { step: 'amount', draft, pendingRequest: null, invalidReason: null, problem: null };
}

export function createAccountStep(draft: PaymentDraft): AccountStep {
  return { step: 'account', draft, field: 'account', pendingRequest: null, problem: null };
}

/**
 * Returns the step that asks for the name after R13: the biller requires the name on the account,
 * although its list entry does not. Null if the refusal is another one, or if asking does not help.
 */
export function createNameStepAfterRefusal(
  draft: PaymentDraft,
  code: string | null,
): AccountStep | null {
  const { biller, isSavedBill } = draft;
  if (code !== 'R13' || isSavedBill || biller.requiresNameOnAccount) return null;
  return createNameStep(draft);
}

/** Asks for the name on the account. */
export function createNameStep(draft: PaymentDraft): AccountStep {
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

/** Returns the code of a refusal by the service; null for other problems. */
export function getRefusalCode(problem: Problem): string | null {
  return problem.kind === 'service-refused' ? problem.code : null;
}

export function getNameOnAccount(draft: PaymentDraft): string | null {
  const name = draft.nameOnAccount.trim();
  return name === '' ? null : name;
}

export function toAccountInput(draft: PaymentDraft) {
  return {
    billerId: draft.biller.id,
    accountNumber: draft.accountNumber,
    nameOnAccount: draft.biller.requiresNameOnAccount ? getNameOnAccount(draft) : null,
  };
}

export function goToStep(flow: PayFlow, at: PayStep): PayFlowUpdate {
  return { flow: { ...flow, at }, effect: null };
}

export function stayOnStep(flow: PayFlow): PayFlowUpdate {
  return { flow, effect: null };
}
