import { z } from 'zod';
import { paymentKindSchema } from '../../../shared/contract/index.ts';
import { OUTCOME_STATES } from '../../../shared/rules/index.ts';

const decimal = z.string().regex(/^-?\d{1,20}(\.\d{1,8})?$/);
const isoTime = z.iso.datetime({ offset: true });
const text = z.string().max(400);
const shortText = z.string().max(100);
const money = z.object({ currency: shortText, amount: decimal });
/** The number of the change for which this row is sent. */
const changeNumber = z.number().int().positive();

export const paymentChangeSchema = z.object({
  change: z.literal('payment'),
  n: changeNumber,
  id: z.uuid(),
  /** The database ranks the states: it decides which may replace which. */
  state: z.enum(OUTCOME_STATES),
  kind: paymentKindSchema,
  created_at: isoTime,
  /**
   * When the service performed it, in seconds of its clock; null if it has not, or gave no time.
   */
  performed: z.number().int().nonnegative().nullable(),
  biller: z.number().int(),
  biller_name: text,
  /** As sent to the service. */
  account: z.string().max(200),
  /** Formatted with the biller's mask. */
  account_shown: text,
  /** As sent to the service, in `currency`. */
  amount: decimal,
  currency: shortText,
  /** In the shop's currency, like `due`. */
  fee: decimal.nullable(),
  due: decimal,
  shop_currency: shortText,
  /** Empty if none was sent. */
  pos: shortText,
  external: z.uuid(),
  /** The service's id of the transaction. */
  auth: shortText.nullable(),
  cashier: shortText,
  cashier_name: text,
  /** The version of the service's interface. */
  version: shortText,
  /** The service's code (R36), without its message. */
  code: shortText.nullable(),
  is_drp: z.boolean(),
  /** The payment that this one cancels. */
  cancels: z.uuid().nullable(),
  shift: shortText,
});
export type PaymentChange = z.infer<typeof paymentChangeSchema>;

export const shiftChangeSchema = z.object({
  change: z.literal('shift'),
  n: changeNumber,
  id: shortText,
  /** The number on the papers; null while it has none. */
  number: z.number().int().positive().nullable(),
  opened_at: isoTime,
  /** The cashier's name at the time. */
  opened_by: text,
  closed_at: isoTime.nullable(),
  closed_by: text.nullable(),
  float: z.array(money).max(20),
  counted: z.array(money).max(20).nullable(),
  expected: z.array(money).max(20).nullable(),
  difference: z.array(money).max(20).nullable(),
});
export type ShiftChange = z.infer<typeof shiftChangeSchema>;

export const zReportChangeSchema = z.object({
  change: z.literal('z-report'),
  n: changeNumber,
  number: z.number().int().positive(),
  shift: shortText,
  at: isoTime,
  /** Counts and amounts by the names of the report; no printed text and no text of the service. */
  totals: z
    .array(z.object({ name: shortText, count: z.number().int().nonnegative(), ...money.shape }))
    .max(200),
});
export type ZReportChange = z.infer<typeof zReportChangeSchema>;

export const refundChangeSchema = z.object({
  change: z.literal('refund'),
  n: changeNumber,
  /** The refunded payment. */
  payment: z.uuid(),
  at: isoTime,
  /** In the shop's currency. */
  amount: decimal,
  currency: shortText,
  owed_to: z.enum(['customer', 'shop']),
  settled_at: isoTime.nullable(),
  /** How it was settled: handed back, taken in, or decided without money. */
  settled: z.enum(['handed-back', 'taken-in', 'decided']).nullable(),
});
export type RefundChange = z.infer<typeof refundChangeSchema>;

/** Unknown fields are removed, so that none is sent by mistake. */
export const chainRowSchema = z.discriminatedUnion('change', [
  paymentChangeSchema,
  shiftChangeSchema,
  zReportChangeSchema,
  refundChangeSchema,
]);
export type ChainRow = z.infer<typeof chainRowSchema>;

/**
 * A row that the till cannot read: the database sets it aside by its key, and accepts the other
 * rows.
 */
export interface UnreadableRow {
  readonly change: ChainRow['change'];
  readonly n: number;
  readonly key: string;
  readonly wrong: string;
}
