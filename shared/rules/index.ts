/**
 * One place for each rule that page and main share. Pure: nothing here reads a clock, a file or a
 * setting. Nothing here imports the contract; the contract imports its words from here.
 *
 * - Account numbers: what a biller accepts, and what the screen says during typing. Page and main
 *   reach the same verdict.
 * - Payment types: the interface's table "Payment types".
 * - The shop's fee to the customer.
 * - Whether money moved after an answer of the service, by its code and its HTTP status ("Service
 *   error codes"), and the words for a transaction's status. The 70 codes of the interface are
 *   known; any other text may arrive, and leaves a payment open.
 * - The states of a payment, and where the customer's money is by each.
 * - The facts of each service version, in one table.
 * - Whether printing a paper prints it at last, or a copy of it; where open ones are looked for.
 * - What holds where the settings say nothing, and how long a PIN may be.
 * - Lifetimes, in milliseconds: of signatures, orders, balances, guards, papers.
 * - How much of a text of the service is kept and printed, in bytes.
 *
 * The words for people are in `shared/i18n`.
 */

export { accountHint, expectedLength, isDigitsOnly } from './account-hint.ts';
export { ACCOUNT_IS, type AccountIs, accountIs } from './account-is.ts';
export {
  ACCOUNT_REASONS,
  accountAtService,
  accountKey,
  accountShown,
  type CheckedAccount,
  checkAccountNumber,
  checkNumber,
  isSameAccount,
  isWritingOf,
  keysInIndex,
  writingsOf,
} from './account-number.ts';
export { customerFee, type FeeRule } from './customer-fee.ts';
export {
  DEFAULT_COLUMNS,
  DEFAULT_FILE_MODE,
  DEFAULT_SFTP_PORT,
  DEFAULT_UPLOAD_HOUR,
  DEFAULT_ZONE,
  LEAST_PIN_DIGITS,
  MOST_PIN_DIGITS,
  ZONE_OF_COUNTRY,
} from './defaults.ts';
export {
  ANY_AMOUNT_BLOCK,
  BALANCE_LIFE,
  BY_HAND_AFTER,
  CERTAIN_AFTER,
  CERTAIN_AFTER_WAITING,
  CHAIN_LOOKED_BACK,
  CLOCK_OFF,
  CUSTOMER_SCREEN_LIFE,
  customerDays,
  DRAWER_LIFE,
  LOCK_AFTER_MINUTES,
  LONGEST_LOCK_MINUTES,
  lockMinutes,
  mayLockAfter,
  ORDER_LIFE,
  OTHER_PAYMENT_COUNTS,
  REPORT_SHOWN_FOR,
  REQUEST_DEADLINE,
  SAME_AMOUNT_BLOCK,
  SEND_AGAIN_WITHIN,
  SERVICE_CLOCK_COUNTS,
  SIGNATURE_LIFE,
  TILL_SILENT_AFTER,
  WALK_IN_BILL_LIFE,
} from './lifetimes.ts';
export { maskName, maskPhone } from './masked-person.ts';
export { type MoneyShare, shareOf } from './money-share.ts';
export {
  isEvidenceOfEarlier,
  isSuccessCode,
  leavesCancelOpen,
  leavesOpen,
  type MoneyState,
  moneyState,
  type SentAgainCode,
  saysCancelIsDone,
  statusSays,
} from './money-state.ts';
export { isPaperToPrint, PAPERS_LOOKED_BACK } from './paper-to-print.ts';
export { OUTCOME_STATES, PAYMENT_STATES } from './payment-states.ts';
export { type PaymentType, paymentType } from './payment-type.ts';
export { type RefusalHelp, refusalHelp } from './refusal-help.ts';
export {
  isNotOfferedCode,
  isSaidAsItCame,
  isServiceCode,
  SERVICE_CODES,
  type ServiceCode,
} from './service-codes.ts';
export {
  beginningOf,
  isCutText,
  KEPT_ANSWER_BYTES,
  KEPT_TEXT_BYTES,
  keptText,
  PRINTED_TICKET_BYTES,
} from './text-limits.ts';
export {
  isGivenBackStatus,
  type OwedList,
  owedListOf,
  type TransactionStatus,
  transactionStatus,
} from './transaction-status.ts';
export {
  type Capabilities,
  DEFAULT_VERSION,
  SERVICE_VERSIONS,
  type ServiceVersion,
  type VersionCountry,
  type VersionFacts,
  versionFacts,
} from './versions.ts';
