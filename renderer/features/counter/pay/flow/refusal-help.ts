import {
  assertNever,
  type BasketItem,
  type Payment,
  type Problem,
} from '../../../../../shared/contract/index.ts';
import { getRefusalHelp, type RefusalHelp } from '../../../../../shared/rules/index.ts';
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
 * After a payment that was refused or not sent: the same customer again, with everything that was
 * typed, and the focus where the code points. It is a new payment, with an intent of its own.
 */

const NEXT_CUSTOMER: RefusalHelp = { helps: 'next-customer' };
const TRY_AGAIN: RefusalHelp = { helps: 'again' };

export function getHelpAfterPayment({
  payment,
  draft,
}: Pick<PaymentStep, 'payment' | 'draft'>): RefusalHelp {
  if (draft === null || payment.kind === 'cancel') return NEXT_CUSTOMER;
  return toPossibleHelp(draft, getHelpForPayment(payment));
}

/** The same of an item of a basket that is over; one that has no payment was not sent. */
export function getHelpForItem({ payment }: Pick<BasketItem, 'payment'>): RefusalHelp {
  return payment === null ? TRY_AGAIN : getHelpForPayment(payment);
}

function getHelpForPayment(payment: Payment): RefusalHelp {
  switch (payment.state) {
    case 'not-performed':
      return TRY_AGAIN;
    case 'rejected':
      return payment.isNotSent ? TRY_AGAIN : getRefusalHelp(payment.code, payment.httpStatus);
    case 'sending':
    case 'unknown':
    case 'unclear':
    case 'paid':
    case 'by-hand-paid':
    case 'by-hand-not-paid':
      return NEXT_CUSTOMER;
    default:
      return assertNever(payment.state);
  }
}

/** After a refused look-up; whatever else went wrong with it is asked for again. */
export function getHelpAfterLookUp(draft: Draft, problem: Problem | null): RefusalHelp {
  if (problem?.kind !== 'service-refused') return TRY_AGAIN;
  const help = toPossibleHelp(draft, getRefusalHelp(problem.code, problem.httpStatus));
  // Another code than those of the interface says nothing: the look-up moved no money.
  return help.helps === 'next-customer' && problem.code === null ? TRY_AGAIN : help;
}

/** The account of a bill that the shop keeps is not typed here. */
function toPossibleHelp(draft: Draft, help: RefusalHelp): RefusalHelp {
  return draft.isSavedBill && help.helps === 'correct' && help.field !== 'amount'
    ? NEXT_CUSTOMER
    : help;
}

/** What the service said, as the answer to a question would say it. */
export function toRefusalProblem({ code, message, httpStatus }: Payment): Problem {
  return { kind: 'service-refused', httpStatus: httpStatus ?? 422, code, message };
}

/** The first step of the next attempt; null if nothing at the counter helps. */
export function startNextAttempt(flow: Flow, at: PaymentStep): FlowUpdate | null {
  const { payment } = at;
  if (at.draft === null) return null;
  const { cash, due } = payment;
  // The cash that another cashier counted is not taken for hers.
  const draft: Draft =
    at.isTakenOver === true ? at.draft : { ...at.draft, tender: { text: at.cashText, cash, due } };
  const help = getHelpAfterPayment(at);
  switch (help.helps) {
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
      // The balance is another one by now, and cannot be typed.
      return getFixedAmount(draft) && canConsult(draft)
        ? startConsult(flow, draft)
        : goToStep(flow, { ...createAmountStep(draft), problem });
    default:
      return assertNever(help.field);
  }
}
