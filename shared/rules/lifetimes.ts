/**
 * Lifetimes, in milliseconds: those that the service's interface sets ("Limits"), and those that
 * several parts of the program share. The patience of a single device or timer is defined beside
 * its code.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long a money movement, or a read with its repetitions, waits for its answer by default. */
export const REQUEST_DEADLINE = MINUTE;

/** The service accepts a request for this long on either side of its Date. */
export const SIGNATURE_LIFE = 15 * MINUTE;
/** A request that arrives at the last moment may still be running for this long: the deadline. */
const ARRIVAL_MARGIN = MINUTE;
/**
 * This long after the Date of the last request by the service's time, and this long after it was
 * sent by our own uptime, an empty look-up is certain.
 */
export const CERTAIN_AFTER = SIGNATURE_LIFE + ARRIVAL_MARGIN;
/** By our own uptime, if the service gives no time: a minute longer. */
export const CERTAIN_AFTER_WAITING = CERTAIN_AFTER + MINUTE;
/** One of the service's clocks counts for longer than any payment waits to be certain. */
export const SERVICE_CLOCK_COUNTS = CERTAIN_AFTER_WAITING + 3 * MINUTE;
/** A supervisor may close a payment this long after look-ups should have concluded it. */
export const BY_HAND_AFTER = 10 * MINUTE;
/**
 * The service knows an Idempotency-Key for a day; a request that is sent again must arrive within
 * it.
 */
export const KEY_LIFE = 24 * HOUR;
export const SEND_AGAIN_WITHIN = KEY_LIFE - ARRIVAL_MARGIN;

/** The service blocks the same amount to the same account for this long (R36)... */
export const SAME_AMOUNT_BLOCK = HOUR;
/**
 * ...and an apparently identical transaction for this long (R50). The till warns of both before.
 */
export const ANY_AMOUNT_BLOCK = 5 * MINUTE;
/**
 * A bill is paid once in a while: where the service names no time, another payment to the same
 * account counts for this long.
 */
export const OTHER_PAYMENT_COUNTS = 24 * HOUR;
/**
 * The chain is asked this far back: for other payments, and for the hour before a request that was
 * refused because of one, and that may itself be a day old.
 */
export const CHAIN_LOOKED_BACK = OTHER_PAYMENT_COUNTS + SAME_AMOUNT_BLOCK;

/** A consulted balance may be used for a payment for this long. */
export const BALANCE_LIFE = 15 * MINUTE;
/** An order that was prepared may be paid for this long. */
export const ORDER_LIFE = 15 * MINUTE;
/** A paper opens the drawer for this long: later, its customer has gone. */
export const DRAWER_LIFE = ORDER_LIFE;
/**
 * A bill that a consultation made, and that nobody paid, is then deleted: its customer has gone.
 */
export const WALK_IN_BILL_LIFE = 45 * MINUTE;
/** A report shows the expected sum: whoever was shown it may print it for this long. */
export const REPORT_SHOWN_FOR = 30 * MINUTE;

/** What the customer's screen shows is taken away this long after it last changed. */
export const CUSTOMER_SCREEN_LIFE = 5 * MINUTE;

/** An open till tells its chain every minute that it is there: after this long it is silent. */
export const TILL_SILENT_AFTER = 15 * MINUTE;
/**
 * A machine's clock that differs by more from the service's is wrong. Requests are stamped with the
 * corrected time; it is said all the same.
 */
export const CLOCK_OFF = 2 * MINUTE;

/** The till locks after this long without a key, if the shop sets nothing. In minutes. */
export const LOCK_AFTER_MINUTES = 5;
/** Where money is real, no till stays open longer than this without a touch. In minutes. */
export const LONGEST_LOCK_MINUTES = 30;

/** The minutes that hold, whatever was kept before there was a longest time. 0: never. */
export function lockMinutes(kept: number | undefined, environment: string): number {
  const minutes = kept ?? LOCK_AFTER_MINUTES;
  return mayLockAfter(minutes, environment) ? minutes : LONGEST_LOCK_MINUTES;
}

/** For how long the accounts of customers are kept where nothing is real. In days. */
export const TRAINING_CUSTOMER_DAYS = 90;

/** Days for which they are kept: personal data, so none where the owner has not said so. */
export function customerDays(kept: number | undefined | null, environment: string): number {
  return kept ?? (environment === 'training' ? TRAINING_CUSTOMER_DAYS : 0);
}

export function mayLockAfter(minutes: number, environment: string): boolean {
  return environment !== 'production' || (minutes > 0 && minutes <= LONGEST_LOCK_MINUTES);
}
