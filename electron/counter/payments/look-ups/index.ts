/**
 * Looks up payments whose outcome is not known: at once, then with growing pauses until the outcome
 * is known, and again after a restart. Each payment has one look-up at a time, and none while its
 * request is in flight. `outcome/` decides what an answer proves; a look-up that fails proves
 * nothing.
 *
 * Decisions where the interface was silent:
 * - An empty look-up is certain when it was asked after the end of every signature by two times: the
 *   service's, on which more than one answer has to agree, and our own uptime since the last send.
 *   After a restart nobody knows that one; then two empty look-ups lie 16 minutes of uptime apart.
 *   What one machine of the service says of the time, or who sets this computer's clock, gives no
 *   money back (`hasRequestExpired` in `outcome/conclusion.ts`; the clock is `service/transport`'s).
 * - Without a Date in the answers it takes 17 minutes of uptime instead of 16.
 */
export { createManualLookUp } from './manual-look-up.ts';
export { createResolver, type Resolver } from './resolver.ts';
export { createRowRefresher } from './row-refresher.ts';
