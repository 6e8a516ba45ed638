/**
 * Paying and sending again. The intent, with the exact bytes of its request, is committed first; the
 * request leaves in the same synchronous step, so that nothing comes between the commit and the
 * first byte. An answer that cannot be written is kept in memory and written as soon as the disk
 * takes it; the payment shows as unknown meanwhile. A cash-out is never sent again.
 *
 * Decision where the interface was silent: where shifts are required, an open one is asked for when
 * an order is prepared (`../payments.ts`) and when it is paid, never inside the commit of an intent
 * (`paying.ts`).
 */
export { commitIntent, type MadeIntent } from './intent.ts';
export { createPaying, type Paying } from './paying.ts';
export { createSending, type Sending } from './sending.ts';
export { createSendingAgain } from './sending-again.ts';
