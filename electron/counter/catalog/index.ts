/**
 * The catalogue: the four biller lists and the rates, cached in the ledger, refreshed in the
 * background and searched while the cashier types. Implements the client obligations 1 and 2 of the
 * interface: the lists weekly, the rates every morning between 06:00 and 06:45 EST (fixed UTC−05:00),
 * at a time that differs per till, and both at start if they are older.
 *
 * What it promises:
 * - A list is replaced as a whole, in one commit, or not at all; so are the rates. The lists are
 *   independent: if one fails, the others are still renewed. Parts that arrive together share a
 *   commit.
 * - If a long list comes back with less than half of its billers, it is not accepted at once: the
 *   old list stays in use, and `lastFailure` is `service-unreadable`.
 * - A biller's identity is its id. If two lists hold the same id, the first list in the order
 *   utility, top-up, gift-card, partner wins.
 * - A biller that left its list is still returned by `biller`, with `isListed: false`, for 30 days,
 *   but searches no longer find it. A biller without a currency is found, but cannot be paid.
 * - No call throws because of the service, the network or a cashier. A failed refresh is in
 *   `state().lastFailure` as a problem's kind, and is retried with growing back-off. The calls
 *   that read throw `StorageError` if the ledger is damaged.
 * - `byBarcode` returns the billers whose rules accept an account scanned from a paper bill. It
 *   is certain of one only if it was paid with this account, and no other was; otherwise
 *   the cashier chooses.
 *
 * Times are ISO 8601 in UTC. Rates and amounts are decimal strings, exactly as the service sent
 * them; rates are units of the currency per USD.
 *
 * Decisions where the interface was silent:
 * - A list that loses over half of its billers is accepted only if it is still short a day later; an
 *   empty list is never accepted (`store-catalog.ts`).
 * - Lists fall due after 6.5 days, so that a till used only by day stays within the week
 *   (`refresh-schedule.ts`).
 */
export { type Catalog, createCatalog } from './catalog.ts';
