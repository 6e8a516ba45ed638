import { z } from 'zod';
import { call, event } from './define.ts';
import { LEAST_REASON } from './limits.ts';
import { paymentKind } from './payments/index.ts';
import { tender } from './tenders.ts';
import {
  anyText,
  anyTextOrNull,
  approval,
  currencyCode,
  decimalText,
  flag,
  identifier,
  instant,
  integer,
  integerOrNull,
  moneyValue,
  nothing,
} from './values.ts';

/**
 * Shifts and cash. A shift's money is the sum of its movements by currency, whatever the clock
 * showed. Apart from `x-report`, no answer contains the expected sum of a drawer before it is
 * counted.
 */

export const MOST_PIECES = 100_000;

/** The count of one currency: piece by piece, or as one sum if it has no table. */
export const cashCount = z.strictObject({
  currency: currencyCode,
  pieces: z
    .array(z.strictObject({ value: decimalText, count: z.number().int().min(0).max(MOST_PIECES) }))
    .max(40),
  /** Money in pieces that the table lacks; the whole sum if there is no table. */
  other: decimalText,
});
export type CashCount = z.infer<typeof cashCount>;

const counts = z
  .array(cashCount)
  .min(1)
  .max(8)
  .refine(
    (list) => new Set(list.map((one) => one.currency)).size === list.length,
    'each currency only once',
  );

export const openShiftView = z.strictObject({
  id: identifier,
  number: integer,
  openedAt: instant,
  openedBy: anyText,
  /** The cashier whose drawer it is; null if all share one. */
  drawerOf: anyTextOrNull,
  isFloatCounted: flag,
  /** The currencies that are counted when it closes. */
  currencies: z.array(currencyCode),
  /** When it was counted, if it was not closed since: that count would close it. */
  countedAt: instant.nullable(),
  /**
   * A basket of it needs a cashier: something waits for F12, or its change was not told. Its money
   * belongs to nobody yet, and the shift is neither counted nor closed before. One that waits for an
   * outcome alone is not meant: it is counted apart, and its payment holds the shift.
   */
  hasBasket: flag,
  /** This cashier may count and close it. */
  mayClose: flag,
});
export type OpenShiftView = z.infer<typeof openShiftView>;

export const cashState = z.strictObject({
  /** `required`: no money is taken before a shift is opened with its float. */
  shifts: z.enum(['required', 'automatic']),
  drawers: z.enum(['shared', 'each']),
  /** The shop's. */
  currency: currencyCode,
  /**
   * The pieces of each currency, largest first; a currency that is missing is counted as one sum.
   */
  denominations: z.array(z.strictObject({ currency: currencyCode, values: z.array(decimalText) })),
  /** The shift for this cashier's money; null if none is open. */
  shift: openShiftView.nullable(),
  /** Other drawers whose shift is open. */
  others: z.array(openShiftView),
  /** Whether a drawer is connected to the printer. */
  hasDrawer: flag,
});
export type CashState = z.infer<typeof cashState>;

/** An open item that keeps a shift from closing; the shift can be handed over with it. */
export const openItem = z.strictObject({
  paymentId: identifier,
  kind: paymentKind,
  billerName: anyText,
  /** The end of the account number. */
  account: anyText,
  /** In the shop's currency: the sum paid, or the sum to be handed over. */
  amount: moneyValue,
  /** `unresolved`: not known. `hand-over`: confirmed, and its money was not handed over. */
  why: z.enum(['unresolved', 'hand-over']),
});
export type OpenItem = z.infer<typeof openItem>;

const person = anyText;

const sum = z.strictObject({ count: integer, amount: decimalText });

/** One currency of a report. Amounts are positive if their name tells the direction. */
export const reportMoney = z.strictObject({
  currency: currencyCode,
  float: decimalText,
  payments: z.strictObject({ bill: sum, 'top-up': sum, 'gift-card': sum }),
  /** The fees in the payments, which the shop keeps. */
  fees: decimalText,
  cashOuts: sum,
  cancels: sum,
  /** Handed back to customers whose payment the service gave back. */
  handBacks: sum,
  /** Received back for cash-outs that the service gave back. */
  takeIns: sum,
  payIns: sum,
  payOuts: sum,
  /**
   * For each tender, what came in less what went out. Together they are the sum of all movements.
   */
  tenders: z.array(z.strictObject({ tender, amount: decimalText })),
  /** The expected sum of the drawer: all movements in it. */
  expected: decimalText,
});
export type ReportMoney = z.infer<typeof reportMoney>;

/** One count as it was given. `expected` is the sum expected at that moment. */
export const countedMoney = z.strictObject({
  currency: currencyCode,
  pieces: z.array(z.strictObject({ value: decimalText, count: integer })),
  other: decimalText,
  counted: decimalText,
  expected: decimalText,
  /** Counted less expected: negative if money is missing. */
  difference: decimalText,
});
export type CountedMoney = z.infer<typeof countedMoney>;

export const reportCount = z.strictObject({
  at: instant,
  by: person,
  approvedBy: person.nullable(),
  money: z.array(countedMoney),
});

const reportLine = z.strictObject({
  at: instant,
  amount: moneyValue,
  reason: anyText,
  by: person,
  approvedBy: person.nullable(),
});

