/**
 * How a payment stands, in words and on paper: paid, refused, not known; what may be done about it;
 * its tape and its papers. Shared by all who show a payment: the flow, the history and the payments
 * that are not resolved. Amounts are in the biller's currency, cash in the shop's; times are shown
 * in the shop's zone.
 */
export { releaseAction } from './payment-actions.ts';
export { ReleaseCash } from './release-cash.tsx';
export { ResultNotice } from './result-notice.tsx';
export { ResultScreen } from './result-screen.tsx';
export { usePaymentTitle } from './result-title.ts';
export { SendingScreen } from './sending-screen.tsx';
export { PaymentTape, TapeSide } from './tape-side.tsx';
export { TroubleNotice } from './trouble-notice.tsx';
export { UnknownFacts } from './unknown-facts.tsx';
export { usePaymentCalls } from './use-payment-calls.ts';
export { WhichPayment } from './which-payment.tsx';
