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
} from './value-schemas.ts';

/**
 * The second screen, which faces the customer. Its window receives a complete `customerViewSchema` on
 * every change, and can make no call. The till's page only sends the id of the current order, payment
 * or basket; main supplies every displayed value.
 */

/** Four characters of an account are enough to recognize it, and too few to use it. */
const MAX_UNMASKED_CHARACTERS = 4;

const maskedAccountSchema = anyText.refine(
  (account) =>
    account.includes('*') &&
    (account.match(/[\p{L}\p{N}]/gu) ?? []).length <= MAX_UNMASKED_CHARACTERS,
  'an account of which no more than four characters can be read',
);

/** The state of one payment, as shown to the customer. */
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
  /** Position among this customer's payments, from 1. */
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
 * `asked`: nothing was sent. `partly`: only some payments were paid, and every outcome is certain.
 * `stopped`: some were not sent, and the cashier decides what to do.
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
  /** The language of the texts. */
  language: languageSchema,
  /** Money is formatted for the shop's country, independent of `language`. */
  shopLanguage: languageSchema,
  shopCurrency: anyText,
  theme: z.enum(['system', 'light', 'dark']),
};

export const customerViewSchema = z.discriminatedUnion('kind', [
  /** No customer is served. */
  z.strictObject({ kind: z.literal('idle'), ...commonViewFields }),
  z.strictObject({
    kind: z.literal('sale'),
    ...commonViewFields,
    /** The cashier hands money to the customer. */
    isCashOut: flag,
    items: z.array(customerItemSchema).min(1),
    total: moneySchema,
    /** Cash received; null while unknown. */
    received: moneySchema.nullable(),
    /** The customer's change; null while it cannot be computed. */
    change: moneySchema.nullable(),
    phase: customerPhaseSchema,
    /** With `unknown`: when the outcome is certain at the latest; null if that is unknown. */
    certainAt: instantSchema.nullable(),
    timeZone: anyText,
  }),
]);
export type CustomerView = z.infer<typeof customerViewSchema>;
export type CustomerSale = Extract<CustomerView, { kind: 'sale' }>;

/** The preload script of that window sets `window.customerScreen` to this: one event, and no call. */
export interface CustomerScreenBridge {
  /** Calls `listener` at once with the current view. Returns the function that removes it. */
  onShown(listener: (view: unknown) => void): () => void;
}

const cashSchema = moneySchema.nullable();

/**
 * The current work at the counter, by id. `nothing`: no customer is served; a basket that was begun is
 * shown. `begun`: a customer is served, but there is nothing to show yet.
 */
export const customerScreenSubjectSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('nothing') }),
  z.strictObject({ what: z.literal('begun') }),
  z.strictObject({ what: z.literal('order'), orderId: identifierSchema, cash: cashSchema }),
  z.strictObject({ what: z.literal('payment'), paymentId: identifierSchema }),
  z.strictObject({ what: z.literal('basket'), basketId: identifierSchema, cash: cashSchema }),
]);
export type CustomerScreenSubject = z.infer<typeof customerScreenSubjectSchema>;

const connectedDisplaySchema = z.strictObject({
  /** Counted from 1, from left to right. */
  number: integer,
  width: integer,
  height: integer,
  /** The till's main window is on this display. */
  isTills: flag,
});
export type ConnectedDisplay = z.infer<typeof connectedDisplaySchema>;

export const customerScreenStateSchema = z.strictObject({
  /** `no-display`: enabled, but no display is available. `closed`: a person closed the window. */
  window: z.enum(['off', 'open', 'no-display', 'closed']),
  displays: z.array(connectedDisplaySchema),
  /** The language of the texts for this customer. */
  language: languageSchema,
});
export type CustomerScreenState = z.infer<typeof customerScreenStateSchema>;

export const customerScreenCalls = {
  /**
   * Shows the current work: an order of this cashier, a payment whose result was not seen yet, or a
   * basket that is neither ended nor restored from a backup. Anything else clears the screen.
   */
  'customerScreen.show': defineCall('cashier', customerScreenSubjectSchema, emptyObjectSchema),
  /** Switches between Spanish and English for this customer; the next one gets the shop's language. */
  'customerScreen.switchLanguage': defineCall(
    'cashier',
    emptyObjectSchema,
    customerScreenStateSchema,
  ),
  'customerScreen.state': defineCall('cashier', emptyObjectSchema, customerScreenStateSchema),
};

export const customerScreenEvents = {
  /** Sent to the till's page, not to the customer's window. */
  'customerScreen.changed': defineEvent(customerScreenStateSchema),
};
