import { z } from 'zod';
import { call, event } from './define.ts';
import {
  anyText,
  billerKind,
  currencyCode,
  decimalText,
  flag,
  instant,
  integer,
  integerOrNull,
  nothing,
} from './values.ts';

/** The amounts that a biller sells: buttons, a range, or any amount. In the biller's currency. */
export const offeredAmounts = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('list'), amounts: z.array(decimalText) }),
  z.strictObject({ kind: z.literal('range'), least: decimalText, most: decimalText }),
]);
export type OfferedAmounts = z.infer<typeof offeredAmounts>;

/** A biller of the cached catalogue, in the interface's words. */
export const biller = z.strictObject({
  id: integer,
  kind: billerKind,
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
  amounts: offeredAmounts,
});
export type Biller = z.infer<typeof biller>;

/** One found biller; `matches` are the ranges of its name that match what was typed. */
export const foundBiller = z.strictObject({
  biller,
  matches: z.array(z.tuple([integer, integer])),
  uses: integer,
});
export type FoundBiller = z.infer<typeof foundBiller>;

export const listState = z.strictObject({
  kind: billerKind,
  count: integer,
  refreshedAt: instant.nullable(),
});

export const catalogState = z.strictObject({
  lists: z.array(listState),
  ratesAt: instant.nullable(),
  /** Older than the interface allows (a week; a day for rates). */
  isStale: flag,
  areRatesStale: flag,
  refreshing: z
    .strictObject({
      kind: z.union([billerKind, z.literal('rates')]),
      done: integer,
      total: integerOrNull,
    })
    .nullable(),
  /** Why the last refresh failed, as a problem's kind; null if it did not. */
  lastFailure: z.strictObject({ at: instant, problem: anyText }).nullable(),
});
export type CatalogState = z.infer<typeof catalogState>;

export const rateTable = z.strictObject({
  /** Units of each currency per USD. */
  perUsd: z.record(currencyCode, decimalText),
  fetchedAt: instant.nullable(),
});
export type RateTable = z.infer<typeof rateTable>;

export const catalogCalls = {
  'catalog.state': call('cashier', nothing, catalogState),
  'catalog.search': call(
    'cashier',
    z.strictObject({
      text: z.string().max(80),
      kinds: z.array(billerKind).min(1).max(4),
      limit: z.number().int().min(1).max(50),
    }),
    z.array(foundBiller),
  ),
  /** The cached biller, even if it left the list after the form was opened. */
  'catalog.biller': call(
    'cashier',
    z.strictObject({ id: integer }),
    z.strictObject({ biller, isListed: flag, isFavourite: flag }),
  ),
  /**
   * The favourites of this till in their order, then the billers by most and latest use.
   * `isFilled`: then the rest of these kinds.
   */
  'catalog.atHand': call(
    'cashier',
    z.strictObject({
      kinds: z.array(billerKind).min(1).max(4),
      limit: z.number().int().min(1).max(30),
      isFilled: flag.optional(),
    }),
    z.array(z.strictObject({ biller, isFavourite: flag, uses: integer })),
  ),
  /** Adds a biller to the end of this till's favourites, or removes it. */
  'catalog.setFavourite': call(
    'cashier',
    z.strictObject({ billerId: integer, isFavourite: flag }),
    nothing,
  ),
  /** Billers that could have an account with this code; those that this shop uses come first. */
  'catalog.byBarcode': call(
    'cashier',
    z.strictObject({ code: z.string().min(4).max(64), limit: z.number().int().min(1).max(20) }),
    z.array(foundBiller),
  ),
  'catalog.rates': call('cashier', nothing, rateTable),
  /** Starts a refresh in the background, or joins the one under way. */
  'catalog.refresh': call('cashier', nothing, catalogState),
};

export const catalogEvents = {
  'catalog.changed': event(catalogState),
};
