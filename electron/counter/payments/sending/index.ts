/**
 * Sends payments, and sends them again. The intent, with the exact bytes of its request, is
 * committed first. The request is sent in the same synchronous step, so that nothing can happen
 * between the commit and the first byte. If writing an answer to the disk fails, the answer is kept
 * in memory and the write is retried; meanwhile the payment is shown as unknown. Cash-outs and
 * cancels are sent again like payments, but only while their money can be handed over.
 *
 * Decision that the interface leaves open: if shifts are required, one must be open when an order
 * is prepared (`../order-calls.ts`) and when it is paid. This is never checked inside the commit of
 * an intent (`payment-sender.ts`).
 */
export { checkWarningsAcknowledged, commitIntent, type IntentToCommit } from './intent.ts';
export { createPaymentSender, type PaymentSender } from './payment-sender.ts';
export { createRequestSender, type RequestSender } from './request-sender.ts';
export { createResender } from './resender.ts';
