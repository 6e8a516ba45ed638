import {
  assertNever,
  type BasketItem,
  type Payment,
  type Problem,
} from '../../../../shared/contract/index.ts';
import { type RefusalHelp, refusalHelp } from '../../../../shared/rules/index.ts';
import type { Flow, Updated } from './flow.ts';
import {
  accountStep,
  amountStep,
  consult,
  fixedAmount,
  go,
  mayConsult,
  namedStep,
  prepare,
} from './moves.ts';
import type { Draft, PaymentStep } from './steps.ts';

/**
 * After a payment that was refused or not sent: the same customer again, with everything that was
 * typed, and the focus where the code points. It is a new payment, with an intent of its own.
 */

const NEXT: RefusalHelp = { helps: 'next-customer' };
const AGAIN: RefusalHelp = { helps: 'again' };

export function helpAfter({ payment, draft }: Pick<PaymentStep, 'payment' | 'draft'>): RefusalHelp {
  if (draft === null || payment.kind === 'cancel') return NEXT;
  return possible(draft, helpOfPayment(payment));
}

/** The same of an item of a basket that is over; one that has no payment was not sent. */
export function helpOfItem({ payment }: Pick<BasketItem, 'payment'>): RefusalHelp {
  return payment === null ? AGAIN : helpOfPayment(payment);
}

function helpOfPayment(payment: Payment): RefusalHelp {
  switch (payment.state) {
    case 'not-performed':
      return AGAIN;
    case 'rejected':
      return payment.isNotSent ? AGAIN : refusalHelp(payment.code, payment.httpStatus);
    case 'sending':
    case 'unknown':
    case 'unclear':
    case 'paid':
    case 'by-hand-paid':
    case 'by-hand-not-paid':
      return NEXT;
    default:
      return assertNever(payment.state);
  }
}

/** After a refused look-up; whatever else went wrong with it is asked for again. */
export function helpAfterLookUp(draft: Draft, problem: Problem | null): RefusalHelp {
  if (problem?.kind !== 'service-refused') return AGAIN;
  const help = possible(draft, refusalHelp(problem.code, problem.httpStatus));
  // Another code than those of the interface says nothing: the look-up moved no money.
  return help.helps === 'next-customer' && problem.code === null ? AGAIN : help;
}

/** The account of a bill that the shop keeps is not typed here. */
function possible(draft: Draft, help: RefusalHelp): RefusalHelp {
  return draft.isKept && help.helps === 'correct' && help.field !== 'amount' ? NEXT : help;
}

/** What the service said, as the answer to a question would say it. */
export function refusalOf({ code, message, httpStatus }: Payment): Problem {
  return { kind: 'service-refused', httpStatus: httpStatus ?? 422, code, message };
}

/** The first step of the next attempt; null if nothing at the counter helps. */
export function anew(flow: Flow, at: PaymentStep): Updated | null {
  const { payment } = at;
  if (at.draft === null) return null;
  const { cash, due } = payment;
  // The cash that another cashier counted is not taken for hers.
  const draft: Draft =
    at.isTakenOver === true ? at.draft : { ...at.draft, tender: { text: at.cashText, cash, due } };
  const help = helpAfter(at);
  switch (help.helps) {
    case 'next-customer':
      return null;
    case 'again':
      return prepare(flow, draft, payment.amount, (asking) => ({ ...amountStep(draft), asking }));
    case 'correct':
      break;
    default:
      return assertNever(help);
  }
  const problem = refusalOf(payment);
  switch (help.field) {
    case 'account':
      return go(flow, { ...accountStep({ ...draft, balance: null }), problem });
    case 'name':
      return go(flow, namedStep(draft));
    case 'biller':
      return go(flow, { step: 'ended', accountNumber: draft.accountNumber });
    case 'amount':
      // The balance is another one by now, and cannot be typed.
      return fixedAmount(draft) && mayConsult(draft)
        ? consult(flow, draft)
        : go(flow, { ...amountStep(draft), problem });
    default:
      return assertNever(help.field);
  }
}
