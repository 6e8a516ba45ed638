/**
 * One place for each rule that page and main share: what an account number may be, which payment
 * type a biller has, and what the service's R codes mean for the money. Pure: nothing here reads a
 * clock, a file or a setting. Known codes are the 70 of the interface; any other text may arrive and
 * has facts as well. The words for people stand in `shared/i18n`. Implements "Service error codes"
 * and "Payment types" of the interface.
 */

export {
  accountHint,
  expectedLength,
  isDigitsOnly,
  withoutGrouping,
} from './account-hint.ts';
export {
  accountKey,
  type CheckedAccount,
  checkAccountNumber,
  isSameAccount,
} from './account-number.ts';
export {
  isEvidenceOfEarlier,
  isSuccessCode,
  leavesCancelOpen,
  leavesOpen,
  type MoneyState,
  moneyState,
  statusSays,
} from './money-state.ts';
export { type PaymentType, paymentType } from './payment-type.ts';
export {
  isNotOfferedCode,
  isServiceCode,
  SERVICE_CODES,
  type ServiceCode,
} from './service-codes.ts';
export {
  isGivenBackStatus,
  type TransactionStatus,
  transactionStatus,
} from './transaction-status.ts';
