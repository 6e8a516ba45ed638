/**
 * The status line: every light of the till in one value, made anew from its parts whenever it is asked
 * for, and the shop's account, which is asked for regularly and kept (`shop-account-poller.ts`).
 *
 * - The account is asked seldom, and each till at moments of its own: a thousand tills together ask
 *   fewer than ten times a second (`account-poll-policy.ts`).
 * - The service's light tells apart keys, clock, slowness and an address that cannot be reached, by the
 *   last answer to anybody (`service-indicator.ts`). Without an answer for seven minutes it is not green.
 * - `shopCurrency` is the one that is set, or else the account's as last told, also before a restart, or
 *   else that of the service's version.
 *
 * Amounts are decimal text in the account's currency. Times are ISO 8601 in UTC; `now` is the service's
 * time. `ask` returns the problems of the service's reads (`electron/service`).
 *
 * Implements the account endpoint's place in "Endpoints" of the interface.
 */
export { createStatus, type Status, type StatusSettings } from './status.ts';
