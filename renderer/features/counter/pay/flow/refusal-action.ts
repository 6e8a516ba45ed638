import { assertNever, type Payment, type Problem } from '../../../../../shared/contract/index.ts';
import {
  getActionForPayment,
  getRefusalAction,
  type RefusalAction,
} from '../../../../../shared/rules/index.ts';
import type { PayFlow, PayFlowUpdate } from './flow.ts';
import type { PaymentDraft, SentPaymentStep } from './steps.ts';
import {
  canConsult,
  createAccountStep,
  createAmountStep,
  createNameStep,
  getFixedAmount,
  goToStep,
  prepareOrder,
  startConsult,
} from './transitions.ts';

/**
 * What helps after a payment that was refused or not sent: a new attempt for the same customer with
 * all typed data, and the focus on the field that the code names. The attempt is a new payment with
 * its own intent.
 */

const NEXT_CUSTOMER: RefusalAction = { kind: 'next-customer' };
const RETRY: RefusalAction = { kind: 'again' };

export function getActionAfterPayment({
  payment,
  draft,
}: Pick<SentPaymentStep, 'payment' | 'draft'>): RefusalAction {
  if (draft === null || payment.kind === 'cancel') return NEXT_CUSTOMER;
  return toPossibleAction(draft, getActionForPayment(payment));
}

/** Returns what helps after a failed look-up. Any problem other than a refusal is retried. */
export function getActionAfterLookUp(draft: PaymentDraft, problem: Problem | null): RefusalAction {
  if (problem?.kind !== 'service-refused') return RETRY;
  const refusalAction = toPossibleAction(draft, getRefusalAction(problem.code, problem.httpStatus));
  // A refusal without a code of the interface gives no hint, and the look-up moved no money.
  return refusalAction.kind === 'next-customer' && problem.code === null ? RETRY : refusalAction;
}

/** The account of a saved bill cannot be corrected here, because it is not typed. */
function toPossibleAction(draft: PaymentDraft, refusalAction: RefusalAction): RefusalAction {
  return draft.isSavedBill && refusalAction.kind === 'correct' && refusalAction.field !== 'amount'
    ? NEXT_CUSTOMER
    : refusalAction;
}

/**
 * R43: the service does not take what the bar code contains, so the account is typed from the paper.
 * What was scanned is not left in the field.
 */
export function forgetRefusedCode(draft: PaymentDraft, problem: Problem | null): PaymentDraft {
  const isCodeRefused = problem?.kind === 'service-refused' && problem.code === 'R43';
  return isCodeRefused && draft.isScanned
    ? { ...draft, accountNumber: '', isScanned: false, scannedBill: null }
    : draft;
}

/** Converts a payment's refusal to the problem that a refused request has. */
export function toRefusalProblem({ code, message, httpStatus }: Payment): Problem {
  return { kind: 'service-refused', httpStatus: httpStatus ?? 422, code, message };
}

/** Returns the first step of the next attempt; null if nothing at the counter helps. */
export function startNextAttempt(flow: PayFlow, at: SentPaymentStep): PayFlowUpdate | null {
  const { payment } = at;
  if (at.draft === null) return null;
  const { cash, due } = payment;
  // Cash counted by another cashier does not count as the new cashier's.
  const draft: PaymentDraft =
    at.isTakenOver === true
      ? at.draft
      : { ...at.draft, cashOnCounter: { cashText: at.cashText, cash, due } };
  const refusalAction = getActionAfterPayment(at);
  switch (refusalAction.kind) {
    case 'next-customer':
      return null;
    case 'again':
      return prepareOrder(flow, draft, payment.amount, (pendingRequest) => ({
        ...createAmountStep(draft),
        pendingRequest,
      }));
    case 'correct':
      break;
    default:
      return assertNever(refusalAction);
  }
  const problem = toRefusalProblem(payment);
  switch (refusalAction.field) {
    case 'account':
      return goToStep(flow, {
        ...createAccountStep({ ...forgetRefusedCode(draft, problem), balance: null }),
        problem,
      });
    case 'name':
      return goToStep(flow, createNameStep(draft));
    case 'biller':
      return goToStep(flow, { step: 'ended', accountNumber: draft.accountNumber });
    case 'amount':
      // The balance may have changed, and cannot be typed.
      return getFixedAmount(draft) && canConsult(draft)
        ? startConsult(flow, draft)
        : goToStep(flow, { ...createAmountStep(draft), problem });
    default:
      return assertNever(refusalAction.field);
  }
}
