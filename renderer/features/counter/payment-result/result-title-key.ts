import { assertNever, type Payment } from '../../../../shared/contract/index.ts';
import { isZero } from '../../../../shared/money/index.ts';
import { isTicketTextMissing, type RefusalAction } from '../../../../shared/rules/index.ts';

/** Which sentence tells the cashier where the money is. Pure. */

/**
 * Whether there is a receipt to hand over. `coming`: it is printed or being printed. `failed`:
 * printing failed. `not-printed`: the shop prints on request, or has no printer.
 */
export type OriginalReceiptStatus = 'coming' | 'failed' | 'not-printed';

type TitleFields = Pick<
  Payment,
  'kind' | 'state' | 'change' | 'handOver' | 'hasTicketText' | 'refund'
>;

/** A sentence of `getResultTitleTextKey`. */
export type ResultTitleTextKey = ReturnType<typeof getResultTitleTextKey>;

/**
 * Returns the text key of what the cashier must do with the money and the paper now. `receiptStatus`:
 * the title must not ask to hand over a paper that does not exist.
 */
export function getResultTitleTextKey(
  payment: TitleFields & Pick<Payment, 'isNotSent'>,
  refusalAction: RefusalAction,
  receiptStatus: OriginalReceiptStatus,
) {
  const isMoneyOut = payment.kind === 'cash-out' || payment.kind === 'cancel';
  if (!isMoneyOut && payment.isNotSent) return 'pay.notSent.title';
  return isMoneyOut || refusalAction.kind === 'next-customer'
    ? getPaymentTitleTextKey(payment, receiptStatus)
    : (`pay.correction.title.${refusalAction.kind}` as const);
}

/** As `getResultTitleTextKey`, for a payment that is viewed later. */
export function getPaymentTitleTextKey(
  payment: TitleFields,
  receiptStatus: OriginalReceiptStatus = 'coming',
) {
  if (payment.refund !== null) {
    return payment.kind === 'cash-out' ? 'refunds.titleOut' : 'pay.paid.givenBackTitle';
  }
  if (payment.kind === 'cash-out' || payment.kind === 'cancel') {
    return getMoneyOutTitleTextKey(payment);
  }
  switch (payment.state) {
    case 'sending':
      return 'pay.sending.title';
    case 'paid':
    case 'by-hand-paid':
      return getPaidTitleTextKey(payment, receiptStatus);
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return 'pay.refused.title';
    case 'unknown':
    case 'unclear':
      return 'pay.unknown.title';
    default:
      return assertNever(payment.state);
  }
}

function getPaidTitleTextKey(payment: TitleFields, receiptStatus: OriginalReceiptStatus) {
  const isGift = payment.kind === 'gift-card';
  const isExact = payment.change === null || isZero(payment.change);
  if (isGift && isTicketTextMissing(payment)) {
    return isExact ? 'pay.gift.noCodeTitleExact' : 'pay.gift.noCodeTitle';
  }
  switch (receiptStatus) {
    case 'not-printed':
      return isExact ? 'receipts.paidExact' : 'receipts.paid';
    case 'failed':
      return isExact ? 'pay.paid.titleNoPaperExact' : 'pay.paid.titleNoPaper';
    case 'coming':
      if (isGift) return isExact ? 'pay.gift.titleExact' : 'pay.gift.title';
      return isExact ? 'pay.paid.titleExact' : 'pay.paid.title';
    default:
      return assertNever(receiptStatus);
  }
}

function getMoneyOutTitleTextKey(payment: TitleFields) {
  const textGroup = payment.kind === 'cancel' ? 'cancel' : 'cashOut';
  switch (payment.handOver) {
    case 'none':
    case 'not-yet':
      return `pay.${textGroup}.unknown` as const;
    case 'paper-first':
      return isTicketTextMissing(payment) ? 'pay.cashOut.textMissing' : 'pay.cashOut.paperFirst';
    case 'now':
      return `pay.${textGroup}.handOver` as const;
    case 'done':
      return `pay.${textGroup}.done` as const;
    case 'never':
      return `pay.${textGroup}.notDone` as const;
    default:
      return assertNever(payment.handOver);
  }
}
