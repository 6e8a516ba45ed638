import { z } from 'zod';
import { ACCOUNT_KINDS } from '../rules/index.ts';
import { defineCall, defineEvent } from './define-call.ts';
import { acknowledgedWarningsSchema, paymentKindSchema, paymentSchema } from './payments/index.ts';
import { problemSchema } from './problem/index.ts';
import { emptyObjectSchema, identifierSchema, instantSchema, moneySchema } from './values.ts';

/**
 * Several bills, top-ups and gift cards of one customer, with one tender. Each item is a payment of
 * its own; they are sent one after the other. Amounts are in the shop's currency, but for `amount`.
 */

/** As many as one customer brings; each takes its turn while the customer waits. */
export const MAX_BASKET_ITEMS = 20;

export const basketItemSchema = z.strictObject({
  number: z.number().int(),
  orderId: identifierSchema,
  kind: paymentKindSchema.exclude(['cash-out', 'cancel']),
  billerId: z.number().int(),
  billerName: z.string(),
  /** Of a bill that the shop keeps. */
  savedBillId: identifierSchema.nullable(),
  accountNumber: z.string(),
  accountShown: z.string(),
  accountIs: z.enum(ACCOUNT_KINDS),
  nameOnAccount: z.string().nullable(),
  /** Goes to the service, in the biller's currency. */
  amount: moneySchema,
  fee: moneySchema.nullable(),
  /** What the customer hands over for it, with its fee. */
  due: moneySchema,
  /** Null: it was not sent. With `isNotSent` it never left the till, and is not sent again. */
  payment: paymentSchema.nullable(),
});
export type BasketItem = z.infer<typeof basketItemSchema>;

/**
 * `collecting`: nothing is recorded or sent. `sending`: an item is on its way, or the next one's turn
 * has come. `waiting`: some were not sent, and are only after F12. `open`: nothing is left to send,
 * and an outcome is not known. `settled`: every outcome is certain, and the change is told. `ended`:
 * the cashier has told it.
 */
export const basketStateSchema = z.enum([
  'collecting',
  'sending',
  'waiting',
  'open',
  'settled',
  'ended',
]);
export type BasketState = z.infer<typeof basketStateSchema>;

/** Where the customer's money is, to the coin: the five add up to the cash that was handed over. */
export const basketSharesSchema = z.strictObject({
  paid: moneySchema,
  refused: moneySchema,
  /** Sent, and not known how it ended. */
  unknown: moneySchema,
  /** Also what never left the till. */
  notSent: moneySchema,
  /** What was handed over beyond the sum of all items. */
  over: moneySchema,
});
export type BasketShares = z.infer<typeof basketSharesSchema>;

export const basketSchema = z.strictObject({
  id: identifierSchema,
  /** What people and files call it; null while it is collected. */
  number: z.number().int().nullable(),
  state: basketStateSchema,
  cashierId: identifierSchema,
  cashierName: z.string(),
  /** When F12 was pressed first; null while it is collected. */
  createdAt: instantSchema.nullable(),
  items: z.array(basketItemSchema),
  /** Of all items, with their fees. */
  due: moneySchema,
  /** What the customer handed over; null while it is collected. */
  cash: moneySchema.nullable(),
  shares: basketSharesSchema.nullable(),
  /**
   * What the customer gets back in all; null until no item is open: before that nobody can say. Of
   * one that comes from a backup always null: it may have been told already.
   */
  giveBack: moneySchema.nullable(),
  /** The cashier may let the rest be sent, by F12. */
  mayGoOn: z.boolean(),
  /** Nothing more of it is sent: the cashier decided so. */
  isStopped: z.boolean(),
  /**
   * It comes from a backup: what came after is not known here. Nothing more of it is sent, and its
   * change may have been told already.
   */
  isRestored: z.boolean(),
  /** Why it stopped before the next item, if that was not an outcome that is not known. */
  stoppedBy: problemSchema.nullable(),
});
export type Basket = z.infer<typeof basketSchema>;

const basketIdInputSchema = z.strictObject({ basketId: identifierSchema });

export const basketCalls = {
  /** This cashier's: the one that she collects, or one that was sent and that she has not left. */
  'basket.current': defineCall('cashier', emptyObjectSchema, basketSchema.nullable()),
  'basket.get': defineCall('cashier', basketIdInputSchema, basketSchema),
  /** Everybody's that were sent and are not ended, the oldest first. */
  'basket.unfinished': defineCall('cashier', emptyObjectSchema, z.array(basketSchema)),
  /**
   * What another cashier was collecting here when the till was locked, the newest; null where this
   * one has a basket of her own.
   */
  'basket.toTakeOver': defineCall('cashier', emptyObjectSchema, basketSchema.nullable()),
  /** Goes on with it, with its items: from now on it is this cashier's. */
  'basket.takeOver': defineCall('cashier', basketIdInputSchema, basketSchema),
  /**
   * Puts an order into this cashier's basket instead of paying it; from then on only the basket pays
   * it. The same biller and account in it already is a warning, `in-basket`, to be acknowledged.
   */
  'basket.add': defineCall(
    'cashier',
    z.strictObject({ orderId: identifierSchema, acknowledged: acknowledgedWarningsSchema }),
    basketSchema,
  ),
  /** Takes an item out while it is collected; null once it is empty. */
  'basket.remove': defineCall(
    'cashier',
    z.strictObject({ orderId: identifierSchema }),
    basketSchema.nullable(),
  ),
  /**
   * F12: records items and tender, and sends the first. Answers as soon as that is on disk; where
   * the service could not be reached, after asking it for up to 8 s, and a basket whose items changed
   * meanwhile comes back as it is collected, not paid. The same basket again returns the same basket.
   */
  'basket.pay': defineCall(
    'cashier',
    z.strictObject({ basketId: identifierSchema, cash: moneySchema }),
    basketSchema,
  ),
  /**
   * F12 again, after it stopped: sends what was not sent, from the item `next` on. If another one's
   * turn has come meanwhile, nothing is sent: nobody has seen that yet. Only its own cashier's.
   */
  'basket.goOn': defineCall(
    'cashier',
    basketIdInputSchema.extend({ next: z.number().int().positive() }),
    basketSchema,
  ),
  /** What was not sent stays so, for good; its money goes back. */
  'basket.stop': defineCall('cashier', basketIdInputSchema, basketSchema),
  /** While an outcome is not known: the counter is free, and the basket waits. */
  'basket.leave': defineCall('cashier', basketIdInputSchema, basketSchema),
  /** The customer has the change. */
  'basket.end': defineCall('cashier', basketIdInputSchema, basketSchema),
};

export const basketEvents = {
  'basket.changed': defineEvent(z.strictObject({ basketId: identifierSchema })),
};
