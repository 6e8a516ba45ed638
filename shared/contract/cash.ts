import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { paymentKindSchema } from './payments/index.ts';
import { tenderSchema } from './tenders.ts';
import { MIN_REASON_LENGTH } from './text-lengths.ts';
import {
  anyTextSchema,
  approvalSchema,
  booleanSchema,
  currencyCodeSchema,
  decimalSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/**
 * Shifts and cash. A shift's money is the sum of its movements by currency, independent of the
 * clock. Except for `cash.xReport`, no result contains the expected sum of a drawer before it is
 * counted. A cash-out above it is refused with that sum (`drawer-short`), which is audited.
 */

export const MAX_PIECES_PER_DENOMINATION = 100_000;

/** The count of one currency: by coins and notes, or as one sum if it has no denominations. */
export const cashCountSchema = z.strictObject({
  currency: currencyCodeSchema,
  pieces: z
    .array(
      z.strictObject({
        value: decimalSchema,
        count: z.number().int().min(0).max(MAX_PIECES_PER_DENOMINATION),
      }),
    )
    .max(40),
  /** Money in denominations that are not listed; the whole sum if none are. */
  other: decimalSchema,
});
export type CashCount = z.infer<typeof cashCountSchema>;

const cashCountsSchema = z
  .array(cashCountSchema)
  .min(1)
  .max(8)
  .refine(
    (counts) => new Set(counts.map((count) => count.currency)).size === counts.length,
    'each currency only once',
  );

export const openShiftViewSchema = z.strictObject({
  id: identifierSchema,
  number: integerSchema,
  openedAt: instantSchema,
  openedBy: anyTextSchema,
  /** The cashier who owns the drawer; null if all cashiers share one. */
  drawerOf: nullableTextSchema,
  isFloatCounted: booleanSchema,
  /** The currencies to count when it closes. */
  currencies: z.array(currencyCodeSchema),
  /** When the count was made that can close the shift; null if there is none. */
  countedAt: instantSchema.nullable(),
  /**
   * A basket of this shift needs a cashier: it needs F12, or its change was not given. Its money is
   * not assigned yet, so the shift can be neither counted nor closed. False for a basket that only
   * waits for an outcome: its money is counted separately, and its payment keeps the shift open.
   */
  hasBasket: booleanSchema,
  /** Whether this cashier may count and close it. */
  canClose: booleanSchema,
});
export type OpenShiftView = z.infer<typeof openShiftViewSchema>;

export const cashStateSchema = z.strictObject({
  /** `required`: no money is taken before a shift is opened with its float. */
  shifts: z.enum(['required', 'automatic']),
  drawers: z.enum(['shared', 'each']),
  /** The shop's currency. */
  currency: currencyCodeSchema,
  /** The coins and notes of each currency, largest first; an unlisted currency is counted as one sum. */
  denominations: z.array(
    z.strictObject({ currency: currencyCodeSchema, values: z.array(decimalSchema) }),
  ),
  /** The shift for this cashier's money; null if none is open. */
  shift: openShiftViewSchema.nullable(),
  /** The open shifts of other drawers. */
  others: z.array(openShiftViewSchema),
  /** Whether a drawer is connected to the printer. */
  hasDrawer: booleanSchema,
  /**
   * The drawer of this cashier should hold more cash than the owner's limit, and nobody has postponed
   * the drop since its last movement. False from its count on, and while a basket is unfinished.
   */
  isDropDue: booleanSchema,
});
export type CashState = z.infer<typeof cashStateSchema>;

/** A payment that prevents closing a shift; a handover is possible with it. */
export const shiftBlockingPaymentSchema = z.strictObject({
  paymentId: identifierSchema,
  kind: paymentKindSchema,
  billerName: anyTextSchema,
  /** The last characters of the account number. */
  account: anyTextSchema,
  /** In the shop's currency: the sum paid, or the sum to hand over. */
  amount: moneySchema,
  /** `unresolved`: outcome unknown. `hand-over`: confirmed, but its money was not handed over. */
  why: z.enum(['unresolved', 'hand-over']),
});
export type ShiftBlockingPayment = z.infer<typeof shiftBlockingPaymentSchema>;

const personNameSchema = anyTextSchema;

const NO_MOVEMENTS = { count: 0, amount: '0' };
const countAndAmountSchema = z.strictObject({ count: integerSchema, amount: decimalSchema });

/** One currency of a report. Amounts are positive if their name implies the direction. */
export const reportTotalsSchema = z.strictObject({
  currency: currencyCodeSchema,
  float: decimalSchema,
  payments: z.strictObject({
    bill: countAndAmountSchema,
    'top-up': countAndAmountSchema,
    'gift-card': countAndAmountSchema,
  }),
  /** The shop's fees that `payments` include. */
  fees: decimalSchema,
  cashOuts: countAndAmountSchema,
  cancels: countAndAmountSchema,
  /** Handed back to customers whose payment the service refunded. */
  handBacks: countAndAmountSchema,
  /** Received back for cash-outs that the service refunded. */
  takeIns: countAndAmountSchema,
  payIns: countAndAmountSchema,
  payOuts: countAndAmountSchema,
  /** Put into the safe. Reports of earlier versions lack it. */
  drops: countAndAmountSchema.default(NO_MOVEMENTS),
  /** For each tender, money in minus money out. Together they are the sum of all movements. */
  tenders: z.array(z.strictObject({ tender: tenderSchema, amount: decimalSchema })),
  /** The expected sum of the drawer: the sum of its movements. */
  expected: decimalSchema,
});
export type ReportTotals = z.infer<typeof reportTotalsSchema>;

/** One count as it was entered. `expected` is the sum expected at that moment. */
export const countedMoneySchema = z.strictObject({
  currency: currencyCodeSchema,
  pieces: z.array(z.strictObject({ value: decimalSchema, count: integerSchema })),
  other: decimalSchema,
  counted: decimalSchema,
  expected: decimalSchema,
  /** Counted minus expected: negative if money is missing. */
  difference: decimalSchema,
});
export type CountedMoney = z.infer<typeof countedMoneySchema>;

export const shiftReportCountSchema = z.strictObject({
  at: instantSchema,
  by: personNameSchema,
  approvedBy: personNameSchema.nullable(),
  money: z.array(countedMoneySchema),
});

const reportLineSchema = z.strictObject({
  at: instantSchema,
  amount: moneySchema,
  reason: anyTextSchema,
  by: personNameSchema,
  approvedBy: personNameSchema.nullable(),
});

export const shiftReportSchema = z.strictObject({
  kind: z.enum(['x', 'z']),
  /** For a Z report: the number of the previous one plus one. Null for an X report. */
  number: nullableIntegerSchema,
  shiftNumber: integerSchema,
  posNumber: anyTextSchema,
  at: instantSchema,
  /** The person who requested the report, or closed the shift. */
  by: personNameSchema,
  openedAt: instantSchema,
  openedBy: personNameSchema,
  drawerOf: personNameSchema.nullable(),
  isFloatCounted: booleanSchema,
  /** The shift that handed its drawer over to this one. */
  takenOverFrom: nullableIntegerSchema,
  /** The cashier who took the drawer over; null if the shift was closed without a handover. */
  handedTo: personNameSchema.nullable(),
  /** The computer's clock showed an earlier time at the end than at the beginning. */
  isClockChanged: booleanSchema,
  money: z.array(reportTotalsSchema),
  payIns: z.array(reportLineSchema),
  payOuts: z.array(reportLineSchema),
  /** Reports of earlier versions lack it. */
  drops: z.array(reportLineSchema).default([]),
  drawerOpened: z.array(reportLineSchema),
  /** Payments of earlier shifts that were resolved, or handed over, in this shift. */
  late: z.array(
    z.strictObject({
      kind: paymentKindSchema,
      billerName: anyTextSchema,
      externalId: anyTextSchema,
      shiftNumber: integerSchema,
      amount: moneySchema,
    }),
  ),
  /** Handed over to the next shift unresolved. */
  openItems: z.array(shiftBlockingPaymentSchema),
  /** Unsettled refunds of this till, of any shift. */
  owed: z.array(
    z.strictObject({
      billerName: anyTextSchema,
      account: anyTextSchema,
      externalId: anyTextSchema,
      owedTo: z.enum(['customer', 'shop']),
      /** For a cash-out: false if no record shows that its cash left the drawer. */
      isHandedOver: booleanSchema,
      amount: moneySchema,
      foundAt: instantSchema,
    }),
  ),
  /**
   * What customers still get of cash payments of any shift whose outcome nobody has confirmed. Reports
   * of earlier versions lack it.
   */
  toGive: z
    .array(
      z.strictObject({
        what: z.enum(['change', 'cash']),
        billerName: anyTextSchema,
        account: anyTextSchema,
        externalId: anyTextSchema,
        amount: moneySchema,
      }),
    )
    .default([]),
  /** Open claims about payments of this till, of any shift. Reports of earlier versions lack it. */
  claims: z
    .array(
      z.strictObject({
        number: integerSchema,
        billerName: anyTextSchema,
        account: anyTextSchema,
        amount: moneySchema,
        followUpOn: z.iso.date(),
      }),
    )
    .default([]),
  /** The refunds that were settled in this shift. */
  settledRefunds: z.array(
    z.strictObject({
      how: z.enum(['handed-back', 'taken-in', 'decided']),
      billerName: anyTextSchema,
      externalId: anyTextSchema,
      owedTo: z.enum(['customer', 'shop']),
      amount: moneySchema,
      at: instantSchema,
      by: personNameSchema,
      approvedBy: personNameSchema.nullable(),
      reason: nullableTextSchema,
    }),
  ),
  /** All counts; the last one closed the shift. Empty on an X report. */
  counts: z.array(shiftReportCountSchema),
  /** The sum of movements between the last count and the end, by currency. */
  sinceCount: z.array(moneySchema),
  /** The cashier's explanation of the difference; null if there is none. */
  explanation: nullableTextSchema,
});
export type ShiftReport = z.infer<typeof shiftReportSchema>;

/** A report that this cashier was shown; for a limited time, its `id` prints it. */
export const printableReportSchema = z.strictObject({
  id: identifierSchema,
  report: shiftReportSchema,
});
export type PrintableReport = z.infer<typeof printableReportSchema>;

export const countResultSchema = z.strictObject({
  countId: identifierSchema,
  shiftId: identifierSchema,
  at: instantSchema,
  money: z.array(countedMoneySchema),
  needsExplanation: booleanSchema,
});
export type CountResult = z.infer<typeof countResultSchema>;

const reasonSchema = z.string().trim().min(MIN_REASON_LENGTH).max(200);
const shiftIdSchema = identifierSchema;
const printJobIdSchema = z.strictObject({ jobId: identifierSchema });
/** The new Z report, and the job that prints it. */
const closedShiftSchema = z.strictObject({
  printableReport: printableReportSchema,
  jobId: identifierSchema,
});

export const cashCalls = {
  'cash.state': defineCall('cashier', emptyObjectSchema, cashStateSchema),
  /**
   * Opens a shift with its float, or counts the float of one that opened automatically. Returns a
   * `shift` problem if a shift with a counted float is open.
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
  /** Puts cash into the safe. A `cash` problem if it is more than a counted drawer should hold. */
  'cash.drop': defineCall('drop', z.strictObject({ amount: moneySchema }), printJobIdSchema),
  /** Leaves the cash in the drawer until money moves in it again. */
  'cash.postponeDrop': defineCall('cashier', emptyObjectSchema, cashStateSchema),
  /** Opens the drawer without a sale: prints a slip with the reason, and sends the pulse. */
  'cash.openDrawer': defineCall(
    'open-drawer',
    z.strictObject({ reason: reasonSchema, approval: approvalSchema.nullable() }),
    printJobIdSchema,
  ),
  'cash.xReport': defineCall(
    'x-report',
    z.strictObject({ shiftId: shiftIdSchema, approval: approvalSchema.nullable() }),
    printableReportSchema,
  ),
  /** The payments that prevent closing, oldest first. */
  'cash.shiftBlockingPayments': defineCall(
    'cashier',
    z.strictObject({ shiftId: shiftIdSchema }),
    z.array(shiftBlockingPaymentSchema),
  ),
  /**
   * Records a blind count and returns its difference. All counts are stored. A second count needs a
   * supervisor (`x-report`), because the cashier knows the expected sum by then.
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
  'cash.closingCount': defineCall(
    'cashier',
    z.strictObject({ shiftId: shiftIdSchema }),
    countResultSchema.nullable(),
  ),
  /**
   * Closes a counted shift. The same count returns the same Z report. Returns a `shift` problem
   * with reason `held` if a payment is open.
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
   * Closes the shift, and opens the next one for the person with this PIN, with the counted sum and
   * the open items.
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
  /** Ten Z reports with numbers below `before`, newest first. */
  'cash.zReports': defineCall(
    'z-reports',
    z.strictObject({
      before: z.number().int().positive().nullable(),
      approval: approvalSchema.nullable(),
    }),
    z.array(printableReportSchema),
  ),
  /** Prints a report that this cashier was shown; a Z report is printed as a copy. */
  'cash.print': defineCall(
    'cashier',
    z.strictObject({ reportId: identifierSchema }),
    printJobIdSchema,
  ),
};

export const cashEvents = {
  /** A shift was opened, counted or closed, or money moved in a drawer. */
  'cash.changed': defineEvent(emptyObjectSchema),
};
