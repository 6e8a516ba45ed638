import { z } from 'zod';
import { call, event } from './define.ts';
import { LEAST_REASON } from './limits.ts';
import { paymentKind } from './payments.ts';
import { tender } from './tenders.ts';
import {
  approval,
  currencyCode,
  decimalText,
  identifier,
  instant,
  moneyValue,
  nothing,
} from './values.ts';

/**
 * Shifts and cash. A shift's money is what moved in it, by currency and whatever the clock said.
 * What a drawer should hold is in no answer before it was counted, but for `x-report`.
 */

export const MOST_PIECES = 100_000;

/** The count of one currency: piece by piece, or as one sum if it has no table. */
export const cashCount = z.strictObject({
  currency: currencyCode,
  pieces: z
    .array(z.strictObject({ value: decimalText, count: z.number().int().min(0).max(MOST_PIECES) }))
    .max(40),
  /** Money that no piece of the table stands for; the whole sum if there is no table. */
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
  number: z.number().int(),
  openedAt: instant,
  openedBy: z.string(),
  /** The cashier whose drawer it is; null if all share one. */
  drawerOf: z.string().nullable(),
  isFloatCounted: z.boolean(),
  /** The currencies that are counted when it closes. */
  currencies: z.array(currencyCode),
  /** It was counted, and has not been closed since: the count that would close it. */
  countedAt: instant.nullable(),
  /** This cashier may count and close it. */
  mayClose: z.boolean(),
});
export type OpenShiftView = z.infer<typeof openShiftView>;

export const cashState = z.strictObject({
  /** `required`: no money is taken before a shift is opened with its float. */
  shifts: z.enum(['required', 'automatic']),
  drawers: z.enum(['shared', 'each']),
  /** The shop's. */
  currency: currencyCode,
  /** The pieces of each currency, the largest first; one that is missing is counted as one sum. */
  denominations: z.array(z.strictObject({ currency: currencyCode, values: z.array(decimalText) })),
  /** The one that this cashier's money goes into; null if it is not open. */
  shift: openShiftView.nullable(),
  /** Other drawers whose shift is open. */
  others: z.array(openShiftView),
  /** A drawer hangs on the printer that is set. */
  hasDrawer: z.boolean(),
});
export type CashState = z.infer<typeof cashState>;

/** An open item that keeps a shift from closing; the shift can be handed over with it. */
export const openItem = z.strictObject({
  paymentId: identifier,
  kind: paymentKind,
  billerName: z.string(),
  /** The end of the account number. */
  account: z.string(),
  /** In the shop's currency: the sum paid, or the sum to be handed over. */
  amount: moneyValue,
  /** `unresolved`: not known. `hand-over`: confirmed, and its money was not handed over. */
  why: z.enum(['unresolved', 'hand-over']),
});
export type OpenItem = z.infer<typeof openItem>;

const person = z.string();

const sum = z.strictObject({ count: z.number().int(), amount: decimalText });

/** One currency of a report. Amounts are positive where their name says which way they went. */
export const reportMoney = z.strictObject({
  currency: currencyCode,
  float: decimalText,
  payments: z.strictObject({ bill: sum, 'top-up': sum, 'gift-card': sum }),
  /** The fees in the payments, which the shop keeps. */
  fees: decimalText,
  cashOuts: sum,
  cancels: sum,
  payIns: sum,
  payOuts: sum,
  /** By tender, what came in less what went out; its sum is what all movements come to. */
  tenders: z.array(z.strictObject({ tender, amount: decimalText })),
  /** What the drawer should hold now: all movements that are in it. */
  expected: decimalText,
});
export type ReportMoney = z.infer<typeof reportMoney>;

/** One count, as it was given. `expected` is of its moment. */
export const countedMoney = z.strictObject({
  currency: currencyCode,
  pieces: z.array(z.strictObject({ value: decimalText, count: z.number().int() })),
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
  reason: z.string(),
  by: person,
  approvedBy: person.nullable(),
});

export const shiftReport = z.strictObject({
  kind: z.enum(['x', 'z']),
  /** Of a Z report: one more than the one before, for ever. */
  number: z.number().int().nullable(),
  shiftNumber: z.number().int(),
  posNumber: z.string(),
  at: instant,
  /** Who asked for it, or closed the shift. */
  by: person,
  openedAt: instant,
  openedBy: person,
  drawerOf: person.nullable(),
  isFloatCounted: z.boolean(),
  /** The shift that handed its drawer over to this one. */
  takenOverFrom: z.number().int().nullable(),
  /** Who took the drawer over; null if it was simply closed. */
  handedTo: person.nullable(),
  /** The machine's clock stood earlier at the end than at the beginning. */
  isClockChanged: z.boolean(),
  money: z.array(reportMoney),
  payIns: z.array(reportLine),
  payOuts: z.array(reportLine),
  drawerOpened: z.array(reportLine),
  /** Of an earlier shift, and known or handed over only in this one. */
  late: z.array(
    z.strictObject({
      kind: paymentKind,
      billerName: z.string(),
      externalId: z.string(),
      shiftNumber: z.number().int(),
      amount: moneyValue,
    }),
  ),
  /** Handed over without being resolved. */
  openItems: z.array(openItem),
  /** Every count that was given; the last one closed the shift. Empty on an X report. */
  counts: z.array(reportCount),
  /** What moved between the last count and the end, by currency. */
  sinceCount: z.array(moneyValue),
  /** Why the count differs; null if it does not. */
  explanation: z.string().nullable(),
});
export type ShiftReport = z.infer<typeof shiftReport>;

/** A report that this cashier was shown: `id` prints it while the cashier is at it. */
export const shownReport = z.strictObject({ id: identifier, report: shiftReport });
export type ShownReport = z.infer<typeof shownReport>;

export const countResult = z.strictObject({
  countId: identifier,
  shiftId: identifier,
  at: instant,
  money: z.array(countedMoney),
  needsExplanation: z.boolean(),
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
   * Opens a shift with its float; or counts the float of one that opened by itself. `shift-state`
   * where one is open whose float was counted.
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
   * Takes a blind count and answers how it differs. Every count is kept; a second one takes a
   * supervisor (`x-report`), because what was expected is known by then.
   */
  'cash.count': call(
    'cashier',
    z.strictObject({ shiftId, counts, approval: approval.nullable() }),
    countResult,
  ),
  /** The count that would close the shift, as it was answered; null if there is none. */
  'cash.counted': call('cashier', z.strictObject({ shiftId }), countResult.nullable()),
  /**
   * Closes a shift that was counted. The same count again returns the same Z report. `shift-held`
   * where something is open.
   */
  'cash.close': call(
    'cashier',
    z.strictObject({ shiftId, countId: identifier, explanation: reason.nullable() }),
    closed,
  ),
  /** Closes it and opens the next one for whom this PIN is, with what was counted and is open. */
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
