/**
 * How long things hold, in milliseconds: what the service's interface sets ("Limits"), and what
 * more than one part of the program must agree upon. What is only the patience of one device or one
 * timer stands beside its code.
 */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long a money movement, or a read with its repetitions, waits for its answer by default. */
export const REQUEST_DEADLINE = MINUTE;

/** The service accepts a request for so long on either side of its Date. */
export const SIGNATURE_LIFE = 15 * MINUTE;
/**
 * A request that arrives in the last moment may still be at work for so long: as the deadline is.
 */
export const ARRIVAL_MARGIN = MINUTE;
/**
 * So long after the Date of the last request, by the service's time, an empty look-up is certain.
 */
export const CERTAIN_AFTER = SIGNATURE_LIFE + ARRIVAL_MARGIN;
/**
 * The same by our own timer, where the service tells no time: a minute longer than by the
 * service's.
 */
export const CERTAIN_AFTER_WAITING = CERTAIN_AFTER + MINUTE;
/** Look-ups that have not concluded a payment so long after they should have: a supervisor may. */
export const BY_HAND_AFTER = 10 * MINUTE;
/**
 * The service knows an Idempotency-Key for a day; a request that is sent again must arrive within
 * it.
 */
export const KEY_LIFE = 24 * HOUR;
export const SEND_AGAIN_WITHIN = KEY_LIFE - ARRIVAL_MARGIN;

/** The service blocks the same amount to the same account for so long (R36)... */
export const SAME_AMOUNT_BLOCK = HOUR;
/** ...and what looks like the same transaction for so long (R50). The till warns of both before. */
export const ANY_AMOUNT_BLOCK = 5 * MINUTE;

/** A balance that was looked up may be paid by for so long. */
export const BALANCE_LIFE = 15 * MINUTE;
/** An order that was prepared may be paid for so long. */
export const ORDER_LIFE = 15 * MINUTE;
/** A paper opens the drawer for so long: the customer of one that comes later has gone. */
export const DRAWER_LIFE = ORDER_LIFE;
/** A bill that a look-up made, and that nobody paid, is then deleted: its customer has gone. */
export const WALK_IN_BILL_LIFE = 45 * MINUTE;
/** A report says what a drawer should hold: for so long whoever was shown it may print it. */
export const REPORT_SHOWN_FOR = 30 * MINUTE;

/** The till locks after so long without a key, where the shop sets nothing. In minutes. */
export const LOCK_AFTER_MINUTES = 5;
