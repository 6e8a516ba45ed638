/**
 * The catalogue: the four biller lists and the rates, cached in the ledger, refreshed in the
 * background and searched as one types. Implements the client obligations 1 and 2 of the
 * interface: the lists weekly, the rates every morning at the first chance after 06:00 EST (fixed
 * UTC−05:00), and both at start when they are older.
 *
 * What it promises:
 * - A list is replaced as a whole, in one commit, or not at all; the same for the rates. Each list
 *   stands on its own: one that fails leaves the others new.
 * - A list that comes back with less than half of a long one is not believed at once: the old one
 *   goes on working, and `lastFailure` says `service-unreadable`.
 * - A biller's identity is its id. Where two lists hold one id, the first in the order utility,
 *   top-up, gift-card, partner is the one that is found and answered.
 * - A biller that left its list is still answered by `biller`, with `isListed: false`, for 30 days;
 *   it is not found any more. One without a currency is found, and cannot be paid.
 * - Nothing here throws for what the service, the network or a cashier did. Failures of a refresh
 *   are in `state().lastFailure` as a problem's kind, and are tried again with growing back-off.
 *   Damage of the ledger itself (`StorageError`) comes out of the reading calls.
 *
 * - `byBarcode` offers the billers whose rules an account scanned from a paper bill fits, and never
 *   guesses: which of them it is, the cashier says.
 *
 * Times are ISO 8601 in UTC. Rates and amounts are decimal strings, exactly as the service sent
 * them; rates are units of the currency per USD.
 *
 * Decisions where the interface was silent:
 * - A list that loses over half of its billers is not believed until it is still so a day later; an
 *   empty one never is (`replace.ts`).
 * - Lists fall due after 6.5 days, so that a till used by day stays within the week (`due.ts`).
 */
export { type Catalog, type CatalogPorts, createCatalog } from './catalog.ts';
export type { CatalogService } from './fetch-parts.ts';
