import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import {
  anyTextSchema,
  billerKindSchema,
  booleanSchema,
  currencyCodeSchema,
  decimalSchema,
  emptyObjectSchema,
  instantSchema,
  integerSchema,
  nullableIntegerSchema,
} from './value-schemas.ts';

/** The amounts that a biller accepts: a list, a range, or any. In the biller's currency. */
export const offeredAmountsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('list'), amounts: z.array(decimalSchema) }),
  z.strictObject({ kind: z.literal('range'), least: decimalSchema, most: decimalSchema }),
]);
export type OfferedAmounts = z.infer<typeof offeredAmountsSchema>;

/** A biller of the cached catalogue, with the values of the service's interface. */
export const billerSchema = z.strictObject({
  id: integerSchema,
  kind: billerKindSchema,
  name: anyTextSchema,
  country: anyTextSchema,
  /** Empty if the service returned none; such a biller cannot be paid. */
  currency: anyTextSchema,
  /** The service's type: Electricity, Water, Cell… */
  type: anyTextSchema,
  /** `account_number`, `phone_number`, `bar_code`, or another value of the service. */
  billType: anyTextSchema,
  canCheckBalance: booleanSchema,
  supportsPartialPayment: booleanSchema,
  requiresNameOnAccount: booleanSchema,
  hasExtraData: booleanSchema,
  /** `10`, `7..15` or empty. */
  accountNumberDigits: anyTextSchema,
  /** `9` is a digit, `X` any character, characters after `?` are optional; or empty. */
  mask: anyTextSchema,
  hoursToFulfill: z.number().nullable(),
  amounts: offeredAmountsSchema,
});
export type Biller = z.infer<typeof billerSchema>;

/** A search result; `matches` are the ranges of the name that match the typed text. */
export const billerMatchSchema = z.strictObject({
  biller: billerSchema,
  matches: z.array(z.tuple([integerSchema, integerSchema])),
  uses: integerSchema,
});
export type BillerMatch = z.infer<typeof billerMatchSchema>;

export const billerListStateSchema = z.strictObject({
  kind: billerKindSchema,
  count: integerSchema,
  refreshedAt: instantSchema.nullable(),
});

export const catalogStateSchema = z.strictObject({
  lists: z.array(billerListStateSchema),
  ratesAt: instantSchema.nullable(),
  /** The lists are older than the interface allows: a week, or a day for rates (`areRatesStale`). */
  isStale: booleanSchema,
  areRatesStale: booleanSchema,
  refreshing: z
    .strictObject({
      kind: z.union([billerKindSchema, z.literal('rates')]),
      done: integerSchema,
      total: nullableIntegerSchema,
    })
    .nullable(),
  /** Why the last refresh failed, as the kind of a `Problem`; null if it succeeded. */
  lastFailure: z.strictObject({ at: instantSchema, problem: anyTextSchema }).nullable(),
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
  /** The cached biller, also if a refresh removed it from the list after the form was opened. */
  'catalog.biller': defineCall(
    'cashier',
    z.strictObject({ id: integerSchema }),
    z.strictObject({ biller: billerSchema, isListed: booleanSchema, isFavourite: booleanSchema }),
  ),
  /**
   * The favourites of this till in their order, then the most and most recently used billers. With
   * `isFilled`, other billers of these kinds fill the list up to `limit`.
   */
  'catalog.suggested': defineCall(
    'cashier',
    z.strictObject({
      kinds: z.array(billerKindSchema).min(1).max(4),
      limit: z.number().int().min(1).max(30),
      isFilled: booleanSchema.optional(),
    }),
    z.array(
      z.strictObject({ biller: billerSchema, isFavourite: booleanSchema, uses: integerSchema }),
    ),
  ),
  /** Appends a biller to this till's favourites, or removes it. */
  'catalog.setFavourite': defineCall(
    'cashier',
    z.strictObject({ billerId: integerSchema, isFavourite: booleanSchema }),
    emptyObjectSchema,
  ),
  /**
   * Billers whose account numbers could be this code: those paid with this account before come first,
   * then those that this shop uses. `certainId` is the biller if exactly one was
   * paid with this account before.
   */
  'catalog.findByBarcode': defineCall(
    'cashier',
    z.strictObject({ code: z.string().min(4).max(64), limit: z.number().int().min(1).max(20) }),
    z.strictObject({ billers: z.array(billerMatchSchema), certainId: nullableIntegerSchema }),
  ),
  'catalog.rates': defineCall('cashier', emptyObjectSchema, rateTableSchema),
  /** Starts a background refresh unless one is running. */
  'catalog.refresh': defineCall('cashier', emptyObjectSchema, catalogStateSchema),
};

export const catalogEvents = {
  'catalog.changed': defineEvent(catalogStateSchema),
};
