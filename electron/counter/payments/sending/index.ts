/**
 * Pays, and sends again. The intent, with the exact bytes of its request, is committed first. The
 * request leaves in the same synchronous step, so that nothing can happen between the commit and
 * the first byte. If the disk refuses an answer, the answer is kept in memory and written as soon
 * as the disk accepts it; meanwhile the payment is shown as unknown. Cash-outs and cancels are sent
 * again as payments are, and only while their money could be handed over.
 *
 * Decision where the interface was silent: if shifts are required, one must be open when an order
 * is prepared (`../payments.ts`) and when it is paid. This is never checked inside the commit of an
 * intent (`payment-sender.ts`).
 */
export { checkWarningsAcknowledged, commitIntent, type NewIntent } from './intent.ts';
export { createPaymentSender, type PaymentSender } from './payment-sender.ts';
export { createRequestSender, type RequestSender } from './request-sender.ts';
export { createResender } from './resender.ts';
