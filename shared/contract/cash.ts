import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { MIN_REASON_LENGTH } from './limits.ts';
import { paymentKindSchema } from './payments/index.ts';
import { tenderSchema } from './tenders.ts';
import {
  anyText,
  anyTextOrNull,
  approvalSchema,
  currencyCodeSchema,
  decimalSchema,
  emptyObjectSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
  moneySchema,
} from './values.ts';

/**
 * Shifts and cash. A shift's money is the sum of its movements by currency, whatever the clock
 * showed. Apart from `x-report`, no answer contains the expected sum of a drawer before it is
 * counted.
 */

export const MAX_PIECES = 100_000;

/** The count of one currency: piece by piece, or as one sum if it has no table. */
export const cashCountSchema = z.strictObject({
  currency: currencyCodeSchema,
  pieces: z
    .array(z.strictObject({ value: decimalSchema, count: z.number().int().min(0).max(MAX_PIECES) }))
    .max(40),
  /** Money in pieces that the table lacks; the whole sum if there is no table. */
  other: decimalSchema,
});
export type CashCount = z.infer<typeof cashCountSchema>;

const cashCountsSchema = z
  .array(cashCountSchema)
  .min(1)
  .max(8)
  .refine(
    (list) => new Set(list.map((one) => one.currency)).size === list.length,
    'each currency only once',
  );

export const openShiftViewSchema = z.strictObject({
  id: identifierSchema,
  number: integer,
  openedAt: instantSchema,
  openedBy: anyText,
  /** The cashier whose drawer it is; null if all share one. */
  drawerOf: anyTextOrNull,
  isFloatCounted: flag,
  /** The currencies that are counted when it closes. */
  currencies: z.array(currencyCodeSchema),
  /** When it was counted, if it was not closed since: that count would close it. */
  countedAt: instantSchema.nullable(),
  /**
   * A basket of it needs a cashier: something waits for F12, or its change was not told. Its money
   * belongs to nobody yet, and the shift is neither counted nor closed before. One that waits for an
   * outcome alone is not meant: it is counted apart, and its payment holds the shift.
   */
  hasBasket: flag,
  /** This cashier may count and close it. */
  mayClose: flag,
});
export type OpenShiftView = z.infer<typeof openShiftViewSchema>;

export const cashStateSchema = z.strictObject({
  /** `required`: no money is taken before a shift is opened with its float. */
  shifts: z.enum(['required', 'automatic']),
  drawers: z.enum(['shared', 'each']),
  /** The shop's. */
  currency: currencyCodeSchema,
  /**
   * The pieces of each currency, largest first; a currency that is missing is counted as one sum.
   */
  denominations: z.array(
    z.strictObject({ currency: currencyCodeSchema, values: z.array(decimalSchema) }),
  ),
  /** The shift for this cashier's money; null if none is open. */
  shift: openShiftViewSchema.nullable(),
  /** Other drawers whose shift is open. */
  others: z.array(openShiftViewSchema),
  /** Whether a drawer is connected to the printer. */
  hasDrawer: flag,
});
export type CashState = z.infer<typeof cashStateSchema>;

/** An open item that keeps a shift from closing; the shift can be handed over with it. */
export const openItemSchema = z.strictObject({
  paymentId: identifierSchema,
  kind: paymentKindSchema,
  billerName: anyText,
  /** The end of the account number. */
  account: anyText,
  /** In the shop's currency: the sum paid, or the sum to be handed over. */
  amount: moneySchema,
  /** `unresolved`: not known. `hand-over`: confirmed, and its money was not handed over. */
  why: z.enum(['unresolved', 'hand-over']),
});
export type OpenItem = z.infer<typeof openItemSchema>;

const personNameSchema = anyText;

const countAndAmountSchema = z.strictObject({ count: integer, amount: decimalSchema });

