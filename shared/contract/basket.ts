import { z } from 'zod';
import { ACCOUNT_KINDS } from '../rules/index.ts';
import { defineCall, defineEvent } from './define-call.ts';
import { acknowledgedWarningsSchema, paymentKindSchema, paymentSchema } from './payments/index.ts';
import { problemSchema } from './problem/index.ts';
import {
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  moneySchema,
} from './value-schemas.ts';

/**
 * Several bills, top-ups and gift cards of one customer, paid with one tender. Each item is a separate
 * payment; they are sent one after the other. Amounts are in the shop's currency, except `amount`.
 */

/** Limited because the items are sent one after the other while the customer waits. */
export const MAX_BASKET_ITEMS = 20;

export const basketItemSchema = z.strictObject({
  number: z.number().int(),
  orderId: identifierSchema,
  kind: paymentKindSchema.exclude(['cash-out', 'cancel']),
  billerId: z.number().int(),
  billerName: z.string(),
  /** The id of the saved bill that is paid; null for any other item. */
  savedBillId: identifierSchema.nullable(),
  accountNumber: z.string(),
  accountShown: z.string(),
  accountIs: z.enum(ACCOUNT_KINDS),
  nameOnAccount: z.string().nullable(),
  /** The amount sent to the service, in the biller's currency. */
  amount: moneySchema,
  fee: moneySchema.nullable(),
  /** What the customer pays for it: amount and fee. */
  due: moneySchema,
  /** Null if not sent yet. With `isNotSent` no byte left the till, and it is not sent again. */
  payment: paymentSchema.nullable(),
});
export type BasketItem = z.infer<typeof basketItemSchema>;

/**
 * `collecting`: nothing is recorded or sent. `sending`: an item is being sent, or the next one is
 * about to be. `waiting`: unsent items remain, and only F12 sends them. `open`: nothing is left to
 * send, and an outcome is unknown. `settled`: every outcome is certain, and the change is shown to
 * the cashier. `ended`: the cashier has confirmed the change.
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

/** The exact split of the customer's money: the five amounts add up to the cash received. */
export const basketMoneyBreakdownSchema = z.strictObject({
  paid: moneySchema,
  refused: moneySchema,
  /** Sent, with an unknown outcome. */
  unknown: moneySchema,
  /** Includes payments of which no byte left the till. */
  notSent: moneySchema,
  /** Cash received beyond the sum of all items. */
  over: moneySchema,
});
export type BasketMoneyBreakdown = z.infer<typeof basketMoneyBreakdownSchema>;

export const basketSchema = z.strictObject({
  id: identifierSchema,
  /** The number on the screen, on papers and in files; null while collecting. */
  number: z.number().int().nullable(),
  state: basketStateSchema,
  cashierId: identifierSchema,
  cashierName: z.string(),
  /** When F12 was first pressed; null while collecting. */
  createdAt: instantSchema.nullable(),
  items: z.array(basketItemSchema),
  /** The sum of all items, with their fees. */
  due: moneySchema,
  /** Cash received; null while collecting. */
  cash: moneySchema.nullable(),
  shares: basketMoneyBreakdownSchema.nullable(),
  /**
   * The total change due to the customer; null while an item is open, because it cannot be computed
   * yet. Always null for a basket from a backup, whose change may have been given already.
   */
  giveBack: moneySchema.nullable(),
  /** The cashier may send the remaining items with F12. */
  canContinue: z.boolean(),
  /** The cashier decided to send none of the remaining items. */
  isStopped: z.boolean(),
  /**
   * It comes from a backup, so later events are unknown. No more items are sent, and its change may
   * have been given already.
   */
  isRestored: z.boolean(),
  /** Why it stopped before the next item; null if an unknown outcome stopped it. */
  stoppedBy: problemSchema.nullable(),
});
export type Basket = z.infer<typeof basketSchema>;

const basketIdInputSchema = z.strictObject({ basketId: identifierSchema });

export const basketCalls = {
  /** This cashier's basket: the one being collected, or a sent one that she has not left. */
  'basket.current': defineCall('cashier', emptyObjectSchema, basketSchema.nullable()),
  'basket.get': defineCall('cashier', basketIdInputSchema, basketSchema),
  /** All cashiers' baskets that were sent and are not ended, oldest first. */
  'basket.unfinished': defineCall('cashier', emptyObjectSchema, z.array(basketSchema)),
  /**
   * The newest basket that another cashier was collecting when the till was locked; null if this
   * cashier has a basket already.
   */
  'basket.takeOverCandidate': defineCall('cashier', emptyObjectSchema, basketSchema.nullable()),
  /** Takes the basket over with its items: it now belongs to this cashier. */
  'basket.takeOver': defineCall('cashier', basketIdInputSchema, basketSchema),
  /**
   * Adds an order to this cashier's basket; from then on only the basket pays it. If the basket has
   * the same biller and account already, the warning `in-basket` must be acknowledged.
   */
  'basket.add': defineCall(
    'cashier',
    z.strictObject({ orderId: identifierSchema, acknowledged: acknowledgedWarningsSchema }),
    basketSchema,
  ),
  /** Removes an item while collecting; null if the basket is then empty. */
  'basket.remove': defineCall(
    'cashier',
    z.strictObject({ orderId: identifierSchema }),
    basketSchema.nullable(),
  ),
  /**
   * F12: records items and tender, and sends the first item. Returns as soon as they are on disk. If
   * the service was unreachable before, first probes it for up to 8 s; if the items change meanwhile,
   * the basket is returned in `collecting`, unpaid. Idempotent: the same basket returns the same
   * basket.
   */
  'basket.pay': defineCall(
    'cashier',
    z.strictObject({ basketId: identifierSchema, cash: moneySchema }),
    basketSchema,
  ),
  /**
   * F12 after a stop: sends the unsent items, beginning with number `next`. If another item is next
   * by now, nothing is sent, because the cashier has not seen that yet. Only for the cashier of the
   * basket.
   */
  'basket.sendRest': defineCall(
    'cashier',
    basketIdInputSchema.extend({ next: z.number().int().positive() }),
    basketSchema,
  ),
  /** Never sends the remaining items; their money is returned to the customer. */
  'basket.discardRest': defineCall('cashier', basketIdInputSchema, basketSchema),
  /** Frees the counter while an outcome is unknown; the basket stays unfinished. */
  'basket.leave': defineCall('cashier', basketIdInputSchema, basketSchema),
  /** Confirms that the customer has received the change. */
  'basket.end': defineCall('cashier', basketIdInputSchema, basketSchema),
};

export const basketEvents = {
  'basket.changed': defineEvent(z.strictObject({ basketId: identifierSchema })),
};
