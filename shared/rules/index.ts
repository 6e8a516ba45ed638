/**
 * The rules that page and main share, each defined once. Pure functions and constants: nothing here
 * reads a clock, a file or a setting. Does not import the contract; the contract imports from here.
 *
 * - Account numbers: what a biller accepts, and the hint during typing. Page and main validate alike.
 * - Cash of a customer: what is too little, and what is implausible.
 * - Payment types: the interface's table "Payment types".
 * - The shop's fee to the customer.
 * - Whether money moved after a response of the service, by its code and its HTTP status ("Service
 *   error codes"), and the statuses of a transaction. The 70 codes of the interface are known; any
 *   other code leaves a payment open.
 * - The spelling in which external ids are compared.
 * - Hosts as they are written in settings.
 * - The states of a payment, where the customer's money is in each, and whether its text is missing.
 * - What each service version supports, in one table.
 * - Whether a print of a paper is its original or a copy, and how far back unprinted papers are searched.
 * - The time zone of a country, the length of a PIN and the width of paper without a printer.
 * - Time limits, in milliseconds: of signatures, orders, balances, duplicate guards, papers.
 * - How much of a text of the service is stored and printed, in bytes.
 *
 * User-visible texts are in `shared/i18n`.
 */

export { getAccountHint, getExpectedLength, isDigitsOnly } from './account-hint.ts';
export { ACCOUNT_KINDS, type AccountKind, getAccountKind } from './account-kind.ts';
export {
  ACCOUNT_PROBLEM_REASONS,
  createAccountMatcher,
  formatAccountNumber,
  getEffectiveMask,
  isSameAccount,
  matchesAccount,
  toAccountIndexKeys,
  toAccountKey,
  toCanonicalAccountNumber,
  type ValidAccount,
  validateAccount,
  validateAccountNumber,
} from './account-number.ts';
export {
  getCannotPayReason,
  getInvalidCashReason,
  getMaxPlausibleCash,
  type InvalidCashReason,
  isImplausibleCash,
} from './cash-tender.ts';
export { computeCustomerFee, type FeeRule } from './customer-fee.ts';
export { normalizeExternalId } from './external-id.ts';
export { type HostAddress, hasPlainHost, parseHost, parseHostAddress } from './host-address.ts';
export { maskName, maskPhone } from './mask-person.ts';
export { isTicketTextMissing } from './missing-ticket-text.ts';
export { getMoneyStatus, type MoneyStatus } from './money-status.ts';
export { getMoneyToGive } from './money-to-give.ts';
export { isOutcomeToConfirm } from './outcome-to-confirm.ts';
export { isNextPrintOriginal, UNPRINTED_PAPER_SEARCH_LIMIT } from './paper-to-print.ts';
export { isOutcomeUnknown, OUTCOME_STATES, PAYMENT_STATES } from './payment-states.ts';
export { getPaymentType, type PaymentType } from './payment-type.ts';
export {
  getActionForItem,
  getActionForPayment,
  getRefusalAction,
  type RefusalAction,
} from './refusal-action.ts';
export {
  getHttpStatusMeaning,
  getUnconfirmedResponseEffect,
  isCancelPerformedCode,
  isEvidenceOfEarlierRequest,
  isSuccessCode,
  isUnknownCancelOutcomeCode,
  isUnknownOutcomeCode,
  type ResendEvidenceCode,
  type UnconfirmedResponseEffect,
} from './response-effect.ts';
export {
  isServiceCode,
  isUnsupportedOperationCode,
  isVerbatimMessageCode,
  SERVICE_CODES,
  type ServiceCode,
} from './service-codes.ts';
export {
  DEFAULT_PAPER_COLUMNS,
  MAX_PIN_DIGITS,
  MIN_PIN_DIGITS,
  TIME_ZONE_BY_COUNTRY,
} from './shop-constants.ts';
export {
  isTruncated,
  MAX_PRINTED_TICKET_BYTES,
  MAX_STORED_ANSWER_BYTES,
  MAX_STORED_TEXT_BYTES,
  truncateForStorage,
  truncateText,
} from './text-limits.ts';
export {
  BALANCE_TTL_MS,
  BASKET_CUSTOMER_TTL_MS,
  CHAIN_BACKUP_LATE_AFTER_MS,
  CHAIN_LOOKBACK_MS,
  CLOSE_BY_HAND_AFTER_MS,
  CUSTOMER_SCREEN_TTL_MS,
  DRAWER_OPEN_WINDOW_MS,
  IDENTICAL_PAYMENT_BLOCK_MS,
  isLockDelayAllowed,
  limitLockMinutes,
  MAX_CLOCK_DIFFERENCE_MS,
  MAX_LOCK_MINUTES,
  NOT_PERFORMED_AFTER_MS,
  NOT_PERFORMED_AFTER_UPTIME_MS,
  ORDER_TTL_MS,
  OTHER_PAYMENT_WINDOW_MS,
  OWED_RESULT_IGNORES_KEYS_MS,
  PRINTABLE_REPORT_TTL_MS,
  REQUEST_TIMEOUT_MS,
  RESEND_WINDOW_MS,
  RESULT_IGNORES_KEYS_MS,
  SAME_AMOUNT_BLOCK_MS,
  SERVICE_CLOCK_TTL_MS,
  SIGNATURE_TTL_MS,
  TILL_SILENT_AFTER_MS,
  WALK_IN_BILL_TTL_MS,
} from './time-limits.ts';
export {
  getOwedRefundGroup,
  isPerformedStatus,
  isRefundedOrReversedStatus,
  type OwedRefundGroup,
  parseTransactionStatus,
  type TransactionStatus,
} from './transaction-status.ts';
export {
  DEFAULT_SERVICE_VERSION,
  getServiceVersionInfo,
  SERVICE_VERSIONS,
  type ServiceCapabilities,
  type ServiceVersion,
  type ServiceVersionInfo,
  type VersionCountry,
} from './versions.ts';