/** One currency of a report. Amounts are positive if their name tells the direction. */
export const reportMoneySchema = z.strictObject({
  currency: currencyCodeSchema,
  float: decimalSchema,
  payments: z.strictObject({
    bill: countAndAmountSchema,
    'top-up': countAndAmountSchema,
    'gift-card': countAndAmountSchema,
  }),
  /** The fees in the payments, which the shop keeps. */
  fees: decimalSchema,
  cashOuts: countAndAmountSchema,
  cancels: countAndAmountSchema,
  /** Handed back to customers whose payment the service gave back. */
  handBacks: countAndAmountSchema,
  /** Received back for cash-outs that the service gave back. */
  takeIns: countAndAmountSchema,
  payIns: countAndAmountSchema,
  payOuts: countAndAmountSchema,
  /**
   * For each tender, what came in less what went out. Together they are the sum of all movements.
   */
  tenders: z.array(z.strictObject({ tender: tenderSchema, amount: decimalSchema })),
  /** The expected sum of the drawer: all movements in it. */
  expected: decimalSchema,
});
export type ReportMoney = z.infer<typeof reportMoneySchema>;

/** One count as it was given. `expected` is the sum expected at that moment. */
export const countedMoneyEntrySchema = z.strictObject({
  currency: currencyCodeSchema,
  pieces: z.array(z.strictObject({ value: decimalSchema, count: integer })),
  other: decimalSchema,
  counted: decimalSchema,
  expected: decimalSchema,
  /** Counted less expected: negative if money is missing. */
  difference: decimalSchema,
});
export type CountedMoney = z.infer<typeof countedMoneyEntrySchema>;

export const reportCountSchema = z.strictObject({
  at: instantSchema,
  by: personNameSchema,
  approvedBy: personNameSchema.nullable(),
  money: z.array(countedMoneyEntrySchema),
});

const reportLineSchema = z.strictObject({
  at: instantSchema,
  amount: moneySchema,
  reason: anyText,
  by: personNameSchema,
  approvedBy: personNameSchema.nullable(),
});

export const shiftReportSchema = z.strictObject({
  kind: z.enum(['x', 'z']),
  /** For a Z report: the number of the one before plus one. */
  number: integerOrNull,
  shiftNumber: integer,
  posNumber: anyText,
  at: instantSchema,
  /** Who asked for it, or closed the shift. */
  by: personNameSchema,
  openedAt: instantSchema,
  openedBy: personNameSchema,
  drawerOf: personNameSchema.nullable(),
  isFloatCounted: flag,
  /** The shift that handed its drawer over to this one. */
  takenOverFrom: integerOrNull,
  /** Who took the drawer over; null if it was simply closed. */
  handedTo: personNameSchema.nullable(),
  /** The machine's clock showed an earlier time at the end than at the beginning. */
  isClockChanged: flag,
  money: z.array(reportMoneySchema),
  payIns: z.array(reportLineSchema),
  payOuts: z.array(reportLineSchema),
  drawerOpened: z.array(reportLineSchema),
  /** Payments of earlier shifts that became known, or were handed over, only in this one. */
  late: z.array(
    z.strictObject({
      kind: paymentKindSchema,
      billerName: anyText,
      externalId: anyText,
      shiftNumber: integer,
      amount: moneySchema,
    }),
  ),
  /** Handed over without being resolved. */
  openItems: z.array(openItemSchema),
  /** What the service gave back and is not settled, on this till, in any shift. */
  owed: z.array(
    z.strictObject({
      billerName: anyText,
      account: anyText,
      externalId: anyText,
      owedTo: z.enum(['customer', 'shop']),
      /** Of a cash-out: false if nothing shows that its cash left the drawer. */
      isHandedOver: flag,
      amount: moneySchema,
      foundAt: instantSchema,
    }),
  ),
  /** The settlements in this shift of what the service gave back. */
  settledRefunds: z.array(
    z.strictObject({
      how: z.enum(['handed-back', 'taken-in', 'decided']),
      billerName: anyText,
      externalId: anyText,
      owedTo: z.enum(['customer', 'shop']),
      amount: moneySchema,
      at: instantSchema,
      by: personNameSchema,
      approvedBy: personNameSchema.nullable(),
      reason: anyTextOrNull,
    }),
  ),
  /** Every count that was given; the last one closed the shift. Empty on an X report. */
  counts: z.array(reportCountSchema),
  /** What moved between the last count and the end, by currency. */
  sinceCount: z.array(moneySchema),
  /** Why the count differs; null if it does not. */
  explanation: anyTextOrNull,
});
export type ShiftReport = z.infer<typeof shiftReportSchema>;

