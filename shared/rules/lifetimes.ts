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
export const ARRIVAL_MARGIN = MINUTE;
/**
 * This long after the Date of the last request, by the service's time, an empty look-up is certain.
 */
export const CERTAIN_AFTER = SIGNATURE_LIFE + ARRIVAL_MARGIN;
/** The same by our own timer, if the service gives no time: a minute longer. */
export const CERTAIN_AFTER_WAITING = CERTAIN_AFTER + MINUTE;
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

/** A balance that was looked up may be used for a payment for this long. */
export const BALANCE_LIFE = 15 * MINUTE;
/** An order that was prepared may be paid for this long. */
export const ORDER_LIFE = 15 * MINUTE;
/** A paper opens the drawer for this long: later, its customer has gone. */
export const DRAWER_LIFE = ORDER_LIFE;
/** A bill that a look-up made, and that nobody paid, is then deleted: its customer has gone. */
export const WALK_IN_BILL_LIFE = 45 * MINUTE;
/** A report shows the expected sum: whoever was shown it may print it for this long. */
export const REPORT_SHOWN_FOR = 30 * MINUTE;

/** The till locks after this long without a key, if the shop sets nothing. In minutes. */
export const LOCK_AFTER_MINUTES = 5;
