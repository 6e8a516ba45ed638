import { z } from 'zod';
import { call, event } from './define.ts';
import { billerKind, currencyCode, decimalText, instant, nothing } from './values.ts';

/** The amounts that a biller sells: buttons, a range, or any amount. In the biller's currency. */
export const offeredAmounts = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('list'), amounts: z.array(decimalText) }),
  z.strictObject({ kind: z.literal('range'), least: decimalText, most: decimalText }),
]);
export type OfferedAmounts = z.infer<typeof offeredAmounts>;

/** A biller of the cached catalogue, in the interface's words. */
export const biller = z.strictObject({
  id: z.number().int(),
  kind: billerKind,
  name: z.string(),
  country: z.string(),
  /** Empty if the service gave none: such a biller cannot be paid. */
  currency: z.string(),
  /** The service's own word: Electricity, Water, Cell… */
  type: z.string(),
  /** `account_number`, `phone_number`, `bar_code`, or another word of the service. */
  billType: z.string(),
  canCheckBalance: z.boolean(),
  supportsPartialPayment: z.boolean(),
  requiresNameOnAccount: z.boolean(),
  hasExtraData: z.boolean(),
  /** `10`, `7..15` or empty. */
  accountNumberDigits: z.string(),
  /** `9` a digit, `X` any character, behind `?` optional; or empty. */
  mask: z.string(),
  hoursToFulfill: z.number().nullable(),
  amounts: offeredAmounts,
});
export type Biller = z.infer<typeof biller>;

/** One found biller; `matches` are the ranges of its name that were typed, for marking. */
export const foundBiller = z.strictObject({
  biller,
  matches: z.array(z.tuple([z.number().int(), z.number().int()])),
  uses: z.number().int(),
});
export type FoundBiller = z.infer<typeof foundBiller>;

export const listState = z.strictObject({
  kind: billerKind,
  count: z.number().int(),
  refreshedAt: instant.nullable(),
});

export const catalogState = z.strictObject({
  lists: z.array(listState),
  ratesAt: instant.nullable(),
  /** Older than the contract with the service allows (a week; a day for rates). */
  isStale: z.boolean(),
  areRatesStale: z.boolean(),
  refreshing: z
    .strictObject({
      kind: z.union([billerKind, z.literal('rates')]),
      done: z.number().int(),
      total: z.number().int().nullable(),
    })
    .nullable(),
  /** Why the last refresh did not succeed, as a problem's kind; null when it did. */
  lastFailure: z.strictObject({ at: instant, problem: z.string() }).nullable(),
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
  /** The biller as it is cached, also when it has left the list since the form was opened. */
  'catalog.biller': call(
    'cashier',
    z.strictObject({ id: z.number().int() }),
    z.strictObject({ biller, isListed: z.boolean(), isFavourite: z.boolean() }),
  ),
  /** The billers at hand for this till: its favourites in their order, then those used last. */
  'catalog.atHand': call(
    'cashier',
    z.strictObject({
      kinds: z.array(billerKind).min(1).max(4),
      limit: z.number().int().min(1).max(30),
    }),
    z.array(z.strictObject({ biller, isFavourite: z.boolean(), uses: z.number().int() })),
  ),
  /** Puts a biller among the favourites of this till, behind the others, or takes it out. */
  'catalog.setFavourite': call(
    'cashier',
    z.strictObject({ billerId: z.number().int(), isFavourite: z.boolean() }),
    nothing,
  ),
  /** Billers whose accounts could read like this scanned code; those that this shop uses first. */
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
