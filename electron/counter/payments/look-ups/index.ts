/**
 * Looks up payments whose outcome is unknown: at once, then with back-off until the outcome is
 * known, and again after a restart. Each payment has at most one look-up at a time, and none while
 * its request is in flight. `outcome/` decides what an answer proves; a failed look-up proves
 * nothing.
 *
 * Decisions that the interface leaves open:
 * - An empty look-up is certain if it starts after the expiry of every signature by two clocks: the
 *   service's time, on which more than one answer must agree, and our own uptime since the last
 *   send. After a restart that uptime is unknown, and two empty look-ups 16 minutes of uptime apart
 *   replace it. Thus neither one wrong service machine nor a change of this computer's clock can
 *   cause money to be given back (`hasRequestExpired` in `outcome/conclusion.ts`; the service clock
 *   is in `service/transport`).
 * - If the answers have no Date, the uptime must be 17 minutes instead of 16.
 */
export { createManualLookUp } from './manual-look-up.ts';
export { createPaymentResolver, type PaymentResolver } from './resolver.ts';
export { createPaymentRowRefresher } from './row-refresher.ts';
