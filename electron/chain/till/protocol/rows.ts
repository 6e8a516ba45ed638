import { z } from 'zod';
import { paymentKindSchema } from '../../../../shared/contract/index.ts';
import { OUTCOME_STATES } from '../../../../shared/rules/index.ts';

const decimal = z.string().regex(/^-?\d{1,20}(\.\d{1,8})?$/);
const moment = z.iso.datetime({ offset: true });
const text = z.string().max(400);
const word = z.string().max(100);
const money = z.object({ currency: word, amount: decimal });
/** The number of the change that this row answers for. */
const n = z.number().int().positive();

export const paymentRow = z.object({
  change: z.literal('payment'),
  n,
  id: z.uuid(),
  /** The database ranks what may follow one another. */
  state: z.enum(OUTCOME_STATES),
  kind: paymentKindSchema,
  created_at: moment,
  /** When the service performed it, in its own seconds; null if it has not, or gave no time. */
  performed: z.number().int().nonnegative().nullable(),
  biller: z.number().int(),
  biller_name: text,
  /** As it went to the service. */
  account: z.string().max(200),
  /** With the literals of the biller's mask. */
  account_shown: text,
  /** As it went to the service, in `currency`. */
  amount: decimal,
  currency: word,
  /** In the shop's currency, like `due`. */
  fee: decimal.nullable(),
  due: decimal,
  shop_currency: word,
  /** Empty if none was sent. */
  pos: word,
  external: z.uuid(),
  /** The service's id of the transaction. */
  auth: word.nullable(),
  cashier: word,
  cashier_name: text,
  /** Of the service's interface. */
  version: word,
  /** The service's code (R36), without its message. */
  code: word.nullable(),
  is_drp: z.boolean(),
  /** The payment that this one takes back. */
  cancels: z.uuid().nullable(),
  shift: word,
});
export type PaymentRow = z.infer<typeof paymentRow>;

export const shiftRow = z.object({
  change: z.literal('shift'),
  n,
  id: word,
  /** As the papers number it; null while it has none. */
  number: z.number().int().positive().nullable(),
  opened_at: moment,
  /** A cashier's name, as it was. */
  opened_by: text,
  closed_at: moment.nullable(),
  closed_by: text.nullable(),
  float: z.array(money).max(20),
  counted: z.array(money).max(20).nullable(),
  expected: z.array(money).max(20).nullable(),
  difference: z.array(money).max(20).nullable(),
});
export type ShiftChange = z.infer<typeof shiftRow>;

export const zReportRow = z.object({
  change: z.literal('z-report'),
  n,
  number: z.number().int().positive(),
  shift: word,
  at: moment,
  /** How much of what, in the words of the report: no paper, no text of the service. */
  totals: z
    .array(z.object({ name: word, count: z.number().int().nonnegative(), ...money.shape }))
    .max(200),
});
export type ZReportChange = z.infer<typeof zReportRow>;

export const refundRow = z.object({
  change: z.literal('refund'),
  n,
  /** The payment that was given back. */
  payment: z.uuid(),
  at: moment,
  /** In the shop's currency. */
  amount: decimal,
  currency: word,
  owed_to: z.enum(['customer', 'shop']),
  settled_at: moment.nullable(),
  /** How: handed back, taken in, or decided without money. */
  settled: z.enum(['handed-back', 'taken-in', 'decided']).nullable(),
});
export type RefundChange = z.infer<typeof refundRow>;

/** Unknown fields are dropped: none can come along by mistake. */
export const chainRow = z.discriminatedUnion('change', [
  paymentRow,
  shiftRow,
  zReportRow,
  refundRow,
]);
export type ChainRow = z.infer<typeof chainRow>;

/** A row that the till itself cannot read: it is put aside by its name, and the rest goes on. */
export interface UnreadableRow {
  readonly change: ChainRow['change'];
  readonly n: number;
  readonly key: string;
  readonly wrong: string;
}