export const shiftReport = z.strictObject({
  kind: z.enum(['x', 'z']),
  /** For a Z report: the number of the one before plus one. */
  number: integerOrNull,
  shiftNumber: integer,
  posNumber: anyText,
  at: instant,
  /** Who asked for it, or closed the shift. */
  by: person,
  openedAt: instant,
  openedBy: person,
  drawerOf: person.nullable(),
  isFloatCounted: flag,
  /** The shift that handed its drawer over to this one. */
  takenOverFrom: integerOrNull,
  /** Who took the drawer over; null if it was simply closed. */
  handedTo: person.nullable(),
  /** The machine's clock showed an earlier time at the end than at the beginning. */
  isClockChanged: flag,
  money: z.array(reportMoney),
  payIns: z.array(reportLine),
  payOuts: z.array(reportLine),
  drawerOpened: z.array(reportLine),
  /** Payments of earlier shifts that became known, or were handed over, only in this one. */
  late: z.array(
    z.strictObject({
      kind: paymentKind,
      billerName: anyText,
      externalId: anyText,
      shiftNumber: integer,
      amount: moneyValue,
    }),
  ),
  /** Handed over without being resolved. */
  openItems: z.array(openItem),
  /** What the service gave back and is not settled, on this till, in any shift. */
  owed: z.array(
    z.strictObject({
      billerName: anyText,
      account: anyText,
      externalId: anyText,
      owedTo: z.enum(['customer', 'shop']),
      /** Of a cash-out: false if nothing shows that its cash left the drawer. */
      isHandedOver: flag,
      amount: moneyValue,
      foundAt: instant,
    }),
  ),
  /** The settlements in this shift of what the service gave back. */
  settledRefunds: z.array(
    z.strictObject({
      how: z.enum(['handed-back', 'taken-in', 'decided']),
      billerName: anyText,
      externalId: anyText,
      owedTo: z.enum(['customer', 'shop']),
      amount: moneyValue,
      at: instant,
      by: person,
      approvedBy: person.nullable(),
      reason: anyTextOrNull,
    }),
  ),
  /** Every count that was given; the last one closed the shift. Empty on an X report. */
  counts: z.array(reportCount),
  /** What moved between the last count and the end, by currency. */
  sinceCount: z.array(moneyValue),
  /** Why the count differs; null if it does not. */
  explanation: anyTextOrNull,
});
export type ShiftReport = z.infer<typeof shiftReport>;

/** A report that this cashier was shown; `id` prints it for a while. */
export const shownReport = z.strictObject({ id: identifier, report: shiftReport });
export type ShownReport = z.infer<typeof shownReport>;

export const countResult = z.strictObject({
  countId: identifier,
  shiftId: identifier,
  at: instant,
  money: z.array(countedMoney),
  needsExplanation: flag,
});
export type CountResult = z.infer<typeof countResult>;

const reason = z.string().trim().min(LEAST_REASON).max(200);
const shiftId = identifier;
const printed = z.strictObject({ jobId: identifier });
/** A Z report that was just made, and the job that prints it. */
const closed = z.strictObject({ shown: shownReport, jobId: identifier });

export const cashCalls = {
  'cash.state': call('cashier', nothing, cashState),
  /**
   * Opens a shift with its float, or counts the float of one that opened automatically.
   * `shift-state` if one with a counted float is open.
   */
  'cash.open': call('cashier', z.strictObject({ counts }), cashState),
  'cash.payIn': call('pay-in', z.strictObject({ amount: moneyValue, reason }), printed),
  'cash.payOut': call(
    'pay-out',
    z.strictObject({ amount: moneyValue, reason, approval: approval.nullable() }),
    printed,
  ),
  /** Opens the drawer without a sale: a slip with the reason, and the pulse. */
  'cash.openDrawer': call(
    'open-drawer',
    z.strictObject({ reason, approval: approval.nullable() }),
    printed,
  ),
  'cash.xReport': call(
    'x-report',
    z.strictObject({ shiftId, approval: approval.nullable() }),
    shownReport,
  ),
  /** The open items that keep it from closing, the oldest first. */
  'cash.openItems': call('cashier', z.strictObject({ shiftId }), z.array(openItem)),
  /**
   * Takes a blind count and returns its difference. Every count is kept; a second one needs a
   * supervisor (`x-report`), because the expected sum is known by then.
   */
  'cash.count': call(
    'cashier',
    z.strictObject({ shiftId, counts, approval: approval.nullable() }),
    countResult,
  ),
  /** The count that would close the shift, with its result; null if there is none. */
  'cash.counted': call('cashier', z.strictObject({ shiftId }), countResult.nullable()),
  /**
   * Closes a counted shift. The same count again returns the same Z report. `shift-held` if
   * something is open.
   */
  'cash.close': call(
    'cashier',
    z.strictObject({ shiftId, countId: identifier, explanation: reason.nullable() }),
    closed,
  ),
  /**
   * Closes it, and opens the next shift for the person with this PIN, with the counted sum and the
   * open items.
   */
  'cash.handOver': call(
    'cashier',
    z.strictObject({
      shiftId,
      countId: identifier,
      explanation: reason.nullable(),
      receiver: approval,
    }),
    closed,
  ),
  /** Ten at a time, the newest first, below this number. */
  'cash.zReports': call(
    'z-reports',
    z.strictObject({
      before: z.number().int().positive().nullable(),
      approval: approval.nullable(),
    }),
    z.array(shownReport),
  ),
  /** Prints a report that this cashier was shown; a Z report as a copy. */
  'cash.print': call('cashier', z.strictObject({ reportId: identifier }), printed),
};

export const cashEvents = {
  /** A shift was opened, counted or closed, or something moved in a drawer. */
  'cash.changed': event(nothing),
};
