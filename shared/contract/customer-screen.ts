import { z } from 'zod';
import { ACCOUNT_KINDS } from '../rules/index.ts';
import { defineCall, defineEvent } from './define-call.ts';
import { whatsAppCodeSchema } from './printing.ts';
import {
  anyTextSchema,
  booleanSchema,
  emptyObjectSchema,
  environmentNameSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  languageSchema,
  moneySchema,
} from './value-schemas.ts';

/**
 * The second screen, which faces the customer. Its window receives a complete `customerScreenViewSchema` on
 * every change, and can make no call. The till's page only sends the id of the current order, payment
 * or basket; main supplies every displayed value.
 */

/** Four characters of an account are enough to recognize it, and too few to use it. */
const MAX_UNMASKED_CHARACTERS = 4;

const maskedAccountSchema = anyTextSchema.refine(
  (account) =>
    account.includes('*') &&
    (account.match(/[\p{L}\p{N}]/gu) ?? []).length <= MAX_UNMASKED_CHARACTERS,
  'an account of which no more than four characters can be read',
);

/** The state of one payment, as shown to the customer. */
export const customerScreenItemStateSchema = z.enum([
  'asked',
  'waiting',
  'paid',
  'not-paid',
  'unknown',
  'not-sent',
]);
export type CustomerScreenItemState = z.infer<typeof customerScreenItemStateSchema>;

export const customerScreenItemSchema = z.strictObject({
  /** Position among this customer's payments, from 1. */
  number: integerSchema,
  billerName: anyTextSchema,
  account: maskedAccountSchema,
  accountIs: z.enum(ACCOUNT_KINDS),
  amount: moneySchema,
  fee: moneySchema.nullable(),
  /** Amount and fee, in the shop's currency. */
  due: moneySchema,
  state: customerScreenItemStateSchema,
});
export type CustomerScreenItem = z.infer<typeof customerScreenItemSchema>;

/**
 * `asked`: nothing was sent. `partly`: only some payments were paid, and every outcome is certain.
 * `stopped`: some were not sent, and the cashier decides what to do.
 */
export const customerScreenPhaseSchema = z.enum([
  'asked',
  'waiting',
  'paid',
  'not-paid',
  'partly',
  'unknown',
  'stopped',
]);
export type CustomerScreenPhase = z.infer<typeof customerScreenPhaseSchema>;

const commonViewFields = {
  shopName: anyTextSchema,
  environment: environmentNameSchema,
  /** The language of the texts. */
  language: languageSchema,
  /** Money is formatted for the shop's country, independent of `language`. */
  shopLanguage: languageSchema,
  shopCurrency: anyTextSchema,
  theme: z.enum(['system', 'light', 'dark']),
};

export const customerScreenViewSchema = z.discriminatedUnion('kind', [
  /** No customer is served. */
  z.strictObject({ kind: z.literal('idle'), ...commonViewFields }),
  /** A receipt's code, which the customer scans. */
  z.strictObject({
    kind: z.literal('receipt-code'),
    ...commonViewFields,
    code: whatsAppCodeSchema,
  }),
  z.strictObject({
    kind: z.literal('sale'),
    ...commonViewFields,
    /** The cashier hands money to the customer. */
    isCashOut: booleanSchema,
    items: z.array(customerScreenItemSchema).min(1),
    total: moneySchema,
    /** Cash received; null while unknown. */
    received: moneySchema.nullable(),
    /** The customer's change; null while it cannot be computed. */
    change: moneySchema.nullable(),
    phase: customerScreenPhaseSchema,
    /** With `unknown`: when the outcome is certain at the latest; null if that is unknown. */
    certainAt: instantSchema.nullable(),
    timeZone: anyTextSchema,
  }),
]);
export type CustomerScreenView = z.infer<typeof customerScreenViewSchema>;
export type CustomerScreenSale = Extract<CustomerScreenView, { kind: 'sale' }>;

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
  number: integerSchema,
  width: integerSchema,
  height: integerSchema,
  /** The till's main window is on this display. */
  isTills: booleanSchema,
});
export type ConnectedDisplay = z.infer<typeof connectedDisplaySchema>;

export const customerScreenStateSchema = z.strictObject({
  /**
   * `no-display`: enabled, but no display is available. `closed`: a person closed the window.
   * `unplaceable`: this desktop (Wayland) lets no program place a window, so it is never opened.
   */
  window: z.enum(['off', 'open', 'no-display', 'closed', 'unplaceable']),
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
  /**
   * Shows the code of a receipt (`printing.whatsAppCode`) over anything else, until null is sent, the
   * next customer begins, or the screen is cleared. A payment without such a code shows none.
   */
  'customerScreen.showReceipt': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema.nullable() }),
    emptyObjectSchema,
  ),
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
