import { z } from 'zod';
import { call, event } from '../define.ts';
import { LEAST_REASON } from '../limits.ts';
import { anyText, approval, flag, identifier, integer, moneyValue, nothing } from '../values.ts';
import { balance, order, paidElsewhere, topUpCheck } from './orders.ts';
import { payment } from './payment.ts';

export const accountNumber = z.string().max(64);
export const nameOnAccount = z.string().max(120).nullable();
/** The warnings of an order that the cashier has seen and decided on. */
export const acknowledged = z
  .array(
    z.enum(['large-amount', 'stale-rate', 'looks-like-earlier', 'paid-elsewhere', 'in-basket']),
  )
  .max(8);
export const reason = z.string().trim().min(LEAST_REASON).max(300);

export const paymentCalls = {
  /** Looks up what is owed. A read: it may be repeated, and no money moves. */
  'payments.consult': call(
    'cashier',
    z.strictObject({ billerId: integer, accountNumber, nameOnAccount }),
    balance,
  ),
  /** Checks an account number against digits and mask without asking the service. */
  'payments.checkAccount': call(
    'cashier',
    z.strictObject({ billerId: integer, accountNumber, nameOnAccount }),
    z.strictObject({ accountNumber: anyText }),
  ),
  /** What a top-up would bring; `not-offered` where `capabilities.topUpCheck` is false. A read. */
  'payments.checkTopUp': call(
    'cashier',
    z.strictObject({
      billerId: integer,
      accountNumber,
      nameOnAccount,
      amount: moneyValue,
    }),
    topUpCheck,
  ),
  /**
   * Works out an order: rules of the biller, limits, fee, rate, warnings. A `bill` is for utilities
   * and partners; a `cash-out` only for the billers of the settings, and only while the printer is
   * ready. `balanceId` is the look-up that the amount was chosen by: for a bill that the shop keeps
   * the one of `bills.balance`; null for the other kinds.
   */
  'payments.prepare': call(
    'cashier',
    z.strictObject({
      kind: z.enum(['bill', 'top-up', 'gift-card', 'cash-out']),
      billerId: integer,
      accountNumber,
      nameOnAccount,
      amount: moneyValue,
      balanceId: identifier.nullable(),
    }),
    order,
  ),
  /**
   * Pays an order. Answers as soon as the intent is on disk, with the payment in `sending`; what
   * follows is read with `payments.get`. The same order again returns the same payment. Where the
   * service could not be reached before, it is asked first: if it still cannot be, the answer is
   * `service-unreachable`, there is no intent, and the order can be paid later.
   */
  'payments.pay': call(
    'cashier',
    z.strictObject({
      orderId: identifier,
      /** What the customer handed over, in the shop's currency; null exactly for a cash-out. */
      cash: moneyValue.nullable(),
      acknowledged,
    }),
    payment,
  ),
  'payments.get': call('cashier', z.strictObject({ paymentId: identifier }), payment),
  /** The newest first. */
  'payments.recent': call(
    'cashier',
    z.strictObject({ limit: z.number().int().min(1).max(100) }),
    z.array(payment),
  ),
  /** This cashier's current payment: one being sent, or one whose result she has not seen. */
  'payments.inHand': call('cashier', nothing, payment.nullable()),
  /** The cashier has seen the result: the counter is free for the next customer. */
  'payments.seen': call('cashier', z.strictObject({ paymentId: identifier }), nothing),
  'payments.unresolved': call('cashier', nothing, z.array(payment)),
  /**
   * The payments of other tills of the chain by which a service's R36 to this one is explained; empty
   * without a chain, and where it does not answer at once.
   */
  'payments.paidElsewhere': call(
    'cashier',
    z.strictObject({ paymentId: identifier }),
    z.array(paidElsewhere).max(3),
  ),
  'payments.lookUpNow': call('cashier', z.strictObject({ paymentId: identifier }), payment),
  /** The same external_id, key and bytes again; only if `maySendAgain`. */
  'payments.sendAgain': call('cashier', z.strictObject({ paymentId: identifier }), payment),
  /**
   * Takes a payment back at the service; answers the cancel, itself a payment that may become
   * unknown. Once for each payment, unless an earlier cancel was refused or not performed.
   */
  'payments.cancel': call(
    'cashier',
    z.strictObject({ paymentId: identifier, reason, approval }),
    payment,
  ),
  /** A supervisor decides what look-ups cannot; only if `mayCloseByHand`. */
  'payments.closeByHand': call(
    'cashier',
    z.strictObject({
      paymentId: identifier,
      isPaid: flag,
      /** As the help line named it; only with `isPaid`. */
      authorization: z.string().trim().max(64).nullable(),
      reason,
      approval,
    }),
    payment,
  ),
  /** The slip of a confirmed cash-out did not come out: a supervisor lets the money go. */
  'payments.releaseCash': call(
    'cashier',
    z.strictObject({ paymentId: identifier, reason, approval }),
    payment,
  ),
  /** The cashier confirms that the money was handed over; only if `handOver` is `now`. */
  'payments.handedOver': call('cashier', z.strictObject({ paymentId: identifier }), payment),
};

export const paymentEvents = {
  /** With the payment as it is now, where somebody is signed in: no screen has to ask for it then. */
  'payments.changed': event(z.strictObject({ paymentId: identifier, payment: payment.nullable() })),
};
