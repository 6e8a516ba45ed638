/**
 * One place for each rule that page and main share. Pure: nothing here reads a clock, a file or a
 * setting. Nothing here imports the contract; the contract imports its words from here.
 *
 * - Account numbers: what a biller accepts, and what the screen says during typing. Page and main
 *   reach the same verdict.
 * - Payment types: the interface's table "Payment types".
 * - Whether money moved after an answer of the service, by its code and its HTTP status ("Service
 *   error codes"), and the words for a transaction's status. The 70 codes of the interface are
 *   known; any other text may arrive, and leaves a payment open.
 * - The facts of each service version, in one table.
 * - Lifetimes, in milliseconds: of signatures, orders, balances, guards, papers.
 *
 * The words for people are in `shared/i18n`.
 */

export { type AccountHint, accountHint, expectedLength, isDigitsOnly } from './account-hint.ts';
export { withoutGrouping } from './account-mask.ts';
export {
  ACCOUNT_REASONS,
  type AccountRules,
  accountKey,
  type CheckedAccount,
  checkAccountNumber,
  checkNumber,
  isSameAccount,
} from './account-number.ts';
export {
  ANY_AMOUNT_BLOCK,
  BALANCE_LIFE,
  BY_HAND_AFTER,
  CERTAIN_AFTER,
  CERTAIN_AFTER_WAITING,
  DRAWER_LIFE,
  LOCK_AFTER_MINUTES,
  ORDER_LIFE,
  REPORT_SHOWN_FOR,
  REQUEST_DEADLINE,
  SAME_AMOUNT_BLOCK,
  SEND_AGAIN_WITHIN,
  SIGNATURE_LIFE,
  WALK_IN_BILL_LIFE,
} from './lifetimes.ts';
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
export {
  type Capabilities,
  DEFAULT_VERSION,
  SERVICE_VERSIONS,
  type ServiceVersion,
  type VersionFacts,
  versionFacts,
} from './versions.ts';
