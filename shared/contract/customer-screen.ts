import { z } from 'zod';
import { ACCOUNT_KINDS } from '../rules/index.ts';
import { defineCall, defineEvent } from './define-call.ts';
import {
  anyText,
  emptyObjectSchema,
  environmentNameSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  languageSchema,
  moneySchema,
} from './values.ts';

/**
 * The second screen, which faces the customer. Its window gets `customerViewSchema`, whole each time, and can
 * call nothing. The till's page names by id what is in hand; every fact shown is main's.
 */

/** Four of an account's own characters are enough to know it again, and too few to use it. */
const MAX_UNMASKED_CHARACTERS = 4;

const maskedAccountSchema = anyText.refine(
  (shown) =>
    shown.includes('*') && (shown.match(/[\p{L}\p{N}]/gu) ?? []).length <= MAX_UNMASKED_CHARACTERS,
  'an account of which no more than four characters can be read',
);

/** How one payment stands, as its customer is told. */
export const customerItemStateSchema = z.enum([
  'asked',
  'waiting',
  'paid',
  'not-paid',
  'unknown',
  'not-sent',
]);
export type CustomerItemState = z.infer<typeof customerItemStateSchema>;

export const customerItemSchema = z.strictObject({
  /** Its place in what this customer pays, from 1. */
  number: integer,
  billerName: anyText,
  account: maskedAccountSchema,
  accountIs: z.enum(ACCOUNT_KINDS),
  amount: moneySchema,
  fee: moneySchema.nullable(),
  /** Amount and fee, in the shop's currency. */
  due: moneySchema,
  state: customerItemStateSchema,
});
export type CustomerItem = z.infer<typeof customerItemSchema>;

/**
 * `asked`: nothing was sent. `partly`: of several, some were paid and the rest is certain too.
 * `stopped`: some were not sent, and the cashier decides.
 */
export const customerPhaseSchema = z.enum([
  'asked',
  'waiting',
  'paid',
  'not-paid',
  'partly',
  'unknown',
  'stopped',
]);
export type CustomerPhase = z.infer<typeof customerPhaseSchema>;

const commonViewFields = {
  shopName: anyText,
  environment: environmentNameSchema,
  /** The words'. */
  language: languageSchema,
  /** Of the shop: money is written as its country writes it, whichever language is spoken. */
  shopLanguage: languageSchema,
  shopCurrency: anyText,
  theme: z.enum(['system', 'light', 'dark']),
};

export const customerViewSchema = z.discriminatedUnion('kind', [
  /** Nobody is served. */
  z.strictObject({ kind: z.literal('idle'), ...commonViewFields }),
  z.strictObject({
    kind: z.literal('sale'),
    ...commonViewFields,
    /** The customer is handed money. */
    isCashOut: flag,
    items: z.array(customerItemSchema).min(1),
    total: moneySchema,
    /** What the customer handed over; null while it is not known. */
    received: moneySchema.nullable(),
    /** What goes back to the customer; null while nobody can say. */
    change: moneySchema.nullable(),
    phase: customerPhaseSchema,
    /** With `unknown`: when it will be certain at the latest, on the shop's clock; null if nobody knows. */
    certainAt: instantSchema.nullable(),
    timeZone: anyText,
  }),
]);
export type CustomerView = z.infer<typeof customerViewSchema>;
export type CustomerSale = Extract<CustomerView, { kind: 'sale' }>;

/** The preload of that window sets `window.customerScreen` to this: one event, and no call. */
export interface CustomerScreenBridge {
  /** Called at once with what is shown already; returns the function that removes the listener. */
  onShown(listener: (view: unknown) => void): () => void;
}

const cashSchema = moneySchema.nullable();

/**
 * What is in hand at the counter, named by id. `nothing`: nobody is served, unless a basket was begun,
 * which is then shown. `begun`: somebody is, and nothing can be said yet.
 */
export const customerScreenSubjectSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('nothing') }),
  z.strictObject({ what: z.literal('begun') }),
  z.strictObject({ what: z.literal('order'), orderId: identifierSchema, cash: cashSchema }),
  z.strictObject({ what: z.literal('payment'), paymentId: identifierSchema }),
  z.strictObject({ what: z.literal('basket'), basketId: identifierSchema, cash: cashSchema }),
]);
export type CustomerScreenSubject = z.infer<typeof customerScreenSubjectSchema>;

const customerDisplaySchema = z.strictObject({
  /** Counted from 1, from left to right. */
  number: integer,
  width: integer,
  height: integer,
  /** The till's own window is on it. */
  isTills: flag,
});
export type CustomerDisplay = z.infer<typeof customerDisplaySchema>;

export const customerScreenStateSchema = z.strictObject({
  /** `no-display`: it is wanted, and there is none for it. `closed`: somebody closed its window. */
  window: z.enum(['off', 'open', 'no-display', 'closed']),
  displays: z.array(customerDisplaySchema),
  /** What this customer is told in. */
  language: languageSchema,
});
export type CustomerScreenState = z.infer<typeof customerScreenStateSchema>;

export const customerScreenCalls = {
  /**
   * What is in hand now: an order of this cashier, a payment whose result was not seen yet, or a basket
   * that is not ended and comes from no backup. Anything else is not shown, and what was shown is
   * taken away.
   */
  'customerScreen.show': defineCall('cashier', customerScreenSubjectSchema, emptyObjectSchema),
  /** Spanish or English, for the customer in hand; the next one is told in the shop's. */
  'customerScreen.switchLanguage': defineCall(
    'cashier',
    emptyObjectSchema,
    customerScreenStateSchema,
  ),
  'customerScreen.state': defineCall('cashier', emptyObjectSchema, customerScreenStateSchema),
};

export const customerScreenEvents = {
  /** For the till's own page. */
  'customerScreen.changed': defineEvent(customerScreenStateSchema),
};
