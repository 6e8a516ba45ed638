import { assertNever, type Payment, type Problem } from '../../../../../shared/contract/index.ts';
import {
  getHelpForPayment,
  getRefusalHelp,
  type RefusalHelp,
} from '../../../../../shared/rules/index.ts';
import type { Flow, FlowUpdate } from './flow.ts';
import type { Draft, PaymentStep } from './steps.ts';
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

const NEXT_CUSTOMER: RefusalHelp = { action: 'next-customer' };
const RETRY: RefusalHelp = { action: 'again' };

export function getHelpAfterPayment({
  payment,
  draft,
}: Pick<PaymentStep, 'payment' | 'draft'>): RefusalHelp {
  if (draft === null || payment.kind === 'cancel') return NEXT_CUSTOMER;
  return toPossibleHelp(draft, getHelpForPayment(payment));
}

/** Returns what helps after a failed look-up. Any problem other than a refusal is retried. */
export function getHelpAfterLookUp(draft: Draft, problem: Problem | null): RefusalHelp {
  if (problem?.kind !== 'service-refused') return RETRY;
  const help = toPossibleHelp(draft, getRefusalHelp(problem.code, problem.httpStatus));
  // A refusal without a code of the interface gives no hint, and the look-up moved no money.
  return help.action === 'next-customer' && problem.code === null ? RETRY : help;
}

/** The account of a saved bill cannot be corrected here, because it is not typed. */
function toPossibleHelp(draft: Draft, help: RefusalHelp): RefusalHelp {
  return draft.isSavedBill && help.action === 'correct' && help.field !== 'amount'
    ? NEXT_CUSTOMER
    : help;
}

/** Converts a payment's refusal to the problem that a refused request has. */
export function toRefusalProblem({ code, message, httpStatus }: Payment): Problem {
  return { kind: 'service-refused', httpStatus: httpStatus ?? 422, code, message };
}

/** Returns the first step of the next attempt; null if nothing at the counter helps. */
export function startNextAttempt(flow: Flow, at: PaymentStep): FlowUpdate | null {
  const { payment } = at;
  if (at.draft === null) return null;
  const { cash, due } = payment;
  // Cash counted by another cashier does not count as the new cashier's.
  const draft: Draft =
    at.isTakenOver === true ? at.draft : { ...at.draft, tender: { text: at.cashText, cash, due } };
  const help = getHelpAfterPayment(at);
  switch (help.action) {
    case 'next-customer':
      return null;
    case 'again':
      return prepareOrder(flow, draft, payment.amount, (asking) => ({
        ...createAmountStep(draft),
        asking,
      }));
    case 'correct':
      break;
    default:
      return assertNever(help);
  }
  const problem = toRefusalProblem(payment);
  switch (help.field) {
    case 'account':
      return goToStep(flow, { ...createAccountStep({ ...draft, balance: null }), problem });
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
      return assertNever(help.field);
  }
}
