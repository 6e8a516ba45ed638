/**
 * Lifetimes, in milliseconds: those that the service's interface sets ("Limits"), and those that
 * several parts of the program share. The patience of a single device or timer is defined beside
 * its code.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a money movement, or a read with its repetitions, waits for its answer by default. */
export const REQUEST_TIMEOUT_MS = MINUTE_MS;

/** The service accepts a request for this long on either side of its Date. */
export const SIGNATURE_TTL_MS = 15 * MINUTE_MS;
/** A request that arrives at the last moment may still be running for this long: the deadline. */
const ARRIVAL_MARGIN_MS = MINUTE_MS;
/**
 * This long after the Date of the last request by the service's time, and this long after it was
 * sent by our own uptime, an empty look-up is certain.
 */
export const NOT_PERFORMED_AFTER_MS = SIGNATURE_TTL_MS + ARRIVAL_MARGIN_MS;
/** By our own uptime, if the service gives no time: a minute longer. */
export const NOT_PERFORMED_AFTER_UPTIME_MS = NOT_PERFORMED_AFTER_MS + MINUTE_MS;
/** One of the service's clocks counts for longer than any payment waits to be certain. */
export const SERVICE_CLOCK_TTL_MS = NOT_PERFORMED_AFTER_UPTIME_MS + 3 * MINUTE_MS;
/** A supervisor may close a payment this long after look-ups should have concluded it. */
export const CLOSE_BY_HAND_AFTER_MS = 10 * MINUTE_MS;
/**
 * The service knows an Idempotency-Key for a day; a request that is sent again must arrive within
 * it.
 */
export const IDEMPOTENCY_KEY_TTL_MS = 24 * HOUR_MS;
export const RESEND_WINDOW_MS = IDEMPOTENCY_KEY_TTL_MS - ARRIVAL_MARGIN_MS;

/** The service blocks the same amount to the same account for this long (R36)... */
export const SAME_AMOUNT_BLOCK_MS = HOUR_MS;
/**
 * ...and an apparently identical transaction for this long (R50). The till warns of both before.
 */
export const IDENTICAL_PAYMENT_BLOCK_MS = 5 * MINUTE_MS;
/**
 * A bill is paid once in a while: where the service names no time, another payment to the same
 * account counts for this long.
 */
export const OTHER_PAYMENT_WINDOW_MS = 24 * HOUR_MS;
/**
 * The chain is asked this far back: for other payments, and for the hour before a request that was
 * refused because of one, and that may itself be a day old.
 */
export const CHAIN_LOOKBACK_MS = OTHER_PAYMENT_WINDOW_MS + SAME_AMOUNT_BLOCK_MS;

/** A consulted balance may be used for a payment for this long. */
export const BALANCE_TTL_MS = 15 * MINUTE_MS;
/** An order that was prepared may be paid for this long. */
export const ORDER_TTL_MS = 15 * MINUTE_MS;
/** A paper opens the drawer for this long: later, its customer has gone. */
export const DRAWER_OPEN_WINDOW_MS = ORDER_TTL_MS;
/**
 * A bill that a consultation made, and that nobody paid, is then deleted: its customer has gone.
 */
export const WALK_IN_BILL_TTL_MS = 45 * MINUTE_MS;
/** A report shows the expected sum: whoever was shown it may print it for this long. */
export const SHOWN_REPORT_TTL_MS = 30 * MINUTE_MS;

/** What the customer's screen shows is taken away this long after it last changed. */
export const CUSTOMER_SCREEN_TTL_MS = 5 * MINUTE_MS;

/** An open till tells its chain every minute that it is there: after this long it is silent. */
export const TILL_SILENT_AFTER_MS = 15 * MINUTE_MS;
/**
 * A machine's clock that differs by more from the service's is wrong. Requests are stamped with the
 * corrected time; it is said all the same.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 2 * MINUTE_MS;

/** The till locks after this long without a key, if the shop sets nothing. In minutes. */
export const DEFAULT_LOCK_MINUTES = 5;
/** Where money is real, no till stays open longer than this without a touch. In minutes. */
export const MAX_LOCK_MINUTES = 30;

/** The minutes that hold, whatever was kept before there was a longest time. 0: never. */
export function getLockMinutes(kept: number | undefined, environment: string): number {
  const minutes = kept ?? DEFAULT_LOCK_MINUTES;
  return isLockDelayAllowed(minutes, environment) ? minutes : MAX_LOCK_MINUTES;
}

/** For how long the accounts of customers are kept where nothing is real. In days. */
export const TRAINING_CUSTOMER_RETENTION_DAYS = 90;

/** Days for which they are kept: personal data, so none where the owner has not said so. */
export function getCustomerRetentionDays(
  kept: number | undefined | null,
  environment: string,
): number {
  return kept ?? (environment === 'training' ? TRAINING_CUSTOMER_RETENTION_DAYS : 0);
}

export function isLockDelayAllowed(minutes: number, environment: string): boolean {
  return environment !== 'production' || (minutes > 0 && minutes <= MAX_LOCK_MINUTES);
}
