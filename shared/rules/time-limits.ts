/**
 * Time limits, in milliseconds: those that the service's interface defines ("Limits"), and those that
 * several parts of the program share. The timeouts of a single device or timer are in its own file.
 * `tests/proof/time-limits.test.ts` names for each the test that fails if it is shorter.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The default timeout of a money movement, or of a read with its retries. */
export const REQUEST_TIMEOUT_MS = MINUTE_MS;

/** The service accepts a request for this long before and after its Date. */
export const SIGNATURE_TTL_MS = 15 * MINUTE_MS;
/** A request that arrives just in time may run for this long: the request timeout. */
const ARRIVAL_MARGIN_MS = MINUTE_MS;
/**
 * An empty look-up is conclusive this long after the Date of the last request, by the service's clock,
 * and this long after it was sent, by our own uptime.
 */
export const NOT_PERFORMED_AFTER_MS = SIGNATURE_TTL_MS + ARRIVAL_MARGIN_MS;
/** By our own uptime alone, if the service returns no time: a minute longer. */
export const NOT_PERFORMED_AFTER_UPTIME_MS = NOT_PERFORMED_AFTER_MS + MINUTE_MS;
/** How long a clock of the service is used: longer than any payment waits to be certain. */
export const SERVICE_CLOCK_TTL_MS = NOT_PERFORMED_AFTER_UPTIME_MS + 3 * MINUTE_MS;
/** A supervisor may close a payment by hand this long after look-ups should have resolved it. */
export const CLOSE_BY_HAND_AFTER_MS = 10 * MINUTE_MS;
/** The service remembers an Idempotency-Key for a day; a resent request must arrive within it. */
export const IDEMPOTENCY_KEY_TTL_MS = 24 * HOUR_MS;
/**
 * A request may be sent again this long after the Date of its first send. The service may have stored the
 * key as long before that Date as a signature is valid, and may take the last copy as long after its Date.
 */
export const RESEND_WINDOW_MS = IDEMPOTENCY_KEY_TTL_MS - 2 * SIGNATURE_TTL_MS - ARRIVAL_MARGIN_MS;

/** The service blocks the same amount to the same account for this long (R36); the till warns first. */
export const SAME_AMOUNT_BLOCK_MS = HOUR_MS;
/** The service blocks an apparently identical transaction for this long (R50); the till warns first. */
export const IDENTICAL_PAYMENT_BLOCK_MS = 5 * MINUTE_MS;
/**
 * How long another payment to the same account is relevant if the service returns no time, because a
 * bill is paid only once in a while.
 */
export const OTHER_PAYMENT_WINDOW_MS = 24 * HOUR_MS;
/**
 * How far back the chain is queried: for other payments, and for the hour before a request that was
 * refused because of one and that may be a day old.
 */
export const CHAIN_LOOKBACK_MS = OTHER_PAYMENT_WINDOW_MS + SAME_AMOUNT_BLOCK_MS;

/** A consulted balance may be used for a payment for this long. */
export const BALANCE_TTL_MS = 15 * MINUTE_MS;
/** A prepared order may be paid for this long. */
export const ORDER_TTL_MS = 15 * MINUTE_MS;
/** A paper opens the drawer for this long; later, its customer has left. */
export const DRAWER_OPEN_WINDOW_MS = ORDER_TTL_MS;
/**
 * The next payment belongs to the customer of a basket without a question for this long; afterwards,
 * another customer may be at the counter.
 */
export const BASKET_CUSTOMER_TTL_MS = MINUTE_MS;
/** A new result ignores the keys that leave it for this long, because one may already be pressed. */
export const RESULT_IGNORES_KEYS_MS = 1_000;
/** The same, while the customer is owed money or a code: the cashier must read what. */
export const OWED_RESULT_IGNORES_KEYS_MS = 2_500;
/** An unpaid bill that a consult created is deleted after this; its customer has left. */
export const WALK_IN_BILL_TTL_MS = 45 * MINUTE_MS;
/** A person who was shown a report, with its expected sum, may print it for this long. */
export const PRINTABLE_REPORT_TTL_MS = 30 * MINUTE_MS;

/** The customer's screen is cleared this long after its last change. */
export const CUSTOMER_SCREEN_TTL_MS = 5 * MINUTE_MS;

/** `chain host` makes a daily backup of the chain's database; one that is older than this is late. */
export const CHAIN_BACKUP_LATE_AFTER_MS = 48 * HOUR_MS;
/** A running till reports to its chain every minute; without a report for this long it is silent. */
export const TILL_SILENT_AFTER_MS = 15 * MINUTE_MS;
/**
 * A computer clock that differs more from the service's clock is wrong. Requests use the corrected
 * time, but the till still shows a warning.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 2 * MINUTE_MS;

/** In production, the till locks after this long without input at the latest. In minutes. */
export const MAX_LOCK_MINUTES = 30;

/**
 * The effective minutes; 0 for never. Limits settings that were saved before the maximum existed.
 */
export function limitLockMinutes(minutes: number, environment: string): number {
  return isLockDelayAllowed(minutes, environment) ? minutes : MAX_LOCK_MINUTES;
}

export function isLockDelayAllowed(minutes: number, environment: string): boolean {
  return environment !== 'production' || (minutes > 0 && minutes <= MAX_LOCK_MINUTES);
}
