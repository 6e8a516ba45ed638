import { z } from 'zod';
import { ACCOUNT_IS } from '../rules/index.ts';
import { call, event } from './define.ts';
import {
  anyText,
  environmentName,
  flag,
  identifier,
  instant,
  integer,
  language,
  moneyValue,
  nothing,
} from './values.ts';

/**
 * The second screen, which faces the customer. Its window gets `customerView`, whole each time, and can
 * call nothing. The till's page names by id what is in hand; every fact shown is main's.
 */

/** Four of an account's own characters are enough to know it again, and too few to use it. */
const MOST_IN_CLEAR = 4;

const maskedAccount = anyText.refine(
  (shown) => shown.includes('*') && (shown.match(/[\p{L}\p{N}]/gu) ?? []).length <= MOST_IN_CLEAR,
  'an account of which no more than four characters can be read',
);

/** How one payment stands, as its customer is told. */
export const customerItemState = z.enum([
  'asked',
  'waiting',
  'paid',
  'not-paid',
  'unknown',
  'not-sent',
]);
export type CustomerItemState = z.infer<typeof customerItemState>;

export const customerItem = z.strictObject({
  /** Its place in what this customer pays, from 1. */
  number: integer,
  billerName: anyText,
  account: maskedAccount,
  accountIs: z.enum(ACCOUNT_IS),
  amount: moneyValue,
  fee: moneyValue.nullable(),
  /** Amount and fee, in the shop's currency. */
  due: moneyValue,
  state: customerItemState,
});
export type CustomerItem = z.infer<typeof customerItem>;

/**
 * `asked`: nothing was sent. `partly`: of several, some were paid and the rest is certain too.
 * `stopped`: some were not sent, and the cashier decides.
 */
export const customerPhase = z.enum([
  'asked',
  'waiting',
  'paid',
  'not-paid',
  'partly',
  'unknown',
  'stopped',
]);
export type CustomerPhase = z.infer<typeof customerPhase>;

const always = {
  shopName: anyText,
  environment: environmentName,
  /** The words'. */
  language,
  /** Of the shop: money is written as its country writes it, whichever language is spoken. */
  shopLanguage: language,
  shopCurrency: anyText,
  theme: z.enum(['system', 'light', 'dark']),
};

export const customerView = z.discriminatedUnion('kind', [
  /** Nobody is served. */
  z.strictObject({ kind: z.literal('idle'), ...always }),
  z.strictObject({
    kind: z.literal('sale'),
    ...always,
    /** The customer is handed money. */
    isCashOut: flag,
    items: z.array(customerItem).min(1),
    total: moneyValue,
    /** What the customer handed over; null while it is not known. */
    received: moneyValue.nullable(),
    /** What goes back to the customer; null while nobody can say. */
    change: moneyValue.nullable(),
    phase: customerPhase,
    /** With `unknown`: when it will be certain at the latest, on the shop's clock; null if nobody knows. */
    certainAt: instant.nullable(),
    timeZone: anyText,
  }),
]);
export type CustomerView = z.infer<typeof customerView>;
export type CustomerSale = Extract<CustomerView, { kind: 'sale' }>;

/** The preload of that window sets `window.customerScreen` to this: one event, and no call. */
export interface CustomerScreenBridge {
  /** Called at once with what is shown already; returns the function that removes the listener. */
  onShown(listener: (view: unknown) => void): () => void;
}

const cash = moneyValue.nullable();

/**
 * What is in hand at the counter, named by id. `nothing`: nobody is served, unless a basket was begun,
 * which is then shown. `begun`: somebody is, and nothing can be said yet.
 */
export const customerInHand = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('nothing') }),
  z.strictObject({ what: z.literal('begun') }),
  z.strictObject({ what: z.literal('order'), orderId: identifier, cash }),
  z.strictObject({ what: z.literal('payment'), paymentId: identifier }),
  z.strictObject({ what: z.literal('basket'), basketId: identifier, cash }),
]);
export type CustomerInHand = z.infer<typeof customerInHand>;

const display = z.strictObject({
  /** Counted from 1, from left to right. */
  number: integer,
  width: integer,
  height: integer,
  /** The till's own window is on it. */
  isTills: flag,
});
export type CustomerDisplay = z.infer<typeof display>;

export const customerScreenState = z.strictObject({
  /** `no-display`: it is wanted, and there is none for it. `closed`: somebody closed its window. */
  window: z.enum(['off', 'open', 'no-display', 'closed']),
  displays: z.array(display),
  /** What this customer is told in. */
  language,
});
export type CustomerScreenState = z.infer<typeof customerScreenState>;

export const customerScreenCalls = {
  /**
   * What is in hand now: an order of this cashier, a payment whose result was not seen yet, or a basket
   * that is not ended and comes from no backup. Anything else is not shown, and what was shown is
   * taken away.
   */
  'customerScreen.show': call('cashier', customerInHand, nothing),
  /** Spanish or English, for the customer in hand; the next one is told in the shop's. */
  'customerScreen.switchLanguage': call('cashier', nothing, customerScreenState),
  'customerScreen.state': call('cashier', nothing, customerScreenState),
};

export const customerScreenEvents = {
  /** For the till's own page. */
  'customerScreen.changed': event(customerScreenState),
};
