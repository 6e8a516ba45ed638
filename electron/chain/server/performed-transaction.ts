import { z } from 'zod';

/** A performed payment as `chain.transaction_json` builds it; the amount is decimal text. */
export const performedTransactionSchema = z.object({
  paymentId: z.string(),
  performedSecond: z.number(),
  billerId: z.number(),
  authorization: z.string().nullable(),
  accountNumber: z.string(),
  accountShown: z.string(),
  amount: z.string(),
  currency: z.string(),
  posNumber: z.string().nullable(),
  externalId: z.string(),
  isDrp: z.boolean(),
});
