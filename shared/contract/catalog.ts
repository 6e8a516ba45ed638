import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import {
  anyText,
  billerKindSchema,
  currencyCodeSchema,
  decimalSchema,
  emptyObjectSchema,
  flag,
  instantSchema,
  integer,
  integerOrNull,
} from './values.ts';

/** The amounts that a biller sells: buttons, a range, or any amount. In the biller's currency. */
export const offeredAmountsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('list'), amounts: z.array(decimalSchema) }),
  z.strictObject({ kind: z.literal('range'), least: decimalSchema, most: decimalSchema }),
]);
export type OfferedAmounts = z.infer<typeof offeredAmountsSchema>;

/** A biller of the cached catalogue, in the interface's words. */
export const billerSchema = z.strictObject({
  id: integer,
  kind: billerKindSchema,
  name: anyText,
  country: anyText,
  /** Empty if the service gave none: such a biller cannot be paid. */
  currency: anyText,
  /** The service's own word: Electricity, Water, Cell… */
  type: anyText,
  /** `account_number`, `phone_number`, `bar_code`, or another word of the service. */
  billType: anyText,
  canCheckBalance: flag,
  supportsPartialPayment: flag,
  requiresNameOnAccount: flag,
  hasExtraData: flag,
  /** `10`, `7..15` or empty. */
  accountNumberDigits: anyText,
  /** `9` a digit, `X` any character, what follows `?` optional; or empty. */
  mask: anyText,
  hoursToFulfill: z.number().nullable(),
  amounts: offeredAmountsSchema,
});
export type Biller = z.infer<typeof billerSchema>;

/** One found biller; `matches` are the ranges of its name that match what was typed. */
export const billerMatchSchema = z.strictObject({
  biller: billerSchema,
  matches: z.array(z.tuple([integer, integer])),
  uses: integer,
});
export type BillerMatch = z.infer<typeof billerMatchSchema>;

export const billerListStateSchema = z.strictObject({
  kind: billerKindSchema,
  count: integer,
  refreshedAt: instantSchema.nullable(),
});

export const catalogStateSchema = z.strictObject({
  lists: z.array(billerListStateSchema),
  ratesAt: instantSchema.nullable(),
  /** Older than the interface allows (a week; a day for rates). */
  isStale: flag,
  areRatesStale: flag,
  refreshing: z
    .strictObject({
      kind: z.union([billerKindSchema, z.literal('rates')]),
      done: integer,
      total: integerOrNull,
    })
    .nullable(),
  /** Why the last refresh failed, as a problem's kind; null if it did not. */
  lastFailure: z.strictObject({ at: instantSchema, problem: anyText }).nullable(),
});
export type CatalogState = z.infer<typeof catalogStateSchema>;

export const rateTableSchema = z.strictObject({
  /** Units of each currency per USD. */
  perUsd: z.record(currencyCodeSchema, decimalSchema),
  fetchedAt: instantSchema.nullable(),
});
export type RateTable = z.infer<typeof rateTableSchema>;

export const catalogCalls = {
  'catalog.state': defineCall('cashier', emptyObjectSchema, catalogStateSchema),
  'catalog.search': defineCall(
    'cashier',
    z.strictObject({
      text: z.string().max(80),
      kinds: z.array(billerKindSchema).min(1).max(4),
      limit: z.number().int().min(1).max(50),
    }),
    z.array(billerMatchSchema),
  ),
  /** The cached biller, even if it left the list after the form was opened. */
  'catalog.biller': defineCall(
    'cashier',
    z.strictObject({ id: integer }),
    z.strictObject({ biller: billerSchema, isListed: flag, isFavourite: flag }),
  ),
  /**
   * The favourites of this till in their order, then the billers by most and latest use.
   * `isFilled`: then the rest of these kinds.
   */
  'catalog.atHand': defineCall(
    'cashier',
    z.strictObject({
      kinds: z.array(billerKindSchema).min(1).max(4),
      limit: z.number().int().min(1).max(30),
      isFilled: flag.optional(),
    }),
    z.array(z.strictObject({ biller: billerSchema, isFavourite: flag, uses: integer })),
  ),
  /** Adds a biller to the end of this till's favourites, or removes it. */
  'catalog.setFavourite': defineCall(
    'cashier',
    z.strictObject({ billerId: integer, isFavourite: flag }),
    emptyObjectSchema,
  ),
  /** Billers that could have an account with this code; those that this shop uses come first. */
  'catalog.byBarcode': defineCall(
    'cashier',
    z.strictObject({ code: z.string().min(4).max(64), limit: z.number().int().min(1).max(20) }),
    z.array(billerMatchSchema),
  ),
  'catalog.rates': defineCall('cashier', emptyObjectSchema, rateTableSchema),
  /** Starts a refresh in the background, or joins the one under way. */
  'catalog.refresh': defineCall('cashier', emptyObjectSchema, catalogStateSchema),
};

export const catalogEvents = {
  'catalog.changed': defineEvent(catalogStateSchema),
};
