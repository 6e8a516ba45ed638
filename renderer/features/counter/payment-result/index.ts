/**
 * A payment's state as text and on paper: paid, refused or unknown; the available actions; its tape
 * and its papers. The flow, the basket, the history and the list of unresolved payments share it.
 * Amounts are in the biller's currency, cash in the shop's; times are shown in the shop's time zone.
 */

export { FailedActionNotice, type PaymentAction } from './failed-action-notice.tsx';
export { formatFeeAndTotal } from './format-fee-and-total.ts';
export { GiftCardCode, useGiftCardCodeText } from './gift-card-code.tsx';
export { MoneyToGive } from './money-to-give.tsx';
export {
  formatPaperUnavailableReason,
  getOriginalReceiptStatus,
} from './original-receipt-status.ts';
export {
  createConfirmAction,
  createHandedOverAction,
  createLookUpAction,
  createReleaseCashAction,
  createSendAgainAction,
} from './payment-actions.ts';
export { PaymentIdentity } from './payment-identity.tsx';
export { DraftReceipt, PaymentTape } from './payment-tape.tsx';
export {
  createCashRows,
  createDraftRow,
  createMoneyOutRow,
  createRuledDraftRow,
  type MoneyFormatter,
} from './receipt-rows.ts';
export { RefundCheckNotice } from './refund-check-notice.tsx';
export { RefundNotice } from './refund-notice.tsx';
export { ReleaseCashDialog } from './release-cash.tsx';
export { PaymentResultNotice } from './result-notice.tsx';
export { usePaymentTitle, useResultTitle, useTapeOfPaidPayment } from './result-title.ts';
export { UnknownOutcomeDetails } from './unknown-outcome-details.tsx';
export { usePaymentScreenActions } from './use-payment-screen-actions.ts';
