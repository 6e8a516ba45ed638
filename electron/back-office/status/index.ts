/**
 * The status line: every indicator of the till in one value, built from its parts on each read, and
 * the shop's account, which is polled regularly and stored (`shop-account.ts`).
 *
 * - The account is polled rarely, and each till adds random jitter: a thousand tills together send
 *   fewer than ten requests per second (`account-poll-policy.ts`).
 * - The service's indicator distinguishes keys, clock, slowness and an unreachable address, based
 *   on the last answer to any request (`service-indicator.ts`). Without an answer for seven minutes
 *   it is not green.
 * - `shopCurrency` is the configured one, or else the currency of the last known account, also from
 *   before a restart, or else that of the service's version.
 *
 * Amounts are decimal text in the account's currency. Times are ISO 8601 in UTC; `now` is the
 * service's time. `ShopAccount.refresh` returns the problems of the service's reads
 * (`electron/service`).
 *
 * Implements the account endpoint of "Endpoints" in the interface.
 */
export { createShopAccount, type ShopAccount, type ShopAccountSettings } from './shop-account.ts';
export { createStatusLineBuilder, getServiceStatus, type StatusLineBuilder } from './status.ts';