/** A report that this cashier was shown; `id` prints it for a while. */
export const shownReportSchema = z.strictObject({
  id: identifierSchema,
  report: shiftReportSchema,
});
export type ShownReport = z.infer<typeof shownReportSchema>;

export const countResultSchema = z.strictObject({
  countId: identifierSchema,
  shiftId: identifierSchema,
  at: instantSchema,
  money: z.array(countedMoneyEntrySchema),
  needsExplanation: flag,
});
export type CountResult = z.infer<typeof countResultSchema>;

const reasonSchema = z.string().trim().min(MIN_REASON_LENGTH).max(200);
const shiftIdSchema = identifierSchema;
const printJobIdSchema = z.strictObject({ jobId: identifierSchema });
/** A Z report that was just made, and the job that prints it. */
const closedShiftSchema = z.strictObject({ shown: shownReportSchema, jobId: identifierSchema });

export const cashCalls = {
  'cash.state': defineCall('cashier', emptyObjectSchema, cashStateSchema),
  /**
   * Opens a shift with its float, or counts the float of one that opened automatically.
   * `shift-state` if one with a counted float is open.
   */
  'cash.open': defineCall('cashier', z.strictObject({ counts: cashCountsSchema }), cashStateSchema),
  'cash.payIn': defineCall(
    'pay-in',
    z.strictObject({ amount: moneySchema, reason: reasonSchema }),
    printJobIdSchema,
  ),
  'cash.payOut': defineCall(
    'pay-out',
    z.strictObject({
      amount: moneySchema,
      reason: reasonSchema,
      approval: approvalSchema.nullable(),
    }),
    printJobIdSchema,
  ),
  /** Opens the drawer without a sale: a slip with the reason, and the pulse. */
  'cash.openDrawer': defineCall(
    'open-drawer',
    z.strictObject({ reason: reasonSchema, approval: approvalSchema.nullable() }),
    printJobIdSchema,
  ),
  'cash.xReport': defineCall(
    'x-report',
    z.strictObject({ shiftId: shiftIdSchema, approval: approvalSchema.nullable() }),
    shownReportSchema,
  ),
  /** The open items that keep it from closing, the oldest first. */
  'cash.openItems': defineCall(
    'cashier',
    z.strictObject({ shiftId: shiftIdSchema }),
    z.array(openItemSchema),
  ),
  /**
   * Takes a blind count and returns its difference. Every count is kept; a second one needs a
   * supervisor (`x-report`), because the expected sum is known by then.
   */
  'cash.count': defineCall(
    'cashier',
    z.strictObject({
      shiftId: shiftIdSchema,
      counts: cashCountsSchema,
      approval: approvalSchema.nullable(),
    }),
    countResultSchema,
  ),
  /** The count that would close the shift, with its result; null if there is none. */
  'cash.counted': defineCall(
    'cashier',
    z.strictObject({ shiftId: shiftIdSchema }),
    countResultSchema.nullable(),
  ),
  /**
   * Closes a counted shift. The same count again returns the same Z report. `shift-held` if
   * something is open.
   */
  'cash.close': defineCall(
    'cashier',
    z.strictObject({
      shiftId: shiftIdSchema,
      countId: identifierSchema,
      explanation: reasonSchema.nullable(),
    }),
    closedShiftSchema,
  ),
  /**
   * Closes it, and opens the next shift for the person with this PIN, with the counted sum and the
   * open items.
   */
  'cash.handOver': defineCall(
    'cashier',
    z.strictObject({
      shiftId: shiftIdSchema,
      countId: identifierSchema,
      explanation: reasonSchema.nullable(),
      receiver: approvalSchema,
    }),
    closedShiftSchema,
  ),
  /** Ten at a time, the newest first, below this number. */
  'cash.zReports': defineCall(
    'z-reports',
    z.strictObject({
      before: z.number().int().positive().nullable(),
      approval: approvalSchema.nullable(),
    }),
    z.array(shownReportSchema),
  ),
  /** Prints a report that this cashier was shown; a Z report as a copy. */
  'cash.print': defineCall(
    'cashier',
    z.strictObject({ reportId: identifierSchema }),
    printJobIdSchema,
  ),
};

export const cashEvents = {
  /** A shift was opened, counted or closed, or something moved in a drawer. */
  'cash.changed': defineEvent(emptyObjectSchema),
};
