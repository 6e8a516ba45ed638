/**
 * A payment's state as text and on paper: paid, refused or unknown; the available actions; its tape
 * and its papers. The flow, the history and the list of unresolved payments share it. Amounts are
 * in the biller's currency, cash in the shop's; times are shown in the shop's time zone.
 */

export { FailedActionNotice } from './failed-action-notice.tsx';
export { GiftCode } from './gift-code.tsx';
export { MoneyToGive } from './money-to-give.tsx';
export { formatPaperUnavailableReason, getPaperStatus } from './paper-status.ts';
export { createReleaseAction } from './payment-actions.ts';
export { PaymentIdentity } from './payment-identity.tsx';
export { PaymentRowNotice } from './payment-row-notice.tsx';
export { RefundNotice } from './refund-notice.tsx';
export { ReleaseCash } from './release-cash.tsx';
export { ResultNotice } from './result-notice.tsx';
export { ResultScreen } from './result-screen.tsx';
export { usePaymentTitle } from './result-title.ts';
export { SendingScreen } from './sending-screen.tsx';
export { PaymentTape, TapeSide } from './tape-side.tsx';
export { UnknownFacts } from './unknown-facts.tsx';
export { useHasElapsed, useKeyDelay } from './use-key-delay.ts';
export { usePaymentCalls } from './use-payment-calls.ts';
